"""The manoeuvres that come with flexarm: each with its source and its arm in the file."""

from flexarm.shelf import Shelf
from flexarm.slews.files import loads_manoeuvre
from flexarm.slews.manoeuvre import Manoeuvre

_MANOEUVRES = Shelf("manoeuvres", "example manoeuvre")


def names() -> tuple[str, ...]:
    """Return the names of the manoeuvres that come with flexarm, sorted."""
    return _MANOEUVRES.names()


def text(name: str) -> str:
    """Return the file of an example manoeuvre, with the comments that give its source and its arm."""
    return _MANOEUVRES.text(name)


def example_manoeuvre(name: str) -> Manoeuvre:
    """Return a manoeuvre that comes with flexarm.

    Parameters
    ----------
    name
        One of `names`.

    Raises
    ------
    InputError
        If there is no example manoeuvre of that name.
    """
    return loads_manoeuvre(text(name), source=f"{name}.toml")
