"""The files that come with flexarm: arms, load cases and manoeuvres, no two of one name."""

from collections.abc import Callable

from flexarm import examples
from flexarm.arm import Arm
from flexarm.checks import unknown_name
from flexarm.errors import InputError
from flexarm.load_cases import LoadCase
from flexarm.load_cases import examples as cases
from flexarm.slews import Manoeuvre
from flexarm.slews import examples as manoeuvres

# Of every kind its names, and the text and the thing of a name.
_Shelf = tuple[Callable[[], tuple[str, ...]], Callable[[str], str], Callable[[str], Arm | LoadCase | Manoeuvre]]
_SHELVES: dict[str, _Shelf] = {
    "arm": (examples.names, examples.text, examples.example),
    "load case": (cases.names, cases.text, cases.example_case),
    "manoeuvre": (manoeuvres.names, manoeuvres.text, manoeuvres.example_manoeuvre),
}


def shipped() -> list[tuple[str, str, str]]:
    """Return name, kind and title of every file."""
    return [(name, kind, make(name).name) for kind, (names, _, make) in _SHELVES.items() for name in names()]


def kind_of(name: str) -> str:
    """Return what the file of a name is; empty where none is shipped."""
    return next((kind for kind, (names, *_) in _SHELVES.items() if name in names()), "")


def shipped_text(name: str) -> str:
    """Return the text of a file."""
    kind = kind_of(name)
    if not kind:
        known = [one for names, *_ in _SHELVES.values() for one in names()]
        raise InputError([unknown_name("example", name, known)])
    return _SHELVES[kind][1](name)
