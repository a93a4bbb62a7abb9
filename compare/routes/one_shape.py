"""The straight arm on a free base, one exact mode shape a link (Wiedemann 2002, equations 7.1 to 7.9, and table 6.2).

The coordinates are the base's motion, one shape of each flexible link relative to what carries it, and the rotation of
a link against the one before it: of the end effector, and of a flexible link behind an unlocked joint.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from compare.routes.conditions import EVERY_TERM, Conditions, Terms
from compare.routes.one_beam import pencil_frequencies
from compare.routes.roots import null_vectors
from compare.routes.two_beams import frequencies as determinant_frequencies
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.kinematics import rotated
from flexarm.links import Link
from flexarm.parts import Base
from flexarm.quadrature import gauss

# Gauss points for squares of curvatures of the first mode, whose kL is far below one.
_POINTS = 20
# The coordinates: the shoulder's motion across and along the first link, the base's rotation, the two shapes'
# coordinates, and the rotations at shoulder, elbow and wrist.
_ACROSS, _ALONG, _BASE, _FIRST, _SECOND, _SHOULDER, _ELBOW, _WRIST = np.eye(8)

# Amounts (masses, inertias, stiffnesses) with the linear forms whose squares they multiply.
_Energy = Sequence[tuple[float | Array, Array]]


def frequencies(arm: Arm, count: int, of_fixed_base: bool = False, along: bool = False) -> Array:
    """Return the non-zero frequencies of (2.50), rad/s, of a straight arm on a free base, shape (count,) or fewer.

    `along`: the shoulder moves along the first link, and with it the base and all that it carries. The determinant
    (6.5) holds it, and so do the values of table 6.2; the equations printed in chapter 7 do not.
    """
    straight = len(arm.links) == 3 and all(link.angle == 0.0 for link in arm.links[1:])
    if arm.base.kind != "free" or not straight:
        raise QuestionError(
            f"{arm.title}: Wiedemann's equations (7.1) to (7.9) are for two flexible links and a rigid one, straight, "
            "on a free base"
        )
    terms = EVERY_TERM if along else Terms()
    shaped = replace(arm, base=Base.fixed()) if of_fixed_base else arm
    omega = determinant_frequencies(shaped, 1, terms)
    if len(omega) == 0:
        raise QuestionError(f"{arm.title}: Wiedemann's determinant gives no frequency, and so no shape")
    mode = _Mode(Conditions(tree(shaped), omega, terms))
    return _Equations(arm, mode, along).frequencies(arm.rigid_freedoms - (not along))[:count]


@dataclass(frozen=True, eq=False)
class _Mode:
    """The links' deflections in the mode that meets the boundary conditions."""

    conditions: Conditions

    @cached_property
    def _constants(self) -> Array:
        return np.asarray(null_vectors(self.conditions.matrices)[0])

    def __call__(self, k: int, x: float | Array, derivative: int) -> float:
        """Return the derivative of order 0 to 2 of link k's deflection relative to the section before it."""
        return float(self.conditions.relative(k, float(x), derivative)[0] @ self._constants)


@dataclass(frozen=True, eq=False)
class _Equations:
    """The equations of motion in given shapes."""

    arm: Arm
    mode: _Mode
    along: bool

    def _kinetic(self) -> _Energy:
        """Return masses and inertias with the motions that they make: twice the kinetic energy (7.7)."""
        (first, second, end), base, mode, parts = self.arm.links, self.arm.base, self.mode, tree(self.arm)
        (payload,), axis = parts.sections[-1].bodies, parts.links[0].axis
        ahead, aside = -parts.places[1] @ axis, -parts.places[1] @ rotated(axis)
        tip_1 = _ACROSS + first.length * (_BASE + _SHOULDER) + mode(0, first.length, 0) * _FIRST
        rotation_1 = _BASE + _SHOULDER + mode(0, first.length, 1) * _FIRST
        tip_2 = tip_1 + second.length * (rotation_1 + _ELBOW) + mode(1, second.length, 0) * _SECOND
        rotation = rotation_1 + _ELBOW + mode(1, second.length, 1) * _SECOND + _WRIST
        # A third of each link's mass stands at its tip, as the source has it.
        lumps = [link.mass / 3.0 for link in (first, second)]
        return [
            (base.mass, _ACROSS + ahead * _BASE),
            (base.mass, _ALONG - aside * _BASE),
            (base.inertia, _BASE),
            (lumps[0], tip_1),
            (lumps[1], tip_2),
            (payload.mass, tip_2 + (end.length + payload.lever @ axis) * rotation),
            (payload.inertia, rotation),
            (payload.mass + sum(lumps), _ALONG),
            (first.joint.gear_inertia, _SHOULDER + mode(0, 0.0, 1) * _FIRST),
            (second.joint.gear_inertia, _ELBOW + mode(1, 0.0, 1) * _SECOND),
            (end.joint.gear_inertia, _WRIST),
        ]

    def _strain(self) -> _Energy:
        """Return stiffnesses with the rotations and deflections that strain them: twice the strain energy (7.9)."""
        nodes, weights = gauss(_POINTS)
        energy: list[tuple[float | Array, Array]] = [(self.arm.links[2].joint.stiffness, _WRIST)]
        for k, coordinate in enumerate((_FIRST, _SECOND)):
            link = self.arm.links[k]
            assert isinstance(link, Link)
            curvature = np.array([self.mode(k, x, 2) for x in link.length * nodes])
            bending = link.flexural_rigidity * link.length * float(weights @ curvature**2)
            energy += [(bending, coordinate), (link.joint.stiffness, self.mode(k, 0.0, 1) * coordinate)]
        return energy

    def frequencies(self, rigid: int) -> Array:
        """Return the non-zero frequencies, rad/s, ascending; `rigid` of the first are none."""
        first, second = (link.joint.free for link in self.arm.links[:2])
        moves = np.array([True, self.along, True, True, True, first, second, True])
        mass, stiffness = (_matrix(energy)[np.ix_(moves, moves)] for energy in (self._kinetic(), self._strain()))
        return pencil_frequencies(mass, stiffness, rigid)


def _matrix(energy: _Energy) -> Array:
    return np.asarray(sum(amount * np.outer(form, form) for amount, form in energy))
