"""Manoeuvre files: TOML, one manoeuvre a file; angles and rates in degrees, all else in SI units."""

import math
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from flexarm.checks import shown
from flexarm.decimals import kept
from flexarm.documents import described, read_text, require_kind
from flexarm.errors import Fault, InputError
from flexarm.load_cases.load_tables import load_entries, read_load
from flexarm.reading import Form, Part, Reading, plain
from flexarm.slews.course import Course
from flexarm.slews.manoeuvre import Manoeuvre, Tracking, Turn
from flexarm.spelling import entries, lines
from flexarm.writing import write_whole

_MANOEUVRE = Form(
    "a manoeuvre",
    ("duration", "samples"),
    ("name", "accuracy", "joint_rates", "base_velocity", "base_rate", "turn", "tracking", "load"),
)
_OWN = Form("", ("duration", "samples"), ("name", "accuracy", "base_velocity"))
_COURSE = ("angle", "rate")
# At the start, in degrees a second.
_RATES = ("joint_rates", "base_rate")
_TURN = Form("a joint that is turned", ("joint",), _COURSE)
_TRACKING = Form("a joint that is driven", ("joint",), ("proportional", "derivative", "feedforward", *_COURSE))


# What load cases have, and manoeuvres say otherwise.
_ELSEWHERE = {
    "damper": "dampers stand in the arm's file, as damping of its joints",
    "damping": "it stands in the arm's file, as stiffness_damping and mass_damping of links and damping of joints",
    "initial": "joint_rates = [...], deg/s, base_velocity and base_rate let the arm start on the move",
}


def load_manoeuvre(path: str | os.PathLike[str]) -> Manoeuvre:
    """Return the manoeuvre that a file describes.

    Parameters
    ----------
    path
        A manoeuvre file.

    Raises
    ------
    InputError
        If the file cannot be read, is not TOML, or does not describe a manoeuvre; every fault is named.
    """
    return _read(read_text(path, "a manoeuvre file"), os.fspath(path), Path(path).parent)


def loads_manoeuvre(text: str, source: str = "manoeuvre file") -> Manoeuvre:
    """Return the manoeuvre that the text of a manoeuvre file describes.

    Parameters
    ----------
    text
        TOML; files of histories are looked for in the working directory.
    source
        What to call the text in messages.

    Raises
    ------
    InputError
        If the text is not TOML or does not describe a manoeuvre; every fault is named.
    """
    return _read(text, source, Path())


def dumps_manoeuvre(manoeuvre: Manoeuvre) -> str:
    """Return a manoeuvre as the text of a manoeuvre file; `loads_manoeuvre` makes an equal one of it, to round-off.

    Parameters
    ----------
    manoeuvre
        The manoeuvre.

    Raises
    ------
    InputError
        If it is not a `Manoeuvre`.
    """
    if not isinstance(manoeuvre, Manoeuvre):
        raise InputError([Fault("", "a Manoeuvre", shown(manoeuvre))])
    own = entries(manoeuvre, _OWN)
    for name, default in (("joint_rates", ()), ("base_rate", 0.0)):
        if (rates := getattr(manoeuvre, name)) != default:
            own[name] = _degrees(rates)
    tables = [lines(own)]
    for heading, form, parts in (("turn", _TURN, manoeuvre.turns), ("tracking", _TRACKING, manoeuvre.trackings)):
        bare = Form("", form.required, tuple(key for key in form.optional if key not in _COURSE))
        for part in parts:
            tables.append(f"[[{heading}]]\n" + lines(entries(part, bare) | _course_entry(part.course)))
    tables += ["[[load]]\n" + lines(load_entries(load)) for load in manoeuvre.loads]
    return "\n".join(tables)


def save_manoeuvre(manoeuvre: Manoeuvre, path: str | os.PathLike[str]) -> None:
    """Write a manoeuvre to a file, whole or not at all.

    Parameters
    ----------
    manoeuvre
        The manoeuvre.
    path
        The file; one that exists is replaced.

    Raises
    ------
    InputError
        If it is not a `Manoeuvre`, or the file cannot be written.
    """
    write_whole(path, dumps_manoeuvre(manoeuvre).encode())


