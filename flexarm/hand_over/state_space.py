"""State space: ẋ = A x + B u and y = C x + D u, in modal coordinates and their rates, with names and units."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.chain import Array
from flexarm.checks import require_once, shown, unknown_name
from flexarm.datasets import NORMALISATION, Variable, provenance, variable
from flexarm.errors import Fault, InputError, TooFewModesError
from flexarm.hand_over.inputs import Input, inputs
from flexarm.hand_over.modal_system import ModalSystem, contributions
from flexarm.load_cases import LoadCase
from flexarm.response.dataset import response
from flexarm.response.forms import forms, named_outputs
from flexarm.response.history import Response
from flexarm.response.outputs import Output
from flexarm.response.reactions import Reaction
from flexarm.response.reduced import USUAL_MODES
from flexarm.whole import is_whole

REDUCTIONS = ("frequency", "contribution")
_SOURCE = "state_space"

Named = TypeVar("Named", Input, Output | Reaction)


@dataclass(frozen=True)
class Reduction:
    """Which modes a state-space model keeps beside the rigid-body ones.

    Parameters
    ----------
    modes
        How many; None for the usual number, or all that the backend has.
    by
        ``"frequency"``: the lowest. ``"contribution"``: those with the largest `contributions`.
    candidates
        How many of the lowest modes are chosen from by contribution; None for twice as many as are kept, or all
        that there are.
    static_correction
        Whether D has what the modes left out would deflect under the momentary inputs.

    Raises
    ------
    InputError
        If a number is not whole, there are fewer candidates than modes, or the way is unknown.
    """

    modes: int | None = None
    by: str = "frequency"
    candidates: int | None = None
    static_correction: bool = True

    def __post_init__(self) -> None:
        faults = [] if self.by in REDUCTIONS else [Fault("by", '"frequency" or "contribution"', shown(self.by))]
        if self.modes is not None and (not is_whole(self.modes) or self.modes < 1):
            faults.append(Fault("modes", "a whole number of 1 or more, or None", shown(self.modes)))
        elif self.candidates is not None and self.by == "frequency":
            faults.append(
                Fault("candidates", "nothing, unless modes are chosen by contribution", shown(self.candidates))
            )
        elif self.candidates is not None and (not is_whole(self.candidates) or self.candidates < self.kept):
            wanted = f"a whole number, not below the {self.kept} modes that are kept"
            faults.append(Fault("candidates", wanted, shown(self.candidates)))
        if faults:
            raise InputError(faults, _SOURCE)

    @property
    def kept(self) -> int:
        """How many modes are kept at most."""
        return USUAL_MODES if self.modes is None else int(self.modes)

    @property
    def computed(self) -> int | None:
        """How many modes are computed at most; None for the usual number, or all that there are."""
        if self.by == "frequency":
            return self.modes
        return 2 * self.kept if self.candidates is None else int(self.candidates)

    def bears(self, available: int) -> bool:
        """Say whether fewer modes than are to be computed will do: nobody has asked for as many."""
        asked = 1 if self.modes is None else self.modes
        return self.by == "contribution" and self.candidates is None and available >= asked


def state_space(
    backend: Backend,
    arm: Arm,
    input_names: Sequence[str] | None,
    output_names: Sequence[str] | None,
    damping: float | tuple[float, ...],
    reduction: Reduction,
) -> xr.Dataset:
    """Return an arm's state-space model, as `flexarm.backend.Backend.state_space` describes it."""
    driving = chosen("inputs", input_names, {one.name: one for one in inputs(arm)})
    case = LoadCase(1.0, 2, tuple(one.load for one in driving), damping)
    found = _response(backend, arm, case, reduction)
    shown_outputs = chosen("outputs", output_names, {one.name: one for one in named_outputs(found)})
    system = _system(found, shown_outputs)
    shares = contributions(system, [one.units for one in driving], [one.units for one in shown_outputs])
    kept = _kept(shares, reduction)
    reduced = system.kept(kept, reduction.static_correction)
    variables = {
        **_matrices(reduced),
        "angular_frequency": _mode(reduced.angular_frequency[reduced.rigid :], "rad/s", "natural angular frequency"),
        "damping_ratio": _mode(reduced.damping_ratio[reduced.rigid :], "1", "damping ratio"),
        "contribution": _mode(shares[kept], "1", "largest share of the mode in a gain from an input to an output"),
    }
    coordinates = {**_states(reduced.rigid, kept), **_named("input", driving), **_named("output", shown_outputs)}
    return xr.Dataset(variables, coordinates, _attributes(found, backend, reduction, len(shares)))


