"""Counts: how many values, how many in each verdict, which differ most, and for which causes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from compare.judging.record import PublishedTable, Value
from compare.judging.verdict import CANNOT_BE_JUDGED, CONFIRMED, WITHIN_ONE_UNIT
from compare.report.verdicts import VERDICTS


@dataclass(frozen=True)
class Tally:
    """Counts of some values.

    Parameters
    ----------
    values
        How many there are.
    verdicts
        How many there are in each verdict; all four, in their order.
    unexplained
        How many of those that differ have no cause found.
    below_ritz
        How many lie below the true Rayleigh–Ritz value of the basis that they claim to come from.
    """

    values: int
    verdicts: Mapping[str, int]
    unexplained: int
    below_ritz: int

    @property
    def judged(self) -> int:
        """How many could be judged."""
        return self.values - self.verdicts[CANNOT_BE_JUDGED]

    @property
    def confirmed(self) -> int:
        """How many are confirmed, within one unit included."""
        return self.verdicts[CONFIRMED] + self.verdicts[WITHIN_ONE_UNIT]

    @property
    def share(self) -> str:
        """Which part of those that could be judged is confirmed; empty where none could."""
        return f"{100.0 * self.confirmed / self.judged:.0f} %" if self.judged else ""

    @property
    def in_words(self) -> str:
        """The verdicts that occur, each with how many there are."""
        return ", ".join(f"{name} {count}" for name, count in self.verdicts.items() if count)


def tally(values: Iterable[Value]) -> Tally:
    """Return the counts of some values."""
    kept = tuple(values)
    found = Counter(value.verdict for value in kept)
    return Tally(
        values=len(kept),
        verdicts=MappingProxyType({verdict.name: found[verdict.name] for verdict in VERDICTS}),
        unexplained=sum(value.differs and not value.explained for value in kept),
        below_ritz=sum(value.below_ritz for value in kept),
    )


def all_values(tables: Iterable[PublishedTable]) -> list[Value]:
    """Return the values of some tables, one after another."""
    return [value for table in tables for value in table.values]


def by_source(tables: Sequence[PublishedTable]) -> dict[str, list[PublishedTable]]:
    """Return the tables of each source, sources in the order in which they first occur."""
    found: dict[str, list[PublishedTable]] = {}
    for table in tables:
        found.setdefault(table.source, []).append(table)
    return found


def worst(values: Iterable[Value], count: int | None = None) -> list[Value]:
    """Return the values that differ, the largest relative difference first, `count` of them at most."""
    return sorted((value for value in values if value.differs), key=lambda value: value.badness, reverse=True)[:count]


def by_cause(values: Iterable[Value]) -> dict[str, list[Value]]:
    """Return the values that differ under the cause of their difference.

    The cause with most values comes first, what is unexplained, and what was tried there, last; under a cause the worst
    difference comes first.
    """
    found: dict[str, list[Value]] = {}
    for value in worst(values):
        found.setdefault(value.cause, []).append(value)
    return dict(sorted(found.items(), key=lambda item: (not item[1][0].explained, -len(item[1]), item[0])))
