"""The arms that come with flexarm: published ones, each with its source in the file."""

from flexarm.arm import Arm
from flexarm.files import loads
from flexarm.shelf import Shelf

ARMS = Shelf("arms", "example", loads)
names, text = ARMS.names, ARMS.text


def example(name: str) -> Arm:
    """Return an arm that comes with flexarm.

    Parameters
    ----------
    name
        One of `names`.

    Raises
    ------
    InputError
        If there is no example of that name.
    """
    return ARMS.thing(name)
