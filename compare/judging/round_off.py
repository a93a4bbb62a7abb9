"""Entries of a mass matrix that are zero but for round-off: by the source's functions and by ours."""

import numpy as np

from compare.judging.explain import Explanation
from compare.published.cell import Cell
from compare.routes import raw_hyperbolic
from flexarm.arrays import Array
from flexarm.errors import QuestionError

REASON = (
    "the true entry is zero: what is printed is the order of magnitude of the source's round-off; mode shapes written "
    "with sinh and cosh in double precision, and in decaying exponentials, are computed beside it"
)


class RoundOff:
    """Orders of magnitude of the entries that a table's cells ask for, every matrix computed once."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, int], tuple[Array, Array]] = {}

    def explanation(self, cell: Cell, count: int) -> Explanation:
        """Return an orthogonality's order of magnitude by hyperbolic functions and by decaying exponentials."""
        try:
            raw, scaled = self._matrices(cell, count)
        except QuestionError:
            return Explanation()
        place = cell.mode - 1, cell.partner - 1
        return Explanation("", float(raw[place]), float(scaled[place]))

    def _matrices(self, cell: Cell, count: int) -> tuple[Array, Array]:
        if cell.arm is None:
            raise QuestionError(cell.unstated)
        key = cell.arm, count
        if key not in self._found:
            pair = raw_hyperbolic.mass_matrix(cell.arm, count), raw_hyperbolic.completed(cell.arm, count)
            self._found[key] = (_orders(pair[0]), _orders(pair[1]))
        return self._found[key]


def _orders(matrix: Array) -> Array:
    """Return logarithms to base 10 rounded down; of an entry that is zero, that of the spacing of float64."""
    return np.floor(np.log10(np.maximum(np.abs(matrix), np.finfo(float).eps)))
