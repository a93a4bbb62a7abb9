"""A forced response as a Dataset; the one place of it that imports xarray."""

from collections.abc import Hashable, Sequence

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend, require_dynamics
from flexarm.checks import shown
from flexarm.errors import Fault, InputError
from flexarm.forced_response.extremes import NOTHING, Measures, measured
from flexarm.forced_response.forms import Named, forms, named_outputs
from flexarm.forced_response.large_motion import large_motions
from flexarm.forced_response.left_out import left_out
from flexarm.forced_response.motion import Response, modal_response
from flexarm.forced_response.moving_parts import body_places, moving_parts
from flexarm.forced_response.wheel_outputs import WheelCourse, WheelOutput, wheel_outputs
from flexarm.gate import within_float64
from flexarm.history import History, without_round_off
from flexarm.load_cases import LoadCase
from flexarm.load_cases.files import dumps_case
from flexarm.variables import Variable, link_name_variable, mode_numbers, provenance, variable

SHARE = "largest part of the mode in the output, over the output's largest value; not told of wheels"
CONVENTIONS = (
    "small motion from rest about the posture; displacements are relative to the undeformed arm carried with the base, "
    "absolute ones contain the base's motion; amplitude is half of largest minus smallest, offset half of largest plus "
    "smallest, peak the value farthest from zero, found in closed form and not among the samples"
)
_LEFT_OUT = "how far modes left out could change these at most, in the output's unit; infinite where there is no bound"
_LIMIT = "what the output must not exceed, in its unit, as its wheel says; infinite where nothing is said"
_TOO_LARGE = "1 where the output moves too far for an answer that is linear about the posture, else 0"
_MEASURED = {
    "amplitude": ("1", "half of largest minus smallest value, in the output's unit"),
    "offset": ("1", "half of largest plus smallest value, in the output's unit"),
    "peak": ("1", "value farthest from zero, in the output's unit"),
    "peak_time": ("s", "time of the peak"),
    "beyond": ("1", "how far off these may be at most where their search was cut short, in the output's unit"),
}


def response(
    backend: Backend, arm: Arm, case: LoadCase, *, modes: int | None = None, static_correction: bool = True
) -> xr.Dataset:
    """Return an arm's forced response by modal superposition, in closed form between the loads' break points.

    A joint's drive that is a spring and a damper counts as such: its joint is locked by the spring. Other drives, of
    joints and supports, and holds of the base, act on the modes taken, with states of their own, which begin at rest;
    delays by Padé's approximation, which the attribute drives tells of.

    Parameters
    ----------
    backend
        What computes the modes.
    arm
        The arm, in its posture.
    case
        What acts on it.
    modes
        Number of modes beside the rigid-body ones; None for twelve, or all that the backend has.
    static_correction
        Whether what the modes left out would deflect under the momentary loads is added.

    Returns
    -------
    xarray.Dataset
        Over time: every named output; displacements and rotations of bodies and links' tips, relative to the
        undeformed arm carried with the base, and absolute; base motion; energies. By output: amplitude, offset,
        peak, peak_time and beyond, how far off these may be where their search was cut short; left_out, how far
        further modes could change them at most; and by mode its share. The attribute large_motion says what moves too
        far for an answer that is linear about the posture; empty where nothing does.

    Raises
    ------
    InputError
        If the backend, the arm, the case or the number is wrong, or they do not fit one another.
    QuestionError
        If the backend cannot answer.
    """
    count = 1 if modes is None else modes
    require_dynamics(backend, arm.undriven if isinstance(arm, Arm) else arm, count)
    if not isinstance(case, LoadCase):
        raise InputError([Fault("case", "a LoadCase", shown(case))], backend.spec)
    dataset = within_float64(backend.spec, arm, lambda: _answer(backend, arm, case, modes, static_correction))
    return dataset.assign_attrs({**provenance(arm), "case_toml": dumps_case(case)}) if arm.driven else dataset


def _answer(backend: Backend, arm: Arm, case: LoadCase, modes: int | None, static_correction: bool) -> xr.Dataset:
    dataset = _dataset(modal_response(backend, arm, case, modes, static_correction), backend.spec)
    if not np.all(np.isfinite(dataset.peak.values)):
        raise OverflowError("the response overflows")
    return dataset


