"""The rigid model of a one-link arm: it turns as one about its joint (Hufnagel 1989, sections 3.3 and 5.3)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from compare.routes.hufnagel import gravity_in_link
from flexarm.arm import Arm
from flexarm.errors import QuestionError
from flexarm.links import Link
from flexarm.parts import Body, Joint


@dataclass(frozen=True)
class RigidModel:
    """ω² = (K + S)/I of the arm as a pendulum on its joint's spring (equations 3.83 and 5.45)."""

    inertia: float  # I, about the joint, kg m²
    weight_stiffness: float  # S, of the weight: positive where the arm hangs, N m/rad

    @classmethod
    def of(cls, arm: Arm) -> "RigidModel":
        """Return the rigid model of one flexible link on a fixed base; arms of another kind are refused."""
        link = one_link(arm)
        middle = np.array([link.length / 2.0, 0.0])
        inertia = link.joint.hub_inertia + link.mass * link.length**2 / 3.0
        moment = link.mass * middle
        for body in _bodies(arm, link):
            centre = np.array([link.length, 0.0]) + body.centre
            inertia += body.inertia + body.mass * float(centre @ centre)
            moment = moment + body.mass * centre
        return cls(inertia, float(moment @ gravity_in_link(arm, link)))

    def angular_frequency(self, stiffness: float) -> float:
        """Return the natural frequency, rad/s, on a spring, N m/rad; NaN where the arm falls."""
        square = (stiffness + self.weight_stiffness) / self.inertia
        return float(np.sqrt(square)) if square >= 0.0 else np.nan

    def stiffness(self, omega: float) -> float:
        """Return the spring, N m/rad, that gives a natural frequency, rad/s; NaN where only a negative one would."""
        found = self.inertia * omega**2 - self.weight_stiffness
        return found if found >= 0.0 else np.nan


def one_link(arm: Arm) -> Link:
    """Return the link of a one-link arm on a fixed base, held by no more than its joint and its weight."""
    link = arm.links[0]
    if len(arm.links) != 1 or not isinstance(link, Link) or arm.base.kind != "fixed":
        raise QuestionError(f"{arm.title}: the rigid model is of one flexible link on a fixed base")
    if arm.spin_rate or link.axial_force or link.joint.gear_inertia:
        raise QuestionError(
            f"{arm.title}: the rigid model has a spring and a weight; leave out spin_rate, axial_force and gear_inertia"
        )
    return link


def on_spring(arm: Arm, stiffness: float) -> Arm:
    """Return a one-link arm with a spring of some stiffness, N m/rad, at its joint; without stiffness a hinge."""
    return _with_joint(arm, Joint.locked(stiffness, one_link(arm).joint.hub_inertia))


def clamped(arm: Arm) -> Arm:
    """Return a one-link arm with its root clamped."""
    return _with_joint(arm, Joint.rigid(one_link(arm).joint.hub_inertia))


def bare(arm: Arm) -> Arm:
    """Return a one-link arm without the bodies at its tip."""
    return replace(arm, links=(replace(one_link(arm), tip=None),), payload=None)


def carried_mass(arm: Arm) -> float:
    """Return the mass of the bodies at a one-link arm's tip, kg."""
    return sum(body.mass for body in _bodies(arm, one_link(arm)))


def _with_joint(arm: Arm, joint: Joint) -> Arm:
    return replace(arm, links=(replace(one_link(arm), joint=joint),))


def _bodies(arm: Arm, link: Link) -> Iterator[Body]:
    return (body for body in (link.tip, arm.payload) if body is not None)
