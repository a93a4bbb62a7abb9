"""Tables [[load]] of load case files: a load, and how it goes over time, read and written."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from flexarm.checks import shown, unknown_name
from flexarm.errors import Fault, InputError
from flexarm.load_cases.harmonic import Harmonic
from flexarm.load_cases.history import History
from flexarm.load_cases.load import Load
from flexarm.load_cases.measured import load_history
from flexarm.reading import MISSING, Form, Reading, plain
from flexarm.spelling import entries

KINDS: dict[str, Any] = {made.kind: made for made in get_args(Load)}
_TIMED = ("history", "shape", "harmonic")
LOADS = {
    "base_acceleration": Form("a base_acceleration", ("kind", "component"), _TIMED),
    "joint_torque": Form("a joint_torque", ("kind", "joint"), ("freedom", "reaction", "internal_couple", *_TIMED)),
    "base_force": Form("a base_force", ("kind", "component"), _TIMED),
    "tip_force": Form("a tip_force", ("kind", "component"), ("link", *_TIMED)),
    "support_motion": Form("a support_motion", ("kind", "support", "motion"), _TIMED),
}
LET_GO = {
    kind: Form(
        f"{form.title} that is let go: it has one value, until time 0",
        (*form.required, "value"),
        tuple(key for key in form.optional if key not in _TIMED),
    )
    for kind, form in LOADS.items()
}
HARMONIC = Form("a harmonic load", ("amplitude", "angular_frequency"), ("phase", "start", "end"))
MEASURED = Form("a history in a file", ("file",), ("time", "value", "factor"))
_SWITCHES = ("reaction", "internal_couple")


def read_load(value: object, folder: Path) -> Load:
    """Return the load of a table [[load]], a file of its history in a folder."""
    reading = Reading(value, "a table [[load]]")
    kind = _kind(reading)
    values = reading.arguments(LOADS, kind)
    given, shape = (reading.table.get(key) for key in ("history", "shape"))
    values = {key: value for key, value in values.items() if key not in _TIMED}
    history: History | Harmonic | None
    if "harmonic" in reading.table:
        extra = {key: value for key, value in (("history", given), ("shape", shape)) if value is not None}
        reading.faults += [Fault(key, "nothing beside harmonic", shown(plain(value))) for key, value in extra.items()]
        history = reading.attempt("harmonic", _harmonic, reading.table["harmonic"])
    else:
        history = reading.attempt("", _history, given, shape, folder)
    return _made(reading, kind, values, history or History.step(0.0))


def read_load_let_go(value: object) -> Load:
    """Return the load of a table [[initial.load]]."""
    reading = Reading(value, "a table [[initial.load]]")
    kind = _kind(reading)
    values = reading.arguments(LET_GO, kind)
    return _made(reading, kind, values, reading.attempt("", _steady, values.pop("value", MISSING)) or History.step(0.0))


def _kind(reading: Reading) -> object:
    kind = reading.table.get("kind", MISSING)
    if not isinstance(kind, str) or kind not in KINDS:
        reading.faults.append(unknown_name("kind", plain(kind), KINDS))
    return kind


def _made(reading: Reading, kind: object, values: Mapping[str, object], history: History | Harmonic) -> Load:
    if not isinstance(kind, str) or kind not in KINDS:
        return reading.checked(None)
    own = {key: value for key, value in values.items() if key != "kind"}
    own |= {key: reading.table[key] for key in _SWITCHES if key in values}
    load: Load = reading.checked(reading.attempt("", KINDS[kind], **own, history=history))
    return load


def _steady(value: object) -> History:
    try:
        return History((0.0,), (value,))  # type: ignore[arg-type]
    except InputError as error:
        raise InputError([replace(fault, path="value") for fault in error.faults]) from None


def _harmonic(value: object) -> Harmonic:
    reading = Reading(value, "a table { amplitude = …, angular_frequency = … }")
    return reading.checked(reading.attempt("", Harmonic, **reading.arguments({"": HARMONIC}, "")))


def _history(given: object, shape: Any, folder: Path) -> History:
    if isinstance(given, str | dict):
        return _measured({"file": given} if isinstance(given, str) else given, shape, folder)
    points = plain(MISSING if given is None else given)
    if not isinstance(points, list) or not points or any(not isinstance(p, list) or len(p) != 2 for p in points):
        wanted = "pairs [[time, value], …], s and the load's unit, or a CSV file's name"
        raise InputError([Fault("history", wanted, shown(points))])
    times, values = zip(*points, strict=True)
    try:
        return History(times, values, "constant" if shape is None else shape)
    except InputError as error:
        raise InputError([_in_file(fault) for fault in error.faults]) from None


def _measured(table: object, shape: Any, folder: Path) -> History:
    reading = Reading(table, "a CSV file's name")
    values = reading.arguments({"": MEASURED}, "")
    name = values.pop("file")
    if not isinstance(name, str):
        reading.faults.append(Fault("file", "the name of a CSV file", shown(name)))
    if reading.faults:
        raise InputError([fault.under("history") for fault in reading.faults])
    try:
        return load_history(folder / name, **values, shape="linear" if shape is None else shape)
    except InputError as error:
        told = [replace(fault, path=f"history ({name}) {fault.path}".rstrip()) for fault in error.faults]
        raise InputError(told) from None


def _in_file(fault: Fault) -> Fault:
    """Return a fault of a history's times or values as one of its pairs."""
    path = re.sub(r"^(time|value)s(\d+)$", r"history\2.\1", fault.path)
    return replace(fault, path=path)


def load_entries(load: Load) -> dict[str, object]:
    """Return what a table says of a load, its history last."""
    history, own = load.history, _own(load)
    if isinstance(history, Harmonic):
        return own | {"harmonic": entries(history, HARMONIC)}
    shape = {} if history.shape == "constant" else {"shape": history.shape}
    return own | shape | {"history": tuple(zip(history.times, history.values, strict=True))}


def let_go_entries(load: Load) -> dict[str, object]:
    """Return what a table says of a load that is let go."""
    return _own(load) | {"value": load.history.initial_value}


def _own(load: Load) -> dict[str, object]:
    """Return what a table says of a load but for its course over time."""
    form = LOADS[load.kind]
    return entries(load, Form("", form.required, tuple(key for key in form.optional if key not in _TIMED)))
