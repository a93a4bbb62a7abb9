"""Any number of links: the determinant of all boundary conditions in sin, cos, sinh and cosh of every link.

Source: Wiedemann (2002), equations 4.7 to 4.12, 5.6 to 5.12 and 6.2 to 6.7, for any number of links, and with the terms
that the source leaves out (`compare.routes.conditions`).
Naive about it: the raw hyperbolic functions, and a root search by changes of sign. Rows are scaled to one before the
determinant is taken, or it would overflow: where sinh kL and cosh kL agree, it no longer changes sign at all.
"""

from compare.formulations.formulation import Formulation, Spectrum
from compare.formulations.handling import bending, guarded
from compare.formulations.search import OF_DETERMINANT, spectrum_of_sign_changes
from compare.routes.conditions import EVERY_TERM, Conditions
from compare.routes.raw_waves import RAW_WAVES
from flexarm.arm import Arm
from flexarm.arm_tree import tree


def _solve(arm: Arm, count: int, size: int | None) -> Spectrum:
    parts = tree(arm)
    return spectrum_of_sign_changes(arm, count, lambda omega: Conditions(parts, omega, EVERY_TERM, RAW_WAVES).matrices)


BOUNDARY_CONDITIONS = Formulation(
    "boundary-conditions",
    "boundary conditions, raw cosh",
    "Wiedemann (2002), equations 4.7 to 4.12, 5.6 to 5.12, 6.2 to 6.7, with all terms",
    "exact",
    bending,
    guarded(bending, _solve),
    OF_DETERMINANT,
)
