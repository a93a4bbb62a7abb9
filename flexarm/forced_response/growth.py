"""Modes with drives over short spans of time: a parabola each, and how far from it they can be.

Where drives act on modes no energy bounds what follows. In coordinates w = V⁻¹ z of the eigenvectors V of all states z,
ẇ = λ w + b f: a third derivative grows by e^(Re λ h) at most over a span h, and by what harmonic forces push meanwhile,
and w leaves its parabola by h³/6 of that. What is quick beside the span swings, or falls, about a line by w⃛/λ³ where
the forces run linearly. Rigid-body motions that no drive feels, of twice the eigenvalue zero, run by themselves.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import block_diag, matrix_balance

from flexarm.arrays import Array
from flexarm.superposition import Feedback

# Eigenvectors that lie nearer to one another than this are of no use; then states are bounded all together.
_CONDITION = 1e8
# Rigid-body motions on which drives act less than this, of what they act on most, are free.
_FELT = 1e-12
# Bounds that grow by more than e to this are none.
_LARGEST = 500.0


@dataclass(frozen=True, eq=False)
class Modes:
    """The modes' parabolas, how far they and their slopes may be off, and what both are sums of, by size.

    Each of shape (times, rigid + modes).
    """

    value: Array
    slope: Array
    curvature: Array
    jerk: Array
    error: Array
    slope_error: Array
    size: Array
    slope_size: Array


@dataclass(frozen=True, eq=False)
class Growth:
    """States z = V w, (states, n), V⁻¹, λ, 1/s, (n,), and how many of the coordinates are states of drives, the last.

    What these are the velocities of has no part in anything. Without λ all w together grow by the `rate` at most, 1/s.
    `free` are displacements among w, and their velocities, on which forces alone act, shape (2, free); `scale` is what
    states are a unit of in V, (states,).
    """

    vectors: Array
    inverse: Array
    values: Array | None
    rate: Array
    states: int
    free: NDArray[np.intp]
    scale: Array

    def modes(self, derivatives: tuple[Array, ...], pushed: Array, span: Array) -> Modes:
        """Return the parabolas of coordinates from q and its four derivatives, (times, coordinates), over spans, s.

        `pushed` is what the third derivative of the harmonic forces does not exceed.
        """
        q, v, a, jerk, snap = derivatives
        count = q.shape[1]
        known = count - self.states

        def state(one: Array, rate: Array) -> Array:
            return np.concatenate([one[:, :known], rate], axis=1)

        third, of_third = state(jerk, snap) @ self.inverse.T, np.abs(state(jerk, snap)) @ np.abs(self.inverse).T
        sizes = np.abs(state(q, v)) @ np.abs(self.inverse).T
        push = pushed @ np.abs(self.inverse[:, known:]).T
        grow = np.exp(np.clip(self.rate * span, 0.0, _LARGEST))
        reached = (self._together(np.abs(third)) + span * self._together(push)) * grow
        displaced, moving = self.free
        reached[:, displaced] += span * reached[:, moving]
        error, shift = reached * span**3 / 6.0, [np.zeros_like(third)] * 4
        rounding = np.zeros((1, 1))
        if self.values is not None and not np.any(pushed):
            with np.errstate(divide="ignore", invalid="ignore"):
                away = third / self.values**3
                of_away = of_third / np.abs(self.values) ** 3
                of_line = np.finfo(float).eps * of_away * (np.abs(self.values) * span) ** 2
                largest = np.abs(away) * grow + of_line
            quick = largest < error
            # A line's curvature is nothing but the rounding of its parts, and of all entries of eigenvectors alike.
            rounding = np.sum(np.where(quick, of_line, 0.0), axis=1, keepdims=True) * self.scale
            error = np.where(quick, largest, error)
            away = np.where(quick, away, 0.0)
            sizes += np.where(quick, of_away, 0.0)
            shift = [away * self.values**order for order in range(4)]
        columns = [state(*pair) for pair in ((q, v), (v, a), (a, jerk), (jerk, snap))]
        swings = [np.real(own @ self.vectors.T) for own in shift]
        value, slope, curvature, _ = (one - swing for one, swing in zip(columns, swings, strict=True))
        off, size = (one @ np.abs(self.vectors).T for one in (error, sizes))
        off = off + rounding

        def displacement(one: Array) -> Array:
            return np.pad(one[:, :known], ((0, 0), (0, self.states)))

        def velocity(one: Array) -> Array:
            return np.asarray(one[:, known:])

        # Rates of outputs are taken from velocities: their parabola begins with the slope.
        parabola = displacement(value), velocity(value), velocity(slope), velocity(curvature)
        return Modes(*parabola, displacement(off), velocity(off), displacement(size), velocity(size))

    def _together(self, sizes: Array) -> Array:
        """Return sizes of w one by one, or where there is no λ their norm for each."""
        if self.values is not None:
            return sizes
        return np.repeat(np.linalg.norm(sizes, axis=1, keepdims=True), sizes.shape[1], axis=1)


def growth(feedback: Feedback, states: int, rigid: int) -> Growth:
    """Return how modes, the first of them rigid-body ones, and states of drives, the last of the coordinates, grow."""
    count = len(feedback.stiffness)
    kept = np.r_[: count - states, count : 2 * count]
    matrix, turn = feedback.matrix[np.ix_(kept, kept)], _turn(feedback, rigid)
    some = np.eye(count - states - rigid), np.eye(count - rigid)
    turns = block_diag(turn.basis, some[0], turn.basis, some[1])
    displaced = np.arange(turn.free)
    free = np.stack([displaced, count - states + displaced])
    rest = np.setdiff1d(np.arange(len(matrix)), free)
    scaled, (scale, _) = matrix_balance((turns.T @ matrix @ turns)[np.ix_(rest, rest)], permute=False, separate=True)
    values, vectors = np.linalg.eig(scaled)
    if np.linalg.cond(vectors) < _CONDITION:
        whole, inverse = (np.eye(len(matrix), dtype=complex) for _ in range(2))
        whole[np.ix_(rest, rest)] = scale[:, np.newaxis] * vectors
        inverse[np.ix_(rest, rest)] = np.linalg.inv(vectors) / scale
        every = np.zeros(len(matrix), dtype=complex)
        every[rest] = values
        units = np.ones(len(matrix))
        units[rest] = scale
        return Growth(turns @ whole, inverse @ turns.T, every, every.real, states, free, np.abs(turns) @ units)
    scaled, (scale, _) = matrix_balance(matrix, permute=False, separate=True)
    rate = np.full(len(scale), np.max(np.linalg.eigvalsh(0.5 * (scaled + scaled.T))))
    return Growth(np.diag(scale), np.diag(1.0 / scale), None, rate, states, np.zeros((2, 0), dtype=np.intp), scale)


class _Turn(NamedTuple):
    """Rigid-body modes turned so that the first of them, `free` in number, are felt by no drive, (rigid, rigid)."""

    basis: Array
    free: int


def _turn(feedback: Feedback, rigid: int) -> _Turn:
    felt = np.vstack([part for one in feedback for part in (one[:, :rigid], one[:rigid].T)])
    largest = max(float(np.max(np.abs(one), initial=0.0)) for one in feedback)
    _, sizes, right = np.linalg.svd(felt)
    acted = int(np.sum(sizes > _FELT * largest))
    return _Turn(right[::-1].T, rigid - acted)
