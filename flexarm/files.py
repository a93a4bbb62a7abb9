"""Arm files: TOML, one arm a file, read with all faults reported at once and written without losing a digit."""

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from flexarm.arm import Arm
from flexarm.checks import shown
from flexarm.documents import described, read_text, require_kind
from flexarm.drives import Drive, Lag, Motor, Wheel
from flexarm.errors import Fault, InputError
from flexarm.links import LINK_DAMPING, ONLY_IN_SPACE, Link, RigidLink
from flexarm.nonuniform import NonuniformLink
from flexarm.parts import MOTIONS, Base, Body, Freedom, Joint
from flexarm.reading import MISSING, Form, Reading, plain
from flexarm.section import Section
from flexarm.spelling import entries, lines
from flexarm.supports import Support
from flexarm.tube import Tube
from flexarm.writing import write_whole

_ARM = Form("an arm", ("link",), ("name", "motion", "gravity", "spin_rate", "base", "payload", "support"))
_SUPPORT = Form("a support", ("section", "holds"), ("stiffness", "damping", "drive", "station", "axes", "angle", "to"))
_BODY = Form("a rigid body", ("mass", "inertia", "offset"))
_BASE = {
    "fixed": Form('a base that is fixed, as by default: kind = "free" or "guided" lets it move', (), ("kind",)),
    "free": Form(
        "a base that is free: only a guided one has a direction",
        ("kind", "mass", "inertia", "offset"),
        ("attitude", "position"),
    ),
    "guided": Form(
        "a base that is guided: it has mass and direction alone",
        ("kind", "mass", "direction"),
        ("position",),
    ),
}
# What a link is called, what it begins on, and where.
_PLACE = ("name", "parent", "at")
_LINK = {
    "flexible": Form(
        "a flexible link: its mass is mass_per_length × length, its theory what rigidities and rotary inertia say, its "
        "twist torsional_rigidity; remove flexural_rigidity to make it rigid",
        ("length", "mass_per_length", "flexural_rigidity", "angle", "joint"),
        (
            "tip",
            "axial_force",
            "axial_rigidity",
            "shear_rigidity",
            "rotary_inertia_per_length",
            "torsional_rigidity",
            "polar_inertia_per_length",
            *LINK_DAMPING,
            *_PLACE,
        ),
    ),
    "tube": Form(
        "a link made of a tube, which has its numbers, and those of shear, rotary inertia, stretch and torsion by "
        "theory, extensible and twists; give numbers or the tube",
        ("length", "tube", "angle", "joint"),
        ("theory", "extensible", "twists", "tip", "axial_force", *LINK_DAMPING, *_PLACE),
    ),
    "nonuniform": Form(
        "a link of sections, which have its mass_per_length and flexural_rigidity and neither shear nor stretch; give "
        "those or the sections",
        ("length", "section", "angle", "joint"),
        ("interpolation", "pieces", "tip", "axial_force", *_PLACE),
    ),
    "rigid": Form(
        "a rigid link: add flexural_rigidity to make it flexible, or give mass instead",
        ("length", "angle", "joint"),
        ("mass", "inertia", "tip", "axial_force", *_PLACE),
    ),
}
_SECTION = {
    "numbers": Form("a section of numbers", ("position", "mass_per_length", "flexural_rigidity")),
    "tube": Form("a section of a tube, which has them; give those or the tube", ("position", "tube")),
}
# The key by which a link is told to be of a kind; without any of them, it is rigid.
_KINDS = {"section": "nonuniform", "tube": "tube", "flexural_rigidity": "flexible"}
_TUBE = Form("a tube", ("diameter", "wall", "youngs_modulus", "density"), ("shear_modulus", "shear_coefficient"))
_JOINT = {
    "locked": Form(
        "a joint that is locked: only an unlocked one has gear_inertia",
        ("state", "stiffness"),
        ("hub_inertia", "axis", "damping", "drive"),
    ),
    "unlocked": Form(
        "a joint that is unlocked: only a locked one has stiffness",
        ("state",),
        ("gear_inertia", "hub_inertia", "axis", "damping", "drive"),
    ),
    "rigid": Form(
        "a joint that is rigid: only a locked one has stiffness, an unlocked one gear_inertia",
        ("state",),
        ("hub_inertia", "axis"),
    ),
    "general": Form(
        "a joint that is general: each of its freedoms has a stiffness, a gear_inertia, a damping and a drive",
        (),
        ("state", *MOTIONS, "hub_inertia", "axis"),
    ),
}
_FREEDOM = Form(
    "a freedom of a joint; a stiffness of zero leaves it free", ("stiffness",), ("gear_inertia", "damping", "drive")
)
_DRIVE = Form(
    "a drive",
    (),
    (
        "proportional",
        "derivative",
        "integral",
        "numerator",
        "denominator",
        "actuator",
        "sensor",
        "delay",
        "motor",
        "wheel",
    ),
)
_MOTOR = Form("a motor behind an elastic gear", ("inertia", "stiffness"), ("damping", "gear_ratio", "sensed"))
WHEEL = Form("a reaction wheel", ("inertia",), ("friction", "torque_limit", "power_limit"))
_LAG = Form("the dynamics of an actuator or a sensor", (), ("time_constant", "angular_frequency", "damping_ratio"))


