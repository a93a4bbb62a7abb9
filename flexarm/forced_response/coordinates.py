"""The coordinates of a response: rigid-body motions, modes, and static corrections for the modes left out."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.displacements import Displacements
from flexarm.errors import QuestionError, TooFewModesError
from flexarm.modes import ModalModel
from flexarm.rigid_modes import rigid_modes
from flexarm.section_loads import SectionLoads, inertia_loads, magnitudes, work
from flexarm.tree import Tree

# Modes taken unless said otherwise: with the static correction, the rest is below any frequency that a load excites.
USUAL_MODES = 12
# Loads balance to this part of what each of them by itself would do: they are written in decimals.
_BALANCED = 1e-6


@dataclass(frozen=True, eq=False)
class Coordinates:
    """Rigid-body modes and modes of an arm by a backend."""

    backend: Backend
    parts: Tree
    rigid: Displacements
    modes: ModalModel

    @property
    def arm(self) -> Arm:
        """The arm."""
        return self.modes.arm

    @property
    def rigid_count(self) -> int:
        """Number of rigid-body modes, the first of the coordinates."""
        return len(self.rigid.base_motion)

    @cached_property
    def angular_frequency(self) -> Array:
        """Angular frequencies of rigid-body modes, zero, and modes, rad/s, shape (rigid + modes,)."""
        return np.concatenate([np.zeros(self.rigid_count), self.modes.angular_frequency])

    def forces(self, loads: SectionLoads) -> Array:
        """Return modal forces, shape (patterns, rigid + modes)."""
        return np.concatenate([work(loads, self.parts, self.rigid), work(loads, self.parts, self.modes)], axis=1)

    def static_coordinates(self, loads: SectionLoads) -> Array:
        """Return the coordinates at rest under one pattern of load, refused where it would carry the arm away."""
        forces, omega = self.forces(loads)[0], self.angular_frequency
        pushed, most = forces[: self.rigid_count], magnitudes(loads, self.rigid)[0]
        if np.any(np.abs(pushed) > _BALANCED * most):
            where = "they must balance where its base and its joints are free"
            raise QuestionError(f"{self.arm.title}: the initial loads would carry it away; {where}")
        return np.concatenate([np.zeros(self.rigid_count), forces[self.rigid_count :] / omega[self.rigid_count :] ** 2])

    def statics(self, loads: SectionLoads) -> "Statics":
        """Return what patterns of load deflect, beside the motion as a rigid body that they cause."""
        pushed = work(loads, self.parts, self.rigid)
        balancing = inertia_loads(
            self.parts, pushed @ self.rigid.base_motion, np.tensordot(pushed, self.rigid.joint_motion, 1)
        )
        displacements = self.backend.statics(self.arm, loads + balancing)
        inertia = inertia_loads(self.parts, self.rigid.base_motion, self.rigid.joint_motion)
        rigid_part = -work(inertia, self.parts, displacements).T
        modal_part = work(loads, self.parts, self.modes) / self.modes.angular_frequency**2
        return Statics(displacements, np.concatenate([rigid_part, modal_part], axis=1))


@dataclass(frozen=True, eq=False)
class Statics:
    """Static displacements with the base and the free joints held, and what coordinates have of them.

    Modes left out deflect the rest, `displacements` less `part`, (patterns, rigid + modes), of the coordinates.
    """

    displacements: Displacements
    part: Array


def coordinates(backend: Backend, arm: Arm, count: int | None) -> Coordinates:
    """Return an arm's coordinates with so many modes; for None the usual number, or all that there are."""
    if backend.link_mass != "spread":
        raise QuestionError(
            f"{backend.spec}: loads on {arm.title} act on its links' mass, which is left out of them; take the same "
            f"without {backend.link_mass}"
        )
    return Coordinates(backend, tree(arm), rigid_modes(arm, backend.spec), usual_modes(backend, arm, count))


def usual_modes(backend: Backend, arm: Arm, count: int | None) -> ModalModel:
    """Return so many modes; for None the usual number, or all that there are, or a refusal where there is none."""
    if count is not None:
        return backend.modes(arm, count)
    try:
        return backend.modes(arm, USUAL_MODES)
    except TooFewModesError as error:
        if error.available < 1:
            raise without_elastic_modes(backend, arm) from error
        return backend.modes(arm, error.available)


def without_elastic_modes(backend: Backend, arm: Arm) -> QuestionError:
    """Return the refusal of an arm whose motion is no sum of elastic modes."""
    return QuestionError(
        f"{backend.spec}: {arm.title} has no elastic mode, of which responses are made; follow it through a manoeuvre "
        "(flexarm slew), ask for its eigenvalues, if it has drives, or give a joint a stiffness"
    )
