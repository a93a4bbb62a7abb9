"""One link: the 4 × 4 determinant of its boundary conditions in sin, cos, sinh and cosh.

Source: Wiedemann (2002), equations 2.23 and 2.30 to 2.32, and any textbook (Blevins 1979, Meirovitch 1967).
Naive about it: the raw hyperbolic functions, `numpy.linalg.det` of their matrix as it stands, and a root search by
changes of sign: where sinh kL and cosh kL agree, the determinant is round-off and changes sign at random.
"""

import numpy as np

from compare.formulations.formulation import Formulation, Spectrum
from compare.formulations.handling import bending, guarded
from compare.formulations.search import OF_DETERMINANT, spectrum_of_sign_changes
from compare.routes.one_beam import link_and_payload, pinned_conditions
from compare.routes.raw_waves import RAW_WAVES
from flexarm.arm import Arm
from flexarm.errors import QuestionError


def _handles(arm: Arm) -> str:
    try:
        link, _ = link_and_payload(arm)
    except QuestionError:
        return "one flexible link on a fixed base, with nothing but a payload on its axis"
    return bending(arm) or ("" if link.joint.turns else "a spring or a hinge, no welded joint")


def _solve(arm: Arm, count: int, size: int | None) -> Spectrum:
    return spectrum_of_sign_changes(arm, count, lambda omega: pinned_conditions(arm, omega, RAW_WAVES), np.linalg.det)


RAW_DETERMINANT = Formulation(
    "raw-determinant",
    "4 × 4 determinant, raw cosh",
    "Wiedemann (2002), equations 2.23 and 2.30 to 2.32",
    "exact",
    _handles,
    guarded(_handles, _solve),
    OF_DETERMINANT,
)