def load(path: str | os.PathLike[str]) -> Arm:
    """Return the arm that a file describes.

    Parameters
    ----------
    path
        An arm file, in SI units and degrees.

    Raises
    ------
    InputError
        If the file cannot be read, is not TOML, or does not describe an arm; every fault is named.
    """
    return loads(read_text(path, "an arm file"), os.fspath(path))


def loads(text: str, source: str = "arm file") -> Arm:
    """Return the arm that the text of an arm file describes.

    Parameters
    ----------
    text
        TOML, in SI units and degrees.
    source
        What to call the text in messages.

    Raises
    ------
    InputError
        If the text is not TOML or does not describe an arm; every fault is named.
    """
    return described(text, source, from_document)


def from_document(document: dict[str, object]) -> Arm:
    """Return the arm that an arm file's document describes."""
    require_kind(document, "an arm")
    reading = Reading(document, "an arm")
    values = reading.arguments({"": _ARM}, "")
    del values["link"]
    values.pop("support", None)
    values["links"] = _links(reading)
    named = not reading.faults
    table = reading.table
    values["base"] = (reading.attempt("base", _base, table["base"]) if "base" in table else None) or Base.fixed()
    values["payload"] = reading.attempt("payload", _body, table["payload"]) if "payload" in table else None
    if "support" in table:
        found = reading.attempt_each("support", _support, "tables [[support]]")
        # What supports hold may be what is faulty: not another fault.
        values["supports"] = tuple(one for one in found if one is not None and named)
    return reading.checked(reading.attempt("", Arm, **values))


def dumps(arm: Arm) -> str:
    """Return an arm as the text of an arm file; `loads` makes an equal arm of it.

    Parameters
    ----------
    arm
        The arm.

    Raises
    ------
    InputError
        If it is not an `Arm`.
    """
    if not isinstance(arm, Arm):
        raise InputError([Fault("", "an Arm", shown(arm))])
    tables = [_lines("", _entries(arm, Form("", optional=("name", "motion", "gravity", "spin_rate"))))]
    tables.append(_lines("[base]\n", _entries(arm.base, _BASE[arm.base.kind])))
    tables += [
        _lines("[[link]]\n", _entries(link, _LINK["flexible" if isinstance(link, Link) else "rigid"]))
        for link in arm.links
    ]
    tables.append(_lines("[payload]\n", _entries(arm.payload, _BODY) if arm.payload else {}))
    tables += [_lines("[[support]]\n", _entries(support, _SUPPORT)) for support in arm.supports]
    return "\n".join(table for table in tables if table)


