"""Load case files: TOML, one case a file, read with all faults reported at once and written without losing a digit."""

import os
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path

from flexarm.checks import shown
from flexarm.documents import described, read_text, require_kind
from flexarm.errors import Fault, InputError
from flexarm.files import WHEEL, read_wheel
from flexarm.load_cases.case import LoadCase
from flexarm.load_cases.damping import Damper, Rayleigh
from flexarm.load_cases.initial import Initial
from flexarm.load_cases.load import Load
from flexarm.load_cases.load_tables import let_go_entries, load_entries, read_load, read_load_let_go
from flexarm.reading import Form, Reading
from flexarm.spelling import entries, lines
from flexarm.writing import write_whole

_CASE = Form("a load case", ("duration", "samples"), ("name", "damping", "load", "initial", "damper"))
_INITIAL = Form("the initial motion", (), ("payload_velocity", "payload_rate", "joint_rates", "load"))
_RAYLEIGH = Form("damping in proportion to mass and stiffness", (), ("mass", "stiffness"))
_DAMPER = {
    "joint": Form(
        "a damper in a joint: only a wheel, on a link, has a station", ("coefficient", "joint"), ("freedom",)
    ),
    "wheel": Form(
        "a wheel on a link: a damper is there or in a joint", ("coefficient", "link"), ("station", "axis", "wheel")
    ),
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
    return _read(read_text(path, "a load case file"), os.fspath(path), Path(path).parent)


def loads_case(text: str, source: str = "load case file") -> LoadCase:
    """Return the load case that the text of a load case file describes.

    Parameters
    ----------
    text
        TOML, in SI units; files of histories are looked for in the working directory.
    source
        What to call the text in messages.

    Raises
    ------
    InputError
        If the text is not TOML or does not describe a load case; every fault is named.
    """
    return _read(text, source, Path())


def _read(text: str, source: str, folder: Path) -> LoadCase:
    return described(text, source, partial(case_from_document, folder=folder))


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
    own = entries(case, named) | entries(case, timed)
    if isinstance(case.damping, Rayleigh):
        own["damping"] = asdict(case.damping)
    tables = [lines(own)]
    tables += ["[[load]]\n" + lines(load_entries(load)) for load in case.loads]
    if case.initial is not None:
        moving = Form("", optional=tuple(key for key in _INITIAL.optional if key != "load"))
        tables.append("[initial]\n" + lines(entries(case.initial, moving)))
        tables += ["[[initial.load]]\n" + lines(let_go_entries(load)) for load in case.initial.loads]
    tables += ["[[damper]]\n" + lines(_damper_entries(damper)) for damper in case.dampers]
    return "\n".join(tables)


def _damper_entries(damper: Damper) -> dict[str, object]:
    own = entries(damper, _DAMPER["joint" if damper.link is None else "wheel"])
    return own if damper.wheel is None else own | {"wheel": entries(damper.wheel, WHEEL)}


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


def case_from_document(document: dict[str, object], folder: Path = Path()) -> LoadCase:
    """Return the load case that a load case file's document describes, its histories' files in a folder."""
    require_kind(document, "a load case")
    reading = Reading(document, "a load case")
    values = reading.arguments({"": _CASE}, "")
    parts: dict[str, tuple[str, Callable[..., Load | Damper]]] = {
        "loads": ("load", partial(read_load, folder=folder)),
        "dampers": ("damper", _damper),
    }
    reading.attempt_arrays(values, parts)
    table = reading.table
    if isinstance(table.get("damping"), dict):
        values["damping"] = reading.attempt("damping", _rayleigh, table["damping"]) or 0.0
    if "initial" in table:
        values["initial"] = reading.attempt("initial", _initial, table["initial"])
    return reading.checked(reading.attempt("", LoadCase, **values))


def _initial(value: object) -> Initial:
    reading = Reading(value, "a table [initial]")
    values = reading.arguments({"": _INITIAL}, "")
    if values.pop("load", None) is not None:
        found = reading.attempt_each("load", read_load_let_go, "tables [[initial.load]]")
        values["loads"] = tuple(part for part in found if part is not None)
    return reading.checked(reading.attempt("", Initial, **values))


def _rayleigh(value: object) -> Rayleigh:
    reading = Reading(value, "a table { mass = α, stiffness = β }")
    return reading.checked(reading.attempt("", Rayleigh, **reading.arguments({"": _RAYLEIGH}, "")))


def _damper(value: object) -> Damper:
    reading = Reading(value, "a table [[damper]]")
    values = reading.arguments(_DAMPER, "wheel" if "link" in reading.table else "joint")
    if "wheel" in values:
        values["wheel"] = reading.attempt("wheel", read_wheel, reading.table["wheel"])
    return reading.checked(reading.attempt("", Damper, **values))
