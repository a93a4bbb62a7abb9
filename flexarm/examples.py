"""The arms that come with flexarm: published ones, each with its source in the file."""

import difflib
from importlib.resources import files

from flexarm.arm import Arm
from flexarm.errors import Fault, InputError
from flexarm.files import loads

_ARMS = files("flexarm") / "arms"


def names() -> tuple[str, ...]:
    """Return the names of the arms that come with flexarm, sorted."""
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in _ARMS.iterdir() if entry.name.endswith(".toml")))


def text(name: str) -> str:
    """Return the arm file of an example, with the comments that give its source.

    Parameters
    ----------
    name
        One of `names`.

    Raises
    ------
    InputError
        If there is no example of that name.
    """
    known = names()
    if name not in known:
        near = difflib.get_close_matches(str(name), known, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise InputError([Fault("example", f"one of {', '.join(known)}", f"{name!r}{hint}")])
    return (_ARMS / f"{name}.toml").read_text(encoding="utf-8")


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
