"""Entries of a mass matrix that are zero but for round-off: by the source's functions and by ours."""

import numpy as np

from compare.judging.explain import Explanation
from compare.published.cell import Cell
from compare.remembered import remembered
from compare.routes import raw_hyperbolic
from compare.routes.route import arm_of
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.errors import QuestionError

REASON = (
    "the true entry is zero: what is printed is the order of magnitude of the source's round-off; mode shapes written "
    "with sinh and cosh in double precision, and in decaying exponentials, are computed beside it"
)


class Orthogonality:
    """Orders of magnitude of the entries that a table's cells ask for, every matrix computed once."""

    def __init__(self) -> None:
        self._matrices = remembered(_matrices)

    def explanation(self, cell: Cell, count: int) -> Explanation:
        """Return an orthogonality's order of magnitude by hyperbolic functions and by decaying exponentials."""
        try:
            raw, scaled = self._matrices(arm_of(cell), count)
        except QuestionError:
            return Explanation()
        place = cell.mode - 1, cell.partner - 1
        return Explanation("", float(raw[place]), float(scaled[place]))


def _matrices(arm: Arm, count: int) -> tuple[Array, Array]:
    return _orders(raw_hyperbolic.mass_matrix(arm, count)), _orders(raw_hyperbolic.completed(arm, count))


def _orders(matrix: Array) -> Array:
    """Return logarithms to base 10 rounded down; of an entry that is zero, that of the spacing of float64."""
    return np.floor(np.log10(np.maximum(np.abs(matrix), np.finfo(float).eps)))