def _read(text: str, source: str, folder: Path) -> Manoeuvre:
    return described(text, source, partial(_manoeuvre, folder=folder))


def _manoeuvre(document: dict[str, object], folder: Path) -> Manoeuvre:
    # One of loads alone looks like a load case.
    loads_alone = not document.keys() & {"turn", "tracking", "accuracy", *_RATES, "base_velocity", "link"}
    require_kind(document, "a load case" if loads_alone else "a manoeuvre")
    reading = Reading({key: value for key, value in document.items() if key not in _ELSEWHERE}, "a manoeuvre")
    reading.faults += [
        Fault(key, f"nothing, for a manoeuvre: {words}", shown(plain(document[key])))
        for key, words in _ELSEWHERE.items()
        if key in document
    ]
    values = reading.arguments({"": _MANOEUVRE}, "")
    parts: dict[str, tuple[str, Callable[..., object]]] = {
        "turns": ("turn", partial(_part, form=_TURN, make=Turn)),
        "trackings": ("tracking", partial(_part, form=_TRACKING, make=Tracking)),
        "loads": ("load", partial(read_load, folder=folder)),
    }
    reading.attempt_arrays(values, parts)
    values |= {name: _radians(values[name]) for name in _RATES if name in values}
    found = reading.attempt("", Manoeuvre, **values)
    reading.faults = [_as_written(one, document) if one.path.startswith(_RATES) else one for one in reading.faults]
    return reading.checked(found)


def _part(value: object, form: Form, make: Callable[..., Part]) -> Part:
    reading = Reading(value, f"a table of {form.title}")
    values = reading.arguments({"": form}, "")
    given = [key for key in _COURSE if key in values]
    values |= {key: reading.table[key] for key in ("feedforward",) if key in values}
    course: Course | None = None
    if len(given) != 1:
        wanted = "one of angle and rate: pairs [[time, value], …], s and deg, or s and deg/s"
        reading.faults.append(Fault("angle", wanted, "both" if given else "neither"))
    else:
        course = reading.attempt("", _course, given[0], values[given[0]])
    own = {key: value for key, value in values.items() if key not in _COURSE}
    still = Course((0.0, 1.0), (0.0, 0.0))
    return reading.checked(reading.attempt("", make, **own, course=course or still))


def _course(quantity: str, points: object) -> Course:
    if not isinstance(points, list) or not points or any(not isinstance(p, list) or len(p) != 2 for p in points):
        raise InputError([Fault(quantity, "pairs [[time, value], …], s and deg or deg/s", shown(points))])
    times, values = zip(*points, strict=True)
    try:
        Course(times, values, quantity)  # type: ignore[arg-type]
    except InputError as error:
        unit = {"angle": "deg", "rate": "deg/s"}[quantity]
        raise InputError([_in_degrees(fault, unit).under(quantity) for fault in error.faults]) from None
    return Course(times, tuple(_radians(value) for value in values), quantity)  # type: ignore[arg-type]


def _as_written(fault: Fault, document: dict[str, object]) -> Fault:
    """Return a fault of rates at the start as one of what stands in the file, degrees a second."""
    told = _in_degrees(fault, "deg/s")
    return replace(told, got=shown(plain(document[fault.path]))) if fault.path in _RATES else told


def _in_degrees(fault: Fault, unit: str) -> Fault:
    """Return a fault of a number in radians as one of the number that stands in a file, in degrees."""
    known = fault.wanted.replace("rad or rad/s", unit).replace("rad/s", unit)
    return replace(fault, wanted=known, got=fault.got + f" {unit}" * fault.wanted.startswith("0:"))


def _radians(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(map(_radians, value))
    return math.radians(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _degrees(value: Any) -> Any:
    return tuple(map(_degrees, value)) if isinstance(value, tuple) else kept(math.degrees(value))


def _course_entry(course: Course) -> dict[str, object]:
    values = (kept(math.degrees(value)) for value in course.values)
    return {course.quantity: tuple(zip(course.times, values, strict=True))}