def _dataset(response: Response, backend: str) -> xr.Dataset:
    named, wheels = named_outputs(response.coordinates.arm), wheel_outputs(response.wheels)
    weights, rates = forms(response, named)
    values, times = response.sampled(weights, rates), response.case.times
    unsampled, beyond = measured(response, weights, rates), left_out(response, named, weights, rates)
    shares = _shares(response, weights, unsampled)
    if wheels:
        course = WheelCourse(response)
        spun, values = course.measures(), np.hstack([values, course.values(times)])
        unsampled, beyond = [*unsampled, *spun], np.concatenate([beyond, course.left_out(spun)])
        shares = np.pad(shares, ((0, len(wheels)), (0, 0)), constant_values=np.nan)
    told: list[Named | WheelOutput] = [*named, *wheels]
    measures = [one.with_samples(times, column) for one, column in zip(unsampled, values.T, strict=True)]
    idle = _idle(told, measures, beyond)
    measures = [NOTHING if still else one for one, still in zip(measures, idle, strict=True)]
    values, beyond = np.where(idle, 0.0, values), np.where(idle, 0.0, beyond)
    shares = np.where(idle[:, np.newaxis], 0.0 * shares, shares)
    variables = {
        **{one.name: variable(("time",), values[:, i], one.units, one.long_name) for i, one in enumerate(told)},
        **{
            name: variable(("output",), np.array([getattr(one, name) for one in measures]), unit, text)
            for name, (unit, text) in _MEASURED.items()
        },
        "left_out": variable(("output",), beyond, "1", _LEFT_OUT),
        "limit": variable(("output",), np.array([getattr(one, "limit", np.inf) for one in told]), "1", _LIMIT),
        "too_large": variable(("output",), _too_large(told, measures), "1", _TOO_LARGE),
        "mode_share": variable(("output", "mode"), shares, "1", SHARE),
        **moving_parts(response),
        **_energies(response),
    }
    return xr.Dataset(variables, _coordinates(response, told), _attributes(response, backend))


def _idle(told: Sequence[Named | WheelOutput], measures: Sequence[Measures], beyond: Array) -> NDArray[np.bool_]:
    """Say which outputs are zero but for round-off, and would be no more by modes left out."""
    ends = [np.array([one.offset - one.amplitude, one.offset + one.amplitude]) for one in measures]
    found = {one.name: History(own, one.units, one.long_name) for one, own in zip(told, ends, strict=True)}
    zero = [not one.largest for one in without_round_off(found, 0.0).values()]
    return np.array(zero) & (beyond <= np.abs([one.peak for one in measures]))


def _too_large(told: Sequence[Named | WheelOutput], measures: Sequence[Measures]) -> NDArray[np.int8]:
    far = [abs(measure.peak) > one.small for one, measure in zip(told, measures, strict=True)]
    return np.array(far, dtype=np.int8)


def _shares(response: Response, weights: Array, measures: Sequence[Measures]) -> Array:
    """Return the largest part of every mode in every output over the output's largest value, (outputs, modes)."""
    modes, first = response.coordinates.modes.modes, response.coordinates.rigid_count
    alone = np.eye(len(weights))[:, first : first + modes]
    # A mode by itself soon swings as far as it ever does.
    coordinates = measured(response, alone, np.zeros((response.count, modes)), effort=0.1)
    parts = np.array([[abs(one.peak)] for one in coordinates]) * np.abs(weights[first : first + modes])
    whole = np.array([abs(one.peak) for one in measures])
    return np.asarray((parts / np.where(whole > 0.0, whole, 1.0)).T)


def _energies(response: Response) -> dict[str, Variable]:
    """Return kinetic and strain energy over time, the work of the loads, and what damping and drives took.

    They are those of rigid-body modes and modes, the base's prescribed motion left out; the static correction, which
    has no mass, has no share in them.
    """
    omega, moved = response.coordinates.angular_frequency, response.samples
    kinetic = 0.5 * np.sum(moved.velocity[:, : response.count] ** 2, axis=1)
    strain = 0.5 * np.sum((omega * moved.displacement[:, : response.count]) ** 2, axis=1)
    done = response.work()
    lost = done + kinetic[0] + strain[0] - kinetic - strain
    return {
        "kinetic_energy": variable(("time",), kinetic, "J", "kinetic energy of the motion relative to the base's"),
        "strain_energy": variable(("time",), strain, "J", "strain energy"),
        "work_done": variable(("time",), done, "J", "work of the loads since the start"),
        "dissipated_energy": variable(("time",), lost, "J", "energy that damping and drives have taken"),
    }


def _coordinates(response: Response, told: Sequence[Named | WheelOutput]) -> dict[str, Variable]:
    names, units = (np.array([getattr(one, field) for one in told], np.str_) for field in ("name", "units"))
    axes = np.array(list("xyz" if response.coordinates.arm.spatial else "xy"))
    coordinates = {
        "time": variable(("time",), response.case.times, "s", "time"),
        "output": variable(("output",), names, "1", "name of the output"),
        "output_units": variable(("output",), units, "1", "unit of the output"),
        "link": variable(("link",), np.arange(1, len(response.coordinates.parts.links) + 1), "1", "number of the link"),
        **link_name_variable(response.coordinates.arm),
        "axis": variable(("axis",), axes, "1", "axis of the base"),
        "mode": mode_numbers(response.coordinates.modes.modes),
    }
    bodies = list(body_places(response.coordinates.parts))
    if bodies:
        coordinates["body"] = variable(("body",), np.array(bodies, dtype=np.str_), "1", "name of the rigid body")
    return coordinates


def _attributes(response: Response, backend: str) -> dict[Hashable, object]:
    return {
        **provenance(response.coordinates.arm),
        "conventions": CONVENTIONS,
        "backend": backend,
        "modes": response.coordinates.modes.modes,
        "static_correction": int(response.statics is not None),
        "large_motion": "; ".join(large_motions(response)),
        "case": response.case.name,
        "drives": "" if response.controls is None else response.controls.delay_rule,
        "case_toml": dumps_case(response.case),
    }