def save(arm: Arm, path: str | os.PathLike[str]) -> None:
    """Write an arm to a file, whole or not at all.

    Parameters
    ----------
    arm
        The arm.
    path
        The file; one that exists is replaced.

    Raises
    ------
    InputError
        If it is not an `Arm`, or the file cannot be written.
    """
    write_whole(path, dumps(arm).encode())


def _links(reading: Reading) -> tuple[Link | RigidLink, ...]:
    read = partial(_link, planar=reading.table.get("motion", "planar") == "planar")
    found = reading.attempt_each("link", read, "one table [[link]] or more, base first")
    if None not in found:
        return tuple(link for links in found for link in links or ())
    # What others begin on may be what is faulty: not another fault.
    stand_in = (RigidLink(1.0, joint=Joint.rigid()),)
    return tuple(replace(link, name="", parent=None, at=None) for links in found for link in links or stand_in)


def _base(value: object) -> Base:
    reading = Reading(value, "a table [base]")
    reading.spell(_BASE)
    values = reading.arguments(_BASE, reading.table.get("kind", "fixed"))
    values |= _drives(reading, values, "attitude", "position")
    return reading.checked(reading.attempt("", Base, **values))


def _link(value: object, planar: bool) -> tuple[Link | RigidLink, ...]:
    """Return a link, or the pieces that one of sections is made of."""
    reading = Reading(value, "a table [[link]]")
    reading.spell(_LINK, _LINK[_kind(reading)])
    kind = _kind(reading)
    values = reading.arguments(_LINK, kind)
    values["joint"] = reading.attempt("joint", _joint, reading.table.get("joint", MISSING)) or Joint.rigid()
    if "tip" in reading.table:
        values["tip"] = reading.attempt("tip", _body, reading.table["tip"])
    if kind == "tube":
        del values["tube"]
        tube = reading.attempt("tube", _tube, reading.table["tube"]) or Tube(1.0, 0.5, 1.0, 1.0, 1.0)
        switches = []
        for key in ("extensible", "twists"):
            values.pop(key, None)
            given = reading.table.get(key, False)
            if key == "twists" and given is True and planar:
                reading.faults.append(Fault(key, ONLY_IN_SPACE, "true"))
                given = False
            switches.append(given if isinstance(given, bool) else plain(given))
        theory = values.pop("theory", "euler-bernoulli")
        values |= reading.attempt("", tube.numbers, theory, *switches) or Tube(1.0, 0.5, 1.0, 1.0).numbers()
    if kind == "nonuniform":
        del values["section"]
        found = reading.attempt_each("section", _section, "tables [[link.section]], root first", "link.section")
        if None in found:
            found = [Section(0.0, 1.0, 1.0)]
            values["interpolation"] = "constant"
        return reading.checked(reading.attempt("", NonuniformLink, sections=tuple(found), **values)).links
    if kind != "rigid":
        return (reading.checked(reading.attempt("", Link, **values)),)
    return (reading.checked(reading.attempt("", RigidLink, **values)),)


def _kind(reading: Reading) -> str:
    return next((kind for key, kind in _KINDS.items() if key in reading.table), "rigid")


def _section(value: object) -> Section:
    reading = Reading(value, "a table [[link.section]]")
    reading.spell(_SECTION)
    kind = "tube" if "tube" in reading.table else "numbers"
    values = reading.arguments(_SECTION, kind)
    if kind == "tube":
        values["tube"] = reading.attempt("tube", _tube, reading.table["tube"]) or Tube(1.0, 0.5, 1.0, 1.0)
    return reading.checked(reading.attempt("", Section, **values))


def _tube(value: object) -> Tube:
    reading = Reading(value, "a table { diameter = …, wall = …, youngs_modulus = …, density = … }")
    return reading.checked(reading.attempt("", Tube, **reading.arguments({"": _TUBE}, "")))


