"""Natural frequencies and responses of a table's arms, every question answered once by every backend."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from compare.published.cell import Cell
from compare.published.measured import Responses
from compare.published.table import Table
from compare.routes.route import Route
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import find_backend
from flexarm.errors import QuestionError, TooFewModesError
from flexarm.freedoms import rigid_count

# Where what it takes is installed, frequencies that are called exact are proved.
PROVED = {"exact": "exact:certify"}

# Frequencies are right to 1e-11 at worst: changes below are none.
_ROUND_OFF = 1e-11


class Solutions:
    """The values that a table's cells ask for; of an arm, as many modes are computed as the highest asked for.

    Answers are remembered with their number of modes: who asks for a higher mode makes the arm be solved again.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._responses = Responses()
        self._counts: dict[Arm, int] = {}
        self._found: dict[tuple[Arm, str], tuple[int, Array | QuestionError]] = {}
        self._proved: set[Arm] = set()
        self._recomputed: dict[tuple[Arm, str, frozenset[str]], tuple[int, Array]] = {}
        self._measures: dict[tuple[Cell, str, frozenset[str]], float] = {}
        for cell in table.cells:
            for arm in (cell.before, cell.arm):
                if arm is not None:
                    self._counts[arm] = max(_place(cell, arm), self._counts.get(arm, 0), 1)
        self._most = max(self._counts.values(), default=1)  # also of arms that stand in for the table's

    def by_backend(self, cell: Cell, spec: str) -> float:
        """Return a cell's value by a backend, in the unit printed."""
        if cell.asked is not None and cell.arm is not None:
            return cell.to_unit(self._responses.value(cell.arm, cell.asked, spec))
        return _value(cell, lambda arm, place: self._frequencies(arm, spec, place))

    def plainly(self, cell: Cell) -> float:
        """Return a cell's value by its model, in the unit printed, with frequencies that need not be proved."""
        if cell.asked is not None and cell.arm is not None:
            return self.by_backend(cell, cell.model)
        plain = f"{cell.model} as it is"

        def frequencies(arm: Arm, place: int) -> Array:
            return self._known(arm, plain, max(self._most, place), lambda count: _solved(arm, cell.model, count))

        return _value(cell, frequencies)

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
            key, count = (arm, f"{name} {cell.model}", kept), self._count(arm, place)
            if self._recomputed.get(key, (0,))[0] < count:
                of_arm = replace(cell, arm=arm, before=None)
                self._recomputed[key] = count, route.answers(of_arm, count, kept)
            return self._recomputed[key][1]

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

    def _count(self, arm: Arm, place: int) -> int:
        """Return how many modes of an arm are computed where one is asked for."""
        return max(self._counts.get(arm, self._most), place)

    def _frequencies(self, arm: Arm, spec: str, place: int) -> Array:
        return self._known(arm, spec, self._count(arm, place), lambda count: self._solved(arm, spec, count))

    def _known(self, arm: Arm, name: str, count: int, solve: Callable[[int], Array | QuestionError]) -> Array:
        key = arm, name
        if self._found.get(key, (0,))[0] < count:
            self._found[key] = count, solve(count)
        answer = self._found[key][1]
        if isinstance(answer, QuestionError):
            raise answer
        return answer

    def _solved(self, arm: Arm, spec: str, count: int) -> Array | QuestionError:
        if spec in PROVED:
            omega = _solved(arm, PROVED[spec], count)
            if not isinstance(omega, QuestionError):
                self._proved.add(arm)
                return omega
        return _solved(arm, spec, count)

    def proved(self, cell: Cell) -> bool:
        """Say whether a cell's exact value, already asked for, is made of certified frequencies."""
        if cell.asked is not None or cell.arm is None or cell.quantity == "number":
            return False
        return {cell.arm, cell.before or cell.arm} <= self._proved


def _solved(arm: Arm, spec: str, count: int) -> Array | QuestionError:
    try:
        return find_backend(spec).modes(arm, count).angular_frequency
    except TooFewModesError as error:
        return _solved(arm, spec, error.available) if 0 < error.available < count else error
    except QuestionError as error:
        return error


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
    place = _place(cell, arm)
    omega = frequencies(arm, place)
    if place < 1:
        return 0.0
    return float(omega[place - 1]) if place <= len(omega) else np.nan


def _place(cell: Cell, arm: Arm) -> int:
    """Return the number of a cell's mode among the non-zero natural frequencies; below 1 for rigid-body modes."""
    return cell.mode - (0 if cell.elastic else rigid_count(arm))
