"""The formulations, by name."""

from collections.abc import Mapping
from types import MappingProxyType

from compare.formulations.assumed_shapes import ASSUMED_COSH, ASSUMED_MONOMIAL
from compare.formulations.boundary_conditions import BOUNDARY_CONDITIONS
from compare.formulations.damped import FEM_COMPANION, FEW_MODES, MODAL_DAMPING, TRUNCATED_MODES
from compare.formulations.dynamic_stiffness import DYNAMIC_STIFFNESS
from compare.formulations.elements import FEM_DENSE, FEM_SPARSE
from compare.formulations.expanded_determinant import EXPANDED_DETERMINANT
from compare.formulations.formulation import Formulation
from compare.formulations.ours import ours
from compare.formulations.raw_determinant import RAW_DETERMINANT
from compare.formulations.transfer_matrix import TRANSFER_MATRIX
from flexarm.checks import unknown_name
from flexarm.errors import InputError

_FORMULATIONS = (
    RAW_DETERMINANT,
    BOUNDARY_CONDITIONS,
    EXPANDED_DETERMINANT,
    TRANSFER_MATRIX,
    DYNAMIC_STIFFNESS,
    ASSUMED_MONOMIAL,
    ASSUMED_COSH,
    FEM_DENSE,
    FEM_SPARSE,
    FEM_COMPANION,
    TRUNCATED_MODES,
    MODAL_DAMPING,
    FEW_MODES,
    ours("exact", "exact", "exact (ours)", "flexarm: scaled member matrices, counted (Wittrick and Williams 1971)"),
    ours("assumed_modes", "assumed_modes:legendre", "assumed modes (ours)", "flexarm: Legendre, energy factors"),
    ours("fem", "fem", "elements (ours)", "flexarm: cubic elements, energy factors"),
)
_JSC = "JSC-12632 (1977), equation B-6"
# Models that leave something out: asked where a study is about them, or by name.
MODELS = (
    ours("assumed_modes", "assumed_modes:static:massless", "massless links", _JSC, "massless"),
    ours("assumed_modes", "assumed_modes:static:lumped", "lumped links", _JSC, "lumped"),
)
FORMULATIONS: Mapping[str, Formulation] = MappingProxyType({one.name: one for one in (*_FORMULATIONS, *MODELS)})


def find_formulation(name: str) -> Formulation:
    """Return a formulation."""
    if not isinstance(name, str) or name not in FORMULATIONS:
        raise InputError([unknown_name("formulation", name, FORMULATIONS)])
    return FORMULATIONS[name]
