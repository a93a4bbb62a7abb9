"""The files that come with flexarm: arms, load cases and manoeuvres, no two of one name."""

from collections.abc import Mapping

from flexarm.arm import Arm
from flexarm.checks import unknown_name
from flexarm.errors import InputError
from flexarm.examples import ARMS
from flexarm.load_cases import LoadCase
from flexarm.load_cases.examples import CASES
from flexarm.shelf import Shelf
from flexarm.slews import Manoeuvre
from flexarm.slews.examples import MANOEUVRES

_SHELVES: Mapping[str, Shelf[Arm | LoadCase | Manoeuvre]] = {
    "arm": ARMS,
    "load case": CASES,
    "manoeuvre": MANOEUVRES,
}


def shipped() -> list[tuple[str, str, str]]:
    """Return name, kind and title of every file."""
    return [(name, kind, shelf.thing(name).name) for kind, shelf in _SHELVES.items() for name in shelf.names()]


def kind_of(name: str) -> str:
    """Return what the file of a name is; empty where none is shipped."""
    return next((kind for kind, shelf in _SHELVES.items() if name in shelf.names()), "")


def shipped_text(name: str) -> str:
    """Return the text of a file."""
    kind = kind_of(name)
    if not kind:
        known = [one for shelf in _SHELVES.values() for one in shelf.names()]
        raise InputError([unknown_name("example", name, known)])
    return _SHELVES[kind].text(name)
