"""What is found about published values as one Dataset, and back."""

import platform
from collections.abc import Sequence
from dataclasses import Field
from datetime import date
from importlib.metadata import version
from typing import Any
from unicodedata import category

import numpy as np
import xarray as xr

from compare.judging.record import PublishedTable, Value, variables
from flexarm.datasets import Variable, variable

# Relative errors of the exact frequencies lie below 1e-11 in every arm that was checked against 40 digits, free bases
# and heavy payloads included.
EXACT_DIGITS = 11
CONVENTIONS = (
    "values in the unit printed; a value is confirmed when the expected one, rounded to the digits printed, equals it, "
    "and confirmed within one unit when it differs by one unit of the last digit printed"
)


def validation_dataset(tables: Sequence[PublishedTable], assumed_modes: str, fem: str) -> xr.Dataset:
    """Return the Dataset that `compare.validation` describes, of tables and two backends' specifications."""
    values = [value for table in tables for value in table.values]
    attributes = {
        "assumed_modes": assumed_modes,
        "fem": fem,
        "exact_digits": EXACT_DIGITS,
        "certified": _certified(values),
        "flexarm_version": version("flexarm"),
        "date": date.today().isoformat(),
        "machine": machine(),
        "conventions": CONVENTIONS,
    }
    number = variable(("value",), np.arange(1, len(values) + 1), "1", "number of the published value")
    return xr.Dataset(
        {**_variables("table", PublishedTable, tables), **_variables("value", Value, values)},
        {"value": number},
        attributes,
    ).set_coords("table")


def published_tables(dataset: xr.Dataset) -> tuple[PublishedTable, ...]:
    """Return the tables of a validation, in its order, in texts that any page may hold."""
    values = [Value(**cells) for cells in _records(dataset, Value)]
    return tuple(
        PublishedTable(**texts, values=tuple(value for value in values if value.of_table == texts["table"]))
        for texts in _records(dataset, PublishedTable)
    )


def machine() -> str:
    """Return what it was computed with, in words."""
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "scipy"))
    return f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}, {libraries}"


def _certified(values: Sequence[Value]) -> str:
    """Return how many of the exact values that are made of frequencies are proved, in words."""
    exact = [value for value in values if np.isfinite(value.exact) and value.quantity != "response"]
    proved = sum(value.certified for value in exact)
    how = "by ball arithmetic, for the parameters as they are written: to 1e-12, and none missed"
    if exact and proved == len(exact):
        return f"Every exact frequency is certified {how}"
    if proved:
        return f"{proved} of {len(exact)} exact frequencies are certified {how}; the others are counted in float64"
    return "The exact frequencies are not certified: they are counted in float64"


_DTYPES: dict[Any, type] = {str: np.str_, bool: np.int8, int: np.int64, float: np.float64}


def _variables(
    dimension: str, record: type[Value | PublishedTable], records: Sequence[Value | PublishedTable]
) -> dict[str, Variable]:
    def column(of: Field[Any]) -> Variable:
        cells: Any = np.array([getattr(one, of.name) for one in records], dtype=_DTYPES[of.type])
        return variable((dimension,), cells, "1", of.metadata["long_name"])

    return {of.name: column(of) for of in variables(record)}


def _records(dataset: xr.Dataset, record: type[Value | PublishedTable]) -> list[dict[str, Any]]:
    columns = {
        of.name: [_plain(cell, of.type) for cell in dataset[of.name].values.tolist()] for of in variables(record)
    }
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def _plain(cell: Any, kind: Any) -> Any:
    """Return a cell as the record has it: texts without what no page may hold, controls, surrogates and unassigned."""
    if kind is not str:
        return kind(cell)
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if category(letter) in ("Cc", "Cs", "Cn") and letter not in "\t\n" else letter
        for letter in cell
    )
