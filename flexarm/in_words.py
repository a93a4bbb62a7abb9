"""The parts of an arm in words, a line each."""

from collections.abc import Iterator, Sequence
from typing import Any

from flexarm.drives import Drive
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Body, Joint
from flexarm.welded import numbers, told

# What a flexible link may have, as formulas call it, with units.
_SIGNS = {
    "flexural_rigidity": ("EI", "N m²"),
    "axial_rigidity": ("EA", "N"),
    "shear_rigidity": ("κGA", "N"),
    "rotary_inertia_per_length": ("ρI", "kg m"),
    "torsional_rigidity": ("GJ", "N m²"),
    "polar_inertia_per_length": ("ρJ", "kg m"),
    "stiffness_damping": ("η", "s"),
    "mass_damping": ("α", "1/s"),
    "loss_factor": ("loss factor", ""),
}


def parts_in_words(base: Base, links: Sequence[Link | RigidLink], payload: Body | None) -> Iterator[tuple[str, str]]:
    """Yield what each part is called and what it is, base first."""
    yield "base", _base(base)
    for run in told(links):
        pieces = links[run.start : run.stop]
        yield f"joint {run.start + 1}", _joint(pieces[0].joint)
        yield (
            f"link{'s' * (len(run) > 1)} {numbers(run)}",
            _called(pieces[-1]) + _link(pieces) + _beginning(links, run.start),
        )
        if pieces[-1].tip is not None:
            yield f"link {run.stop}'s tip", _body(pieces[-1].tip)
    if payload is not None:
        yield "payload", _body(payload)


def pair(numbers: Sequence[float]) -> str:
    """Return two numbers, or three, in brackets."""
    return f"[{', '.join(f'{number:.6g}' for number in numbers)}]"


def _moments(inertia: Any) -> str:
    """Return a moment of inertia, or moments and products, with their unit."""
    if not isinstance(inertia, tuple):
        return f"{inertia:.6g} kg m²"
    if not isinstance(inertia[0], tuple):
        return f"{pair(inertia)} kg m²"
    products = pair([inertia[0][1], inertia[0][2], inertia[1][2]])
    return f"{pair([inertia[k][k] for k in range(3)])} kg m² with [xy, xz, yz] of {products}"


def _of_ends(values: Sequence[Any], unit: str) -> str:
    """Return a quantity of a link's ends, one number each or those about y and about z, with its unit."""
    told = dict.fromkeys(pair(value) if isinstance(value, tuple) else f"{value:.6g}" for value in values)
    return f"{' … '.join(told)} {unit}{' about y, z' * any(isinstance(value, tuple) for value in values)}"


def _base(base: Base) -> str:
    if base.kind == "fixed":
        return "fixed"
    if base.kind == "guided":
        return f"guided along {pair(base.direction)}, {base.mass:.6g} kg{_drive('position', base.position, 'N/m')}"
    held = _drive("attitude", base.attitude) + _drive("position", base.position, "N/m")
    return f"free, {base.mass:.6g} kg, {_moments(base.inertia)}, first joint at {pair(base.offset)} m{held}"


def _joint(joint: Joint) -> str:
    axis = "" if joint.axis == "z" else f" about {joint.axis if isinstance(joint.axis, str) else pair(joint.axis)}"
    axis = f", angle{axis}" if axis and joint.state == "general" else f",{axis}" if axis else ""
    own = f", {joint.stiffness:.6g} N m/rad" if joint.state == "locked" else ""
    own += f", gear box {joint.gear_inertia:.6g} kg m²" if joint.gear_inertia else ""
    if joint.state == "general":
        own = "".join(map(_freedom, joint.motions, joint.stiffnesses, joint.gear_inertias, joint.driving))
    else:
        own += "".join(_driving(*one) for one in joint.driving)
    return f"{joint.state}{own}{axis}" + (f", hub {joint.hub_inertia:.6g} kg m²" if joint.hub_inertia else "")


def _freedom(motion: str, stiffness: float, inertia: float, driving: tuple[float, Drive | None]) -> str:
    """Tell a freedom of a general joint, beginning with a comma."""
    spring, gear = ("N/m", "kg") if motion.startswith("along") else ("N m/rad", "kg m²")
    held = f"{stiffness:.6g} {spring}" if stiffness else "free"
    told = f", {motion.replace('_', ' ')} {held}" + (f" with gear box {inertia:.6g} {gear}" if inertia else "")
    return told + _driving(*driving, spring)


def _driving(damping: float, drive: Drive | None, unit: str = "N m/rad") -> str:
    """Tell what damps and drives a motion, beginning with a comma."""
    damper = f", damping {damping:.6g} {unit.replace('/', ' s/')}" if damping else ""
    return damper + _drive("drive", drive, unit)


def _drive(name: str, drive: Drive | None, unit: str = "N m/rad") -> str:
    """Tell a drive, beginning with a comma: its gains, or its transfer function's coefficients, and its delay."""
    if drive is None:
        return ""
    top, below = drive.transfer()
    if not top:
        return f", {name} without a gain"
    delay = f", delayed by {drive.delay:.6g} s" if drive.delay else ""
    if len(below) == 1 and len(top) <= 2:
        *rates, gain = (one / below[0] for one in top)
        rate = "".join(f", rate gain {one:.6g} {unit.replace('/', ' s/')}" for one in rates)
        return f", {name} gain {gain:.6g} {unit}{rate}{delay}"
    ratio = f"{pair(top)}/{pair(below)}" if len(below) > 1 else pair([one / below[0] for one in top])
    return f", {name} {ratio} {unit} in powers of s{delay}"


def _link(pieces: Sequence[Link | RigidLink]) -> str:
    length, mass = sum(piece.length for piece in pieces), sum(piece.mass for piece in pieces)
    where = f"{length:.6g} m at {pieces[0].angle:.6g}°, {mass:.6g} kg"
    where += f", {_moments(pieces[0].inertia)}" if isinstance(pieces[0], RigidLink) and pieces[0].inertia else ""
    flexible = [piece for piece in (pieces[0], pieces[-1]) if isinstance(piece, Link)]
    for name, (sign, unit) in _SIGNS.items():
        found = [value for piece in flexible if (value := getattr(piece, name))]
        where += f", {sign} {_of_ends(found, unit)}".rstrip() if found else ""
    where += f", {len(pieces)} uniform pieces welded straight on" if len(pieces) > 1 else ""
    force = pieces[0].axial_force
    where += f", {'tension' if force > 0.0 else 'compression'} {abs(force):.6g} N" if force else ""
    return f"flexible, {where}" if flexible else f"rigid, {where}"


def _called(link: Link | RigidLink) -> str:
    return f"{link.name}, " if link.name else ""


def _beginning(links: Sequence[Link | RigidLink], k: int) -> str:
    """Return what a link, from 0, begins on and where, if it is not the tip of the link before."""
    link = links[k]
    if link.parent is None and link.at is None:
        return ""
    where = "" if link.at is None else f" at {pair(link.at) if isinstance(link.at, tuple) else f'{link.at:.6g}'} m"
    return f", on {link.parent or (f'link{k}' if k else 'base')}{where}"


def _body(body: Body) -> str:
    words = "along and across" if len(body.centre) == 2 else "along, across and up"
    where = f", centre {pair(body.centre)} m {words} from the tip" if any(body.centre) else ""
    return f"{body.mass:.6g} kg, {_moments(body.inertia)}{where}"
