"""Natural frequencies and responses of a table's arms, every question answered once by every backend."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from compare.judging.answers import Answers, place_of
from compare.published.cell import Cell
from compare.published.measured import responses
from compare.published.table import Table
from compare.routes.route import Route
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.errors import QuestionError

# Frequencies are right to 1e-11 at worst: changes below are none.
_ROUND_OFF = 1e-11


class Solutions:
    """The values that a table's cells ask for, by what is known of its arms, and of other tables'."""

    def __init__(self, table: Table, answers: Answers | None = None) -> None:
        self._table = table
        self._answers = answers or Answers([table])
        self._measures: dict[tuple[Cell, str, frozenset[str]], float] = {}
        self._most = self._answers.most(table)  # also of arms that stand in for the table's

    def by_backend(self, cell: Cell, spec: str) -> float:
        """Return a cell's value by a backend, in the unit printed."""
        if cell.asked is not None and cell.arm is not None:
            return cell.to_unit(responses(cell.arm).value(cell.arm, cell.asked, spec))
        return _value(cell, lambda arm, place: self._frequencies(arm, spec, place))

    def plainly(self, cell: Cell) -> float:
        """Return a cell's value by its model, in the unit printed, with frequencies that need not be proved."""
        if cell.asked is not None and cell.arm is not None:
            return self.by_backend(cell, cell.model)
        return _value(cell, lambda arm, place: self._answers.plainly(arm, cell.model, max(self._most, place)))

    def prepare(self, cell: Cell, arms: Sequence[Arm]) -> None:
        """Find at once what `plainly` asks of a cell's value on many arms in place of its own."""
        if cell.asked is None:
            places = [place_of(cell, arm) for arm in arms]
            self._answers.prepare(arms, cell.model, max([self._most, *places]))

    def by_expression(self, cell: Cell) -> float:
        """Return a cell's value by the formula that its file writes, in the unit printed."""
        assert cell.expression is not None
        book = self._table.book

        def frequency(mode: int, variants: tuple[str, ...]) -> float:
            arm = book.arm(book.under(cell.setting, variants)) if variants else cell.arm
            one = replace(cell, quantity="frequency", unit="rad/s", mode=mode, arm=arm, before=None)
            return self.by_backend(one, "exact")

        return cell.to_unit(cell.expression.value(cell.numbers, frequency))

    def by_lines(self, cell: Cell, spec: str, spacing: float) -> float:
        """Return a cell's value by a backend as a spectrum shows it: every frequency moved to the nearest line."""
        unit = 2.0 * np.pi * spacing
        return _value(cell, lambda arm, place: unit * np.round(self._frequencies(arm, spec, place) / unit))

    def by_route(self, cell: Cell, name: str, route: Route, kept: frozenset[str]) -> float:
        """Return a cell's value by its source's own equations, in the unit printed; NaN where they do not give one."""

        def frequencies(arm: Arm, place: int) -> Array:
            of_arm = replace(cell, arm=arm, before=None)
            count = self._answers.count(arm, self._most, place)
            return self._answers.by_route(
                arm, f"{name} {cell.model}", kept, count, lambda count: route.answers(of_arm, count, kept)
            )

        try:
            if cell.asked is not None:
                return self._measured(cell, name, route, kept)
            return _value(cell, frequencies)
        except QuestionError:
            return np.nan

    def _measured(self, cell: Cell, name: str, route: Route, kept: frozenset[str]) -> float:
        key = cell, name, kept
        if key not in self._measures:
            self._measures[key] = cell.to_unit(float(route.answers(cell, 1, kept)[0]))
        return self._measures[key]

    def _frequencies(self, arm: Arm, spec: str, place: int) -> Array:
        return self._answers.by_backend(arm, spec, self._answers.count(arm, self._most, place))

    def proved(self, cell: Cell) -> bool:
        """Say whether a cell's exact value, already asked for, is made of certified frequencies."""
        if cell.asked is not None or cell.arm is None or cell.quantity == "number":
            return False
        return self._answers.proved(cell.arm) and self._answers.proved(cell.before or cell.arm)


def _value(cell: Cell, frequencies: Callable[[Arm, int], Array]) -> float:
    """Return a cell's value, in the unit printed; NaN where there are too few frequencies."""
    if cell.arm is None:
        raise QuestionError(cell.unstated)
    after = _frequency(cell, cell.arm, frequencies)
    if cell.before is None:
        return cell.to_unit(after)
    before = _frequency(cell, cell.before, frequencies)
    if cell.quantity == "relative_change":
        return cell.to_unit(_relative_change(before, after))
    return cell.to_unit(after) - cell.to_unit(before)


def _relative_change(before: float, after: float) -> float:
    """Return after/before − 1; zero where that is round-off; NaN from zero."""
    if not before:
        return np.nan
    change = (after - before) / before
    return 0.0 if abs(change) <= _ROUND_OFF else change


def _frequency(cell: Cell, arm: Arm, frequencies: Callable[[Arm, int], Array]) -> float:
    place = place_of(cell, arm)
    omega = frequencies(arm, place)
    if place < 1:
        return 0.0
    return float(omega[place - 1]) if place <= len(omega) else np.nan
