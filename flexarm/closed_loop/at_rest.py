"""Joints and supports on the springs that their drives are at rest: the arm that modes of a driven one are made of."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.closed_loop.control import Control, controls
from flexarm.drives import Drive
from flexarm.errors import QuestionError
from flexarm.links import Link, RigidLink
from flexarm.parts import Freedom, Joint
from flexarm.supports import Support
from flexarm.tree import Place


def resting(arm: Arm) -> tuple[Arm, tuple[Control, ...]]:
    """Return the arm whose modes eigenvalues are found from, and what damps and drives it.

    Under static loads drives bear their part of these at rest; without, the arm is the undriven one.
    """
    every = controls(arm.undamped, tree(arm.undriven))
    if not arm.static_loads:
        return arm.undriven, every
    if arm.damped_links:
        raise QuestionError(
            f"{arm.title}: what links that damp do under {', '.join(arm.static_loads)} is not modelled; remove the "
            "static loads, or the damping of its links"
        )
    held, less = at_rest_as_springs(arm)
    return held, (*every, *less)


def at_rest_as_springs(arm: Arm) -> tuple[Arm, tuple[Control, ...]]:
    """Return an arm with joints and supports on the spring that their drive is at rest; and less of that, as controls.

    Its modes know what joints give way at rest, which free ones would have to be summed to.
    """
    plain, links, less = arm.undriven, list[Link | RigidLink](), list[Control]()
    loaded = bool(arm.static_loads)
    for link, numbers in zip(arm.links, tree(plain).links, strict=True):
        gains = [_at_rest(drive, loaded) for _, drive in link.joint.driving]
        given = _on_springs(link.joint, gains)
        sprung = sprung_joint(given)
        if sprung is given:
            sprung, gains = link.joint.undriven, [0.0] * len(gains)
        links.append(replace(link, joint=sprung))
        places = [((numbers.root, number), gain) for number, gain in enumerate(gains) if gain]
        less += [_less(place, gain) for place, gain in places]
    resisted, supports = {one.name: one for one in tree(plain).resisted}, list[Support]()
    for k, (support, still) in enumerate(zip(arm.supports, plain.supports, strict=True), 1):
        gain = _at_rest(support.drive, loaded)
        springs = tuple((spring or 0.0) + gain for spring in support.springs)
        supports.append(replace(still, stiffness=springs) if gain else still)
        names = [f"support{k}_{motion}" for motion in support.holds] if gain else []
        less += [_less(resisted[name], gain) for name in names if name in resisted]
    return replace(plain, links=tuple(links), supports=tuple(supports)), tuple(less)


def _less(place: Place, gain: float) -> Control:
    return Control(place, 0.0, np.array([-gain]), np.ones(1), 0.0)


def _at_rest(drive: Drive | None, loaded: bool) -> float:
    """Return the stiffness that a drive is at rest, where it is one; of integral action its gain under static loads."""
    top, below = ([], [1.0]) if drive is None else drive.transfer()
    if drive is not None and drive.integral and loaded:
        # It bears them whatever they are; any spring stands for it that modes can be made with.
        return max(drive.proportional, 0.0)
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


def sprung_joint(joint: Joint) -> Joint:
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
