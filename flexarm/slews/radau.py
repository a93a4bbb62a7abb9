"""From one time to another by Radau's collocation: steps by their errors, derivatives kept as long as they serve."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from flexarm.arrays import Array, ComplexArray
from flexarm.slews.collocation import Collocation

# Of order 9: all stages are evaluated together, and cost little more than one.
METHOD = Collocation(5)
# Newton's corrections: how many at most, how fast they must fall, and how fast for longer steps and for derivatives to
# be kept: these cost as much as one to four evaluations.
_MOST, _SLOWEST, _SLOW, _STALE = 10, 0.8, 0.3, 0.05
# What of a step's error may be left of them: p(0) makes some ten times as much of it.
_LEFT = 5e-3
# By how much steps may become shorter or longer, and by how much shorter than foreseen they are.
_SHORTER, _LONGER, _SAFE = 0.2, 8.0, 0.9
# Where steps would become longer by less they stay, and so do matrices.
_KEPT = 1.2
# Errors below this part of what is allowed say nothing.
_LEAST = 1e-4
# A step's error is of its length to this power's inverse.
_POWER = -1.0 / (METHOD.stages + 1)
# Steps below this part of the time are none.
_SHORTEST = 1e-14


class Stalled(Exception):
    """Steps have become too short to go on: told is the time."""


class Equations(Protocol):
    """ẏ = f(t, y)."""

    def rates(self, t: Array) -> Callable[[Array], Array]:
        """Return f at many times as a function of y, shape (times, states)."""
        ...

    def derivatives(self, t: float, y: Array) -> Array:
        """Return the derivatives of f by y, shape (states, states)."""
        ...


@dataclass(frozen=True, eq=False)
class Step:
    """A step, or a guess of one: y at its start, and its derivatives at the stages, shape (stages, states)."""

    start: float
    end: float
    y: Array
    changes: Array

    @property
    def length(self) -> float:
        """The step's length."""
        return self.end - self.start

    @property
    def stages(self) -> Array:
        """All y at the stages, the last at the end, shape (stages, states)."""
        return self.y + self.length * METHOD.matrix @ self.changes

    def at(self, times: Array) -> Array:
        """Return y at times within the step, shape (times, states)."""
        return np.asarray(self.y + self.length * METHOD.integrals((times - self.start) / self.length) @ self.changes)

    def following(self, end: float) -> "Step":
        """Return a guess of the step after this one."""
        parts = 1.0 + (end - self.end) / self.length * METHOD.points
        return Step(self.end, end, self.stages[-1], METHOD.values(parts) @ self.changes)

    def shortened(self, factor: float) -> "Step":
        """Return a guess of a shorter step."""
        end = _stop(self.start, factor * self.length)
        return Step(self.start, end, self.y, METHOD.values(factor * METHOD.points) @ self.changes)


@dataclass(eq=False)
class _Newton:
    """Newton's method for the stages, and what it keeps from step to step."""

    equations: Equations
    tangent: Array | None = None
    fresh: bool = True  # whether the tangent is that of this very step
    length: float = 0.0  # of the step that the matrices are of
    inverses: ComplexArray = field(default_factory=lambda: np.zeros((1, 0, 0), np.complex128))
    rate: float = 1.0  # what a correction leaves of the one before, as far as is known
    seen: float = 0.0  # and what was seen of that in the last step

    def solved(self, guess: Step, scale: Array) -> Step | None:
        """Return the step that fulfils the equations, None where corrections do not fall."""
        self._prepare(guess)
        changes, size, self.seen = guess.changes, 0.0, 0.0
        rates = self.equations.rates(guess.start + METHOD.points * guess.length)
        matrix = guess.length * METHOD.matrix
        for number in range(_MOST):
            left = METHOD.along @ (rates(guess.y + matrix @ changes) - changes)
            correction = (METHOD.back @ (self.inverses @ left[..., np.newaxis])[..., 0]).real
            changes, before = changes + correction, size
            size = _norm(matrix @ correction / scale)
            if number:
                self.rate = self.seen = size / before
            else:
                # It is taken to be a little worse than in the step before.
                self.rate = max(self.rate, 1e-3) ** 0.8
            if not (np.isfinite(size) and self.seen < _SLOWEST):
                break
            if size * self.rate <= _LEFT * (1.0 - self.rate):
                return replace(guess, changes=changes)
            # The first that fall say little of those that follow.
            if number > 1 and size * self.rate ** (_MOST - 1 - number) > _LEFT * (1.0 - self.rate):
                break
        self.rate = 1.0
        return None

    def _prepare(self, guess: Step) -> None:
        """Find the derivatives, in the middle of a step, and the matrices, where there are none that serve."""
        self.fresh = self.tangent is None
        if self.tangent is None:
            middle = METHOD.stages // 2
            time = guess.start + METHOD.points[middle] * guess.length
            self.tangent, self.length = self.equations.derivatives(time, guess.stages[middle]), 0.0
        if abs(guess.length - self.length) > 1e-6 * guess.length:
            scaled = guess.length * METHOD.eigenvalues[:, np.newaxis, np.newaxis]
            self.inverses = np.asarray(np.linalg.inv(np.eye(len(guess.y)) - scaled * self.tangent), np.complex128)
            self.length = guess.length

    def filtered(self, error: Array) -> Array:
        """Return a step's error without what moves too quickly to be followed."""
        return np.asarray(self.inverses[0].real @ error)


