"""Modes from energy factors: the map from strain to momentum, rigid-body motion projected out."""

from typing import Protocol

import numpy as np

from flexarm.chain import Array
from flexarm.factors import InertiaFactor
from flexarm.singular import Decomposition, Map, complement, leading, plain
from flexarm.trial_layout import TrialLayout

# Up to this many unknowns the whole singular value decomposition is quicker than the Krylov space.
_DENSE = 150


class Strain(Protocol):
    """A square factor G of the potential energy in the elastic coordinates."""

    @property
    def springs(self) -> tuple[int, ...]:
        """Places among the elastic coordinates that may grade the map."""
        ...

    def solve(self, c: Array) -> Array:
        """Return e of G e = c, shape (elastic coordinates, k)."""
        ...

    def solve_transposed(self, y: Array) -> Array:
        """Return c of Gᵀ c = y, shape (elastic coordinates, k)."""
        ...


def solve_modes(
    plan: TrialLayout, inertia: InertiaFactor, strain: Strain, count: int, decompose: Decomposition = plain
) -> tuple[Array, Array, Array, Array]:
    """Return singular values; strain, elastic and rigid coordinates of modes of unit modal mass.

    Parameters
    ----------
    plan
        The coordinates.
    inertia
        The rows C of the kinetic energy.
    strain
        The square factor G of the potential energy.
    count
        Number of modes wanted.
    decompose
        What makes modes of the map from strain to momentum.

    Returns
    -------
    values
        Singular values of the map, descending, shape (count,) or fewer; 1 over the natural frequencies, s.
    curved, elastic, rigid
        G e, e and the rigid-body coordinates, one mode a column.
    """
    project, rigid_part = complement(inertia.rigid_columns(plan.rigid))
    moved = slice(inertia.carried)

    def apply(c: Array) -> Array:
        y = inertia.apply(plan.elastic, strain.solve(c))
        y[moved] = project(y[moved])
        return y

    def adjoint(y: Array) -> Array:
        free = y.copy()
        free[moved] = project(y[moved])
        return strain.solve_transposed(inertia.adjoint(plan.elastic, free))

    size = len(plan.elastic)
    if size <= _DENSE:
        unit = np.eye(size)
        values, vectors = decompose(apply(unit), unit) if size else (np.zeros(0), np.zeros((0, 0)))
    else:
        values, vectors = leading(apply, adjoint, _start(inertia, strain, adjoint, size), count, decompose)
    values, vectors = values[:count], vectors[:, :count]
    with np.errstate(divide="ignore", invalid="ignore"):
        curved = vectors / values
        elastic = strain.solve(curved)
    return values, curved, elastic, -rigid_part(inertia.apply(plan.elastic, elastic)[moved])


def _start(inertia: InertiaFactor, strain: Strain, adjoint: Map, size: int) -> Array:
    """Return the directions that grade the map: heavy bodies, soft joints; and generic ones."""
    heavy = adjoint(np.eye(inertia.rows, len(inertia.lumped)))
    soft = np.zeros((size, len(strain.springs)))
    soft[strain.springs, np.arange(len(strain.springs))] = 1.0
    generic = np.random.default_rng(0).standard_normal((size, 2))
    return np.hstack([heavy, soft, generic])
