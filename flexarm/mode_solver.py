"""Modes from energy factors: the map from strain to momentum, rigid-body motion projected out.

With K = GᵀDG, D of signs, and c = G e, modes satisfy D c = ω² AᵀA c, A the map from strain to momentum: where all signs
are positive, singular values; otherwise the eigenvalues of the small symmetric A D Aᵀ, negative ones for modes that
grow. A spin Ω takes Ω² off ω² of all translations; what turns without moving gets that back as a stiffness.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from flexarm.arrays import Array
from flexarm.factors import InertiaFactor
from flexarm.held_strain import HeldStrain
from flexarm.singular import Decomposition, Map, complement, jacobi_svd, krylov_svd
from flexarm.trial_layout import TrialLayout

# Up to this many unknowns the whole singular value decomposition is quicker than the Krylov space.
_DENSE = 150
# A value below this part of the largest is round-off of a coordinate that moves no mass.
_MASSLESS, _UNSPREAD = 1e-15, 1e-13


class Strain(Protocol):
    """A square factor G of the potential energy in the elastic coordinates, and signs."""

    @property
    def springs(self) -> tuple[int, ...]:
        """Places among the elastic coordinates that may grade the map."""
        ...

    @property
    def drivers(self) -> Array:
        """Orthonormal directions of negative signs, shape (elastic coordinates, negative)."""
        ...

    def solve(self, c: Array) -> Array:
        """Return e of G e = c, shape (elastic coordinates, k)."""
        ...

    def solve_transposed(self, y: Array) -> Array:
        """Return c of Gᵀ c = y, shape (elastic coordinates, k)."""
        ...


@dataclass(frozen=True, eq=False)
class RitzModes:
    """Modes of unit modal mass, those that grow first, one a column.

    `rate` is ω, ascending, rad/s, shape (modes,), or minus the rate of those that grow; `curved`, `elastic` and `rigid`
    are G e, e and the rigid-body coordinates.
    """

    rate: Array
    curved: Array
    elastic: Array
    rigid: Array

    def beside(self, other: "RitzModes") -> "RitzModes":
        """Return the modes of two motions that do not know of each other."""
        rate = np.concatenate([self.rate, other.rate])
        order = np.argsort(rate, kind="stable")
        pairs = ((self.curved, other.curved), (self.elastic, other.elastic), (self.rigid, other.rigid))
        return RitzModes(rate[order], *(np.hstack(pair)[:, order] for pair in pairs))

    @property
    def unstable(self) -> int:
        """Number of modes that grow."""
        return int(np.sum(self.rate < 0.0))

    @property
    def frequencies(self) -> int:
        """Number of modes with a frequency."""
        return len(self.rate) - self.unstable

    @property
    def growth_rates(self) -> Array:
        """Rates of the modes that grow, 1/s, descending."""
        return -self.rate[: self.unstable]


def solve_modes(
    plan: TrialLayout, inertia: InertiaFactor, strain: Strain, count: int, softening: float = 0.0
) -> RitzModes:
    """Return all modes that grow and the first others, fewer where there are no more.

    Where nothing is spread over links, coordinates that move no mass are the rule, and mixed with those that do.
    """
    massless = _MASSLESS if inertia.spread else _UNSPREAD
    growing = strain.drivers.shape[1]
    wanted, lacking = growing, count
    while lacking > 0:
        wanted += lacking
        values, *vectors = _leading(plan, inertia, strain, wanted)
        usable = values > massless * values.max(initial=0.0)
        sign = np.where(np.arange(len(values)) < growing, -1.0, 1.0)
        rate = (sign / values)[usable]
        if softening:
            squared = sign[usable] * rate**2 - softening
            rate = np.sign(squared) * np.sqrt(np.abs(squared))
        lacking = count - int(np.sum(rate > 0.0)) if len(rate) == wanted else 0
    order = np.argsort(rate, kind="stable")
    return RitzModes(rate[order], *(part[:, usable][:, order] for part in vectors))


def _leading(plan: TrialLayout, inertia: InertiaFactor, strain: Strain, count: int) -> tuple[Array, ...]:
    """Return values of the map, 1/√|ω²|, and strain, elastic and rigid coordinates of modes of unit modal mass."""
    decompose = _signed_decomposition(strain.drivers)
    columns, size, free = plan.elastic, len(plan.elastic), inertia.rigid_columns(plan.rigid)
    if isinstance(strain, HeldStrain):
        columns, size, free = strain.columns(plan), strain.size, free @ strain.left
    project, rigid_part = complement(free)
    moved = slice(inertia.rigid_rows)

    def apply(c: Array) -> Array:
        y = inertia.apply(columns, strain.solve(c))
        y[moved] = project(y[moved])
        return y

    def adjoint(y: Array) -> Array:
        moving = y.copy()
        moving[moved] = project(y[moved])
        return strain.solve_transposed(inertia.adjoint(columns, moving))

    if size <= _DENSE:
        unit = np.eye(size)
        values, vectors = decompose(apply(unit), unit) if size else (np.zeros(0), np.zeros((0, 0)))
    else:
        values, vectors = krylov_svd(apply, adjoint, _start(inertia, strain, adjoint, size), count, decompose)
    values, vectors = values[:count], vectors[:, :count]
    # What moves no mass at all has no modal mass to be scaled to; it is left out where values are chosen.
    curved = vectors / np.where(values > 0.0, values, 1.0)
    moved_by = strain.solve(curved)
    carried = -rigid_part(inertia.apply(columns, moved_by)[moved])
    elastic, rigid = moved_by[: len(plan.elastic)], moved_by[len(plan.elastic) :]
    return values, curved, elastic, rigid + strain.left @ carried if isinstance(strain, HeldStrain) else carried


def _start(inertia: InertiaFactor, strain: Strain, adjoint: Map, size: int) -> Array:
    """Return the directions that grade the map: heavy bodies, soft joints; and generic ones."""
    heavy = adjoint(np.eye(inertia.rows, len(inertia.lumped)))
    soft = np.zeros((size, len(strain.springs)))
    soft[strain.springs, np.arange(len(strain.springs))] = 1.0
    generic = np.random.default_rng(0).standard_normal((size, 2))
    own = strain.drivers if isinstance(strain, HeldStrain) and strain.loaded is not None else generic[:, :0]
    return np.hstack([heavy, soft, own, generic])


def _signed_decomposition(drivers: Array) -> Decomposition:
    """Return what makes modes of a map from strain to momentum where some of the stiffness is negative."""

    def decompose(matrix: Array, basis: Array) -> tuple[Array, Array]:
        """Return √|μ| and vectors of unit modal mass over √|μ|: negative μ first, the others descending."""
        values, right = jacobi_svd(matrix)
        if not drivers.shape[1]:
            return values, right
        # A = UΣVᵀ: A D Aᵀ = U (Σ VᵀDV Σ) Uᵀ and VᵀDV = 1 − 2 NᵀN, N the rows of V along what is negative.
        driven = (drivers.T @ basis @ right).T
        sign = np.eye(len(values)) - 2.0 * driven @ driven.T
        _, turn = np.linalg.eigh(values[:, np.newaxis] * sign * values)
        scaled = values[:, np.newaxis] * turn
        moved = sign @ scaled
        # Rayleigh's quotient once more: what the eigenvalues owe to the largest of them is squared.
        mu = np.sum(scaled * moved, axis=0)
        order = np.argsort(mu, kind="stable")
        growing = drivers.shape[1]
        order = np.concatenate([order[:growing], order[growing:][::-1]])
        size = np.sqrt(np.abs(mu[order]))
        return size, right @ (moved[:, order] / np.where(size > 0.0, size, 1.0))

    return decompose
