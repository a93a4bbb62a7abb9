"""Arms next to one: another state of one joint, a base that is held, one term left out, in space two taken wrong."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from flexarm.arm import Arm
from flexarm.beam_theory import terms_of
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint
from flexarm.tensors import inertia_tensor

# A flexible link has some mass: so much of it makes no difference in the digits that tables print.
_LIGHT = 1e-9
_Named = Iterator[tuple[str, Arm]]
_OfMass = TypeVar("_OfMass", Body, Base)


def neighbours(arm: Arm) -> _Named:
    """Yield the arms next to one, each with what sets it apart as a clause."""
    if arm.base.kind != "fixed":
        yield "the base is held", replace(arm, base=Base.fixed())
    if arm.base.kind == "free":
        for text, base in _parts("the base", arm.base, any(arm.base.offset)):
            yield text, replace(arm, base=base)
    for k, link in enumerate(arm.links, 1):
        yield from ((text, _with_link(arm, k, changed)) for text, changed in _links(k, link, terms_of(arm)))
    for text, changed in _bodies("the payload", arm.payload):
        yield text, replace(arm, payload=changed)
    if arm.gravity and any(arm.gravity):
        yield "gravity is left out", replace(arm, gravity=(0.0, 0.0))
    if arm.spin_rate:
        yield "the spin is left out", replace(arm, spin_rate=0.0)


def _with_link(arm: Arm, k: int, link: Link | RigidLink) -> Arm:
    return replace(arm, links=(*arm.links[: k - 1], link, *arm.links[k:]))


def _links(k: int, link: Link | RigidLink, terms: Mapping[str, str]) -> Iterator[tuple[str, Link | RigidLink]]:
    joint = link.joint
    if joint.state != "rigid":
        yield f"joint {k} is rigid", replace(link, joint=Joint.rigid(joint.hub_inertia, joint.axis))
    if joint.state == "locked":
        free = Joint.unlocked(joint.gear_inertia, joint.hub_inertia, joint.axis)
        yield f"joint {k} is free", replace(link, joint=free)
    if joint.gear_inertia:
        yield f"the inertia of joint {k}'s gear is left out", replace(link, joint=replace(joint, gear_inertia=0.0))
    if joint.hub_inertia:
        yield f"the inertia of joint {k}'s hub is left out", replace(link, joint=replace(joint, hub_inertia=0.0))
    if isinstance(link, Link):
        kept = {name: getattr(link, name) for name in ("joint", "angle", "mass", "tip", "name", "parent", "at")}
        yield f"link {k} is taken as rigid", RigidLink(link.length, **kept)
        yield f"link {k}'s mass is left out", replace(link, mass_per_length=_LIGHT * link.mass_per_length)
        for name, words in terms.items():
            if getattr(link, name):
                yield f"link {k}'s {words} is left out", replace(link, **{name: getattr(Link, name)})
        if isinstance(link.flexural_rigidity, tuple):
            exchanged = replace(link, flexural_rigidity=link.flexural_rigidity[::-1])
            yield f"link {k}'s rigidities about y and z are exchanged", exchanged
        if link.axial_force:
            yield f"the force along link {k} is left out", replace(link, axial_force=0.0)
    for text, changed in _bodies(f"the body at link {k}'s tip", link.tip):
        yield text, replace(link, tip=changed)


def _bodies(name: str, body: Body | None) -> Iterator[tuple[str, Body | None]]:
    if body is None:
        return
    yield f"{name} is left out", None
    if body.mass:
        yield from _parts(name, body, any(body.centre))


def _parts(name: str, body: _OfMass, offset: bool) -> Iterator[tuple[str, _OfMass]]:
    """Yield a body, or a base, without its rotary inertia or its offset, or with its products of inertia reversed."""
    if body.inertia:
        yield f"{name}'s rotary inertia is left out", replace(body, inertia=0.0)
    tensor = inertia_tensor(body.inertia)
    if any(tensor[i][j] for i, j in ((0, 1), (0, 2), (1, 2))):
        reversed_ = tuple(tuple(tensor[i][j] * (1 if i == j else -1) for j in range(3)) for i in range(3))
        yield f"{name}'s products of inertia have the other sign", replace(body, inertia=reversed_)
    if offset:
        yield f"{name}'s offset is left out", replace(body, offset=type(body).offset)
