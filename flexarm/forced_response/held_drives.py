"""Drives that are springs and dampers, in an arm and a load case as such: modes are then those of the held arm."""

from collections.abc import Iterator
from dataclasses import replace

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.closed_loop.at_rest import sprung_joint
from flexarm.drives import Drive
from flexarm.forced_response.damping import Dashpot
from flexarm.load_cases.damping import Damper
from flexarm.supports import Support


def as_springs(arm: Arm) -> tuple[Arm, tuple[Damper, ...]]:
    """Return an arm with its drives as springs, and its joints' dampers; drives that are more are left."""
    links = tuple(replace(link, joint=sprung_joint(link.joint)) for link in arm.links)
    held = replace(arm, links=links, supports=tuple(map(_sprung_support, arm.supports)))
    return held, tuple(_dampers(arm))


def support_dashpots(arm: Arm) -> tuple[Dashpot, ...]:
    """Return the dashpots of an arm's supports, and those that drives' rate gains are; not beside drives of states."""
    resisted, found = {one.name: one for one in tree(arm).resisted}, list[Dashpot]()
    for k, support in enumerate(arm.supports, 1):
        if support.drive is not None and not support.drive.passive:
            continue
        for motion, damping in zip(support.holds, support.dashpots, strict=True):
            held, rate = resisted.get(f"support{k}_{motion}"), (support.drive or Drive()).derivative
            found += [Dashpot(one, held) for one in (damping, rate) if held is not None and one]
    return tuple(found)


def _sprung_support(support: Support) -> Support:
    """Return a support with its drive as springs and without its dashpots; as it is where the drive is more."""
    drive = support.drive or Drive()
    if not drive.passive:
        return support
    springs = tuple((spring or 0.0) + drive.proportional for spring in support.springs)
    return replace(support.undriven, stiffness=springs) if drive.proportional else support.undriven


def _dampers(arm: Arm) -> Iterator[Damper]:
    """Yield the dampers of joints whose drives are springs, and those that drives' rate gains are."""
    for k, link in enumerate(arm.links, 1):
        if sprung_joint(link.joint) is link.joint:
            continue
        general = link.joint.state == "general"
        for name, (damping, drive) in zip(link.joint.motions, link.joint.driving, strict=False):
            coefficient = damping + (drive or Drive()).derivative
            if coefficient:
                yield Damper(coefficient, joint=k, freedom=name if general else None)
