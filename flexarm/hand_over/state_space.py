"""State space: ẋ = A x + B u and y = C x + D u, in modal coordinates and their rates, with names and units."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.backend import Backend, require_dynamics
from flexarm.checks import shown
from flexarm.closed_loop.control import controls
from flexarm.errors import Fault, InputError, TooFewModesError
from flexarm.forced_response.coordinates import USUAL_MODES, Coordinates, coordinates
from flexarm.forced_response.forms import named_outputs
from flexarm.hand_over.driven_system import system_of
from flexarm.hand_over.inputs import inputs as all_inputs
from flexarm.hand_over.modal_system import contributions
from flexarm.hand_over.names import places
from flexarm.hand_over.state_space_dataset import state_space_dataset
from flexarm.load_cases.damping import Damping
from flexarm.variables import NORMALISATION, provenance
from flexarm.whole import is_whole

_SOURCE = "state_space"
# A is dense: of so many modes it is 32 MB. More are a slip of the pen, and would fill the memory first.
_MOST = 1000


def state_space(
    backend: Backend,
    arm: Arm,
    inputs: Sequence[str] | None = None,
    outputs: Sequence[str] | None = None,
    modes: int | None = None,
    *,
    damping: Damping = 0.0,
    by: str = "frequency",
    candidates: int | None = None,
    static_correction: bool = True,
) -> xr.Dataset:
    """Return an arm's state-space model, ẋ = A x + B u and y = C x + D u, in modal coordinates and their rates.

    Rigid-body modes are double integrators. What damps and drives the arm is closed around the modes: drives have
    states of their own, delays by Padé's approximation. `flexarm.hand_over.to_control` makes python-control's object.

    Parameters
    ----------
    backend
        What computes the modes.
    arm
        The arm, in its posture.
    inputs
        Names of what drives it, of `flexarm.hand_over.inputs`; a link's own name may stand for its number:
        ``"boom_tip_force_y"``, ``"boom_joint_torque"``. None for all.
    outputs
        Names of outputs, as a response has them, or with a link's own name; None for all.
    modes
        Number of modes kept beside the rigid-body ones; None for twelve, or all that the backend has.
    damping
        Damping ratio, one for all modes, or one a mode that is computed, lowest first, the last for the rest; not
        negative. Or a `flexarm.load_cases.Rayleigh`.
    by
        Which modes are kept: by ``"frequency"`` the lowest, by ``"contribution"`` those with the largest share in a
        gain, at its peak in resonance, from an input to an output (`flexarm.hand_over.modal_system.contributions`).
    candidates
        Number of the lowest modes that are chosen from by contribution; None for twice as many as are kept.
    static_correction
        Whether D has what the modes left out deflect under the momentary inputs: gains at rest are then whole.

    Returns
    -------
    xarray.Dataset
        ``A``, ``B``, ``C``, ``D`` with dimensions state, from_state, input and output, their names, units and what
        they are; by mode of the arm without its dampers and drives its angular_frequency, damping_ratio and
        contribution.

    Raises
    ------
    InputError
        If the backend, the arm, a name or a number is wrong.
    QuestionError
        If the backend cannot answer.
    """
    reduction = _Reduction(modes, by, candidates)
    require_dynamics(backend, arm.undriven if isinstance(arm, Arm) else arm)
    driving, showing = all_inputs(arm), named_outputs(arm)
    every = controls(arm, tree(arm.undriven))
    chosen_inputs = places("inputs", inputs, [one.name for one in driving], _SOURCE, arm)
    chosen_outputs = places("outputs", outputs, [one.name for one in showing], _SOURCE, arm)
    # Of everything that drives the arm, so that what is round-off is seen beside what is not.
    taken = _coordinates(backend, arm.undriven, reduction)
    system = system_of(taken, (driving, showing), every, static_correction, damping)
    whole = system.between(range(len(driving)), range(len(showing)))
    significant = whole.without_round_off([one.units for one in driving], [one.units for one in showing])
    shares = contributions(significant.between(chosen_inputs, chosen_outputs))
    kept = reduction.kept(shares)
    acting = [
        [*chosen, *range(len(own), len(own) + len(every))]
        for chosen, own in ((chosen_inputs, driving), (chosen_outputs, showing))
    ]
    reduced = system.between(*acting).kept(kept, static_correction)
    dataset = state_space_dataset(
        reduced, kept, shares[kept], [driving[i] for i in chosen_inputs], [showing[i] for i in chosen_outputs], every
    )
    attributes: dict[Hashable, object] = {
        **provenance(arm),
        "normalisation": NORMALISATION,
        "backend": backend.spec,
        "rigid_modes": system.rigid,
        "reduction": by,
        "candidates": len(shares),
        "static_correction": int(static_correction),
    }
    return dataset.assign_attrs(attributes)


@dataclass(frozen=True)
class _Reduction:
    """Which modes are kept beside the rigid-body ones: how many, by what, and of how many of the lowest."""

    modes: int | None
    by: str
    candidates: int | None

    def __post_init__(self) -> None:
        known = ("frequency", "contribution")
        faults = [] if self.by in known else [Fault("by", '"frequency" or "contribution"', shown(self.by))]
        if self.modes is not None and (not is_whole(self.modes) or not 1 <= self.modes <= _MOST):
            faults.append(Fault("modes", f"a whole number from 1 to {_MOST}, or None", shown(self.modes)))
        elif self.candidates is not None:
            faults += self._candidates_faults(self.candidates)
        if faults:
            raise InputError(faults, _SOURCE)

    def _candidates_faults(self, given: int) -> list[Fault]:
        if self.by == "frequency":
            return [Fault("candidates", "nothing, unless modes are chosen by contribution", shown(given))]
        wanted = f"a whole number from the {self.most} modes that are kept to {2 * _MOST}"
        held = is_whole(given) and self.most <= given <= 2 * _MOST
        return [] if held else [Fault("candidates", wanted, shown(given))]

    @property
    def most(self) -> int:
        """How many modes are kept at most."""
        return USUAL_MODES if self.modes is None else int(self.modes)

    @property
    def computed(self) -> int | None:
        """How many modes are computed at most; None for the usual number, or all that there are."""
        if self.by == "frequency":
            return self.modes
        return 2 * self.most if self.candidates is None else int(self.candidates)

    def bears(self, available: int) -> bool:
        """Say whether fewer modes than are to be computed will do: nobody has asked for as many."""
        asked = 1 if self.modes is None else self.modes
        return self.by == "contribution" and self.candidates is None and available >= asked

    def kept(self, shares: Array) -> NDArray[np.intp]:
        """Return the places of the modes that are kept, ascending; of equal shares the lower mode stays."""
        if self.by == "frequency":
            return np.arange(len(shares))
        return np.sort(np.argsort(-shares, kind="stable")[: self.most])


def _coordinates(backend: Backend, arm: Arm, reduction: _Reduction) -> Coordinates:
    try:
        return coordinates(backend, arm, reduction.computed)
    except TooFewModesError as error:
        if not reduction.bears(error.available):
            raise
        return coordinates(backend, arm, error.available)