def _norm(values: Array) -> float:
    return float(np.linalg.norm(values) / np.sqrt(values.size))


def steps(
    equations: Equations,
    span: tuple[float, float],
    first: float,
    y: Array,
    absolute: Array,
    relative: float,
    longest: float = np.inf,
) -> Iterator[Step]:
    """Yield the steps from one time to another.

    Errors of a step are to stay below those given, absolute, shape (states,), and relative, in the mean; `first` is how
    long the first step is, if there is time, and `longest` how long any is.

    Raises
    ------
    Stalled
        If steps become too short.
    """
    (start, end), newton = span, _Newton(equations)
    changes = np.tile(equations.rates(np.array([start]))(y[np.newaxis]), (METHOD.stages, 1))
    guess, last = Step(start, _stop(start, min(first, longest), end), y, changes), None
    while True:
        step = newton.solved(guess, absolute + relative * np.abs(guess.y))
        if step is None:
            newton.tangent, guess = None, guess.shortened(0.5) if newton.fresh else guess
            continue
        error = _error(newton, step, changes[-1], absolute, relative, last is None)
        longer = _SAFE * max(error, _LEAST) ** _POWER
        if error > 1.0:
            guess = guess.shortened(max(longer, _SHORTER))
            continue
        yield step
        if step.end == end:
            return
        if last is not None:
            # As errors grew from the step before to this one they go on to grow (Gustafsson 1991), but for a jump.
            length, before = last
            longer *= min(1.0, step.length / length * (max(error, _LEAST) / max(before, _LEAST)) ** _POWER)
            longer = max(longer, _SHORTER)
        if newton.seen > _STALE:
            newton.tangent = None
        # Corrections fall the more slowly the longer the step.
        longer = min(longer, max(1.0, _SLOW / max(newton.seen, _LEAST)))
        if newton.seen > _SLOW or 1.0 <= longer < _KEPT:
            longer = min(longer, 1.0)
        changes, last = step.changes, (step.length, error)
        guess = step.following(_stop(step.end, min(min(longer, _LONGER) * step.length, longest), end))


def _stop(start: float, length: float, end: float = np.inf) -> float:
    """Return where a step is to end, so that none is left over that is much shorter, Stalled if it is none."""
    left = end - start
    if left <= 1.01 * length:
        return end
    stop = start + min(length, 0.5 * left)
    # Of what is not a number too.
    if not stop - start > _SHORTEST * abs(stop):
        raise Stalled(start)
    return stop


def _error(newton: _Newton, step: Step, changes: Array, absolute: Array, relative: float, first: bool) -> float:
    """Return a step's error as part of what is allowed, the derivatives at its start given."""
    start = METHOD.eigenvalues[0].real * step.length * (changes - METHOD.at_start @ step.changes)
    scale = absolute + relative * np.maximum(np.abs(step.y), np.abs(step.stages[-1]))
    error = newton.filtered(start)
    # What is let go at once moves quickly at first.
    return _norm((newton.filtered(error) if first and _norm(error / scale) > 1.0 else error) / scale)