def _joint(value: object) -> Joint:
    reading = Reading(value, 'a table such as { state = "locked", stiffness = 1.0e6 }')
    reading.spell(_JOINT)
    named = [name for name in MOTIONS if name in reading.table]
    state = reading.table.get("state", "general" if named else MISSING)
    if named and state != "general":
        wanted = f"nothing beside {', '.join(named)}: a freedom has a stiffness of its own, zero if unlocked"
        reading.faults.append(Fault("state", wanted, shown(plain(state))))
        state = "general"
    values = {**reading.arguments(_JOINT, state), "state": plain(state)}
    if state == "general":
        values |= {name: reading.attempt(name, _freedom, reading.table[name]) or Freedom(0.0) for name in named}
    values |= _drives(reading, values, "drive")
    return reading.checked(reading.attempt("", Joint, **values))


def _freedom(value: object) -> Freedom:
    reading = Reading(value, "a table such as { stiffness = 1.0e6, gear_inertia = 2.0 }")
    values = reading.arguments({"": _FREEDOM}, "")
    values |= _drives(reading, values, "drive")
    return reading.checked(reading.attempt("", Freedom, **values))


def _drives(reading: Reading, values: Mapping[str, object], *names: str) -> dict[str, Drive | None]:
    """Return those of some drives that a table has."""
    return {name: reading.attempt(name, _drive, reading.table[name]) for name in names if name in values}


def _drive(value: object) -> Drive:
    reading = Reading(value, "a table such as { proportional = 1.0e6, derivative = 2.0e3 }")
    values = reading.arguments({"": _DRIVE}, "")
    values |= {
        name: reading.attempt(name, _lag, reading.table[name]) for name in ("actuator", "sensor") if name in values
    }
    if "motor" in values:
        values["motor"] = reading.attempt("motor", _motor, reading.table["motor"])
    if "wheel" in values:
        values["wheel"] = reading.attempt("wheel", read_wheel, reading.table["wheel"])
    return reading.checked(reading.attempt("", Drive, **values))


def read_wheel(value: object) -> Wheel:
    """Return the reaction wheel that a table describes."""
    reading = Reading(value, "a table such as { inertia = 6.0 }")
    return reading.checked(reading.attempt("", Wheel, **reading.arguments({"": WHEEL}, "")))


def _motor(value: object) -> Motor:
    reading = Reading(value, "a table such as { inertia = 2.0, stiffness = 1.0e5 }")
    return reading.checked(reading.attempt("", Motor, **reading.arguments({"": _MOTOR}, "")))


def _lag(value: object) -> Lag:
    reading = Reading(value, "a table such as { time_constant = 0.01 }")
    return reading.checked(reading.attempt("", Lag, **reading.arguments({"": _LAG}, "")))


def _body(value: object) -> Body:
    reading = Reading(value, "one table with mass, inertia and offset")
    return reading.checked(reading.attempt("", Body, **reading.arguments({"": _BODY}, "")))


def _support(value: object) -> Support:
    reading = Reading(value, "a table [[support]]")
    values = reading.arguments({"": _SUPPORT}, "")
    values |= _drives(reading, values, "drive")
    return reading.checked(reading.attempt("", Support, **values))


def _entries(part: Any, form: Form) -> dict[str, object]:
    return {key: _table(value) for key, value in entries(part, form).items()}


def _table(value: object) -> object:
    match value:
        case Joint():
            return _entries(value, _JOINT[value.state])
        case Freedom():
            return _entries(value, _FREEDOM)
        case Drive():
            return _entries(value, _DRIVE)
        case Motor():
            return _entries(value, _MOTOR)
        case Wheel():
            return _entries(value, WHEEL)
        case Lag():
            return _entries(value, _LAG)
        case Body():
            return _entries(value, _BODY)
        case _:
            return value


def _lines(heading: str, table: dict[str, object]) -> str:
    return heading + lines(table) if table else ""
