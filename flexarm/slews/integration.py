"""A manoeuvre through time, by Radau's implicit method of ninth order between the times at which something jumps."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.slews.consistent import at_dead_centre, require_possible, require_turned
from flexarm.slews.driven import Driven
from flexarm.slews.growth import growing
from flexarm.slews.kept import Instant, Kept, Way
from flexarm.slews.radau import Stalled, steps
from flexarm.slews.tangent import derivatives

# Rates of what strains may err by this much more than coordinates: those of a link's quick motions are large where
# these do not matter. Those of what turns freely are where it will be.
_RATES = 100.0
# What moves by less than this part of the largest motion is followed no more closely than that.
_LEAST = 1e-3
# Of motions that are smaller, in units of what is large, round-off is a part: the arm is at rest.
_NOISE, _EPSILON = 1e-12, np.finfo(np.float64).eps
# What steps leave of that, a few times what they are not followed closer than.
_ROUNDED = 8.0 * _EPSILON
# Below this part of the largest motion, or the accuracy, whatever is less, strains do not vibrate.
_STILL = 1e-5
# How finely an arm is followed to learn how large its motions are, and by how much they may be smaller than thought.
_PILOT, _SMALLER = 1e-4, 0.03
# How long the first step after a jump is, of the whole duration.
_FIRST = 2e-2
# Evaluations of the equations of motion that one passage may take, minutes; from the first number on it is foreseen
# where steps, small at the start, would have to become that many times as long.
_FORESEEN, _LONGER, _MOST = 100, 1_000.0, 50_000
# Turns by more, rad, take more evaluations than that, of which each is good for two radians at most; and of what moves
# faster than any arm, rad/s or m/s, that is what to say.
_FARTHEST, _FAST = 2.0 * _MOST, 1e4
# How many times of a course are looked at.
_LOOKED = 1001
# What grows is followed from where it is far too small to be seen: steps of this part of 1/|s| do so to 1e-6 each, and
# much longer ones would damp it. How alike what grows in two ways is.
_FOLLOWED, _ALIKE = 1.5, 1e-2


class TooLongError(QuestionError):
    """A way that takes more evaluations than there are."""


@dataclass(frozen=True, eq=False)
class Passage:
    """Free coordinates and their rates, y = (q, q̇, …), at the samples of a manoeuvre, shape (samples, states)."""

    driven: Driven
    y: Array
    still: float = 0.0  # what is left out, relative to large motion: the vibration of what is held
    rounded: float = 0.0  # and by what steps err that are no closer, where all is of the size of round-off

    @property
    def sizes(self) -> Array:
        """The largest coordinate of every kind, and the largest rate, shape (2, kinds)."""
        driven, count = self.driven, len(self.driven.free)
        largest = np.max(np.abs(self.y[:, : 2 * count]), axis=0).reshape(2, -1)
        kinds = driven.chain.kinds
        of = [largest[:, kinds[driven.free] == kind] for kind in range(kinds.max(initial=-1) + 1)]
        return np.stack([np.max(one, axis=1, initial=0.0) for one in of], axis=1) if of else np.zeros((2, 0))


def explored(driven: Driven, kept: Kept) -> Array:
    """Return how large an arm's motions in a manoeuvre are, to some digits: `Passage.sizes`.

    Raises
    ------
    QuestionError
        As `passage` does.
    """
    scale, reference = driven.chain.scale, 1.0
    _require_slow(driven)
    while True:
        found = _followed(driven, _PILOT, np.stack([reference * scale] * 2), kept).sizes
        largest = _largest(driven, found)
        if largest >= _SMALLER * reference or largest == _NOISE:
            return found
        reference = largest


def _require_slow(driven: Driven) -> None:
    """Refuse courses by so many turns that what moves with them cannot be followed."""
    manoeuvre = driven.manoeuvre
    times = np.unique([*np.linspace(0.0, manoeuvre.duration, _LOOKED), *manoeuvre.breaks])
    for part in manoeuvre.turned:
        turned = float(np.trapezoid(np.abs(part.course(times)[1]), times))
        if not turned <= _FARTHEST:
            raise QuestionError(
                f"{manoeuvre.title}: joint {part.joint} is to turn by {np.degrees(turned):.3g}° in "
                f"{manoeuvre.duration:g} s, and what moves with it can be followed for {np.degrees(_FARTHEST):.2g}° at "
                "most; take a smaller angle or rate, or a shorter duration"
            )


def passage(driven: Driven, accuracy: float, tolerance: float, sizes: Array, kept: Kept) -> Passage:
    """Return an arm's way through a manoeuvre.

    Springs and links that strain by less than the accuracy, or than 1e-5, of the largest motion are damped: they do
    not vibrate; unless that would keep from growing what drives make grow.

    Parameters
    ----------
    driven
        The arm in the manoeuvre.
    accuracy
        What of the largest motion is asked for.
    tolerance
        Error of a step, relative to `sizes`.
    sizes
        As `explored`.
    kept
        Where states are kept.

    Raises
    ------
    QuestionError
        If the integrator fails, or would take more effort than there is.
    """
    kinds, largest = driven.chain.kinds, _largest(driven, sizes) * driven.chain.scale
    held = (np.diag(driven.chain.stiffness) > 0.0) & (sizes[0, kinds] < min(accuracy, _STILL) * largest)
    if _kept_from_growing(driven, held, driven.start[np.newaxis]):
        held = np.zeros_like(held)
    way = _damped(driven, held, tolerance, sizes, kept)
    if _kept_from_growing(driven, held, way.y):
        way = _damped(driven, np.zeros_like(held), tolerance, sizes, kept)
    return way


def _damped(driven: Driven, held: NDArray[np.bool_], tolerance: float, sizes: Array, kept: Kept) -> Passage:
    """Return an arm's way through a manoeuvre, coordinates that are held damped, shape (n,)."""
    scale, kinds = driven.chain.scale, driven.chain.kinds
    largest = _largest(driven, sizes) * scale
    quiet = bool(np.all(largest <= _NOISE * scale))
    least = largest if quiet else _LEAST * largest
    known = np.maximum(sizes[:, kinds], least)
    known[0, held] = largest[held]
    _, firsts = np.unique(kinds, return_index=True)
    strained = (sizes[0] / scale[firsts])[held[firsts]]
    way = _followed(replace(driven, held=held if np.any(held) else None), tolerance, known, kept)
    # What is let go at once swings as far again as it strains at rest.
    return replace(way, still=2.0 * float(np.sum(strained)), rounded=quiet * _ROUNDED)


