"""A slew as a Dataset: large motion through a manoeuvre, by one model of links, and how far off that is."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import xarray as xr

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend, require_backend
from flexarm.checks import shown
from flexarm.errors import Fault, InputError
from flexarm.gate import within_float64
from flexarm.history import MOTIONS, History, vector
from flexarm.parts import Joint
from flexarm.rigid import require_inertia
from flexarm.slews.consistent import require_consistent
from flexarm.slews.driven import Driven
from flexarm.slews.files import dumps_manoeuvre
from flexarm.slews.fit import check_manoeuvre
from flexarm.slews.growth import Growth, growth_by_drives
from flexarm.slews.integration import Passage, TooLongError, explored, passage
from flexarm.slews.kept import Kept, alone
from flexarm.slews.manoeuvre import Manoeuvre
from flexarm.slews.models import models
from flexarm.slews.outputs import histories, small_motions
from flexarm.variables import provenance, variable

Outputs = Mapping[str, History]

CONVENTIONS = (
    "large motion from the posture, which is one of equilibrium under gravity; angles are relative to it; "
    "deflections are in axes that turn with a link's root; forces keep their direction; amplitude, offset and peak are "
    "those among the samples; reached is how far a coarser model of the same kind differs; NaN is what "
    "the model does not determine: moments in rigid links, and forces that supports share as they like"
)
_MEASURED = {
    "amplitude": ("1", "half of largest minus smallest value, in the output's unit"),
    "offset": ("1", "half of largest plus smallest value, in the output's unit"),
    "peak": ("1", "value farthest from zero, in the output's unit"),
    "peak_time": ("s", "time of the peak"),
    "reached": (
        "1",
        "largest difference from a coarser model, relative to the peak, of components to their vector's, of momenta to "
        "those of all bodies added up regardless of sign; NaN: there is none",
    ),
}
GROWTH = {
    "growth_rate": ("1/s", "largest real part of what drives make grow about postures on the way; 0: nothing"),
    "growth_frequency": ("rad/s", "how fast that swings"),
    "growth_time": ("s", "time at which the arm is in that posture; NaN: nothing grows"),
}
# Steps of integration err by this part of what is asked for, for errors add up; those of a finer model by so much less
# that they are others: the difference shows what steps do.
_STEP, _FINER = 0.1, 0.1


class Followed(NamedTuple):
    """An arm's way through a manoeuvre by the finest model that was needed, its outputs, their errors, what grows."""

    passage: Passage
    outputs: Outputs
    reached: Mapping[str, float]
    growth: Growth


def slew(backend: Backend, arm: Arm, manoeuvre: Manoeuvre, *, kept: str | Path | None = None) -> xr.Dataset:
    """Return an arm's large motion through a manoeuvre.

    Parameters
    ----------
    backend
        What models the links: ``exact``, geometrically exact beams refined until the manoeuvre's accuracy is reached;
        ``fem``, geometrically exact beam elements; ``assumed_modes``, shapes in floating frames.
    arm
        The arm, in its posture.
    manoeuvre
        What turns its joints and acts on it.
    kept
        File in which states are kept, every other second: a slew that was stopped goes on from there when it is asked
        for again, to the accuracy asked for. It is left when all is done.

    Returns
    -------
    xarray.Dataset
        Over time: the end's place, rotation and deviation, joints' angles, torques and powers, links' deflections,
        shortenings, bends and root moments, the base's motion, energies and momenta; rotations in space are vectors
        along an axis. By output: amplitude, offset,
        peak, peak_time, and reached, the model's own estimate of its error relative to the peak. growth_rate,
        growth_frequency and growth_time of what drives make grow; the attribute ``unstable`` says it in words, and
        ``small`` names the motions that a model linear about a posture takes for small.

    Raises
    ------
    InputError
        If the backend, the arm or the manoeuvre is none, or they do not fit one another; if the file holds states of
        another slew, or none, or another slew is at work on it (told with filelock, of flexarm[sweep]).
    QuestionError
        If the backend has no model of large motion of this arm, a freedom has no inertia, or the motion cannot be
        followed.
    """
    return _dataset(arm, backend, followed(backend, arm, manoeuvre, kept))


def followed(backend: Backend, arm: Arm, manoeuvre: Manoeuvre, kept: str | Path | None = None) -> Followed:
    """Return an arm's way through a manoeuvre, or refuse what `slew` refuses."""
    require_backend(backend)
    for value, kind in ((arm, Arm), (manoeuvre, Manoeuvre)):
        if not isinstance(value, kind):
            raise InputError([Fault(kind.__name__.lower(), f"a {kind.__name__}", shown(value))], "slew")
    asked = check_manoeuvre(manoeuvre, arm)
    require_inertia(_held(arm, asked), backend.link_mass)
    question = "\n".join([backend.spec, *map(str, provenance(arm).values()), dumps_manoeuvre(asked)])
    path = None if kept is None else Path(kept)
    with alone(path):
        states = Kept(path, question)
        return within_float64(backend.spec, arm, lambda: _refined(models(backend, arm, asked), arm, asked, states))


def _held(arm: Arm, manoeuvre: Manoeuvre) -> Arm:
    """Return an arm with the joints that are turned as prescribed, whatever they move, rigid."""
    links, turned = list(arm.links), {turn.joint - 1 for turn in manoeuvre.turns}
    for k in turned:
        links[k] = replace(links[k], joint=Joint.rigid(hub_inertia=links[k].joint.hub_inertia))
    return replace(arm, links=tuple(links))


