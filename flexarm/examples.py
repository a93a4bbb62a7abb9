"""The arms that come with flexarm: published ones, each with its source in the file."""

from flexarm.arm import Arm
from flexarm.files import loads
from flexarm.shelf import Shelf

_ARMS = Shelf("arms", "example")


def names() -> tuple[str, ...]:
    """Return the names of the arms that come with flexarm, sorted."""
    return _ARMS.names()


def text(name: str) -> str:
    """Return the arm file of an example, with the comments that give its source."""
    return _ARMS.text(name)


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
    return loads(text(name), source=f"{name}.toml")
