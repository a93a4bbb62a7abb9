"""The formulas that flexarm knows, by the name that a published table's file gives them."""

from collections.abc import Mapping

from compare.published.cell import Cell
from compare.routes.formula import Formula
from compare.routes.hufnagel_polynomials import POLYNOMIALS
from compare.routes.hufnagel_rayleigh import HUFNAGEL
from compare.routes.surge import SURGE
from compare.routes.wheel import WHEEL
from flexarm.errors import Fault, InputError

FORMULAS: Mapping[str, Formula] = {**HUFNAGEL, **POLYNOMIALS, **SURGE, **WHEEL}


def formula_of(cell: Cell) -> Formula:
    """Return the formula that a cell claims to come from, or refuse its name."""
    if cell.formula not in FORMULAS:
        fault = Fault("formula", f"a formula that flexarm knows: {', '.join(FORMULAS)}", repr(cell.formula))
        raise InputError([fault.under(f"column {cell.column}")], cell.table)
    return FORMULAS[cell.formula]
