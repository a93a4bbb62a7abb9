"""What is found about published values as one Dataset."""

from collections.abc import Callable, Sequence
from importlib.metadata import version

import numpy as np
import xarray as xr

from compare.judging.alternatives import in_words
from compare.judging.definitions import fitted
from compare.judging.findings import EXACT, Finding
from compare.judging.verdict import DIFFERS, lies_below
from compare.published.cell import Cell
from compare.published.table import Source, Table
from flexarm.datasets import Variable, variable

# Relative errors of the exact frequencies lie below 1e-11 in every arm that was checked against 40 digits, free bases
# and heavy payloads included.
EXACT_DIGITS = 11
CONVENTIONS = (
    "values in the unit printed; a value is confirmed when the expected one, rounded to the digits printed, equals it, "
    "and confirmed within one unit when it differs by one unit of the last digit printed"
)


def validation_dataset(tables: Sequence[Table], found: Sequence[Finding], assumed_modes: str, fem: str) -> xr.Dataset:
    """Return the Dataset that `compare.validation` describes.

    Parameters
    ----------
    tables
        The tables.
    found
        What is found about their values, in the tables' order.
    assumed_modes, fem
        Specifications of the discretised backends.
    """
    attributes = {
        "assumed_modes": assumed_modes,
        "fem": fem,
        "exact_digits": EXACT_DIGITS,
        "certified": _certified(found),
        "flexarm_version": version("flexarm"),
        "conventions": CONVENTIONS,
    }
    coordinates = {
        "value": variable(("value",), np.arange(1, len(found) + 1), "1", "number of the published value"),
        "table": _texts("table", [table.name for table in tables], "name of the published table"),
    }
    return xr.Dataset({**_of_tables(tables, found), **_printed(found), **_judged(found)}, coordinates, attributes)


def _certified(found: Sequence[Finding]) -> str:
    """Return how many of the exact values that are made of frequencies are proved, in words."""
    exact = [one for one in found if np.isfinite(one.exact) and one.cell.asked is None]
    proved = sum(one.proved for one in exact)
    how = "by ball arithmetic, for the parameters as they are written: to 1e-12, and none missed"
    if exact and proved == len(exact):
        return f"Every exact frequency is certified {how}"
    if proved:
        return f"{proved} of {len(exact)} exact frequencies are certified {how}; the others are counted in float64"
    return "The exact frequencies are not certified: they are counted in float64; flexarm[certify] would prove them"


def _texts(dimension: str, values: Sequence[str], long_name: str) -> Variable:
    return variable((dimension,), np.array(values, dtype=np.str_), "1", long_name)


def _of_tables(tables: Sequence[Table], found: Sequence[Finding]) -> dict[str, Variable]:
    def text(of: Callable[[Table], str], long_name: str) -> Variable:
        return _texts("table", [of(table) for table in tables], long_name)

    def definitions(table: Table) -> str:
        return fitted([one for one in found if one.cell.table == table.name])

    return {
        "caption": text(lambda table: table.caption, "what the table shows"),
        "source": text(lambda table: _cited(table.source), "author and year"),
        "title": text(lambda table: table.source.title, "title of the source"),
        "place": text(lambda table: table.source.place, "place in the source"),
        "method": text(lambda table: table.method, "how the source found the values"),
        "note": text(lambda table: table.note, "what to know of the printed table"),
        "figure": text(lambda table: table.figure, "name of the figure that stands with it"),
        "definitions": text(definitions, "how many responses fit definitions and conventions tried as causes"),
    }


def _cited(source: Source) -> str:
    return source.author if source.year is None else f"{source.author} ({source.year})"


def _column(values: Sequence[object], long_name: str, units: str = "1") -> Variable:
    text = bool(values) and isinstance(values[0], str)
    return variable(("value",), np.array(values, dtype=np.str_ if text else None), units, long_name)


def _printed(found: Sequence[Finding]) -> dict[str, Variable]:
    def column(of: Callable[[Cell], object], long_name: str) -> Variable:
        return _column([of(one.cell) for one in found], long_name)

    return {
        "of_table": column(lambda cell: cell.table, "name of the published table"),
        "row": column(lambda cell: cell.row, "row of the table"),
        "column": column(lambda cell: cell.column, "column of the table"),
        "label": column(lambda cell: cell.label, "what sets the arm apart in the table"),
        "quantity": column(lambda cell: cell.quantity, "what the value is"),
        "case": column(lambda cell: cell.asked.name if cell.asked else "", "load case of a response, by its file"),
        "output": column(lambda cell: cell.asked.output if cell.asked else "", "output of a response"),
        "measure": column(lambda cell: cell.asked.measure if cell.asked else "", "what of the output"),
        "mode": column(lambda cell: cell.mode, "number of the mode, as printed; 0 where there is none"),
        "value_method": column(lambda cell: cell.method, "how the source found the value"),
        "unit": column(lambda cell: cell.unit, "unit printed, also of the numbers beside it"),
        "printed": column(lambda cell: cell.text, "value as printed"),
        "decimals": column(lambda cell: cell.decimals, "decimals printed"),
        "published": column(lambda cell: cell.value, "published value, in the unit printed"),
        "model": column(lambda cell: cell.claim, "backend or formula that the value claims to come from"),
    }


def _judged(found: Sequence[Finding]) -> dict[str, Variable]:
    def column(of: Callable[[Finding], object], long_name: str) -> Variable:
        return _column([of(one) for one in found], long_name)

    return {
        "exact": column(lambda one: one.exact, "exact value, in the unit printed"),
        "certified": column(
            lambda one: np.int8(one.proved), "1 where the exact value is made of certified frequencies"
        ),
        "assumed_modes": column(lambda one: one.assumed_modes, "value by assumed modes, in the unit printed"),
        "fem": column(lambda one: one.fem, "value by finite elements, in the unit printed"),
        "expected": column(lambda one: one.judgement.expected, "value by the model, in the unit printed"),
        "units_off": column(lambda one: one.judgement.units_off, "printed less expected, in units of the last digit"),
        "relative_difference": column(_relative, "printed less expected, over expected"),
        "verdict": column(lambda one: one.judgement.verdict, "verdict"),
        "reason": column(lambda one: one.judgement.reason, "why the value cannot be judged"),
        "assumed": column(lambda one: one.cell.assumed, "what is taken of the arm that the source does not state"),
        "cause": column(lambda one: one.explanation.text, "why the value differs, or is one unit off"),
        "alternatives": column(
            lambda one: in_words(one.cell.text, one.alternatives),
            "of a response: what its table's causes give; of a frequency: other models",
        ),
        "recomputed": column(lambda one: one.explanation.recomputed, "value by the source's own route, in its unit"),
        "completed": column(lambda one: one.explanation.completed, "the same with all that it leaves out put back"),
        "confirmed_by_route": column(
            lambda one: np.int8(one.explanation.reproduces),
            "1 where the source's own route gives the printed value within one unit",
        ),
        "below_ritz": column(_below_ritz, "1 where the value differs and lies below the Ritz value of its own basis"),
    }


def _relative(one: Finding) -> float:
    expected = one.judgement.expected
    return (one.cell.value - expected) / expected if expected else np.nan


def _below_ritz(one: Finding) -> np.int8:
    differs = one.judgement.verdict == DIFFERS and one.cell.quantity != "response"
    return np.int8(differs and one.cell.model != EXACT and lies_below(one.cell, one.judgement.expected))
