"""The variables of a limits study's Dataset."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from compare.limiting.cells import Cell
from compare.limiting.reference import Reference
from flexarm.arrays import Array
from flexarm.datasets import Variable, variable

_ALL, _CELL = ("formulation", "value", "mode"), ("formulation", "value")


@dataclass(frozen=True, eq=False)
class Table:
    """The answers of all formulations at all values.

    Parameters
    ----------
    modes
        Number of modes of the Dataset; where a cell has fewer, the rest is NaN.
    truths
        The reference at every value.
    rows
        The cells, one row a formulation, one cell a value.
    sizes
        Number of elements or shapes of a link; 0 where there is none.
    """

    modes: int
    truths: Sequence[Reference]
    rows: Sequence[Sequence[Cell]]
    sizes: Sequence[Sequence[int]]

    def variables(self) -> dict[str, Variable]:
        """Return all variables by name."""
        return {**self._errors(), **self._counts(), **self._reference()}

    def _errors(self) -> dict[str, Variable]:
        error = self._stack(lambda cell: self._padded(cell.relative_error))
        digits = self._stack(lambda cell: self._padded(cell.digits))
        return {
            "relative_error": variable(
                _ALL, error, "1", "relative frequency error against the reference; NaN if missed"
            ),
            "digits": variable(_ALL, digits, "1", "right decimal digits of the frequency, 0 to 16; 0 if missed"),
        }

    def _counts(self) -> dict[str, Variable]:
        def column(of: Callable[[Cell], object], units: str, long_name: str) -> Variable:
            return variable(_CELL, self._stack(of), units, long_name)

        missing = self._stack(lambda cell: cell.missing).astype(np.str_)
        sizes = np.array(self.sizes)
        return {
            "missed": column(
                lambda cell: cell.missed, "1", "number of the reference's frequencies that were not found"
            ),
            "invented": column(lambda cell: cell.invented, "1", "number of found frequencies that there are not"),
            "condition": column(lambda cell: cell.condition, "1", "2-norm condition number of what is factorised"),
            "seconds": column(lambda cell: cell.seconds, "s", "wall time of the solution"),
            "size": variable(_CELL, sizes, "1", "elements or shapes of every flexible link; 0 where there are none"),
            "missing": variable(_CELL, missing, "1", "why there are no values; empty where there are"),
        }

    def _reference(self) -> dict[str, Variable]:
        omega = np.array([self._padded(truth.angular_frequency) for truth in self.truths])
        unproved = np.array([truth.refusal for truth in self.truths], dtype=np.str_)
        return {
            "reference": variable(("value", "mode"), omega, "rad/s", "reference natural angular frequency"),
            "unproved": variable(("value",), unproved, "1", "why the reference is not certified; empty where it is"),
        }

    def _stack(self, of: Callable[[Cell], object]) -> Array:
        return np.array([[of(cell) for cell in row] for row in self.rows])

    def _padded(self, values: Array) -> Array:
        return np.concatenate([values, np.full(self.modes - len(values), np.nan)])
