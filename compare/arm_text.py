"""An arm explained in words: what it is made of, how it can move, what it weighs, and what looks wrong."""

import textwrap
from collections.abc import Iterator

import numpy as np

from flexarm.arm import Arm
from flexarm.doubts import doubts
from flexarm.equilibrium import require_equilibrium
from flexarm.errors import QuestionError
from flexarm.freedoms import pendulum_joints
from flexarm.mass_properties import mass_properties
from flexarm.parts import Base, Joint, Link, RigidLink
from flexarm.rigid import freedom_names, require_inertia

_WIDTH, _NAMES = 80, 18


def as_explanation(arm: Arm) -> str:
    """Return what an arm is, in lines of 80 characters.

    Parameters
    ----------
    arm
        The arm.
    """
    told = [arm.title, "", *_listed(_parts(arm)), "", *_listed(_freedoms(arm)), "", *_listed(_masses(arm))]
    found = [str(doubt) for doubt in doubts(arm)] + _undetermined(arm)
    told += (
        ["", *(line for text in found for line in _wrapped("doubt", text))] if found else ["", "nothing looks wrong"]
    )
    return "\n".join(told) + "\n"


def _listed(entries: Iterator[tuple[str, str]]) -> list[str]:
    return [line for name, text in entries for line in _wrapped(name, text)]


def _wrapped(name: str, text: str) -> list[str]:
    return textwrap.wrap(f"{name:{_NAMES}}{text}", _WIDTH, subsequent_indent=" " * _NAMES, break_long_words=False)


def _parts(arm: Arm) -> Iterator[tuple[str, str]]:
    yield "base", _base(arm.base)
    for k, link in enumerate(arm.links, 1):
        yield f"joint {k}", _joint(link.joint)
        yield f"link {k}", _link(link)
        if link.tip is not None:
            yield f"link {k}'s tip", f"{link.tip.mass:.6g} kg, {link.tip.inertia:.6g} kg m²"
    if arm.payload is not None:
        yield "payload", f"{arm.payload.mass:.6g} kg, {arm.payload.inertia:.6g} kg m²"
    if arm.gravity is not None:
        yield "gravity", f"{_pair(arm.gravity)} m/s²"
    if arm.spin_rate:
        yield "spin", f"{arm.spin_rate:.6g} rad/s about the first joint"


def _base(base: Base) -> str:
    if base.kind == "fixed":
        return "fixed"
    if base.kind == "guided":
        return f"guided along {_pair(base.direction)}, {base.mass:.6g} kg"
    return f"free, {base.mass:.6g} kg, {base.inertia:.6g} kg m², first joint at {_pair(base.offset)} m"


def _joint(joint: Joint) -> str:
    own = {"locked": f", {joint.stiffness:.6g} N m/rad", "unlocked": "", "rigid": ""}[joint.state]
    own += f", gear box {joint.gear_inertia:.6g} kg m²" if joint.gear_inertia else ""
    return f"{joint.state}{own}" + (f", hub {joint.hub_inertia:.6g} kg m²" if joint.hub_inertia else "")


def _link(link: Link | RigidLink) -> str:
    where = f"{link.length:.6g} m at {link.angle:.6g}°, {link.mass:.6g} kg"
    force = f", axial force {link.axial_force:.6g} N" if link.axial_force else ""
    if isinstance(link, Link):
        return f"flexible, {where}, EI {link.flexural_rigidity:.6g} N m²{force}"
    return f"rigid, {where}{force}"


def _freedoms(arm: Arm) -> Iterator[tuple[str, str]]:
    pivots = pendulum_joints(arm)
    rigid = [name for name in freedom_names(arm) if name not in [f"joint {k}" for k in pivots]]
    yield "rigid-body modes", f"{len(rigid)}: {', '.join(rigid)}" if rigid else "none"
    if pivots:
        yield "pendulums", f"{len(pivots)}: {', '.join(f'joint {k}' for k in pivots)}"
    springs = [str(k) for k, link in enumerate(arm.links, 1) if link.joint.turns and not link.joint.free]
    yield "elastic joints", f"{len(springs)}: {', '.join(springs)}" if springs else "none"
    bending = [str(k) for k, link in enumerate(arm.links, 1) if isinstance(link, Link)]
    yield "bending links", f"{len(bending)}: {', '.join(bending)}" if bending else "none"
    swings = f"{len(pivots)} of pendulums, " if pivots else ""
    count = f"{len(rigid)} rigid-body, {swings}{len(springs)} of springs"
    yield "freedoms", f"{count}, infinitely many of bending" if bending else count


def _masses(arm: Arm) -> Iterator[tuple[str, str]]:
    found = mass_properties(arm)
    base = f", the base's {found.base_mass:.6g} kg among them" if found.base_mass else ""
    yield "total mass", f"{found.base_mass + found.arm_mass:.6g} kg{base}"
    origin = "the first joint" if arm.base.kind != "free" else "the base's centre of mass"
    if found.centre is not None:
        yield "centre of mass", f"{_pair(found.centre)} m from {origin}, in the base's axes"
    held = f"kg m² about the first joint{', the other joints held' if len(arm.links) > 1 else ''}"
    yield "moment of inertia", f"{found.arm_inertia:.6g} {held}, without base and gear boxes"


def _undetermined(arm: Arm) -> list[str]:
    try:
        with np.errstate(all="ignore"):  # what overflows is no freedom without inertia
            require_inertia(arm)
            require_equilibrium(arm)
    except QuestionError as error:
        return [str(error)]
    return []


def _pair(numbers: tuple[float, float]) -> str:
    return f"[{numbers[0]:.6g}, {numbers[1]:.6g}]"
