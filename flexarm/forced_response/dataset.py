"""A forced response as a Dataset; the one place of it that imports xarray."""

from collections.abc import Callable, Hashable, Sequence

import numpy as np
import xarray as xr

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend, require_dynamics
from flexarm.checks import shown
from flexarm.displacements import Displacements
from flexarm.errors import Fault, InputError
from flexarm.forced_response.extremes import Measures, measured
from flexarm.forced_response.forms import Named, forms, named_outputs
from flexarm.forced_response.motion import Response, modal_response
from flexarm.forced_response.outputs import carried
from flexarm.kinematics import Motion
from flexarm.load_cases import LoadCase
from flexarm.load_cases.files import dumps_case
from flexarm.variables import Variable, mode_numbers, provenance, variable

SHARE = "largest part of the mode in the output, over the output's largest value"
CONVENTIONS = (
    "small motion from rest about the posture; displacements are relative to the undeformed arm carried with the base, "
    "absolute ones contain the base's motion; amplitude is half of largest minus smallest, offset half of largest plus "
    "smallest, peak the value farthest from zero, found in closed form and not among the samples"
)
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
        peak, peak_time and beyond, how far off these may be where their search was cut short, and by mode its
        share.

    Raises
    ------
    InputError
        If the backend, the arm, the case or the number is wrong, or they do not fit one another.
    QuestionError
        If the backend cannot answer.
    """
    require_dynamics(backend, arm, 1 if modes is None else modes)
    if not isinstance(case, LoadCase):
        raise InputError([Fault("case", "a LoadCase", shown(case))], backend.spec)
    return _dataset(modal_response(backend, arm, case, modes, static_correction), backend.spec)


def _dataset(found: Response, backend: str) -> xr.Dataset:
    named = named_outputs(found.coordinates.arm)
    weights, rates = forms(found, named)
    values, measures = found.sampled(weights, rates), measured(found, weights, rates)
    variables = {
        **{one.name: variable(("time",), values[:, i], one.units, one.long_name) for i, one in enumerate(named)},
        **{
            name: variable(("output",), np.array([getattr(one, name) for one in measures]), unit, text)
            for name, (unit, text) in _MEASURED.items()
        },
        "mode_share": variable(("output", "mode"), _shares(found, weights, measures), "1", SHARE),
        **_bodies(found),
        **_tips(found),
        **_base(found),
        **_energies(found),
    }
    return xr.Dataset(variables, _coordinates(found, named), _attributes(found, backend))


def _shares(found: Response, weights: Array, measures: Sequence[Measures]) -> Array:
    """Return the largest part of every mode in every output over the output's largest value, (outputs, modes)."""
    modes, first = found.coordinates.modes.modes, found.coordinates.rigid_count
    alone = np.eye(len(weights))[:, first : first + modes]
    # A mode by itself soon swings as far as it ever does.
    coordinates = measured(found, alone, np.zeros((found.count, modes)), effort=0.1)
    parts = np.array([[abs(one.peak)] for one in coordinates]) * np.abs(weights[first : first + modes])
    whole = np.array([abs(one.peak) for one in measures])
    return np.asarray((parts / np.where(whole > 0.0, whole, 1.0)).T)


def _energies(found: Response) -> dict[str, Variable]:
    """Return kinetic and strain energy over time, the work of the loads, and what damping took.

    They are those of rigid-body modes and modes, the base's prescribed motion left out; the static correction, which
    has no mass, has no share in them.
    """
    omega, moved = found.coordinates.angular_frequency, found.samples
    kinetic = 0.5 * np.sum(moved.velocity**2, axis=1)
    strain = 0.5 * np.sum((omega * moved.displacement) ** 2, axis=1)
    done = found.work()
    lost = done + kinetic[0] + strain[0] - kinetic - strain
    return {
        "kinetic_energy": variable(("time",), kinetic, "J", "kinetic energy of the motion relative to the base's"),
        "strain_energy": variable(("time",), strain, "J", "strain energy"),
        "work_done": variable(("time",), done, "J", "work of the loads since the start"),
        "dissipated_energy": variable(("time",), lost, "J", "energy that damping has taken since the start"),
    }


