"""A linear system under an input that runs linearly, carried over any time by rungs that double in length.

ẏ = A y + B f, f = f₀ + s τ. Over one rung y grows by F y + G f₀ + H s, and two rungs make the next. A time is a sum of
rungs, its binary digits, and a rest for Taylor's series. F is eᴬʰ − 1 and not eᴬʰ: what moves slowly keeps its digits
next to what moves fast. Nothing is diagonalised, so that rigid-body motions and critical damping, whose eigenvectors
coincide, are cases like any other (scaling and squaring: Higham, Functions of Matrices, 10.3).
"""

from dataclasses import dataclass
from math import ceil, log2

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array

# Taylor's series over a rest with ‖A‖τ ≤ ½: the first term left out is below ½¹⁶/16!, 1e-18.
_TERMS = 15


@dataclass(frozen=True, eq=False)
class Rung:
    """Growth of the state over a length of time, s: F, shape (states, states), G and H, shape (states, inputs)."""

    length: float
    state: Array
    force: Array
    slope: Array

    def growth(self, state: Array, force: Array, slope: Array) -> Array:
        """Return the growth from states, inputs and the inputs' slopes, one a column."""
        return self.state @ state + self.force @ force + self.slope @ slope

    def doubled(self) -> "Rung":
        """Return the rung of twice the length."""
        # A second rung from y₁ = y + F y + G f + H s and f₁ = f + h s.
        return Rung(
            2.0 * self.length,
            2.0 * self.state + self.state @ self.state,
            2.0 * self.force + self.state @ self.force,
            2.0 * self.slope + self.state @ self.slope + self.length * self.force,
        )


@dataclass(frozen=True, eq=False)
class Ladder:
    """A system, A, shape (states, states), and B, shape (states, inputs), and its rungs, each twice the one before."""

    matrix: Array
    entry: Array
    rungs: tuple[Rung, ...]

    def states(self, state: Array, force: Array, slope: Array, tau: Array) -> Array:
        """Return the states at τ, up to twice the longest rung, of states, inputs and their slopes, one a column."""
        state, force = state.copy(), force.copy()
        count, rest = self._count(tau)
        for k in reversed(range(len(self.rungs))):
            _climb(self.rungs[k], state, force, slope, (count >> k) % 2 == 1)
        return state + _series(self.matrix, self.matrix @ state + self.entry @ force, self.entry @ slope, rest)

    def free_state(self, state: Array, tau: Array) -> Array:
        """Return one state at one time τ, shape (states, 1), without inputs: `states`, and quicker."""
        count, rest = self._count(tau)
        for k in reversed(range(len(self.rungs))):
            if (count[0] >> k) % 2:
                state = state + self.rungs[k].state @ state
        return state + _series(self.matrix, self.matrix @ state, np.zeros_like(state), rest)

    def _count(self, tau: Array) -> tuple[NDArray[np.int64], Array]:
        """Return how many of the shortest rung times hold, and the rest of them."""
        shortest = self.rungs[0].length
        count = np.minimum((tau / shortest).astype(np.int64), 2 ** len(self.rungs) - 1)
        return count, tau - count * shortest


def ladder(matrix: Array, entry: Array, norm: float, span: float) -> Ladder:
    """Return the ladder of a system of A and B, with a bound of ‖A‖, 1/s, for times up to a span, s."""
    doublings = max(1, ceil(log2(max(1.0, 2.0 * norm * span))))
    length = span / 2.0**doublings
    rungs = [_shortest(matrix, entry, length)]
    while len(rungs) < doublings:
        rungs.append(rungs[-1].doubled())
    return Ladder(matrix, entry, tuple(rungs))


def _shortest(matrix: Array, entry: Array, length: float) -> Rung:
    """Return the shortest rung, the growth of unit states, unit inputs and unit slopes."""
    states, inputs = entry.shape
    places = [states, states + inputs]
    state, force, slope = np.split(np.eye(states + 2 * inputs), places)
    growth = _series(matrix, matrix @ state + entry @ force, entry @ slope, np.array([length]))
    return Rung(length, *np.split(growth, places, axis=1))


def _climb(rung: Rung, state: Array, force: Array, slope: Array, which: NDArray[np.bool_]) -> None:
    """Carry those columns of the states and inputs that want this rung over it."""
    if which.any():
        state[:, which] += rung.growth(state[:, which], force[:, which], slope[:, which])
        force[:, which] += rung.length * slope[:, which]


def _series(matrix: Array, rate: Array, jerk: Array, tau: Array) -> Array:
    """Return the growth over times with ‖A‖τ ≤ ½ by Taylor's series, from ẏ and what the inputs' slopes add to ÿ."""
    derivative, power = rate, tau
    growth = tau * rate
    for k in range(2, _TERMS + 1):
        derivative = matrix @ derivative + jerk if k == 2 else matrix @ derivative
        power = power * tau / k
        growth += power * derivative
    return growth
