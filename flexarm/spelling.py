"""Parts written as tables of TOML, without losing a digit."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import tomli_w

from flexarm.reading import Form


def entries(part: Any, form: Form) -> dict[str, object]:
    """Return what a table says of a part: all that is required, and what is not at its default."""
    defaults = {field.name: field.default for field in fields(part)}
    values = {key: getattr(part, key) for key in form.keys}
    # By repr, so that -0.0 is told from 0.0.
    return {key: v for key, v in values.items() if key in form.required or repr(v) != repr(defaults[key])}


def lines(table: Mapping[str, object]) -> str:
    """Return the lines of a table: numbers, texts, switches, tuples and tables of these."""
    return "".join(f"{key} = {_spelled(value)}\n" for key, value in table.items())


def _spelled(value: object) -> str:
    match value:
        case str():
            return tomli_w.dumps({"_": value}).removeprefix("_ = ").rstrip("\n")
        case bool():
            return str(value).lower()
        case tuple():
            return f"[{', '.join(map(_spelled, value))}]"
        case Mapping():
            return f"{{ {', '.join(f'{key} = {_spelled(entry)}' for key, entry in value.items())} }}"
        case _:
            return repr(value)
