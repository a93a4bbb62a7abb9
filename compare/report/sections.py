"""A table as the page lays it out: its printed rows, the columns that have something to show, its footnotes."""

from dataclasses import dataclass
from itertools import groupby
from math import isfinite
from urllib.parse import quote

from compare.judging.record import PublishedTable, Value
from compare.published.cell import CHANGES, FORMULA
from compare.report.numbers import DISCRETISED_DIGITS, Shown, digits_to, shown
from compare.report.tally import Tally, tally

# A difference of two frequencies is certain to fewer digits than they are: shown are the printed ones and four more.
CHANGE_PLACES = 4
# A response takes twelve modes and a correction for the rest: to five or six digits more modes change no deflection.
# What settles more slowly, forces above all, is shown as that of so many modes.
RESPONSE_DIGITS = 6
NUMBERS = ("exact", "expected", "assumed_modes", "fem", "recomputed", "completed")


@dataclass(frozen=True)
class Section:
    """A published table and what the page needs to know of it.

    Parameters
    ----------
    table
        The table.
    exact_digits
        Significant digits of the exact values that are certain.
    """

    table: PublishedTable
    exact_digits: int

    @property
    def anchor(self) -> str:
        """Name of the place in the page; different names of tables give different ones."""
        return f"table-{quote(self.table.table, safe='')}"

    @property
    def tally(self) -> Tally:
        """The counts of its values."""
        return tally(self.table.values)

    @property
    def rows(self) -> list[list[Value]]:
        """The values, printed row by printed row."""
        return [list(values) for _, values in groupby(self.table.values, key=lambda value: value.row)]

    @property
    def units(self) -> list[str]:
        """The units that its values are printed in."""
        return list(dict.fromkeys(value.unit for value in self.table.values))

    @property
    def footnotes(self) -> dict[str, int]:
        """Causes and reasons, numbered from 1 in the order in which they first occur."""
        texts = (text for value in self.table.values for text in value.remarks)
        return {text: number for number, text in enumerate(dict.fromkeys(texts), 1)}

    @property
    def claims(self) -> list[str]:
        """Backends other than the exact one that printed values claim to come from."""
        return list(dict.fromkeys(value.model for value in self.table.values if _of_backend(value)))

    @property
    def bounded(self) -> bool:
        """Whether such a claim is of natural frequencies, which lie above the exact ones in any basis."""
        return any(_of_backend(value) and value.quantity != "response" for value in self.table.values)

    @property
    def calculated(self) -> bool:
        """Whether values claim to come from a formula of the source."""
        return any(value.model.startswith(FORMULA) for value in self.table.values)

    @property
    def columns(self) -> list[str]:
        """Columns of numbers that have something to show, in their order on the page."""
        return [name for name in NUMBERS if any(self._has(value, name) for value in self.table.values)]

    def number(self, value: Value, column: str) -> Shown:
        """Return one number of a value, to the digits that it deserves."""
        if not self._has(value, column):
            return Shown("")
        number, digits = getattr(value, column), self.exact_digits if column == "exact" else DISCRETISED_DIGITS
        if value.quantity in CHANGES:
            digits = min(digits, digits_to(number, value.decimals + CHANGE_PLACES))
        if value.quantity == "response":
            digits = RESPONSE_DIGITS
        return shown(number, digits, value.decimals)

    @property
    def widths(self) -> dict[str, int]:
        """The widest part behind the points of each column, by which it is lined up."""
        return {name: max(self.number(value, name).places for value in self.table.values) for name in self.columns}

    def _has(self, value: Value, column: str) -> bool:
        claimed = column != "expected" or value.model != "exact"
        return claimed and isfinite(getattr(value, column))


def _of_backend(value: Value) -> bool:
    """Say whether a value claims to come from a backend other than the exact one."""
    return value.model != "exact" and not value.model.startswith(FORMULA)
