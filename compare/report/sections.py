"""A table as the page lays it out: its lines, the columns that have something to show, its footnotes."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from urllib.parse import quote

from compare.judging.record import PublishedTable, Value
from compare.published.cell import CHANGES, FORMULA
from compare.report.numbers import DISCRETISED_DIGITS, Shown, digits_to, relative, shown
from compare.report.tally import Tally, tally

EXACT = "exact"
# A difference of two frequencies is certain to fewer digits than they are: shown are the printed ones and four more.
CHANGE_PLACES = 4
# A response takes twelve modes and a correction for the rest: to five or six digits more modes change no deflection.
# What settles more slowly, forces above all, is shown as that of so many modes.
RESPONSE_DIGITS = 6
NUMBERS = ("exact", "recomputed", "completed")
INDEPENDENT = ("assumed_modes", "fem")


@dataclass(frozen=True)
class Section:
    """A published table and what the page needs to know of it."""

    table: PublishedTable
    exact_digits: int  # significant digits of the exact values that are certain
    causes: Mapping[str, int]  # the page's causes, numbered

    @property
    def anchor(self) -> str:
        """Name of the place in the page; different names of tables give different ones."""
        return f"table-{quote(self.table.table, safe='')}"

    @property
    def tally(self) -> Tally:
        """The counts of its values."""
        return tally(self.table.values)

    @cached_property
    def lines(self) -> list[tuple[str, Value, bool]]:
        """The values, each with a name of its place in the page and whether it starts a printed row."""
        names: dict[str, int] = {}
        lines, before = [], None
        for value in self.table.values:
            name = f"{self.anchor}-r{value.row}-{quote(value.column, safe='')}"
            name += f"-m{value.mode}" if value.mode else ""
            names[name] = names.get(name, 0) + 1
            lines.append((name if names[name] == 1 else f"{name}-{names[name]}", value, value.row != before))
            before = value.row
        return lines

    @property
    def units(self) -> list[str]:
        """The units that its values are printed in."""
        return list(dict.fromkeys(value.unit for value in self.table.values))

    @cached_property
    def footnotes(self) -> dict[str, int]:
        """Causes and reasons, numbered from 1 in the order in which they first occur."""
        texts = (text for value in self.table.values for text in value.remarks)
        return {text: number for number, text in enumerate(dict.fromkeys(texts), 1)}

    @property
    def claims(self) -> list[str]:
        """Backends other than the exact one that printed values claim to come from."""
        return list(dict.fromkeys(value.model for value in self.table.values if claims_a_backend(value)))

    @property
    def bounded(self) -> bool:
        """Whether such a claim is of natural frequencies, which lie above the exact ones in any basis."""
        return any(claims_a_backend(value) and value.quantity != "response" for value in self.table.values)

    @property
    def calculated(self) -> bool:
        """Whether values claim to come from a formula of the source."""
        return any(value.model.startswith(FORMULA) for value in self.table.values)

    @cached_property
    def columns(self) -> list[str]:
        """Columns of numbers, beside the expected value, that have something to show, in their order on the page."""
        return [name for name in NUMBERS if any(self._has(value, name) for value in self.table.values)]

    @cached_property
    def independent(self) -> list[str]:
        """Backends that find the exact values independently, where they do."""
        return [name for name in INDEPENDENT if any(self.apart(value, name) for value in self.table.values)]

    def apart(self, value: Value, backend: str) -> str:
        """Return how far a backend's value is from the exact one, relative."""
        return relative(getattr(value, backend), value.exact)

    def number(self, value: Value, column: str) -> Shown:
        """Return one number of a value, to the digits that it deserves."""
        if column != "expected" and not self._has(value, column):
            return Shown("")
        exact = column == "expected" and value.model == EXACT
        number, digits = getattr(value, column), self.exact_digits if exact else DISCRETISED_DIGITS
        if value.quantity in CHANGES:
            digits = min(digits, digits_to(number, value.decimals + CHANGE_PLACES))
        if value.quantity == "response":
            digits = RESPONSE_DIGITS
        return shown(number, digits, value.decimals)

    @cached_property
    def widths(self) -> dict[str, int]:
        """The widest part behind the points of each column, by which it is lined up."""
        names = ("expected", *self.columns)
        values = self.table.values
        return {name: max((self.number(value, name).places for value in values), default=0) for name in names}

    def _has(self, value: Value, column: str) -> bool:
        """Say whether a number is to be shown: the exact one where it is not the expected one already."""
        claimed = column != EXACT or value.model != EXACT
        return claimed and isfinite(getattr(value, column))


def claims_a_backend(value: Value) -> bool:
    """Say whether a value claims to come from a backend other than the exact one."""
    return value.model != EXACT and not value.model.startswith(FORMULA)
