"""Matrices M, D, K of a discretised arm, M q̈ + D q̇ + K q = f, formed from its energy factors for other tools.

flexarm itself forms no K = BᵀB: entries of short elements are so large that their rounding alone moves the lowest
frequencies. How many digits that leaves is handed over too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.factors import InertiaFactor, StrainFactor, inertia_factor, strain_factor
from flexarm.hand_over.trial import LinkUnknowns
from flexarm.kinematics import section_motions
from flexarm.modes import ModalModel
from flexarm.ritz import TrialShape
from flexarm.round_off import LAST
from flexarm.tree import Tree, tree
from flexarm.trial_layout import TrialLayout, trial_layout

if TYPE_CHECKING:
    import xarray as xr

_BASE = {
    "fixed": (),
    "guided": (("base_travel", "m"),),
    "free": (("base_x", "m"), ("base_y", "m"), ("base_rotation", "rad")),
}
# Dense matrices of so many coordinates take 800 MB each.
_MOST_DENSE = 10_000


@dataclass(frozen=True, eq=False)
class Matrices:
    """Mass, damping and stiffness of a discretised arm in named coordinates.

    Parameters
    ----------
    arm
        The arm.
    backend
        The backend's specification.
    coordinates, units
        Names of the coordinates, base to payload, and their units. Those of a link are relative to its root, joints'
        are relative rotations.
    mass, stiffness
        M and K, in SI units and radians, shape (coordinates, coordinates).
    damping_factor
        R of D = RᵀR, one row a damped mode, shape (modes, coordinates).
    tips
        Translation along x and y and rotation of every link's tip, link by link, by the coordinates, shape
        (3 links, coordinates); its transpose takes forces and couples on the tips to the coordinates.
    angular_frequency
        The backend's own natural frequencies, from the factors, rad/s, shape (modes,).
    digits
        How many decimal digits of each the rounding of the entries of M and K leaves at least, shape (modes,); a solver
        of the pencil loses more.
    """

    arm: Arm
    backend: str
    coordinates: tuple[str, ...]
    units: tuple[str, ...]
    mass: sparse.csr_array
    stiffness: sparse.csr_array
    damping_factor: Array
    tips: sparse.csr_array
    angular_frequency: Array
    digits: Array

    @cached_property
    def damping(self) -> Array:
        """D, shape (coordinates, coordinates): modal damping couples every coordinate with every other.

        Raises
        ------
        QuestionError
            If a dense matrix of so many coordinates is too large.
        """
        self._require_few()
        return np.asarray(self.damping_factor.T @ self.damping_factor)

    def dense(self) -> tuple[Array, Array, Array]:
        """Return M, D and K as plain arrays, each of shape (coordinates, coordinates).

        Raises
        ------
        QuestionError
            If dense matrices of so many coordinates are too large.
        """
        return self._full(self.mass), self.damping, self._full(self.stiffness)

    def dataset(self) -> "xr.Dataset":
        """Return M, D and K, dense, and what else there is, as a Dataset with names and units.

        Raises
        ------
        QuestionError
            If dense matrices of so many coordinates are too large.
        """
        from flexarm.hand_over.matrices_dataset import matrices_dataset

        return matrices_dataset(self)

    def _full(self, matrix: sparse.csr_array) -> Array:
        self._require_few()
        return np.asarray(matrix.toarray())

    def _require_few(self) -> None:
        count = len(self.coordinates)
        if count > _MOST_DENSE:
            raise QuestionError(
                f"{self.backend}: dense matrices of {count} coordinates are too large; take the sparse `mass` and "
                "`stiffness`, and D = RᵀR by `damping_factor`, or fewer shapes or elements"
            )


def matrices(arm: Arm, unknowns: Sequence[LinkUnknowns | None], model: ModalModel, damping_ratio: Array) -> Matrices:
    """Return the matrices of an arm in given trial functions.

    Parameters
    ----------
    arm
        The arm.
    unknowns
        A flexible link's trial functions and the names of their coefficients, None for a rigid link; base to payload.
    model
        Modes in the same functions.
    damping_ratio
        Of these modes, shape (modes,); others are not damped.

    Raises
    ------
    ArithmeticError
        If an entry overflows.
    """
    parts = tree(arm)
    spaces = [None if link is None else link.space for link in unknowns]
    plan = trial_layout(parts, spaces)
    names, units, sizes = _coordinates(parts, plan, unknowns)
    scale = sparse.diags_array(sizes)
    mass = _symmetric(sparse.csr_array(scale @ _mass(plan, inertia_factor(parts, plan, spaces)) @ scale))
    stiffness = _symmetric(sparse.csr_array(scale @ _stiffness(plan, strain_factor(parts, plan, spaces)) @ scale))
    modes = _modes(parts, plan, model) / sizes[:, np.newaxis]
    rows = np.sqrt(2.0 * damping_ratio * model.angular_frequency)[:, np.newaxis] * (mass @ modes).T
    left = _digits(mass, stiffness, modes, model.angular_frequency)
    tips = sparse.csr_array(_tips(parts, plan) @ scale)
    return Matrices(arm, model.backend, names, units, mass, stiffness, rows, tips, model.angular_frequency, left)


def _coordinates(
    parts: Tree, plan: TrialLayout, unknowns: Sequence[LinkUnknowns | None]
) -> tuple[tuple[str, ...], tuple[str, ...], Array]:
    """Return names and units of the coordinates that are handed over, and their sizes in those of the layout."""
    told, sizes = list(_BASE[parts.base_kind]), np.ones(plan.size)
    for k, (joint, own, link) in enumerate(zip(plan.joints, plan.links, unknowns, strict=True), 1):
        told += [] if joint is None else [(f"joint{k}_rotation", "rad")]
        if link is not None:
            told += [(f"link{k}_{name}", unit) for name, unit in zip(link.names, link.units, strict=True)]
            sizes[own] = link.sizes
    names, units = zip(*told, strict=True)
    return names, units, sizes


def _mass(plan: TrialLayout, inertia: InertiaFactor) -> sparse.csr_array:
    """Return CᵀC: of sections, of links' own coordinates, and between the two."""
    sections = inertia.lumped.T @ inertia.lumped
    own = sparse.csr_array((plan.size, plan.size))
    between = sparse.csr_array((inertia.to_sections.shape[0], plan.size))
    for link in inertia.spread:
        place = _place(link.own, plan.size)
        deflection = sparse.csr_array(link.deflection)
        sections = sections + link.carried.T @ link.carried
        between = between + sparse.csr_array(link.carried.T @ (link.directions.T @ deflection)) @ place
        own = own + place.T @ (deflection.T @ deflection) @ place
    mixed = inertia.to_sections.T @ between
    return sparse.csr_array(
        inertia.to_sections.T @ sparse.csr_array(sections) @ inertia.to_sections + mixed + mixed.T + own
    )


