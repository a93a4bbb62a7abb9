"""Drives that are springs and dampers, in an arm and a load case as such: modes are then those of the held arm."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.closed_loop.control import Control
from flexarm.drives import Drive
from flexarm.forced_response.damping import Dashpot
from flexarm.links import Link, RigidLink
from flexarm.load_cases.damping import Damper
from flexarm.parts import Freedom, Joint
from flexarm.supports import Support
from flexarm.tree import Place


def as_springs(arm: Arm) -> tuple[Arm, tuple[Damper, ...]]:
    """Return an arm with its drives as springs, and its joints' dampers; drives that are more are left."""
    links = tuple(replace(link, joint=_sprung(link.joint)) for link in arm.links)
    held = replace(arm, links=links, supports=tuple(map(_sprung_support, arm.supports)))
    return held, tuple(_dampers(arm))


def at_rest_as_springs(arm: Arm) -> tuple[Arm, tuple[Control, ...]]:
    """Return an arm with joints and supports on the spring that their drive is at rest; and less of that, as controls.

    Its modes know what joints give way at rest, which free ones would have to be summed to.
    """
    plain, links, less = arm.undriven, list[Link | RigidLink](), list[Control]()
    for link, numbers in zip(arm.links, tree(plain).links, strict=True):
        gains = [_at_rest(drive) for _, drive in link.joint.driving]
        given = _on_springs(link.joint, gains)
        sprung = _sprung(given)
        if sprung is given:
            sprung, gains = link.joint.undriven, [0.0] * len(gains)
        links.append(replace(link, joint=sprung))
        places = [((numbers.root, number), gain) for number, gain in enumerate(gains) if gain]
        less += [_less(place, gain) for place, gain in places]
    resisted, supports = {one.name: one for one in tree(plain).resisted}, list[Support]()
    for k, (support, still) in enumerate(zip(arm.supports, plain.supports, strict=True), 1):
        gain = _at_rest(support.drive)
        springs = tuple((spring or 0.0) + gain for spring in support.springs)
        supports.append(replace(still, stiffness=springs) if gain else still)
        names = [f"support{k}_{motion}" for motion in support.holds] if gain else []
        less += [_less(resisted[name], gain) for name in names if name in resisted]
    return replace(plain, links=tuple(links), supports=tuple(supports)), tuple(less)


def _less(place: Place, gain: float) -> Control:
    return Control(place, 0.0, np.array([-gain]), np.ones(1), 0.0)


def _at_rest(drive: Drive | None) -> float:
    """Return the stiffness that a drive is at rest, where it is one; else 0."""
    top, below = ([], [1.0]) if drive is None else drive.transfer()
    return max(float(top[-1] / below[-1]), 0.0) if top and below[-1] else 0.0


def _on_springs(joint: Joint, gains: Sequence[float]) -> Joint:
    """Return a joint with proportional gains in place of its drives and dampers."""
    drives = [Drive(gain) for gain in gains]
    if joint.state != "general":
        return replace(joint.undriven, drive=drives[0]) if drives else joint.undriven
    named = zip(joint.motions, drives, strict=True)
    return Joint.general(
        joint.hub_inertia,
        joint.axis,
        **{one: replace(getattr(joint, one), damping=0.0, drive=drive) for one, drive in named},
    )


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
