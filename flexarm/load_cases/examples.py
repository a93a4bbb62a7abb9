"""The load cases that come with flexarm: published ones, each with its source and its arm in the file."""

from flexarm.load_cases.case import LoadCase
from flexarm.load_cases.files import loads_case
from flexarm.shelf import Shelf

CASES = Shelf("cases", "example case", loads_case)
names, text = CASES.names, CASES.text


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
    return CASES.thing(name)
