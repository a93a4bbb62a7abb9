"""The variables of a study's Dataset."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from compare.converging.cells import Cell
from compare.converging.order import Order, RoundOff, observed_order, round_off
from flexarm.arrays import Array
from flexarm.datasets import Variable, variable

_ALL, _CELL, _FIT = ("backend", "size", "mode"), ("backend", "size"), ("backend", "mode")


@dataclass(frozen=True, eq=False)
class Table:
    """The answers of all backends at all sizes.

    Parameters
    ----------
    sizes
        The sizes, ascending.
    rows
        The cells, one row a backend, one cell a size.
    """

    sizes: tuple[int, ...]
    rows: Sequence[Sequence[Cell]]

    def variables(self) -> dict[str, Variable]:
        """Return all variables by name."""
        return {**self._errors(), **self._costs(), **self._laws()}

    def _stack(self, of: Callable[[Cell], object]) -> Array:
        return np.array([[of(cell) for cell in row] for row in self.rows])

    def _errors(self) -> dict[str, Variable]:
        omega, relative, mac, deflection = np.moveaxis(self._stack(lambda cell: cell.values), 2, 0)
        missing = self._stack(lambda cell: [cell.reason if np.isnan(one) else "" for one in cell.values[0]])
        return {
            "angular_frequency": variable(_ALL, omega, "rad/s", "natural angular frequency"),
            "relative_error": variable(_ALL, relative, "1", "relative frequency error against the reference"),
            "mac_error": variable(_ALL, mac, "1", "one minus the modal assurance criterion, mass inner product"),
            "deflection_error": variable(_ALL, deflection, "1", "largest deflection error over largest deflection"),
            "missing": variable(_ALL, missing, "1", "why there is no value; empty where there is one"),
        }

    def _costs(self) -> dict[str, Variable]:
        spec = self._stack(lambda cell: cell.spec)
        unknowns, seconds = self._stack(lambda cell: cell.unknowns), self._stack(lambda cell: cell.seconds)
        nothing = "where the backend cannot answer"
        return {
            "specification": variable(_CELL, spec, "1", "backend with its size; empty where it does not take the size"),
            "unknowns": variable(_CELL, unknowns.astype(float), "1", f"number of unknowns; NaN {nothing}"),
            "seconds": variable(_CELL, seconds, "s", f"wall time of the solution; NaN {nothing}"),
        }

    def _laws(self) -> dict[str, Variable]:
        errors = self._stack(lambda cell: cell.values[1])
        found = [[self._law(error) for error in row.T] for row in errors]

        def column(of: Callable[[Order, RoundOff], object], long_name: str) -> Variable:
            return variable(_FIT, np.array([[of(*pair) for pair in row] for row in found]), "1", long_name)

        zero, floor = "0 where there is no law", "0 where round-off does not take over within the sizes"
        return {
            "order_law": column(lambda order, _: order.law, "law of convergence: algebraic, spectral or none"),
            "order": column(lambda order, _: order.rate, "observed order of convergence; NaN where there is no law"),
            "order_first_size": column(lambda order, _: order.first, f"first size of the fit; {zero}"),
            "order_last_size": column(lambda order, _: order.last, f"last size of the fit; {zero}"),
            "order_missing": column(lambda order, _: order.reason, "why there is no law; empty where there is one"),
            "round_off_size": column(lambda _, end: end.size, f"first size of round-off; {floor}"),
            "round_off_level": column(lambda _, end: end.level, f"relative error of round-off; {floor}"),
        }

    def _law(self, errors: Array) -> tuple[Order, RoundOff]:
        end = round_off(self.sizes, errors)
        return observed_order(self.sizes, errors, end), end
