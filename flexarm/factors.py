"""Energy factors of an arm in trial functions: rows, never the matrices K = BᵀB and M = CᵀC."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve_triangular
from scipy.sparse.linalg import splu

from flexarm.chain import Array, Chain, ChainLink
from flexarm.errors import QuestionError
from flexarm.kinematics import link_motions, lumped_inertia, rotated
from flexarm.layout import Layout
from flexarm.trial import Factor, TrialSpace

Solve = Callable[[Array], Array]
Indices = NDArray[np.intp]

# Functions whose curvatures are dependent beyond this condition number leave too few digits for the frequencies.
_DEPENDENT = 1e10


@dataclass(frozen=True, eq=False)
class SpreadInertia:
    """Rows of one flexible link's transverse motion u + θ x + w(x).

    Parameters
    ----------
    carried
        u and θ of the link's root, times the square root of mass per length, shape (2, coordinates).
    samples
        Their values at the quadrature points, shape (points, 2).
    own
        The link's own coordinates.
    deflection
        w at the quadrature points, times the square root of mass per length, shape (points, own coordinates).
    """

    carried: Array
    samples: Array
    own: slice
    deflection: Factor

    def apply(self, q: Array) -> Array:
        """Return the rows' values for coordinates q, shape (points, k)."""
        return np.asarray(self.samples @ (self.carried @ q) + self.deflection @ q[self.own])

    def add_adjoint(self, y: Array, q: Array) -> None:
        """Add the transposed rows, times y of shape (points, k), to q."""
        q += self.carried.T @ (self.samples.T @ y)
        q[self.own] += self.deflection.T @ y


@dataclass(frozen=True, eq=False)
class InertiaFactor:
    """The rows C of the kinetic energy ½|C q̇|².

    Parameters
    ----------
    lumped
        Rows of bodies, hubs, gear boxes and of links along their axes, shape (lumped rows, coordinates).
    spread
        Rows of each flexible link across its axis.
    """

    lumped: Array
    spread: tuple[SpreadInertia, ...]

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.lumped) + sum(len(link.samples) for link in self.spread)

    def apply(self, columns: Indices, values: Array) -> Array:
        """Return C q, shape (rows, k), for q with values, shape (columns, k), in some coordinates."""
        q = np.zeros((self.lumped.shape[1], values.shape[1]))
        q[columns] = values
        return np.concatenate([self.lumped @ q, *(link.apply(q) for link in self.spread)])

    def adjoint(self, columns: Indices, y: Array) -> Array:
        """Return some coordinates' rows of Cᵀ y, shape (columns, k)."""
        q = self.lumped.T @ y[: len(self.lumped)]
        start = len(self.lumped)
        for link in self.spread:
            link.add_adjoint(y[start : start + len(link.samples)], q)
            start += len(link.samples)
        return np.asarray(q[columns])

    def columns(self, columns: Indices) -> Array:
        """Return some columns of C, shape (rows, columns)."""
        return self.apply(columns, np.eye(len(columns)))


def inertia_factor(parts: Chain, plan: Layout, spaces: Sequence[TrialSpace | None]) -> InertiaFactor:
    """Return the rows of the kinetic energy of a chain in trial functions."""
    motions = link_motions(parts, plan.rows)
    inertia, forms = lumped_inertia(parts, plan.rows, motions)
    spread = []
    for link, motion, own, space in zip(parts.links, motions, plan.links, spaces, strict=True):
        if space is not None:
            root = np.sqrt(link.mass_per_length)
            carried = root * np.stack([motion.root.along(rotated(link.axis)), motion.root.rotation])
            samples = np.stack([space.weights, space.weights * space.stations], axis=1)
            spread.append(SpreadInertia(carried, samples, own, root * space.deflection))
    return InertiaFactor(np.sqrt(inertia)[:, np.newaxis] * forms, tuple(spread))


@dataclass(frozen=True, eq=False)
class StrainBlock:
    """A square factor G of the strain energy ½|G e|² in a few neighbouring elastic coordinates."""

    part: slice
    solve: Solve
    solve_transposed: Solve


@dataclass(frozen=True, eq=False)
class StrainFactor:
    """The square block-diagonal factor G of the strain energy in the elastic coordinates.

    Parameters
    ----------
    blocks
        One a link and one a joint that has a spring and a rotation of its own.
    springs
        Places of those joints among the elastic coordinates.
    """

    blocks: tuple[StrainBlock, ...]
    springs: tuple[int, ...]

    def solve(self, c: Array) -> Array:
        """Return e of G e = c, shape (elastic coordinates, k)."""
        return np.concatenate([block.solve(c[block.part]) for block in self.blocks] or [c])

    def solve_transposed(self, y: Array) -> Array:
        """Return c of Gᵀ c = y, shape (elastic coordinates, k)."""
        return np.concatenate([block.solve_transposed(y[block.part]) for block in self.blocks] or [y])


def strain_factor(parts: Chain, plan: Layout, spaces: Sequence[TrialSpace | None]) -> StrainFactor:
    """Return the strain factor of a chain in trial functions.

    Raises
    ------
    QuestionError
        If a link's trial functions are dependent to working precision.
    """
    blocks, springs, start = [], [], 0
    for k, (link, space) in enumerate(zip(parts.links, spaces, strict=True)):
        if plan.joints[k] is not None and not link.free:
            springs.append(start)
            blocks.append(_spring(slice(start, start + 1), float(np.sqrt(link.stiffness))))
            start += 1
        if space is not None:
            blocks.append(_bending(k, slice(start, start + space.size), link, space))
            start += space.size
    return StrainFactor(tuple(blocks), tuple(springs))


def _spring(part: slice, root: float) -> StrainBlock:
    def solve(c: Array) -> Array:
        return np.asarray(c / root)

    return StrainBlock(part, solve, solve)


def _bending(k: int, part: slice, link: ChainLink, space: TrialSpace) -> StrainBlock:
    root, curvature = np.sqrt(link.flexural_rigidity), space.curvature
    if not isinstance(curvature, np.ndarray):
        # Root to tip, each element in terms of the one before: without reordering the factor stays as sparse.
        try:
            lu = splu((root * curvature).tocsc(), permc_spec="NATURAL")
        except RuntimeError as error:
            raise ArithmeticError(f"link {k + 1}: {error}") from error
        return StrainBlock(part, lu.solve, lambda y: lu.solve(y, "T"))  # type: ignore[call-overload]
    spring = np.zeros((0, space.size)) if space.root_slope is None else np.sqrt(link.stiffness) * space.root_slope
    return _triangular(k, part, np.vstack([root * curvature, spring]))


def _triangular(k: int, part: slice, rows: Array) -> StrainBlock:
    upper = np.linalg.qr(rows, mode="r")
    scaled = upper / np.linalg.norm(upper, axis=0)
    if not np.linalg.cond(scaled) < _DEPENDENT:
        raise QuestionError(
            f"link {k + 1}: its {rows.shape[1]} trial functions are dependent to working precision; take fewer of "
            "them, or a family that is orthogonal (legendre)"
        )
    return StrainBlock(part, lambda c: solve_triangular(upper, c), lambda y: solve_triangular(upper, y, trans="T"))
