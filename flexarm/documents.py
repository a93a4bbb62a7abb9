"""Files of TOML, read with words for what is wrong with them."""

import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from flexarm.decimals import read_decimal
from flexarm.errors import Fault, InputError

Part = TypeVar("Part")

# By which keys a file of each kind is told, and what to do with one.
_KINDS = {
    "an arm": (
        {"link"},
        "which stands first: flexarm compare ARM, flexarm respond ARM CASE, flexarm slew ARM MANOEUVRE",
    ),
    "a manoeuvre": (
        {"turn", "tracking", "accuracy", "joint_rates", "base_velocity", "base_rate"},
        "which stands after the arm: flexarm slew ARM MANOEUVRE, flexarm animate ARM MANOEUVRE --slew",
    ),
    "a load case": ({"duration", "samples"}, "which stands after the arm: flexarm respond ARM CASE"),
    "a published table": ({"column", "values"}, "which stands alone: flexarm validate TABLE"),
}


def require_kind(document: Mapping[str, object], wanted: str) -> None:
    """Refuse a document of another kind than is wanted, where it is clearly one."""
    kinds = [kind for kind, (keys, _) in _KINDS.items() if keys & document.keys()]
    if kinds and wanted != kinds[0]:
        raise InputError([Fault("", wanted, f"{kinds[0]}, {_KINDS[kinds[0]][1]}")])


def read_text(path: str | os.PathLike[str], what: str) -> str:
    """Return the text of a file."""
    source = os.fspath(path)
    try:
        return Path(path).read_bytes().decode()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        got = f"the byte 0x{error.object[error.start]:02x} in line {line}"
        raise InputError([Fault("", "text in UTF-8", got)], source) from error
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        got = "a folder" if os.path.isdir(source) else str(getattr(error, "strerror", None) or error).lower()
        raise InputError([Fault("", f"{what} that can be read", got)], source) from error


def described(text: str, source: str, make: Callable[[dict[str, object]], Part]) -> Part:
    """Return what a function makes of the document that a text in TOML holds; its faults name the source."""
    document = parse_toml(text, source)
    try:
        return make(document)
    except InputError as error:
        raise InputError(error.faults, source) from None


def parse_toml(text: str, source: str) -> dict[str, object]:
    """Return the document that a text in TOML holds."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"), parse_float=read_decimal)
    except (ValueError, RecursionError) as error:
        told = isinstance(error, tomllib.TOMLDecodeError)
        got = str(error) if told else "an integer of thousands of digits, or thousands of brackets"
        if told and " twice " in got:
            got += "; every table of an array is headed in two brackets, as [[link]]"
        raise InputError([Fault("", "TOML", got)], source) from error
