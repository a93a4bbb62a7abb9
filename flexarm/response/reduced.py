"""The coordinates of a response: rigid-body motions, modes, and static corrections for the modes left out."""

from dataclasses import dataclass

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.displacements import Displacements
from flexarm.errors import QuestionError, TooFewModesError
from flexarm.modes import ModalModel
from flexarm.response.patterns import Patterns
from flexarm.rigid_modes import rigid_modes
from flexarm.section_loads import SectionLoads, inertia_loads, work
from flexarm.tree import Tree, tree

# Modes taken unless said otherwise: with the static correction, the rest is below any frequency that a load excites.
USUAL_MODES = 12


@dataclass(frozen=True, eq=False)
class Reduced:
    """An arm's coordinates under a load case.

    Parameters
    ----------
    parts
        The arm's numbers.
    rigid
        Rigid-body modes.
    modes
        The modal model.
    held
        Static displacements under the patterns with the base and the free joints held; None for no correction.
    held_part
        What of rigid-body modes and modes is in `held`, shape (patterns, rigid + modes): the correction is the rest.
    """

    parts: Tree
    rigid: Displacements
    modes: ModalModel
    held: Displacements | None
    held_part: Array

    @property
    def angular_frequency(self) -> Array:
        """Angular frequencies of rigid-body modes, zero, and modes, rad/s."""
        return np.concatenate([np.zeros(len(self.rigid.base_motion)), self.modes.angular_frequency])

    def forces(self, loads: SectionLoads) -> Array:
        """Return modal forces, shape (patterns, rigid + modes)."""
        return np.concatenate([work(loads, self.parts, self.rigid), work(loads, self.parts, self.modes)], axis=1)


def reduced(backend: Backend, arm: Arm, given: Patterns, count: int | None, correct: bool) -> Reduced:
    """Return an arm's coordinates by a backend.

    Parameters
    ----------
    backend
        The backend.
    arm
        The arm.
    given
        The load case's patterns.
    count
        Number of modes; None for the usual number, or all that there are.
    correct
        Whether to correct for the modes left out.

    Raises
    ------
    QuestionError
        If the backend cannot answer.
    """
    modes, parts, rigid = usual_modes(backend, arm, count), tree(arm), rigid_modes(arm, backend.spec)
    pushed = work(given.loads, parts, rigid)
    if not correct or not len(given.histories):
        return Reduced(parts, rigid, modes, None, np.zeros((len(pushed), pushed.shape[1] + modes.modes)))
    carried = inertia_loads(parts, pushed @ rigid.base_motion, pushed @ rigid.joint_rotation)
    held = backend.statics(arm, given.loads + carried)
    inertia = inertia_loads(parts, rigid.base_motion, rigid.joint_rotation)
    rigid_part = -work(inertia, parts, held).T
    modal_part = work(given.loads, parts, modes) / modes.angular_frequency**2
    return Reduced(parts, rigid, modes, held, np.concatenate([rigid_part, modal_part], axis=1))


def usual_modes(backend: Backend, arm: Arm, count: int | None) -> ModalModel:
    """Return so many modes; for None the usual number, or all that there are.

    Raises
    ------
    QuestionError
        If there is none, or fewer than asked for.
    """
    if count is not None:
        return backend.modes(arm, count)
    try:
        return backend.modes(arm, USUAL_MODES)
    except TooFewModesError as error:
        if error.available < 1:
            raise QuestionError(f"{backend.spec}: {arm.title} has no elastic mode") from error
        return backend.modes(arm, error.available)
