"""The manoeuvres that come with flexarm: each with its source and its arm in the file."""

from flexarm.shelf import Shelf
from flexarm.slews.files import loads_manoeuvre
from flexarm.slews.manoeuvre import Manoeuvre

MANOEUVRES = Shelf("manoeuvres", "example manoeuvre", loads_manoeuvre)
names, text = MANOEUVRES.names, MANOEUVRES.text


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
    return MANOEUVRES.thing(name)
