"""Names that are imported when they are first used, so that ``flexarm --help`` does not wait for numpy and xarray.

A module lists them once, for the type checker and for this: ``from home import name as name`` under TYPE_CHECKING.
"""

import re
from importlib import import_module
from pathlib import Path

_IMPORT = re.compile(r"^    from (\S+) import (\w+) as (\w+)$", re.MULTILINE)


def homes(file: str) -> dict[str, tuple[str, str]]:
    """Return the names that a module's file lists: where each is defined, and what it is called there."""
    return {shown: (home, name) for home, name, shown in _IMPORT.findall(Path(file).read_text(encoding="utf-8"))}


def listed_value(module: str, listed: dict[str, tuple[str, str]], name: str) -> object:
    """Return what a module lists by a name."""
    if name not in listed:
        raise AttributeError(f"module {module!r} has no attribute {name!r}; it has {', '.join(sorted(listed))}")
    home, own = listed[name]
    return import_module(f"{home}.{own}") if home == module else getattr(import_module(home), own)
