"""Arm files: TOML, one arm a file, read with all faults reported at once and written without losing a digit."""

import os
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import tomli_w

from flexarm.arm import Arm
from flexarm.checks import shown
from flexarm.documents import parse_toml, read_text
from flexarm.errors import Fault, InputError
from flexarm.parts import Base, Body, Joint, Link, RigidLink
from flexarm.reading import MISSING, Form, Reading, plain
from flexarm.writing import write_whole

_ARM = Form("an arm", ("link",), ("name", "gravity", "base", "payload"))
_BODY = Form("a rigid body", ("mass", "inertia", "offset"))
_BASE = {
    "fixed": Form('a base that is fixed, as by default: kind = "free" or "guided" lets it move', (), ("kind",)),
    "free": Form("a base that is free: only a guided one has a direction", ("kind", "mass", "inertia", "offset")),
    "guided": Form("a base that is guided: it has mass and direction alone", ("kind", "mass", "direction")),
}
_LINK = {
    "flexible": Form(
        "a flexible link: its mass is mass_per_length × length; remove flexural_rigidity to make it rigid",
        ("length", "mass_per_length", "flexural_rigidity", "angle", "joint"),
        ("tip",),
    ),
    "rigid": Form(
        "a rigid link: add flexural_rigidity to make it flexible, or give mass instead",
        ("length", "angle", "joint"),
        ("mass", "inertia", "tip"),
    ),
}
_JOINT = {
    "locked": Form(
        "a joint that is locked: only an unlocked one has gear_inertia", ("state", "stiffness"), ("hub_inertia",)
    ),
    "unlocked": Form(
        "a joint that is unlocked: only a locked one has stiffness", ("state",), ("gear_inertia", "hub_inertia")
    ),
    "rigid": Form(
        "a joint that is rigid: only a locked one has stiffness, an unlocked one gear_inertia",
        ("state",),
        ("hub_inertia",),
    ),
}


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
    document = parse_toml(text, source)
    try:
        return from_document(document)
    except InputError as error:
        raise InputError(error.faults, source) from None


def from_document(document: dict[str, object]) -> Arm:
    """Return the arm that an arm file's document describes.

    Parameters
    ----------
    document
        What TOML makes of an arm file, in SI units and degrees.

    Raises
    ------
    InputError
        If it does not describe an arm; every fault is named.
    """
    reading = Reading(document, "an arm")
    values = reading.arguments({"": _ARM}, "")
    del values["link"]
    values["links"] = _links(reading, document.get("link", MISSING))
    values["base"] = (reading.attempt("base", _base, document["base"]) if "base" in document else None) or Base.fixed()
    values["payload"] = reading.attempt("payload", _body, document["payload"]) if "payload" in document else None
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
    tables = [_lines("", _entries(arm, Form("", optional=("name", "gravity"))))]
    tables.append(_lines("[base]\n", _entries(arm.base, _BASE[arm.base.kind])))
    tables += [
        _lines("[[link]]\n", _entries(link, _LINK["flexible" if isinstance(link, Link) else "rigid"]))
        for link in arm.links
    ]
    tables.append(_lines("[payload]\n", _entries(arm.payload, _BODY) if arm.payload else {}))
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


def _links(reading: Reading, value: object) -> tuple[Link | RigidLink, ...]:
    wanted = "one table [[link]] or more, base first"
    if isinstance(value, list) and value:
        found = [reading.attempt(f"link{k}", _link, entry) for k, entry in enumerate(value, 1)]
    else:
        got = "a single table: write [[link]], not [link]" if isinstance(value, dict) else shown(plain(value))
        reading.faults.append(Fault("link", wanted, got))
        found = [None]
    stand_in = RigidLink(1.0, joint=Joint.rigid())
    return tuple(link or stand_in for link in found)


def _base(value: object) -> Base:
    reading = Reading(value, "a table [base]")
    values = reading.arguments(_BASE, reading.table.get("kind", "fixed"))
    return reading.checked(reading.attempt("", Base, **values))


def _link(value: object) -> Link | RigidLink:
    reading = Reading(value, "a table [[link]]")
    flexible = "flexural_rigidity" in reading.table
    values = reading.arguments(_LINK, "flexible" if flexible else "rigid")
    values["joint"] = reading.attempt("joint", _joint, reading.table.get("joint", MISSING)) or Joint.rigid()
    if "tip" in reading.table:
        values["tip"] = reading.attempt("tip", _body, reading.table["tip"])
    if flexible:
        return reading.checked(reading.attempt("", Link, **values))
    return reading.checked(reading.attempt("", RigidLink, **values))


def _joint(value: object) -> Joint:
    reading = Reading(value, 'a table such as { state = "locked", stiffness = 1.0e6 }')
    values = reading.arguments(_JOINT, reading.table.get("state"))
    return reading.checked(reading.attempt("", Joint, **values))


def _body(value: object) -> Body:
    reading = Reading(value, "one table with mass, inertia and offset")
    return reading.checked(reading.attempt("", Body, **reading.arguments({"": _BODY}, "")))


def _entries(part: Any, form: Form) -> dict[str, object]:
    """Return what a table says of a part: all that is required, and what is not at its default."""
    defaults = {field.name: field.default for field in fields(part)}
    values = {key: getattr(part, key) for key in form.keys}
    # By repr, so that -0.0 is told from 0.0.
    return {key: v for key, v in values.items() if key in form.required or repr(v) != repr(defaults[key])}


def _lines(heading: str, entries: Mapping[str, object]) -> str:
    lines = "".join(f"{key} = {_spelled(value)}\n" for key, value in entries.items())
    return heading + lines if lines else ""


def _spelled(value: object) -> str:
    match value:
        case str():
            return tomli_w.dumps({"_": value}).removeprefix("_ = ").rstrip("\n")
        case tuple():
            return f"[{', '.join(map(repr, value))}]"
        case Joint():
            return _inline(_entries(value, _JOINT[value.state]))
        case Body():
            return _inline(_entries(value, _BODY))
        case _:
            return repr(value)


def _inline(entries: Mapping[str, object]) -> str:
    return f"{{ {', '.join(f'{key} = {_spelled(value)}' for key, value in entries.items())} }}"
