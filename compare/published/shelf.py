"""The tables that come with flexarm, and those of a user's own."""

import os
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from compare.published.reading import read
from compare.published.table import Table
from flexarm.checks import meant, shown
from flexarm.documents import read_text
from flexarm.errors import Fault, InputError

_TABLES = files("compare.published") / "tables"
_SUFFIX = ".toml"


def names() -> list[str]:
    """Return the names of the tables that come with flexarm, 2.10 after 2.9."""
    found = (entry.name for entry in _TABLES.iterdir())
    return sorted((name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)), key=_natural)


def load(name_or_path: str | os.PathLike[str]) -> Table:
    """Return a published table.

    Parameters
    ----------
    name_or_path
        One of `names`, or the path of a file of the same format; its name without ``.toml`` becomes the table's.

    Raises
    ------
    InputError
        If there is no such table, or the file does not describe one; every fault is named with its place.
    """
    if isinstance(name_or_path, str) and not _is_path(name_or_path):
        return _shipped(name_or_path)
    path = Path(name_or_path)
    return read(read_text(path, "a table file"), path.stem, os.fspath(path))


def _is_path(text: str) -> bool:
    return text.endswith(_SUFFIX) or "/" in text or os.sep in text


@cache
def _shipped(name: str) -> Table:
    known = names()
    if name not in known:
        shelves = ", ".join(f"{source}-…" for source in dict.fromkeys(one.split("-")[0] for one in known))
        wanted = f"a table that comes with flexarm ({shelves}), or the path of a table file (ending in {_SUFFIX})"
        got = f"{shown(name)}{meant(name, known)}; flexarm validate --list names all"
        raise InputError([Fault("published table", wanted, got)])
    return read((_TABLES / f"{name}{_SUFFIX}").read_text(encoding="utf-8"), name, f"{name}{_SUFFIX}")


def _natural(name: str) -> list[tuple[int, str]]:
    """Return a key that sorts numbers by size, and before letters."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]+)", name)]
