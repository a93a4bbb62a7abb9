"""Drives that are springs and dampers, in an arm and a load case as such: modes are then those of the held arm."""

from collections.abc import Iterator
from dataclasses import replace

from flexarm.arm import Arm
from flexarm.drives import Drive
from flexarm.load_cases.damping import Damper
from flexarm.parts import Freedom, Joint


def as_springs(arm: Arm) -> tuple[Arm, tuple[Damper, ...]]:
    """Return an arm with its joints' drives as springs, and their dampers; drives that are more than that are left."""
    links = tuple(replace(link, joint=_sprung(link.joint)) for link in arm.links)
    return replace(arm, links=links), tuple(_dampers(arm))


def _sprung(joint: Joint) -> Joint:
    """Return a joint with its drives as springs and without its dampers; as it is where a drive is more than that."""
    if any(drive is not None and not drive.passive for _, drive in joint.driving):
        return joint
    if joint.state == "general":
        return Joint.general(
            joint.hub_inertia, joint.axis, **{one: _freed(getattr(joint, one)) for one in joint.motions}
        )
    plain, stiffness = joint.undriven, (joint.drive or Drive()).proportional
    if not stiffness:
        return plain
    if joint.state == "locked":
        return replace(plain, stiffness=joint.stiffness + stiffness)
    if not joint.gear_inertia:
        return Joint.locked(stiffness, joint.hub_inertia, joint.axis)
    if joint.axis != "z":
        return joint
    return Joint.general(joint.hub_inertia, about_z=Freedom(stiffness, joint.gear_inertia))


def _freed(freedom: Freedom) -> Freedom:
    stiffness = freedom.stiffness + (freedom.drive or Drive()).proportional
    return replace(freedom, stiffness=stiffness, damping=0.0, drive=None)


def _dampers(arm: Arm) -> Iterator[Damper]:
    """Yield the dampers of joints whose drives are springs, and those that drives' rate gains are."""
    for k, link in enumerate(arm.links, 1):
        if _sprung(link.joint) is link.joint:
            continue
        general = link.joint.state == "general"
        for name, (damping, drive) in zip(link.joint.motions, link.joint.driving, strict=False):
            coefficient = damping + (drive or Drive()).derivative
            if coefficient:
                yield Damper(coefficient, joint=k, freedom=name if general else None)
