"""A forced response as a Dataset; the one place of it that imports xarray."""

from collections.abc import Callable, Hashable, Sequence

import numpy as np
import xarray as xr

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.datasets import Variable, mode_numbers, provenance, variable
from flexarm.displacements import Displacements
from flexarm.kinematics import Motion
from flexarm.load_cases import LoadCase
from flexarm.load_cases.files import dumps_case
from flexarm.load_cases.fit import check_case
from flexarm.response.energy import energies
from flexarm.response.forms import forms, named_outputs
from flexarm.response.history import Response
from flexarm.response.measures import Measures, measured
from flexarm.response.outputs import Output, carried
from flexarm.response.patterns import patterns
from flexarm.response.reactions import Reaction
from flexarm.response.reduced import reduced
from flexarm.tree import tree

SHARE = "largest part of the mode in the output, over the output's largest value"
CONVENTIONS = (
    "small motion from rest about the posture; displacements are relative to the undeformed arm carried with the base, "
    "absolute ones contain the base's motion; amplitude is half of largest minus smallest, offset half of largest plus "
    "smallest, peak the value farthest from zero, found in closed form and not among the samples"
)


def response(backend: Backend, arm: Arm, case: LoadCase, modes: int | None, correct: bool) -> Response:
    """Return the response of an arm to a load case that fits it, as a function of time."""
    check_case(case, arm)
    given = patterns(tree(arm), case)
    return Response(reduced(backend, arm, given, modes, correct), given, case)


def response_dataset(found: Response, backend: str) -> xr.Dataset:
    """Return a response as `Backend.response` describes it.

    Parameters
    ----------
    found
        The response.
    backend
        The backend's specification.
    """
    named = named_outputs(found)
    weights, rates = forms(found, named)
    values, measures = found.sampled(weights, rates), measured(found, weights, rates)
    variables = {
        **{one.name: variable(("time",), values[:, i], one.units, one.long_name) for i, one in enumerate(named)},
        **_measured(measures),
        "mode_share": variable(("output", "mode"), _shares(found, weights, measures), "1", SHARE),
        **_bodies(found),
        **_tips(found),
        **_base(found),
        **energies(found),
    }
    return xr.Dataset(variables, _coordinates(found, named), _attributes(found, backend))


def _measured(measures: Sequence[Measures]) -> dict[str, Variable]:
    words = {
        "amplitude": ("1", "half of largest minus smallest value, in the output's unit"),
        "offset": ("1", "half of largest plus smallest value, in the output's unit"),
        "peak": ("1", "value farthest from zero, in the output's unit"),
        "peak_time": ("s", "time of the peak"),
        "beyond": ("1", "how far off these may be at most where their search was cut short, in the output's unit"),
    }
    return {
        name: variable(("output",), np.array([getattr(one, name) for one in measures]), unit, text)
        for name, (unit, text) in words.items()
    }


def _shares(found: Response, weights: Array, measures: Sequence[Measures]) -> Array:
    """Return the largest part of every mode in every output over the output's largest value, (outputs, modes)."""
    modes, first = found.reduced.modes.modes, found.rigid
    alone = np.eye(len(weights))[:, first : first + modes]
    # A mode by itself soon swings as far as it ever does.
    coordinates = measured(found, alone, np.zeros((len(found.start), modes)), effort=0.1)
    parts = np.array([[abs(one.peak)] for one in coordinates]) * np.abs(weights[first : first + modes])
    whole = np.array([abs(one.peak) for one in measures])
    return np.asarray((parts / np.where(whole > 0.0, whole, 1.0)).T)


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


def _bodies(found: Response) -> dict[str, Variable]:
    names = _body_places(found)
    if not names:
        return {}
    motions = [_motion(found, lambda d, n=name: d.body_motions[n], place) for name, place in names.items()]  # type: ignore[misc]
    return _moving("body", "body", "the body's centre of mass", motions)


def _body_places(found: Response) -> dict[str, Array]:
    """Return where every body but the base lies from the base's centre, m."""
    parts = found.reduced.parts
    carried = list(zip(parts.sections, parts.places, strict=True))[1:]
    return {body.name: place + body.lever for section, place in carried for body in section.bodies if body.name}


def _tips(found: Response) -> dict[str, Variable]:
    parts = found.reduced.parts
    motions = [
        _motion(found, lambda d, k=k: d.link_motions[k - 1].tip, parts.places[parts.links[k - 1].tip])  # type: ignore[misc]
        for k in range(1, len(parts.links) + 1)
    ]
    return _moving("tip", "link", "the link's tip", motions)


def _base(found: Response) -> dict[str, Variable]:
    moved = found.sampled(found.weights([source.base_motion for source in found.sources()])) + found.prescribed
    return {
        "base_displacement": variable(("time", "axis"), moved[:, :2], "m", "displacement of the base's centre"),
        "base_turn": variable(("time",), moved[:, 2], "rad", "rotation of the base"),
    }


def _coordinates(found: Response, named: Sequence[Output | Reaction]) -> dict[str, Variable]:
    names = np.array([one.name for one in named], dtype=np.str_)
    coordinates = {
        "time": variable(("time",), found.case.times, "s", "time"),
        "output": variable(("output",), names, "1", "name of the output"),
        "output_units": variable(
            ("output",), np.array([one.units for one in named], dtype=np.str_), "1", "unit of the output"
        ),
        "link": variable(("link",), np.arange(1, len(found.reduced.parts.links) + 1), "1", "number of the link"),
        "axis": variable(("axis",), np.array(["x", "y"]), "1", "axis of the base"),
        "mode": mode_numbers(found.reduced.modes.modes),
    }
    bodies = list(_body_places(found))
    if bodies:
        coordinates["body"] = variable(("body",), np.array(bodies, dtype=np.str_), "1", "name of the rigid body")
    return coordinates


def _attributes(found: Response, backend: str) -> dict[Hashable, object]:
    return {
        **provenance(found.reduced.modes.arm),
        "conventions": CONVENTIONS,
        "backend": backend,
        "modes": found.reduced.modes.modes,
        "static_correction": int(found.reduced.held is not None),
        "case": found.case.name,
        "case_toml": dumps_case(found.case),
    }
