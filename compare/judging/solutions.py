"""Natural frequencies of a table's arms, every arm solved once by every backend."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from compare.published.cell import Cell
from compare.routes.route import Route
from flexarm.arm import Arm
from flexarm.backend import find_backend
from flexarm.chain import Array
from flexarm.errors import QuestionError, TooFewModesError


class Solutions:
    """The values that a table's cells ask for.

    Parameters
    ----------
    cells
        The cells; the highest mode asked for of an arm is what is computed of it.
    """

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._counts: dict[Arm, int] = {}
        self._found: dict[tuple[Arm, str], Array | QuestionError] = {}
        self._recomputed: dict[tuple[Arm, str, frozenset[str]], Array] = {}
        for cell in cells:
            for arm in (cell.before, cell.arm):
                if arm is not None:
                    self._counts[arm] = max(_place(cell, arm), self._counts.get(arm, 0), 1)
        self._most = max(self._counts.values(), default=1)  # also of arms that stand in for the table's

    def by_backend(self, cell: Cell, spec: str) -> float:
        """Return a cell's value by a backend, in the unit printed.

        Parameters
        ----------
        cell
            The cell.
        spec
            The backend's specification.

        Raises
        ------
        QuestionError
            If the backend cannot answer.
        """
        return _value(cell, lambda arm: self._frequencies(arm, spec))

    def by_route(self, cell: Cell, name: str, route: Route, kept: frozenset[str]) -> float:
        """Return a cell's value by its source's own equations, in the unit printed; NaN where they do not give one.

        Parameters
        ----------
        cell
            The cell.
        name, route
            The recomputation and its name.
        kept
            Names of the terms that are put back.
        """

        def frequencies(arm: Arm) -> Array:
            key = arm, f"{name} {cell.model}", kept
            if key not in self._recomputed:
                of_arm = replace(cell, arm=arm, before=None)
                self._recomputed[key] = route.frequencies(of_arm, self._counts.get(arm, self._most), kept)
            return self._recomputed[key]

        try:
            return _value(cell, frequencies)
        except QuestionError:
            return np.nan

    def _frequencies(self, arm: Arm, spec: str) -> Array:
        key = arm, spec
        if key not in self._found:
            self._found[key] = _solved(arm, spec, self._counts.get(arm, self._most))
        found = self._found[key]
        if isinstance(found, QuestionError):
            raise found
        return found


def _solved(arm: Arm, spec: str, count: int) -> Array | QuestionError:
    try:
        return find_backend(spec).modes(arm, count).angular_frequency
    except TooFewModesError as error:
        return _solved(arm, spec, error.available) if 0 < error.available < count else error
    except QuestionError as error:
        return error


def _value(cell: Cell, frequencies: Callable[[Arm], Array]) -> float:
    """Return a cell's value, in the unit printed; NaN where there are too few frequencies."""
    if cell.arm is None:
        raise QuestionError(cell.unstated)
    found = cell.to_unit(_frequency(cell, cell.arm, frequencies))
    return found if cell.before is None else found - cell.to_unit(_frequency(cell, cell.before, frequencies))


def _frequency(cell: Cell, arm: Arm, frequencies: Callable[[Arm], Array]) -> float:
    place = _place(cell, arm)
    found = frequencies(arm)
    if place < 1:
        return 0.0
    return float(found[place - 1]) if place <= len(found) else np.nan


def _place(cell: Cell, arm: Arm) -> int:
    """Return the number of a cell's mode among the non-zero natural frequencies; below 1 for rigid-body modes."""
    return cell.mode - (0 if cell.elastic else arm.rigid_freedoms)
