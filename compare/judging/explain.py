"""Why published values differ: found by computing them again, by their table's causes and by what is tried of any."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from compare.judging.attempts import NEAR, Attempt, attempt, route_of
from compare.judging.chance import chance
from compare.judging.misprints import Reference, misprints, wrong_digits
from compare.judging.neighbours import neighbours
from compare.judging.solutions import Solutions
from compare.judging.verdict import DIFFERS, WITHIN_ONE_UNIT, Judgement, truncated, units_off
from compare.published.cell import BOUND, Cell
from compare.published.question import fits
from compare.published.table import MEASURED, MODEL, Cause, Table
from flexarm.errors import InputError, QuestionError

UNEXPLAINED = "unexplained"
EXPERIMENT = "experiment"
# What is tried of any table is taken for the cause only where fewer values than this share, as far off, would fit.
LIKELY = 0.02
# What misses a value of fewer digits may do so by its rounding.
_DIGITS = 3
# So many values of a column must be off by a unit, all towards zero, for it to be cut.
_CUT = 4
# A route that misses a value by less than this share of the difference has found its cause.
_CLOSES = 0.1


@dataclass(frozen=True)
class Explanation:
    """What is found of the cause of one difference."""

    text: str = ""  # the cause as a clause; `UNEXPLAINED`, with what was tried, where nothing gives the value
    recomputed: float = np.nan  # the value by the source's own route, in the unit printed
    completed: float = np.nan  # the same with all that the source leaves out put back
    reproduces: bool = False  # whether `recomputed` is the printed value within one unit of the last digit
    error: str = ""  # what kind of error it is, one of `ERRORS`; empty where unexplained
    stated: bool = False  # whether the source states the approximation
    fitted: str = ""  # which number in the cause was chosen to meet the printed values
    tried: int = 0  # how many numbers were tried
    chance: float = np.nan  # how often a value as far off would have been met by one of them


@dataclass(frozen=True)
class _Record:
    """How a cause fares with a table's values: which it meets that differ, and which it misses that are confirmed."""

    given: int  # values that it gives a number for
    agreeing: int  # those where this is what is printed
    met: int  # of these, those that need a cause
    spoilt: int  # values that are confirmed, and where it gives another number
    reach: float  # by how much it misses values that it meets, at most, relative

    @property
    def holds(self) -> bool:
        """Whether it explains more than it spoils."""
        return self.met > self.spoilt


