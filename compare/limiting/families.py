"""The families of arms: an arm that comes with flexarm, one of its numbers replaced."""

from dataclasses import replace
from functools import cache

from flexarm.arm import Arm
from flexarm.examples import example
from flexarm.parts import Body, Joint, Link

# Wiedemann's (2002) arms, all joints locked; ready from the shelf, as a family makes dozens of them.
_shelf = cache(example)


def single(_: float = 0.0) -> Arm:
    """Return the 14 m link with a payload of 10 t, the same at all values."""
    return _shelf("single-link-locked")


def payload_mass(ratio: float) -> Arm:
    """Return the 14 m link with a payload of so many times the link's mass."""
    return _carrying(mass=ratio * _link(single(), 0).mass)


def payload_inertia(ratio: float) -> Arm:
    """Return the 14 m link with a payload of so many times the link's moment of inertia about its joint."""
    link = _link(single(), 0)
    return _carrying(inertia=ratio * link.mass * link.length**2 / 3.0)


def joint_stiffness(stiffness: float) -> Arm:
    """Return the 14 m link on a joint of a stiffness, N m/rad."""
    return _changed(single(), 0, joint=Joint.locked(stiffness))


def gear_inertia(inertia: float) -> Arm:
    """Return the 14 m link on an unlocked joint with a gear box of an inertia, kg m²."""
    return _changed(single(), 0, joint=Joint.unlocked(inertia))


def links(number: float) -> Arm:
    """Return a straight chain of so many links, each as the inner link of the two-link arm."""
    arm = _shelf("double-link")
    return replace(arm, links=(arm.links[0],) * int(number))


def stiffness_ratio(ratio: float) -> Arm:
    """Return the two-link arm with an outer link so many times as stiff as the inner one."""
    arm = _shelf("double-link")
    return _changed(arm, 1, flexural_rigidity=ratio * _link(arm, 0).flexural_rigidity)


def length_ratio(ratio: float) -> Arm:
    """Return the two-link arm with an inner link so many times as long as the outer one."""
    arm = _shelf("double-link")
    return _changed(arm, 1, length=_link(arm, 0).length / ratio)


def base_mass(mass: float) -> Arm:
    """Return the Shuttle arm on a free base of a mass, kg."""
    arm = _shelf("shuttle-free-base")
    return replace(arm, base=replace(arm.base, mass=mass))


def wrist_stiffness(stiffness: float) -> Arm:
    """Return the Shuttle arm on a fixed base with a wrist of a stiffness, N m/rad."""
    arm = _shelf("shuttle-fixed-base")
    *links, wrist = arm.links
    return replace(arm, links=(*links, replace(wrist, joint=Joint.locked(stiffness))))


def _link(arm: Arm, place: int) -> Link:
    link = arm.links[place]
    assert isinstance(link, Link)  # the links that the families vary bend
    return link


def _changed(arm: Arm, place: int, **numbers: object) -> Arm:
    changed = replace(_link(arm, place), **numbers)  # type: ignore[arg-type]
    return replace(arm, links=(*arm.links[:place], changed, *arm.links[place + 1 :]))


def _carrying(**numbers: float) -> Arm:
    payload = single().payload
    assert isinstance(payload, Body)  # the arm's file has one
    return single().with_payload(replace(payload, **numbers))
