"""The formulations, by name."""

import difflib
from collections.abc import Mapping
from types import MappingProxyType

from compare.formulations.assumed_shapes import ASSUMED_COSH, ASSUMED_MONOMIAL
from compare.formulations.boundary_conditions import BOUNDARY_CONDITIONS
from compare.formulations.dynamic_stiffness import DYNAMIC_STIFFNESS
from compare.formulations.elements import FEM_DENSE, FEM_SPARSE
from compare.formulations.formulation import Formulation
from compare.formulations.ours import ours
from compare.formulations.raw_determinant import RAW_DETERMINANT
from compare.formulations.transfer_matrix import TRANSFER_MATRIX
from flexarm.errors import Fault, InputError

_FORMULATIONS = (
    RAW_DETERMINANT,
    BOUNDARY_CONDITIONS,
    TRANSFER_MATRIX,
    DYNAMIC_STIFFNESS,
    ASSUMED_MONOMIAL,
    ASSUMED_COSH,
    FEM_DENSE,
    FEM_SPARSE,
    ours("exact", "exact", "exact (ours)", "flexarm: scaled member matrices, counted (Wittrick and Williams 1971)"),
    ours("assumed_modes", "assumed_modes:legendre", "assumed modes (ours)", "flexarm: Legendre, energy factors"),
    ours("fem", "fem", "elements (ours)", "flexarm: cubic elements, energy factors"),
)
FORMULATIONS: Mapping[str, Formulation] = MappingProxyType({one.name: one for one in _FORMULATIONS})


def find_formulation(name: str) -> Formulation:
    """Return a formulation.

    Parameters
    ----------
    name
        One of `FORMULATIONS`.

    Raises
    ------
    InputError
        If there is no formulation of that name.
    """
    if not isinstance(name, str) or name not in FORMULATIONS:
        near = difflib.get_close_matches(str(name), FORMULATIONS, n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise InputError([Fault("formulation", f"one of {', '.join(FORMULATIONS)}", f"{name!r}{hint}")])
    return FORMULATIONS[name]