def _refined(finer: Iterable[Driven], arm: Arm, manoeuvre: Manoeuvre, kept: Kept) -> Followed:
    """Return the way of the first model that differs little enough from the one before, or of the last."""
    accuracy = manoeuvre.accuracy
    tolerance, sizes = _STEP * accuracy, None
    reach = sum(link.length for link in arm.links)
    before: dict[str, History] = {}
    reached: dict[str, float] = {}
    for model in finer:
        require_consistent(model)
        sizes = explored(model, kept) if sizes is None else sizes
        try:
            way = passage(model, accuracy, tolerance, sizes, kept)
        except TooLongError:
            if not before:
                raise
            break  # what a finer model would change is not known, and said not to be
        now = histories(way, arm)
        still = {name: _still(one, way, reach) for name, one in now.items()}
        reached = _reached(now, before, still)
        before, tolerance = now, _FINER * tolerance
        # The accuracy is asked of motions. Forces and powers converge more slowly, and say how far.
        asked = [name for name, one in now.items() if one.units in MOTIONS and still[name] <= accuracy]
        if all(reached[name] <= accuracy for name in asked):
            break
    # Where nothing acts but weight, what round-off moves rests.
    none = [name for name, one in before.items() if not manoeuvre.acts and _is_round_off(one, way, reach)]
    told = before | {name: before[name].zero for name in none}
    return Followed(way, told, reached | dict.fromkeys(none, 0.0), growth_by_drives(way.driven, way.y))


def _reached(now: Outputs, before: Outputs, still: Mapping[str, float]) -> dict[str, float]:
    """Return how far outputs may be off, relative to their peaks, what may be left out of them given."""
    peaks = _sizes(now)
    return {
        name: float(np.maximum(_difference(one, before.get(name), peaks[name]), still[name]))
        for name, one in now.items()
    }


def _large(now: History, reach: float) -> float:
    """Return what a large motion is in an output's unit: the arm's reach, m, or a radian."""
    return reach if now.units == "m" else 1.0


def _is_round_off(now: History, way: Passage, reach: float) -> bool:
    return now.units in MOTIONS and now.largest <= way.rounded * _large(now, reach)


def _still(now: History, way: Passage, reach: float) -> float:
    """Return what may be left out of an output, relative to its peak, NaN where that is not known."""
    moves = now.units in MOTIONS
    left_out = (way.still + moves * way.rounded) * _large(now, reach)
    if left_out == 0.0 or now.largest == 0.0:
        return 0.0
    return left_out / now.largest if moves and left_out < now.largest else np.nan


def _sizes(now: Outputs) -> dict[str, float]:
    """Return what outputs' errors are measured by: peaks, of a vector's components the largest, or those of terms."""
    vectors = {name: vector(name) for name in now}
    sizes = dict.fromkeys(vectors.values(), 0.0)
    own = {name: float(np.maximum(one.largest, one.scale)) for name, one in now.items()}
    for name, whole in vectors.items():
        # Beside what is not known, NaN, others are.
        sizes[whole] = float(np.fmax(sizes[whole], own[name]))
    return {name: np.nan if np.isnan(own[name]) else sizes[whole] for name, whole in vectors.items()}


def _difference(now: History, before: History | None, size: float) -> float:
    """Return the largest difference, relative to a size; of what stays zero 0, of one model alone NaN."""
    if before is None or size == 0.0:
        return np.nan if before is None else 0.0
    return float(np.max(np.abs(now.values - before.values))) / size


def _dataset(arm: Arm, backend: Backend, told: Followed) -> xr.Dataset:
    manoeuvre, found, reached = told.passage.driven.manoeuvre, told.outputs, told.reached
    feedback = told.passage.driven.chain.feedback
    measures = {name: (*_measures(manoeuvre.times, one.values), reached[name]) for name, one in found.items()}
    growth = zip(GROWTH.items(), told.growth[:3], strict=True)
    columns = zip(_MEASURED.items(), zip(*measures.values(), strict=True), strict=True)
    variables = {
        **{name: variable(("time",), one.values, one.units, one.long_name) for name, one in found.items()},
        **{name: variable(("output",), np.array(column), *words) for (name, words), column in columns},
        **{name: variable((), one, *words) for (name, words), one in growth},
    }
    names = {"output": list(found), "output_units": [one.units for one in found.values()]}
    words = {"output": "name of the output", "output_units": "unit of the output"}
    coordinates = {
        "time": variable(("time",), manoeuvre.times, "s", "time"),
        **{name: variable(("output",), np.array(values, np.str_), "1", words[name]) for name, values in names.items()},
    }
    attributes: dict[Hashable, object] = {
        **provenance(arm),
        "conventions": CONVENTIONS,
        "small": ", ".join(small_motions(told.passage.driven, arm)),
        "drives": "" if feedback is None else feedback.delay_rule,
        "unstable": told.growth.words,
        "backend": backend.spec,
        "case": manoeuvre.name,
        "accuracy": manoeuvre.accuracy,
        "manoeuvre_toml": dumps_manoeuvre(manoeuvre),
    }
    return xr.Dataset(variables, coordinates, attributes)


def _measures(times: Array, values: Array) -> tuple[float, float, float, float]:
    """Return amplitude, offset, peak and its time of one output."""
    high, low, farthest = float(values.max()), float(values.min()), int(np.argmax(np.abs(values)))
    if np.isnan(high):
        return (np.nan,) * 4
    return (high - low) / 2.0, (high + low) / 2.0, float(values[farthest]), float(times[farthest])
