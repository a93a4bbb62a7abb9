"""The files that come with flexarm: arms, load cases and manoeuvres, no two of one name."""

from flexarm import examples
from flexarm.checks import unknown_name
from flexarm.errors import InputError
from flexarm.load_cases import examples as cases
from flexarm.slews import examples as manoeuvres

_KINDS = (
    ("arm", examples, examples.example),
    ("load case", cases, cases.example_case),
    ("manoeuvre", manoeuvres, manoeuvres.example_manoeuvre),
)


def shipped() -> list[tuple[str, str, str]]:
    """Return name, kind and title of every file."""
    return [(name, kind, make(name).name) for kind, shelf, make in _KINDS for name in shelf.names()]


def kind_of(name: str) -> str:
    """Return what the file of a name is; empty where none is shipped."""
    return next((kind for kind, shelf, _ in _KINDS if name in shelf.names()), "")


def shipped_text(name: str) -> str:
    """Return the text of a file."""
    for _, shelf, _ in _KINDS:
        if name in shelf.names():
            return shelf.text(name)
    raise InputError([unknown_name("example", name, [one for _, shelf, _ in _KINDS for one in shelf.names()])])