def _bodies(found: Response) -> dict[str, Variable]:
    names = _body_places(found)
    if not names:
        return {}
    motions = [_motion(found, lambda d, n=name: d.body_motions[n], place) for name, place in names.items()]  # type: ignore[misc]
    return _moving("body", "body", "the body's centre of mass", motions)


def _tips(found: Response) -> dict[str, Variable]:
    parts = found.coordinates.parts
    motions = [
        _motion(found, lambda d, k=k: d.link_motions[k - 1].tip, parts.places[parts.links[k - 1].tip])  # type: ignore[misc]
        for k in range(1, len(parts.links) + 1)
    ]
    return _moving("tip", "link", "the link's tip", motions)


def _motion(found: Response, of: Callable[[Displacements], Motion], place: Array) -> tuple[Array, Array, Array, Array]:
    """Return relative and absolute displacement, shape (times, 2), and relative and absolute rotation, (times,)."""

    def rows(motion: Motion) -> Array:
        return motion.array.T

    sources = found.sources()
    moved = [rows(of(source)) for source in sources]
    base = [rows(carried(source, place)) for source in sources]
    whole = found.sampled(found.weights(moved))
    own = whole - found.sampled(found.weights(base))
    carry = rows(Motion(found.prescribed.T).at(place))
    return own[:, :2], (whole + carry)[:, :2], own[:, 2], (whole + carry)[:, 2]


def _moving(name: str, dimension: str, words: str, motions: Sequence[tuple[Array, ...]]) -> dict[str, Variable]:
    relative, absolute, turn, whole_turn = (np.stack(part, axis=1) for part in zip(*motions, strict=True))
    shifted, turned = ("time", dimension, "axis"), ("time", dimension)
    return {
        f"{name}_displacement": variable(shifted, relative, "m", f"displacement of {words}, relative to the base"),
        f"{name}_absolute_displacement": variable(shifted, absolute, "m", f"absolute displacement of {words}"),
        f"{name}_rotation": variable(turned, turn, "rad", f"rotation at {words}, relative to the base"),
        f"{name}_absolute_rotation": variable(turned, whole_turn, "rad", f"absolute rotation at {words}"),
    }


def _body_places(found: Response) -> dict[str, Array]:
    """Return where every body but the base lies from the base's centre, m."""
    parts = found.coordinates.parts
    carried_by = list(zip(parts.sections, parts.places, strict=True))[1:]
    return {body.name: place + body.lever for section, place in carried_by for body in section.bodies if body.name}


def _base(found: Response) -> dict[str, Variable]:
    moved = found.sampled(found.weights([source.base_motion for source in found.sources()])) + found.prescribed
    return {
        "base_displacement": variable(("time", "axis"), moved[:, :2], "m", "displacement of the base's centre"),
        "base_turn": variable(("time",), moved[:, 2], "rad", "rotation of the base"),
    }


def _coordinates(found: Response, named: Sequence[Named]) -> dict[str, Variable]:
    names, units = (np.array([getattr(one, field) for one in named], np.str_) for field in ("name", "units"))
    coordinates = {
        "time": variable(("time",), found.case.times, "s", "time"),
        "output": variable(("output",), names, "1", "name of the output"),
        "output_units": variable(("output",), units, "1", "unit of the output"),
        "link": variable(("link",), np.arange(1, len(found.coordinates.parts.links) + 1), "1", "number of the link"),
        "axis": variable(("axis",), np.array(["x", "y"]), "1", "axis of the base"),
        "mode": mode_numbers(found.coordinates.modes.modes),
    }
    bodies = list(_body_places(found))
    if bodies:
        coordinates["body"] = variable(("body",), np.array(bodies, dtype=np.str_), "1", "name of the rigid body")
    return coordinates


def _attributes(found: Response, backend: str) -> dict[Hashable, object]:
    return {
        **provenance(found.coordinates.arm),
        "conventions": CONVENTIONS,
        "backend": backend,
        "modes": found.coordinates.modes.modes,
        "static_correction": int(found.held is not None),
        "case": found.case.name,
        "case_toml": dumps_case(found.case),
    }