class Explainer:
    """The explanations of a table's values."""

    def __init__(self, table: Table, judged: Sequence[tuple[Cell, Judgement]], solutions: Solutions) -> None:
        self._table, self._judged, self._solutions = table, judged, solutions
        self._attempts = {cell: self._by_causes(cell, judgement) for cell, judgement in judged}
        self._records = [self._record(cause) for cause in table.causes]

    def explanation(self, cell: Cell, judgement: Judgement) -> Explanation:
        """Return why a value differs; or is one unit off, where its source's own equations give it to the digit."""
        if judgement.verdict == DIFFERS:
            found = self._explained(cell, judgement)
            measured = found.error == MODEL and cell.method.startswith(EXPERIMENT)
            return replace(found, error=MEASURED) if measured else found
        if judgement.verdict == WITHIN_ONE_UNIT:
            met = self._met(cell)
            if met is not None and _in_need(cell, judgement, met):
                return replace(_found(met), error="")
            if (number := self._cut(cell)) >= _CUT:
                text = f"it is cut, not rounded, as all of its column are: by chance in one of {2**number} columns"
                return Explanation(text, judgement.expected, judgement.expected, True)
        return Explanation()

    def sentences(self) -> str:
        """Return, a line a route, how many of the table's values it gives, and how closely."""
        lines = []
        for cause, record in zip(self._table.causes, self._records, strict=True):
            if cause.route is not None and record.agreeing:
                route = route_of(self._table, cause.route).equations.removesuffix(",")
                closely = (
                    f", those of {_DIGITS} digits and more to {100.0 * record.reach:.2g} %" if record.reach else ""
                )
                counts = f"{record.agreeing} of {record.given} values within one unit of the last digit"
                lines.append(f"{route[0].upper()}{route[1:]} gives {counts}{closely}.")
        return "\n".join(lines)

    def choices(self) -> str:
        """Return, a line a route whose terms were chosen, its name, how many values it has, and how many each meets."""
        lines = []
        for cause in self._table.causes:
            route = None if cause.route is None else route_of(self._table, cause.route)
            if route is not None and route.choices is not None:
                cells = [one for one, j in self._judged if cause.concerns(one) and _of_a_mode(one, j)]
                if cells:
                    lines.append(f"{cause.route} {len(cells)} {' '.join(map(str, route.choices(cells)))}")
        return "\n".join(lines)

    def _cut(self, cell: Cell) -> int:
        """Return how many values of a column are a unit off, if all are those expected, cut; else none."""
        column = [(one, j) for one, j in self._judged if one.column == cell.column and np.isfinite(j.units_off)]
        near = [one for one, j in column if j.verdict == WITHIN_ONE_UNIT]
        cut = all(truncated(one.text, j.expected) == Decimal(one.text.removeprefix(BOUND)) for one, j in column)
        return len(near) if cut else 0

    def _by_causes(self, cell: Cell, judgement: Judgement) -> dict[int, Attempt]:
        """Return what each of the table's causes that concerns a value gives for it, by the cause's number."""
        if not np.isfinite(judgement.expected) or not np.isfinite(judgement.units_off):
            return {}
        return {
            k: attempt(self._table, cell, cause, judgement.expected, self._solutions)
            for k, cause in enumerate(self._table.causes)
            if cause.concerns(cell)
        }

    def _record(self, cause: Cause) -> _Record:
        number = self._table.causes.index(cause)
        tried = [(cell, j, self._attempts[cell].get(number)) for cell, j in self._judged]
        given = [(cell, j, one) for cell, j, one in tried if one is not None and np.isfinite(one.value)]
        met = [(cell, one) for cell, j, one in given if one.meets(cell) and _in_need(cell, j, one)]
        spoilt = [cell for cell, j, one in given if j.verdict != DIFFERS and not one.meets(cell)]
        told = [one.off(cell) for cell, one in met if len(cell.text.strip("<-0.").replace(".", "")) >= _DIGITS]
        agreeing = sum(one.meets(cell) for cell, _, one in given)
        return _Record(len(given), agreeing, len(met), len(spoilt), max(told, default=0.0))

    def _met(self, cell: Cell) -> Attempt | None:
        """Return the first cause that meets a value and holds in its table."""
        return next(
            (one for k, one in self._attempts[cell].items() if one.meets(cell) and self._records[k].holds), None
        )

    def _explained(self, cell: Cell, judgement: Judgement) -> Explanation:
        tried = list(self._attempts[cell].values())
        if cell.method.startswith(EXPERIMENT) and not self._table.causes:
            return Explanation(f"{UNEXPLAINED}: a measured value")
        if (met := self._met(cell)) is not None:
            return self._with_chance(_found(met), cell, judgement, tried)
        if (near := self._within_reach(cell, judgement)) is not None:
            return self._with_chance(near, cell, judgement, tried)
        for group in (self._misprints, self._of_neighbours, self._wrong_digits):
            tried += group(cell, judgement)
            hit = next((one for one in tried if one.meets(cell) and one not in self._attempts[cell].values()), None)
            if hit is not None and chance(cell, judgement.expected, tried) <= LIKELY:
                return self._with_chance(_found(hit), cell, judgement, tried)
        by_causes = self._with_chance(self._failure(cell), cell, judgement, list(self._attempts[cell].values()))
        return replace(by_causes, tried=len(_numbers(tried)))

    def _with_chance(
        self, explanation: Explanation, cell: Cell, judgement: Judgement, tried: Sequence[Attempt]
    ) -> Explanation:
        if not _numbers(tried):
            return explanation
        return replace(explanation, tried=len(_numbers(tried)), chance=chance(cell, judgement.expected, tried))

    def _within_reach(self, cell: Cell, judgement: Judgement) -> Explanation | None:
        """Return a route that misses a value by no more than it misses others of its table that it gives."""
        expected = abs(judgement.expected / cell.value - 1.0) if cell.value else np.inf
        for k, one in self._attempts[cell].items():
            record = self._records[k]
            within = record.holds and one.off(cell) <= min(record.reach, NEAR, _CLOSES * expected)
            if self._table.causes[k].route is not None and within:
                text = f"{one.text}; it gives the value as closely as it gives others of the table"
                return replace(_found(one), text=text, reproduces=False)
        return None

    def _failure(self, cell: Cell) -> Explanation:
        """Return what was tried in vain."""
        attempts = list(self._attempts[cell].items())
        by_chance = [one for k, one in attempts if one.meets(cell)]
        if by_chance:
            text = f"{by_chance[0].text} gives it, but not the table's other values: by chance"
            return Explanation(f"{UNEXPLAINED}: {text}", by_chance[0].value)
        if cell.asked is not None and len(attempts) > 1:
            return Explanation(f"{UNEXPLAINED}: none of the alternatives that were computed gives it")
        if cell.method.startswith(EXPERIMENT) and attempts:
            return Explanation(f"{UNEXPLAINED}: a measured value, and nothing that was tried gives it")
        if not attempts:
            return Explanation(UNEXPLAINED)
        last = attempts[-1][1]
        return Explanation(f"{UNEXPLAINED}: {last.failure}", last.value)

    def _references(self, cell: Cell, judgement: Judgement) -> list[Reference]:
        """Return what might have been meant: what is expected, and what causes give that hold in the table."""
        given = [
            Reference(one.value, "which the source's own way gives")
            for k, one in self._attempts[cell].items()
            if self._records[k].holds and np.isfinite(one.value) and not one.digits
        ]
        return [Reference(judgement.expected, "which is right"), *given]

    def _misprints(self, cell: Cell, judgement: Judgement) -> list[Attempt]:
        if cell.quantity == "orthogonality":
            return []
        beside = [(place, one, self._references(one, j)) for place, one, j in self._neighbouring_values(cell)]

        def of_mode(mode: int) -> float:
            return self._value(replace(cell, mode=mode))

        return list(misprints(cell, self._references(cell, judgement), beside, of_mode))

    def _wrong_digits(self, cell: Cell, judgement: Judgement) -> list[Attempt]:
        """Return the many values that one digit alone would make, the last that are tried: many would fit by chance.

        A slip of one digit stands among values of its row and column that hold, most of them.
        """
        beside = [(one, j) for one, j in self._alike(cell) if one.column == cell.column or one.row == cell.row]
        others = [j.verdict != DIFFERS for one, j in beside if one != cell]
        if cell.quantity == "orthogonality" or 2 * sum(others) <= len(others):
            return []
        return list(wrong_digits(cell, self._references(cell, judgement)[0]))

    def _neighbouring_values(self, cell: Cell) -> Iterator[tuple[str, Cell, Judgement]]:
        """Yield the values of the rows before and after, and of the columns next to it, with the same unit."""
        alike = self._alike(cell)
        in_column = [(one, j) for one, j in alike if one.column == cell.column]
        in_row = [(one, j) for one, j in alike if one.row == cell.row]
        for group, place in ((in_column, "row"), (in_row, "column")):
            at = next(k for k, (one, _) in enumerate(group) if one == cell)
            for one, j in group[max(at - 1, 0) : at + 2]:
                if one != cell:
                    yield f"of {place} {one.row if place == 'row' else one.column}", one, j

    def _alike(self, cell: Cell) -> list[tuple[Cell, Judgement]]:
        """Return the values of the table that are judged and have a value's unit, itself among them."""
        return [(one, j) for one, j in self._judged if one.unit == cell.unit and np.isfinite(j.units_off)]

    def _of_neighbours(self, cell: Cell, judgement: Judgement) -> list[Attempt]:
        """Return what arms next to the value's own give: another joint state, a held base, one term left out."""
        if cell.arm is None or cell.quantity in ("number", "orthogonality"):
            return []
        before = dict(neighbours(cell.before)) if cell.before is not None else None
        near = list(neighbours(cell.arm))
        self._solutions.prepare(cell, [arm for _, arm in near] + list((before or {}).values()))
        return [
            Attempt(text, self._value(replace(cell, arm=arm, before=None if before is None else before.get(text))))
            for text, arm in near
            if cell.asked is None or fits(cell.asked, arm)
        ]

    def _value(self, cell: Cell) -> float:
        """Return a value by its model; NaN where there is none."""
        try:
            return self._solutions.plainly(cell)
        except (QuestionError, InputError):
            return np.nan


def _numbers(tried: Sequence[Attempt]) -> set[str | float]:
    """Return the different numbers that were tried."""
    return {one.digits or one.value for one in tried if one.digits or np.isfinite(one.value)}


def _of_a_mode(cell: Cell, judgement: Judgement) -> bool:
    return cell.quantity == "frequency" and judgement.expected > 0.0 and cell.value > 0.0


def _in_need(cell: Cell, judgement: Judgement, one: Attempt) -> bool:
    """Say whether a value that a cause meets needs one: it differs, or is off by the unit that the cause gives."""
    if judgement.verdict == WITHIN_ONE_UNIT:
        return units_off(cell.text, one.value) == 0
    return judgement.verdict == DIFFERS


def _found(one: Attempt) -> Explanation:
    return Explanation(one.text, one.value, one.completed, one.gives, one.error, one.stated, one.fitted)