def _kept_from_growing(driven: Driven, held: NDArray[np.bool_], y: Array) -> bool:
    """Return whether damping what is held keeps something from growing as it does."""
    if driven.chain.feedback is None or not np.any(held):
        return False
    pairs = zip(growing(replace(driven, held=held), y), growing(driven, y), strict=True)
    return any(len(one) != len(other) or not np.allclose(one, other, rtol=_ALIKE, atol=0.0) for one, other in pairs)


def _largest(driven: Driven, sizes: Array) -> float:
    """Return the largest motion, in units of what is large of its kind, or what is none."""
    return float(np.max(sizes[0, driven.chain.kinds] / driven.chain.scale, initial=_NOISE))


def _followed(driven: Driven, tolerance: float, known: Array, kept: Kept) -> Passage:
    """Return the way through a manoeuvre, the size of coordinates and rates given, shape (2, n)."""
    if not len(driven.start):
        times = np.linspace(0.0, driven.manoeuvre.duration, _LOOKED)
        require_turned(driven, times, tolerance * driven.turned)
        return Passage(driven, np.zeros((driven.manoeuvre.samples, 0)))
    rates = np.where(driven.chain.elastic, _RATES, 1.0)
    # No closer than round-off, of what is large.
    least = _EPSILON * driven.chain.scale * np.array([[1.0], [_RATES]])
    given = np.maximum(tolerance * known * np.stack([np.ones_like(rates), rates]), least) * driven.chain.roughness
    felt = np.maximum(known[0], driven.turned)
    beside = np.maximum(tolerance * driven.chain.beside(felt), np.finfo(np.float64).tiny)
    absolute = np.append(given[:, driven.free].ravel(), beside)
    quickest = _quickest(driven, driven.start[np.newaxis])
    way = _way(driven, absolute, tolerance, quickest, kept)
    while (found := _quickest(driven, way)) > (1.0 + _ALIKE) * quickest:
        quickest = found
        way = _way(driven, absolute, tolerance, quickest, kept)
    return Passage(driven, way)


def _quickest(driven: Driven, y: Array) -> float:
    """Return the largest |s|, 1/s, of what grows about postures on a way, 0 for nothing."""
    return max((float(np.max(np.abs(s), initial=0.0)) for s in growing(driven, y)), default=0.0)