def _stiffness(plan: TrialLayout, strain: StrainFactor) -> sparse.csr_array:
    """Return BᵀB, block by block."""
    found = sparse.csr_array((plan.size, plan.size))
    for block in strain.blocks:
        rows = sparse.csr_array(block.rows) @ sparse.eye_array(plan.size, format="csr")[plan.elastic[block.part]]
        found = found + rows.T @ rows
    return sparse.csr_array(found)


def _symmetric(matrix: sparse.csr_array) -> sparse.csr_array:
    """Return a matrix that is symmetric to round-off made exactly so."""
    found = sparse.csr_array(0.5 * (matrix + matrix.T))
    if not np.all(np.isfinite(found.data)):
        raise ArithmeticError("matrices that overflow")
    return found


def _place(own: slice, size: int) -> sparse.csr_array:
    return sparse.csr_array(sparse.eye_array(size, format="csr")[own])


def _tips(parts: Tree, plan: TrialLayout) -> sparse.csr_array:
    motions = section_motions(parts, plan.sections.rows)
    rows = [motions[link.tip].array for link in parts.links]
    return sparse.csr_array(sparse.csr_array(np.vstack(rows)) @ plan.to_sections)


def _modes(parts: Tree, plan: TrialLayout, model: ModalModel) -> Array:
    """Return modes in the layout's coordinates, one a column."""
    q = np.zeros((plan.size, model.modes))
    if parts.base_kind == "free":
        q[:3] = model.base_motion.T
    elif parts.base_kind == "guided":
        q[0] = model.base_motion[:, :2] @ parts.base_direction
    for k, (joint, own, shape) in enumerate(zip(plan.joints, plan.links, model.shapes, strict=True)):
        if joint is not None:
            q[joint] = model.joint_rotation[:, k]
        if isinstance(shape, TrialShape):
            q[own] = shape.coefficients
    return q


def _digits(mass: sparse.csr_array, stiffness: sparse.csr_array, modes: Array, omega: Array) -> Array:
    """Return the digits of ω that rounding every entry by ε leaves: δ(ω²) is at most ε |φ|ᵀ(|K| + ω²|M|)|φ|."""
    size = abs(modes)
    strain, motion = (np.sum(size * (abs(matrix) @ size), axis=0) for matrix in (stiffness, mass))
    error = 0.5 * np.finfo(float).eps * (strain / omega**2 + motion)
    if not np.all(np.isfinite(error)):
        raise ArithmeticError("energies that overflow")
    return np.asarray(np.maximum(-np.log10(error + LAST), 0.0))
