"""A manoeuvre through time, by Radau's implicit method of fifth order between the times at which something jumps."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.integrate import Radau

from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.slews.driven import Driven
from flexarm.slews.kept import Instant, Kept, Way

# Rates may err by this much more than coordinates: those of a link's quick motions are large where these do not matter.
_RATES = 100.0
# What moves by less than this part of the largest motion is followed no more closely than that.
_LEAST = 1e-3
# Below this part of the largest motion, or the accuracy, whatever is less, strains do not vibrate.
_STILL = 1e-5
# How finely an arm is followed to learn how large its motions are, and by how much they may be smaller than thought.
_PILOT, _SMALLER = 1e-4, 0.1
# Evaluations of the equations of motion that one passage may take, minutes; from the first number on it is foreseen
# where steps, small at the start, would have to become that many times as long.
_FORESEEN, _LONGER, _MOST = 100, 1_000.0, 200_000


@dataclass(frozen=True, eq=False)
class Passage:
    """Free coordinates and their rates, y = (q, q̇, …), at the samples of a manoeuvre, shape (samples, states)."""

    driven: Driven
    y: Array
    still: float = 0.0  # what is left out, relative to large motion: the vibration of what is held

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
    while True:
        found = _followed(driven, _PILOT, np.stack([reference * scale] * 2), kept).sizes
        largest = _largest(driven, found)
        if largest >= _SMALLER * reference or largest == 0.0:
            return found
        reference = largest


def passage(driven: Driven, accuracy: float, tolerance: float, sizes: Array, kept: Kept) -> Passage:
    """Return an arm's way through a manoeuvre.

    Springs and links that strain by less than the accuracy, or than 1e-5, of the largest motion are damped: they do
    not vibrate.

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
    scale, kinds = driven.chain.scale, driven.chain.kinds
    largest = _largest(driven, sizes) * scale
    held = (np.diag(driven.chain.stiffness) > 0.0) & (sizes[0, kinds] < min(accuracy, _STILL) * largest)
    known = np.maximum(sizes[:, kinds], _LEAST * largest)
    known[0, held] = largest[held]
    _, firsts = np.unique(kinds, return_index=True)
    strained = (sizes[0] / scale[firsts])[held[firsts]]
    # What is let go at once swings as far again as it strains at rest.
    return replace(_followed(replace(driven, held=held), tolerance, known, kept), still=2.0 * float(np.sum(strained)))


def _largest(driven: Driven, sizes: Array) -> float:
    """Return the largest motion, in units of what is large of its kind."""
    return float(np.max(sizes[0, driven.chain.kinds] / driven.chain.scale, initial=0.0))


def _followed(driven: Driven, tolerance: float, known: Array, kept: Kept) -> Passage:
    """Return the way through a manoeuvre, the size of coordinates and rates given, shape (2, n)."""
    manoeuvre, count = driven.manoeuvre, len(driven.start)
    if count == 0:
        return Passage(driven, np.zeros((manoeuvre.samples, 0)))
    given = (known * driven.chain.roughness * np.array([[1.0], [_RATES]]))[:, driven.free].ravel()
    # What is left are quaternions' scalar parts.
    absolute = np.maximum(tolerance * np.append(given, np.ones(count - len(given))), np.finfo(np.float64).tiny)
    way = kept.begin(driven.start)
    way.rows = [np.concatenate(way.rows)[: np.count_nonzero(manoeuvre.times <= way.last.t)]]
    try:
        for start, end in pairwise((0.0, *manoeuvre.breaks, manoeuvre.duration)):
            if way.last.t < end:
                _go_on(driven, way, (max(start, way.last.t), end), kept, {"rtol": tolerance, "atol": absolute})
    except QuestionError:
        kept.forget()  # there is nothing to go on with
        raise
    finally:
        kept.keep(at_once=True)
    return Passage(driven, np.concatenate(way.rows))


def _go_on(driven: Driven, way: Way, span: tuple[float, float], kept: Kept, errors: dict[str, Any]) -> None:
    """Follow an arm between two times, before the later of which nothing jumps."""
    (start, end), times = span, driven.manoeuvre.times
    # What jumps at the end has not jumped yet.
    rates, before = _counted(driven, way), np.nextafter(end, start)
    solver = Radau(
        lambda t, y: rates(min(t, before), y),
        start,
        way.last.y,
        end,
        jac=lambda t, y: driven.derivatives(min(t, before), y),
        first_step=min(way.last.step, end - start) or None,
        **errors,
    )
    while solver.status == "running":
        said = solver.step()
        if said or not np.all(np.isfinite(solver.y)):
            told = f"{driven.manoeuvre.title}: the motion cannot be followed beyond {solver.t:.6g} s"
            raise QuestionError(f"{told} ({said}); the model may not hold that far, or shorten the duration")
        asked = times[(times > way.last.t) & (times <= solver.t)]
        if len(asked):
            way.rows.append(solver.dense_output()(asked).T)
        # After a jump, which may be at the end, the integrator finds its step anew.
        way.last = Instant(float(solver.t), solver.y, float(solver.h_abs) if solver.t < end else 0.0)
        kept.keep()


def _counted(driven: Driven, way: Way) -> Callable[[float, Array], Array]:
    """Return the arm's equations; in one passage they are asked so often at most, or foreseen to be."""
    duration = driven.manoeuvre.duration

    def rates(t: float, y: Array) -> Array:
        way.asked += 1
        grown = max(2.0, _LONGER * (_FORESEEN / way.asked) ** 3)
        if way.asked > _MOST or (way.asked >= _FORESEEN and way.asked * duration > grown * _MOST * t):
            raise QuestionError(
                f"{driven.manoeuvre.title}: the motion vibrates too fast to be followed for {duration:g} s "
                f"({way.asked} evaluations led to {t:.3g} s, {_MOST} are the most); make stiff links and springs "
                "rigid, give loads and courses time to rise, shorten the duration, or ask for less accuracy"
            )
        return driven.rates(t, y)

    return rates
