"""The load cases that come with flexarm: published ones, each with its source and its arm in the file."""

from flexarm.load_cases.case import LoadCase
from flexarm.load_cases.files import loads_case
from flexarm.shelf import Shelf

_CASES = Shelf("cases", "example case")


def names() -> tuple[str, ...]:
    """Return the names of the load cases that come with flexarm, sorted."""
    return _CASES.names()


def text(name: str) -> str:
    """Return the file of an example case, with the comments that give its source and its arm."""
    return _CASES.text(name)


def example_case(name: str) -> LoadCase:
    """Return a load case that comes with flexarm.

    Parameters
    ----------
    name
        One of `names`.

    Raises
    ------
    InputError
        If there is no example case of that name.
    """
    return loads_case(text(name), source=f"{name}.toml")
