"""The Dataset of `compare.validation` as plain records: published tables and, in each, its values."""

from dataclasses import dataclass, fields
from math import inf, isfinite, log
from typing import Any
from unicodedata import category

import xarray as xr

from compare.judging.explain import UNEXPLAINED
from compare.judging.verdict import DIFFERS, compared
from compare.report.verdicts import BY_NAME, Verdict

TEXTS = ("table", "caption", "source", "title", "place", "method", "note", "figure", "definitions")


@dataclass(frozen=True)
class Value:
    """One published value and what became of it; every field is the Dataset's variable of that name."""

    of_table: str
    row: int
    column: str
    label: str
    quantity: str
    case: str
    output: str
    measure: str
    mode: int
    value_method: str
    unit: str
    printed: str
    decimals: int
    published: float
    model: str
    exact: float
    assumed_modes: float
    fem: float
    expected: float
    units_off: float
    relative_difference: float
    verdict: str
    reason: str
    assumed: str
    cause: str
    alternatives: str
    recomputed: float
    completed: float
    below_ritz: int
    confirmed_by_route: int

    @property
    def judgement(self) -> Verdict:
        """The verdict with its looks."""
        return BY_NAME[self.verdict]

    @property
    def differs(self) -> bool:
        """Whether the value differs by more than one unit of its last digit."""
        return self.verdict == DIFFERS

    @property
    def rigid(self) -> bool:
        """Whether it is the zero of a rigid-body mode, known without solving anything."""
        return self.quantity == "frequency" and self.expected == 0.0

    @property
    def explained(self) -> bool:
        """Whether a cause was found for the difference."""
        return self.differs and not self.cause.startswith(UNEXPLAINED)

    @property
    def route_mark(self) -> str:
        """How the source's own route compares with what is printed; empty where there is no value by it."""
        return compared(self.printed, self.recomputed) if isfinite(self.recomputed) else ""

    @property
    def remarks(self) -> tuple[str, ...]:
        """The cause, or what was tried; why there is no verdict; what is assumed; and what alternatives give."""
        texts = (self.cause, self.reason, self.assumed, self.alternatives)
        return tuple(text for text in texts if text not in ("", UNEXPLAINED))

    @property
    def question(self) -> str:
        """Of a response: which measure of which output under which load case; empty of other quantities."""
        output = f" of {self.output}" if self.output else ""
        return f"{self.measure}{output}, case {self.case}".replace("_", " ") if self.measure else ""

    @property
    def relative(self) -> float:
        """Size of the relative difference; infinite against an expected zero, whether or not the Dataset says so."""
        return abs(self.relative_difference) if isfinite(self.relative_difference) else inf

    @property
    def badness(self) -> tuple[float, float]:
        """How bad the difference is: the larger, the worse; a tenth of what is expected is as bad as ten times it."""
        ratio = 1.0 + self.relative_difference
        factor = abs(log(ratio)) if isfinite(ratio) and ratio > 0.0 else inf
        return factor, abs(self.units_off) if isfinite(self.units_off) else 0.0


@dataclass(frozen=True)
class PublishedTable:
    """A published table: its values, and what the Dataset's variables `TEXTS` say of it, in their order."""

    values: tuple[Value, ...]
    name: str
    caption: str
    source: str
    title: str
    place: str
    method: str
    note: str
    figure: str
    definitions: str


def contents(dataset: xr.Dataset) -> tuple[PublishedTable, ...]:
    """Return the tables of a validation, in its order.

    Parameters
    ----------
    dataset
        What `compare.validation` returned.
    """
    tables = zip(*(_cells(dataset, name) for name in TEXTS), strict=True)
    values = _values(dataset)
    return tuple(PublishedTable(tuple(v for v in values if v.of_table == texts[0]), *texts) for texts in tables)


def _values(dataset: xr.Dataset) -> tuple[Value, ...]:
    columns = (_cells(dataset, field.name) for field in fields(Value))
    return tuple(Value(*cells) for cells in zip(*columns, strict=True))


def _cells(dataset: xr.Dataset, name: str) -> list[Any]:
    return [_writable(cell) if isinstance(cell, str) else cell for cell in dataset[name].values.tolist()]


def _writable(text: str) -> str:
    """Return a text without the characters that no page may hold: controls, surrogates, unassigned ones."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if category(letter) in ("Cc", "Cs", "Cn") and letter not in "\t\n" else letter
        for letter in text
    )