def chosen(path: str, names: Sequence[str] | None, known: Mapping[str, Named]) -> list[Named]:
    """Return what names stand for, in their order; all that is known for None.

    Raises
    ------
    InputError
        If a name is unknown or given twice, or there is none.
    """
    if names is None:
        return list(known.values())
    if isinstance(names, str) or not names:
        raise InputError([Fault(path, f"a list of names, of {', '.join(known)}", shown(names))], _SOURCE)
    faults = [unknown_name(path, name, known) for name in names if name not in known]
    if faults:
        raise InputError(faults, _SOURCE)
    require_once(path, "name", list(names), _SOURCE)
    return [known[name] for name in names]


def _response(backend: Backend, arm: Arm, case: LoadCase, reduction: Reduction) -> Response:
    try:
        return response(backend, arm, case, reduction.computed, reduction.static_correction)
    except TooFewModesError as error:
        if not reduction.bears(error.available):
            raise
        return response(backend, arm, case, error.available, reduction.static_correction)


def _system(found: Response, shown_outputs: Sequence[Output | Reaction]) -> ModalSystem:
    weights, rates = forms(found, shown_outputs)
    count = len(found.start)
    direct = weights[count:] if found.reduced.held is not None else np.zeros((len(found.case.loads), weights.shape[1]))
    forces = found.reduced.forces(found.patterns.loads)
    omega = found.reduced.angular_frequency
    return ModalSystem(found.rigid, omega, found.damping_ratio, forces, weights[:count], rates, direct)


def _kept(shares: Array, reduction: Reduction) -> NDArray[np.intp]:
    """Return the places of the modes that are kept, ascending."""
    if reduction.by == "frequency":
        return np.arange(len(shares))
    # Of equal shares the lower mode stays.
    return np.sort(np.argsort(-shares, kind="stable")[: reduction.kept])


def _matrices(system: ModalSystem) -> dict[str, Variable]:
    a, b, c, d = system.matrices()
    of = "in the units of their names"
    return {
        "A": variable(("state", "from_state"), a, "1", f"rates of the states by the states, {of}"),
        "B": variable(("state", "input"), b, "1", f"rates of the states by the inputs, {of}"),
        "C": variable(("output", "state"), c, "1", f"outputs by the states, {of}"),
        "D": variable(("output", "input"), d, "1", f"outputs by the inputs at once, {of}"),
    }


def _mode(values: Array, units: str, words: str) -> Variable:
    return variable(("mode",), values, units, words)


def _states(rigid: int, kept: NDArray[np.intp]) -> dict[str, Variable]:
    moved = [*(f"rigid{k}" for k in range(1, rigid + 1)), *(f"mode{k + 1}" for k in kept)]
    names = np.array([*moved, *(f"{name}_rate" for name in moved)], dtype=np.str_)
    units = np.repeat(["m", "m/s"], len(moved))
    words = "rigid-body and modal coordinates, and their rates"
    return {
        "state": variable(("state",), names, "1", words),
        "from_state": variable(("from_state",), names, "1", words),
        "state_units": variable(("state",), units, "1", "unit of the state"),
        "mode": variable(("mode",), kept + 1, "1", "number of the mode, rigid-body modes left out"),
    }


def _named(kind: str, named: Sequence[Input | Output | Reaction]) -> dict[str, Variable]:
    told = {"": ("name", f"name of the {kind}"), "_units": ("units", f"unit of the {kind}")}
    told |= {"_long_name": ("long_name", f"what the {kind} is")}
    return {
        f"{kind}{ending}": variable((kind,), np.array([getattr(one, field) for one in named], np.str_), "1", words)
        for ending, (field, words) in told.items()
    }


def _attributes(found: Response, backend: Backend, reduction: Reduction, candidates: int) -> dict[Hashable, object]:
    return {
        **provenance(found.reduced.modes.arm),
        "normalisation": NORMALISATION,
        "backend": backend.spec,
        "rigid_modes": found.rigid,
        "reduction": reduction.by,
        "candidates": candidates,
        "static_correction": int(reduction.static_correction),
    }
