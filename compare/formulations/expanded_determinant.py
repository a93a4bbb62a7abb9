"""The determinant of two links' boundary conditions, expanded as computer algebra does: a sum of products.

Source: Wiedemann (2002), equation 5.14, whose expression is "about 30 pages long" (section 5.2.1), and section 6.4.
Naive about it: the wrist's turn is put in as EI W″(L)/λ, so that a soft wrist makes terms that cancel one another.
"""

from compare.formulations.formulation import Formulation, Spectrum
from compare.formulations.handling import bending, guarded
from compare.formulations.search import OF_DETERMINANT, spectrum_of_sign_changes
from compare.routes.conditions import EVERY_TERM, Conditions
from compare.routes.expanded import expansion, reduced_matrices
from compare.routes.raw_waves import RAW_WAVES
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.links import Link


def _handles(arm: Arm) -> str:
    kinds = [isinstance(link, Link) for link in arm.links]
    if arm.base.kind != "fixed" or kinds not in ([True, True], [True, True, False]):
        return "two flexible links on a fixed base, and at most one rigid link behind them"
    return bending(arm)


def _solve(arm: Arm, count: int, size: int | None) -> Spectrum:
    parts = tree(arm)

    def matrices(omega: Array) -> Array:
        return reduced_matrices(Conditions(parts, omega, EVERY_TERM, RAW_WAVES))

    return spectrum_of_sign_changes(arm, count, matrices, expansion)


EXPANDED_DETERMINANT = Formulation(
    "expanded-determinant",
    "determinant, expanded by algebra",
    "Wiedemann (2002), equation 5.14",
    "exact",
    _handles,
    guarded(_handles, _solve),
    OF_DETERMINANT,
)
