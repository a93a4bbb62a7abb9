"""A published table as labelled arrays. Imports xarray: import it late."""

import math
from importlib.metadata import version

import numpy as np
import xarray as xr

from compare.published.cell import BOUND, JUDGED, Cell, decimals
from compare.published.table import Column, Table
from flexarm.datasets import variable

_CONVENTIONS = (
    "values in the unit printed, angular_frequency in rad/s; rows numbered from 1; mode as printed, 0 for none; "
    "missing says why there is no value"
)
_MISSING = {"": "nothing printed", "?": "not readable in the source"}


def dataset(table: Table) -> xr.Dataset:
    """Return the published values of a table, column by column in each row."""
    cells = {(cell.row, cell.column): cell for cell in table.cells}
    columns = [(k, column) for k, column in enumerate(table.columns) if column.role in (*JUDGED, "other")]
    entries = [
        _entry(table, row, column, texts[k], cells.get((row, column.name)))
        for row, texts in enumerate(table.rows, 1)
        for k, column in columns
    ]
    number = variable(("value",), np.arange(1, len(entries) + 1), "1", "number of the value, row by row")
    return xr.Dataset(_variables(entries), {"value": number}, _attributes(table))


def _entry(table: Table, row: int, column: Column, text: str, cell: Cell | None) -> tuple[object, ...]:
    value = math.nan if text in _MISSING else float(text.removeprefix(BOUND))
    in_frequency = cell is not None and column.role in ("frequency", "frequency_change")
    return (
        row,
        column.name,
        column.role,
        cell.label if cell else "",
        cell.mode if cell else column.mode or 0,
        cell.partner if cell else 0,
        text,
        0 if text in _MISSING else decimals(text),
        value,
        column.unit or "1",
        value * cell.in_si if cell is not None and in_frequency else math.nan,
        cell.method if cell else column.method or table.method,
        (cell.claim if cell.formula or cell.expression else cell.model) if cell else "",
        _MISSING.get(text, ""),
        cell.unstated if cell else "",
    )


# Name, dtype, unit and name in words of every entry, in the order of `_entry`.
_VARIABLES: tuple[tuple[str, type, str, str], ...] = (
    ("row", int, "1", "number of the row"),
    ("column", str, "1", "name of the column"),
    ("quantity", str, "1", "what the value is"),
    ("label", str, "1", "what sets the value's arm apart in the table"),
    ("mode", int, "1", "number of the mode as printed, 0 for none"),
    ("partner", int, "1", "second mode of an entry of the mass matrix, 0 for none"),
    ("text", str, "1", "value as printed"),
    ("decimals", int, "1", "number of decimals printed"),
    ("published", float, "as in the variable unit", "published value, in the unit printed"),
    ("unit", str, "1", "unit printed"),
    ("angular_frequency", float, "rad/s", "published natural angular frequency, or its change"),
    ("method", str, "1", "how the source found the value"),
    ("model", str, "1", "formula or backend that the value claims to come from"),
    ("missing", str, "1", "why there is no value"),
    ("unstated", str, "1", "why the value cannot be judged"),
)


def _variables(entries: list[tuple[object, ...]]) -> dict[str, object]:
    kinds = {str: np.str_, int: np.int64, float: np.float64}
    columns = list(zip(*entries, strict=True)) or [()] * len(_VARIABLES)
    return {
        name: variable(("value",), np.array(values, dtype=kinds[kind]), unit, words)
        for values, (name, kind, unit, words) in zip(columns, _VARIABLES, strict=True)
    }


def _attributes(table: Table) -> dict[str, object]:
    return {
        "table": table.name,
        "caption": table.caption,
        "source_author": table.source.author,
        "source_title": table.source.title,
        "source_year": "not known" if table.source.year is None else str(table.source.year),
        "source_place": table.source.place,
        "method": table.method,
        "note": table.note,
        "flexarm_version": version("flexarm"),
        "conventions": _CONVENTIONS,
    }
