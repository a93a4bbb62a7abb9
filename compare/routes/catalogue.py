"""The recomputations and the formulas that flexarm knows, by the names that published tables' files give them."""

from collections.abc import Mapping

from compare.published.cell import Cell
from compare.routes.bent_arm import BENT_ARM
from compare.routes.capture import ENERGY_ESTIMATE
from compare.routes.exciting_force import EXCITING_FORCE
from compare.routes.formula import Formula
from compare.routes.free_shuttle import FREE_SHUTTLE
from compare.routes.hufnagel import EXACT_MODEL
from compare.routes.hufnagel_polynomials import POLYNOMIALS
from compare.routes.hufnagel_rayleigh import HUFNAGEL
from compare.routes.ramakrishnan import TRANSFER_MATRICES
from compare.routes.rigid_slew import RIGID_SLEW
from compare.routes.route import Route
from compare.routes.surge import SURGE
from compare.routes.wheel import AMPLITUDES, POWERS, WHEEL
from compare.routes.wiedemann import CHAPTER_4, CHAPTER_4_WITH_INTEGRALS, CHAPTER_5, CHAPTER_6
from compare.routes.wiedemann_responses import DAMPED_COORDINATES, SUM_OF_DEFLECTIONS
from compare.routes.wiedemann_shapes import (
    TABLE_2_9,
    TABLE_2_10,
    TABLE_6_2_FIXED,
    TABLE_6_2_FREE,
    TABLES_2_6_AND_2_7,
)
from flexarm.errors import Fault, InputError

ROUTES: Mapping[str, Route] = {
    "hufnagel-3.46": EXACT_MODEL,
    "ramakrishnan-37": TRANSFER_MATRICES,
    "wiedemann-2.6": TABLES_2_6_AND_2_7,
    "wiedemann-2.9": TABLE_2_9,
    "wiedemann-2.10": TABLE_2_10,
    "wiedemann-4": CHAPTER_4,
    "wiedemann-4-with-integrals": CHAPTER_4_WITH_INTEGRALS,
    "wiedemann-5": CHAPTER_5,
    "wiedemann-6": CHAPTER_6,
    "wiedemann-6.2-fixed": TABLE_6_2_FIXED,
    "wiedemann-6.2-free": TABLE_6_2_FREE,
    "wiedemann-3.3": EXCITING_FORCE,
    "wiedemann-10.7": ENERGY_ESTIMATE,
    "wiedemann-section-4.4": SUM_OF_DEFLECTIONS,
    "wiedemann-section-2.9": AMPLITUDES,
    "wiedemann-section-9.4": DAMPED_COORDINATES,
    "wiedemann-9.26": POWERS,
}
FORMULAS: Mapping[str, Formula] = {
    **BENT_ARM,
    **FREE_SHUTTLE,
    **HUFNAGEL,
    **POLYNOMIALS,
    **RIGID_SLEW,
    **SURGE,
    **WHEEL,
}


def formula_of(cell: Cell) -> Formula:
    """Return the formula that a cell claims to come from, or refuse its name."""
    if cell.formula not in FORMULAS:
        fault = Fault("formula", f"a formula that flexarm knows: {', '.join(FORMULAS)}", repr(cell.formula))
        raise InputError([fault.under(f"column {cell.column}")], cell.table)
    return FORMULAS[cell.formula]
