"""Arms next to one: another state of one joint, a base that is held, one term left out."""

from collections.abc import Iterator
from dataclasses import replace

from flexarm.arm import Arm
from flexarm.beam_theory import TERMS
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint

# A flexible link has some mass: so much of it makes no difference in the digits that tables print.
_LIGHT = 1e-9
_Named = Iterator[tuple[str, Arm]]


def neighbours(arm: Arm) -> _Named:
    """Yield the arms next to one, each with what sets it apart as a clause."""
    if arm.base.kind != "fixed":
        yield "the base is held", replace(arm, base=Base.fixed())
    for k, link in enumerate(arm.links, 1):
        yield from ((text, _with_link(arm, k, changed)) for text, changed in _links(k, link))
    for text, changed in _bodies("the payload", arm.payload):
        yield text, replace(arm, payload=changed)
    if arm.gravity and any(arm.gravity):
        yield "gravity is left out", replace(arm, gravity=(0.0, 0.0))
    if arm.spin_rate:
        yield "the spin is left out", replace(arm, spin_rate=0.0)


def _with_link(arm: Arm, k: int, link: Link | RigidLink) -> Arm:
    return replace(arm, links=(*arm.links[: k - 1], link, *arm.links[k:]))


def _links(k: int, link: Link | RigidLink) -> Iterator[tuple[str, Link | RigidLink]]:
    joint = link.joint
    if joint.state != "rigid":
        yield f"joint {k} is rigid", replace(link, joint=Joint.rigid(joint.hub_inertia))
    if joint.state == "locked":
        yield f"joint {k} is free", replace(link, joint=Joint.unlocked(joint.gear_inertia, joint.hub_inertia))
    if joint.gear_inertia:
        yield f"the inertia of joint {k}'s gear is left out", replace(link, joint=replace(joint, gear_inertia=0.0))
    if joint.hub_inertia:
        yield f"the inertia of joint {k}'s hub is left out", replace(link, joint=replace(joint, hub_inertia=0.0))
    if isinstance(link, Link):
        rigid = RigidLink(link.length, joint=joint, angle=link.angle, mass=link.mass, tip=link.tip)
        yield f"link {k} is taken as rigid", rigid
        yield f"link {k}'s mass is left out", replace(link, mass_per_length=_LIGHT * link.mass_per_length)
        for name, words in TERMS.items():
            if getattr(link, name):
                yield f"link {k}'s {words} is left out", replace(link, **{name: getattr(Link, name)})
        if link.axial_force:
            yield f"the force along link {k} is left out", replace(link, axial_force=0.0)
    for text, changed in _bodies(f"the body at link {k}'s tip", link.tip):
        yield text, replace(link, tip=changed)


def _bodies(name: str, body: Body | None) -> Iterator[tuple[str, Body | None]]:
    if body is None:
        return
    yield f"{name} is left out", None
    if body.mass and body.inertia:
        yield f"{name}'s rotary inertia is left out", replace(body, inertia=0.0)
    if any(body.centre):
        yield f"{name}'s offset is left out", replace(body, offset=0.0)
