"""The validation's tables in LaTeX, for papers."""

import re

import xarray as xr

from compare.judging.dataset import published_tables
from compare.judging.explain import UNEXPLAINED
from compare.judging.record import PublishedTable
from compare.report.numbers import expected, units_off
from compare.report.templates import template

_SIGNS: dict[str, str | int | None] = {
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\N{NO-BREAK SPACE}": "~",
    "\N{EN DASH}": "--",
    "\N{HORIZONTAL ELLIPSIS}": r"\dots{}",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": "``",
    "\N{RIGHT DOUBLE QUOTATION MARK}": "''",
    **{
        sign: f"${command}$"
        for sign, command in {
            "<": "<",
            ">": ">",
            "\N{MINUS SIGN}": "-",
            "\N{MULTIPLICATION SIGN}": r"\times",
            "\N{ALMOST EQUAL TO}": r"\approx",
            "\N{NOT EQUAL TO}": r"\ne",
            "\N{SUPERSCRIPT TWO}": "^2",
            "\N{SUPERSCRIPT THREE}": "^3",
            "\N{DEGREE SIGN}": r"^\circ",
            "\N{VULGAR FRACTION ONE HALF}": r"\frac12",
            "\N{INTEGRAL}": r"\int",
            "\N{PRIME}": "'",
        }.items()
    },
}


def as_latex(dataset: xr.Dataset) -> str:
    """Return every table of a validation in LaTeX: its values, and below them why some differ."""
    page = template("tables.tex", latex=_latex, label=_label, expected=expected, units_off=units_off)
    listed = [(table, _why(table)) for table in published_tables(dataset) if table.values]
    return page.render(tables=listed, unexplained=UNEXPLAINED)


def _why(table: PublishedTable) -> dict[str, int]:
    """Return what is said of a table's values, numbered from 1."""
    texts = dict.fromkeys(text for value in table.values for text in value.remarks)
    return {text: number for number, text in enumerate(texts, 1)}


def _latex(text: str) -> str:
    return re.sub(r"[ \t\n]+", " ", text).translate(str.maketrans(_SIGNS))


def _label(name: str) -> str:
    """Return a table's name in letters that LaTeX takes in a label."""
    return re.sub(r"[^A-Za-z0-9.-]", "-", name)
