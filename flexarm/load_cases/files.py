"""Load case files: TOML, one case a file, read with all faults reported at once and written without losing a digit."""

import os
import re
from dataclasses import replace
from typing import Any

from flexarm.checks import shown
from flexarm.documents import parse_toml, read_text
from flexarm.errors import Fault, InputError
from flexarm.load_cases.case import Damper, Initial, LoadCase
from flexarm.load_cases.history import History
from flexarm.load_cases.load import BaseAcceleration, BaseForce, JointTorque, Load, TipForce
from flexarm.reading import MISSING, Form, Reading, plain
from flexarm.spelling import entries, lines
from flexarm.writing import write_whole

_CASE = Form("a load case", ("duration", "samples"), ("name", "damping", "load", "initial", "damper"))
_MADE: dict[str, Any] = {made.kind: made for made in (BaseAcceleration, JointTorque, BaseForce, TipForce)}
_LOAD = {
    "base_acceleration": Form("a base_acceleration", ("kind", "component", "history"), ("shape",)),
    "joint_torque": Form("a joint_torque", ("kind", "joint", "history"), ("reaction", "internal_couple", "shape")),
    "base_force": Form("a base_force", ("kind", "component", "history"), ("shape",)),
    "tip_force": Form("a tip_force", ("kind", "component", "history"), ("link", "shape")),
}
_SWITCHES = ("reaction", "internal_couple")
_INITIAL = Form("the initial motion", (), ("payload_velocity", "payload_rate", "joint_rates"))
_DAMPER = {
    "joint": Form("a damper in a joint: only a wheel, on a link, has a station", ("coefficient", "joint")),
    "wheel": Form("a wheel on a link: a damper is there or in a joint", ("coefficient", "link"), ("station",)),
}


def load_case(path: str | os.PathLike[str]) -> LoadCase:
    """Return the load case that a file describes.

    Parameters
    ----------
    path
        A load case file, in SI units.

    Raises
    ------
    InputError
        If the file cannot be read, is not TOML, or does not describe a load case; every fault is named.
    """
    return loads_case(read_text(path, "a load case file"), os.fspath(path))


def loads_case(text: str, source: str = "load case file") -> LoadCase:
    """Return the load case that the text of a load case file describes.

    Parameters
    ----------
    text
        TOML, in SI units.
    source
        What to call the text in messages.

    Raises
    ------
    InputError
        If the text is not TOML or does not describe a load case; every fault is named.
    """
    document = parse_toml(text, source)
    try:
        return case_from_document(document)
    except InputError as error:
        raise InputError(error.faults, source) from None


def dumps_case(case: LoadCase) -> str:
    """Return a load case as the text of a load case file; `loads_case` makes an equal case of it.

    Parameters
    ----------
    case
        The load case.

    Raises
    ------
    InputError
        If it is not a `LoadCase`.
    """
    if not isinstance(case, LoadCase):
        raise InputError([Fault("", "a LoadCase", shown(case))])
    named, timed = Form("", optional=("name",)), Form("", ("duration", "samples"), ("damping",))
    tables = [lines(entries(case, named) | entries(case, timed))]
    tables += ["[[load]]\n" + lines(_entries(load)) for load in case.loads]
    tables += ["[initial]\n" + lines(entries(case.initial, _INITIAL))] if case.initial is not None else []
    tables += [
        "[[damper]]\n" + lines(entries(damper, _DAMPER["joint" if damper.link is None else "wheel"]))
        for damper in case.dampers
    ]
    return "\n".join(tables)


def save_case(case: LoadCase, path: str | os.PathLike[str]) -> None:
    """Write a load case to a file, whole or not at all.

    Parameters
    ----------
    case
        The load case.
    path
        The file; one that exists is replaced.

    Raises
    ------
    InputError
        If it is not a `LoadCase`, or the file cannot be written.
    """
    write_whole(path, dumps_case(case).encode())


def case_from_document(document: dict[str, object]) -> LoadCase:
    """Return the load case that a load case file's document describes.

    Parameters
    ----------
    document
        The parsed file.

    Raises
    ------
    InputError
        If it does not describe a load case; every fault is named.
    """
    reading = Reading(document, "a load case")
    values = reading.arguments({"": _CASE}, "")
    parts = {"loads": ("load", _load), "dampers": ("damper", _damper)}
    for field, (key, make) in parts.items():
        if values.pop(key, None) is not None and document[key] != []:
            found = reading.attempt_each(key, make, f"tables [[{key}]]")
            values[field] = tuple(part for part in found if part is not None)
    if "initial" in document:
        values["initial"] = reading.attempt("initial", _initial, document["initial"])
    return reading.checked(reading.attempt("", LoadCase, **values))


def _load(value: object) -> Load:
    reading = Reading(value, "a table [[load]]")
    kind = reading.table.get("kind", MISSING)
    values = reading.arguments(_LOAD, kind)
    if not isinstance(kind, str) or kind not in _MADE:
        reading.faults.append(Fault("kind", f"one of {', '.join(_MADE)}", shown(plain(kind))))
        return reading.checked(None)
    del values["kind"]
    history = reading.attempt("", _history, values["history"], values.pop("shape", "constant"))
    values["history"] = history or History.step(0.0)
    values |= {key: reading.table[key] for key in _SWITCHES if key in values}
    load: Load = reading.checked(reading.attempt("", _MADE[kind], **values))
    return load


def _history(points: object, shape: Any) -> History:
    if not isinstance(points, list) or not points or any(not isinstance(p, list) or len(p) != 2 for p in points):
        raise InputError([Fault("history", "pairs [[time, value], …], s and the load's unit", shown(points))])
    times, values = zip(*points, strict=True)
    try:
        return History(times, values, shape)
    except InputError as error:
        raise InputError([_in_file(fault) for fault in error.faults]) from None


def _in_file(fault: Fault) -> Fault:
    """Return a fault of a history's times or values as one of its pairs."""
    column = {"times": 0, "values": 1}
    path = re.sub(r"^(times|values)\[(\d+)\]$", lambda m: f"history[{m[2]}][{column[m[1]]}]", fault.path)
    return replace(fault, path=path)


def _initial(value: object) -> Initial:
    reading = Reading(value, "a table [initial]")
    return reading.checked(reading.attempt("", Initial, **reading.arguments({"": _INITIAL}, "")))


def _damper(value: object) -> Damper:
    reading = Reading(value, "a table [[damper]]")
    values = reading.arguments(_DAMPER, "wheel" if "link" in reading.table else "joint")
    return reading.checked(reading.attempt("", Damper, **values))


def _entries(load: Load) -> dict[str, object]:
    """Return what a table says of a load, its history last."""
    form, history = _LOAD[load.kind], load.history
    optional = tuple(key for key in form.optional if key != "shape")
    table = entries(load, Form("", tuple(key for key in form.required if key != "history"), optional))
    if history.shape != "constant":
        table["shape"] = history.shape
    return table | {"history": tuple(zip(history.times, history.values, strict=True))}