def _way(driven: Driven, absolute: Array, tolerance: float, quickest: float, kept: Kept) -> Array:
    """Return states at the samples, shape (samples, states), what grows followed by steps that are short enough."""
    manoeuvre, way = driven.manoeuvre, kept.begin(driven.start)
    longest = _FOLLOWED / quickest if quickest else np.inf
    way.rows = [np.concatenate(way.rows)[: np.count_nonzero(manoeuvre.times <= way.last.t)]]
    try:
        for start, end in pairwise((0.0, *manoeuvre.breaks, manoeuvre.duration)):
            if way.last.t < end:
                _go_on(_Part(driven, end, way, longest), max(start, way.last.t), absolute, tolerance, kept)
    except QuestionError:
        kept.forget()  # there is nothing to go on with
        raise
    finally:
        kept.keep(at_once=True)
    return np.concatenate(way.rows)


def _go_on(part: "_Part", start: float, absolute: Array, tolerance: float, kept: Kept) -> None:
    """Follow an arm from a time to where something jumps."""
    manoeuvre, way, end = part.driven.manoeuvre, part.way, part.end
    times, first = manoeuvre.times, way.last.step or _FIRST * manoeuvre.duration
    try:
        for step in steps(part, (start, end), first, way.last.y, absolute, tolerance, part.longest):
            require_possible(part.driven, step, _errors(part.driven, absolute, tolerance, step.y))
            way.rows.append(step.at(times[(times > step.start) & (times <= step.end)]))
            way.last = Instant(step.end, step.stages[-1], step.length if step.end < end else 0.0)
            kept.keep()
    except Stalled as stalled:
        told = f"{manoeuvre.title}: the motion cannot be followed beyond {stalled.args[0]:.6g} s"
        if at_dead_centre(part.driven, way.last.t, way.last.y):
            ahead = "there supports hold the arm less than in its posture, as at a dead centre: end before"
            raise QuestionError(f"{told}; {ahead}, or give a support a stiffness") from None
        raise QuestionError(f"{told}; the model may not hold that far, or shorten the duration") from None


def _errors(driven: Driven, absolute: Array, tolerance: float, y: Array) -> Array:
    """Return by how much coordinates may err in a step, shape (n,), and those that are prescribed as they move."""
    free, errors = driven.free, tolerance * driven.turned
    errors[free] = absolute[: len(free)] + tolerance * np.abs(y[: len(free)])
    return errors


@dataclass(frozen=True, eq=False)
class _Part:
    """An arm's equations up to a time at which something jumps, asked so often at most, or foreseen to be."""

    driven: Driven
    end: float
    way: Way
    longest: float  # step, s, by which what grows is followed

    def rates(self, t: Array) -> Callable[[Array], Array]:
        """Return the derivative of y by time at some times, as a function of y there, shape (times, states)."""
        told = self.driven.rates(np.minimum(t, self._before))

        def derivative(y: Array) -> Array:
            self.way.asked += 1
            if self.way.asked >= _FORESEEN:
                self._require_followed(t, y)
            return told(y)

        return derivative

    def _require_followed(self, t: Array, y: Array) -> None:
        """Refuse what takes too many evaluations, or would."""
        number, duration, at = self.way.asked, self.driven.manoeuvre.duration, float(np.min(t))
        grown = max(2.0, _LONGER * (_FORESEEN / number) ** 3)
        if number <= _MOST and number * duration <= grown * _MOST * at:
            return
        told, way_out = "vibrates", "make stiff links and springs rigid, give loads and courses time to rise"
        if (speed := self._speed(t, y)) > _FAST:
            told = f"(joints or the base move at {speed:.3g} rad/s or m/s) is"
            way_out = "make courses, rates at the start and loads smaller"
        elif self.longest < np.inf:
            told, way_out = "is unstable, by its drives, and grows", "change the drives (flexarm eigenvalues)"
        raise TooLongError(
            f"{self.driven.manoeuvre.title}: the motion {told} too fast to be followed for {duration:g} s "
            f"({number} evaluations led to {at:.3g} s, {_MOST} are the most); {way_out}, shorten the duration, or "
            "ask for less accuracy"
        )

    def derivatives(self, t: float, y: Array) -> Array:
        """Return the derivatives of `rates` by y, shape (states, states)."""
        return derivatives(self.driven, self.driven.given(np.asarray(t)), y)

    def _speed(self, t: Array, y: Array) -> float:
        """Return how fast what nothing strains has come to move, or would, rad/s or m/s, as far as that is finite."""
        last, driven, free = self.way.last, self.driven, ~self.driven.chain.elastic
        pairs = (np.asarray(last.t), last.y), (t, y)
        both = [driven.whole(driven.given(at), one)[1][..., free].ravel() for at, one in pairs]
        rates = np.abs(np.concatenate(both))
        return float(np.max(rates[np.isfinite(rates)], initial=0.0))

    @property
    def _before(self) -> float:
        """Just before the end: what jumps there has not jumped yet."""
        return float(np.nextafter(self.end, -np.inf))
