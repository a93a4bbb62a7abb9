"""Counts: how many values, how many in each verdict and kind of error, which differ most, and for which causes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import median
from types import MappingProxyType

from compare.judging.record import PublishedTable, Value
from compare.judging.verdict import CANNOT_BE_JUDGED, CONFIRMED, DIFFERS, VERDICTS, WITHIN_ONE_UNIT
from compare.published.table import ERRORS

UNEXPLAINED = "unexplained"


@dataclass(frozen=True)
class Tally:
    """Counts of some values."""

    values: int
    verdicts: Mapping[str, int]  # all five, in their order
    errors: Mapping[str, int]  # of those that differ: kinds of error, and `UNEXPLAINED`
    below_ritz: int  # how many lie below the true Rayleigh–Ritz value of the basis that they claim to come from

    @property
    def judged(self) -> int:
        """How many could be judged."""
        return self.values - self.verdicts[CANNOT_BE_JUDGED]

    @property
    def confirmed(self) -> int:
        """How many are confirmed, within one unit included."""
        return self.verdicts[CONFIRMED] + self.verdicts[WITHIN_ONE_UNIT]

    @property
    def differs(self) -> int:
        """How many differ by more than one unit of the last digit."""
        return self.verdicts[DIFFERS]

    @property
    def unexplained(self) -> int:
        """How many of those that differ have no cause found."""
        return self.errors[UNEXPLAINED]

    @property
    def share(self) -> str:
        """Which part of those that could be judged is confirmed; empty where none could."""
        return f"{100.0 * self.confirmed / self.judged:.0f} %" if self.judged else ""


def tally(values: Iterable[Value]) -> Tally:
    """Return the counts of some values."""
    kept = tuple(values)
    verdicts = Counter(value.verdict for value in kept)
    errors = Counter(value.error if value.explained else UNEXPLAINED for value in kept if value.differs)
    return Tally(
        values=len(kept),
        verdicts=MappingProxyType({name: verdicts[name] for name in VERDICTS}),
        errors=MappingProxyType({name: errors[name] for name in (*ERRORS, UNEXPLAINED)}),
        below_ritz=sum(value.below_ritz for value in kept),
    )


def all_values(tables: Iterable[PublishedTable]) -> list[Value]:
    """Return the values of some tables, one after another."""
    return [value for table in tables for value in table.values]


def by_source(tables: Sequence[PublishedTable]) -> dict[str, list[PublishedTable]]:
    """Return the tables of each source, sources in the order in which they first occur."""
    sources: dict[str, list[PublishedTable]] = {}
    for table in tables:
        sources.setdefault(table.source, []).append(table)
    return sources


def worst(values: Iterable[Value], count: int | None = None) -> list[Value]:
    """Return the values that differ, the largest relative difference first, `count` of them at most."""
    return sorted((value for value in values if value.differs), key=lambda value: value.badness, reverse=True)[:count]


def by_cause(values: Iterable[Value]) -> dict[str, list[Value]]:
    """Return the values that differ under the cause of their difference.

    The cause with most values comes first, what is unexplained, and what was tried there, last; under a cause the worst
    difference comes first.
    """
    causes: dict[str, list[Value]] = {}
    for value in worst(values):
        causes.setdefault(value.cause, []).append(value)
    return dict(sorted(causes.items(), key=lambda item: (not item[1][0].explained, -len(item[1]), item[0])))


@dataclass(frozen=True)
class Chance:
    """How values that differ fared, of some number of printed digits: how many were tried, met, and met by chance."""

    digits: str
    tried: int
    met: int
    by_chance: float


def chances(values: Iterable[Value]) -> list[Chance]:
    """Return how many values were explained by a number, and how many would be by chance; by digits, and of all."""
    tried = [value for value in values if value.differs and isfinite(value.chance)]
    of_numbers = [value for value in tried if value.confirmed_by_route or not value.explained]
    groups = (("one or two", 1, 2), ("three", 3, 3), ("four or more", 4, 99), ("any", 1, 99))
    return [
        _chance(name, [value for value in of_numbers if least <= value.digits <= most]) for name, least, most in groups
    ]


def _chance(digits: str, values: Sequence[Value]) -> Chance:
    met = sum(value.confirmed_by_route for value in values)
    return Chance(digits, len(values), met, sum(value.chance for value in values))


@dataclass(frozen=True)
class Choice:
    """How a route whose terms were chosen fares beside the other choices, over all its tables."""

    route: str
    values: int
    choices: int
    best: int
    next_best: int
    median: float


def choices(tables: Iterable[PublishedTable]) -> list[Choice]:
    """Return, of every route whose terms were chosen with the values in sight, how the other choices do."""
    counts: dict[str, list[list[int]]] = {}
    for table in tables:
        for line in table.choices.splitlines():
            route, *numbers = line.split()
            counts.setdefault(route, []).append([int(number) for number in numbers])
    return [_choice(route, rows) for route, rows in counts.items()]


def _choice(route: str, rows: Sequence[Sequence[int]]) -> Choice:
    values, *met = (sum(column) for column in zip(*rows, strict=True))
    best = max(met)
    return Choice(route, values, len(met), best, max((one for one in met if one < best), default=best), median(met))
