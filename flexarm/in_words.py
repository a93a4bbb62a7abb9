"""The parts of an arm in words, a line each."""

from collections.abc import Iterator, Sequence

from flexarm.parts import Base, Body, Joint, Link, RigidLink


def parts_in_words(base: Base, links: Sequence[Link | RigidLink], payload: Body | None) -> Iterator[tuple[str, str]]:
    """Yield what each part is called and what it is, base first."""
    yield "base", _base(base)
    for k, link in enumerate(links, 1):
        yield f"joint {k}", _joint(link.joint)
        yield f"link {k}", _link(link)
        if link.tip is not None:
            yield f"link {k}'s tip", _body(link.tip)
    if payload is not None:
        yield "payload", _body(payload)


def pair(numbers: tuple[float, float]) -> str:
    """Return two numbers in brackets."""
    return f"[{numbers[0]:.6g}, {numbers[1]:.6g}]"


def _base(base: Base) -> str:
    if base.kind == "fixed":
        return "fixed"
    if base.kind == "guided":
        return f"guided along {pair(base.direction)}, {base.mass:.6g} kg"
    return f"free, {base.mass:.6g} kg, {base.inertia:.6g} kg m², first joint at {pair(base.offset)} m"


def _joint(joint: Joint) -> str:
    own = {"locked": f", {joint.stiffness:.6g} N m/rad", "unlocked": "", "rigid": ""}[joint.state]
    own += f", gear box {joint.gear_inertia:.6g} kg m²" if joint.gear_inertia else ""
    return f"{joint.state}{own}" + (f", hub {joint.hub_inertia:.6g} kg m²" if joint.hub_inertia else "")


def _link(link: Link | RigidLink) -> str:
    where = f"{link.length:.6g} m at {link.angle:.6g}°, {link.mass:.6g} kg"
    where += f", EI {link.flexural_rigidity:.6g} N m²" if isinstance(link, Link) else ""
    force = "tension" if link.axial_force > 0.0 else "compression"
    where += f", {force} {abs(link.axial_force):.6g} N" if link.axial_force else ""
    return f"flexible, {where}" if isinstance(link, Link) else f"rigid, {where}"


def _body(body: Body) -> str:
    where = f", centre {pair(body.centre)} m along and across from the tip" if any(body.centre) else ""
    return f"{body.mass:.6g} kg, {body.inertia:.6g} kg m²{where}"
