"""State space: ẋ = A x + B u and y = C x + D u, in modal coordinates and their rates, with names and units."""

from collections.abc import Hashable, Sequence

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.checks import require_once, shown, unknown_name
from flexarm.datasets import NORMALISATION, provenance
from flexarm.errors import Fault, InputError, TooFewModesError
from flexarm.hand_over.inputs import inputs
from flexarm.hand_over.modal_system import ModalSystem, contributions
from flexarm.hand_over.reduction import Reduction
from flexarm.hand_over.state_space_dataset import state_space_dataset
from flexarm.load_cases import LoadCase
from flexarm.response.dataset import response
from flexarm.response.forms import forms, named_outputs
from flexarm.response.history import Response
from flexarm.response.outputs import Output
from flexarm.response.reactions import Reaction

_SOURCE = "state_space"


def state_space(
    backend: Backend,
    arm: Arm,
    input_names: Sequence[str] | None,
    output_names: Sequence[str] | None,
    damping: float | tuple[float, ...],
    reduction: Reduction,
) -> xr.Dataset:
    """Return an arm's state-space model.

    Parameters
    ----------
    backend
        What computes the modes.
    arm
        The arm.
    input_names, output_names, damping
        As `flexarm.backend.Backend.state_space` takes them.
    reduction
        Which modes are kept.

    Returns
    -------
    xarray.Dataset
        What `flexarm.backend.Backend.state_space` describes.
    """
    driving = inputs(arm)
    chosen_inputs = places("inputs", input_names, [one.name for one in driving])
    # Of everything that drives the arm, so that what is round-off is seen beside what is not.
    case = LoadCase(1.0, 2, tuple(one.load for one in driving), damping)
    found = _response(backend, arm, case, reduction)
    showing = named_outputs(found)
    chosen_outputs = places("outputs", output_names, [one.name for one in showing])
    system = _system(found, showing)
    significant = system.without_round_off([one.units for one in driving], [one.units for one in showing])
    shares = contributions(significant.between(chosen_inputs, chosen_outputs))
    kept = _kept(shares, reduction)
    reduced = system.between(chosen_inputs, chosen_outputs).kept(kept, reduction.static_correction)
    dataset = state_space_dataset(
        reduced, kept, shares[kept], [driving[i] for i in chosen_inputs], [showing[i] for i in chosen_outputs]
    )
    return dataset.assign_attrs(_attributes(found, backend, reduction, len(shares)))


def places(path: str, names: Sequence[str] | None, known: Sequence[str]) -> list[int]:
    """Return where names stand among those that are known, in their own order; all of these for None.

    Parameters
    ----------
    path
        What is named, for messages.
    names
        The names, or None.
    known
        The names that there are.

    Raises
    ------
    InputError
        If a name is unknown or given twice, or there is none.
    """
    if names is None:
        return list(range(len(known)))
    if not isinstance(names, list | tuple) or not names:
        raise InputError([Fault(path, f"a list of names, of {', '.join(known)}", shown(names))], _SOURCE)
    faults = [unknown_name(path, name, known) for name in names if name not in known]
    if faults:
        raise InputError(faults, _SOURCE)
    require_once(path, "name", list(names), _SOURCE)
    return [known.index(name) for name in names]


def _response(backend: Backend, arm: Arm, case: LoadCase, reduction: Reduction) -> Response:
    try:
        return response(backend, arm, case, reduction.computed, reduction.static_correction)
    except TooFewModesError as error:
        if not reduction.bears(error.available):
            raise
        return response(backend, arm, case, error.available, reduction.static_correction)


def _system(found: Response, showing: Sequence[Output | Reaction]) -> ModalSystem:
    weights, rates = forms(found, showing)
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
