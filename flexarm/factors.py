"""Energy factors of an arm in trial functions: rows, never the matrices K = BᵀB and M = CᵀC."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.linalg import lapack, solve_triangular

from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.kinematics import Motion, lumped_inertia, section_motions
from flexarm.link_functions import LinkFunctions
from flexarm.tree import PLANES, RODS, Beam, Tree
from flexarm.trial import Factor
from flexarm.trial_layout import TrialLayout

Solve = Callable[[Array], Array]
Indices = NDArray[np.intp]

# Functions whose curvatures are dependent beyond this condition number leave too few digits for the frequencies.
_DEPENDENT = 1e10


@dataclass(frozen=True, eq=False)
class SpreadInertia:
    """Rows of one motion of a flexible link's sections: those of its rigid part, and those of the rest.

    Of the motion across the link, u + θ x + w(x), the samples of w are split into their part along those of 1 and x,
    where it joins u and θ, and what is orthogonal to them: however far the link is carried, the rest keeps its digits.
    The motion along a link that stretches and the rotation of sections with an inertia have but 1.
    """

    # the rigid part in one direction or two, times √(inertia per length), shape (directions, section coordinates)
    rigid: Array
    directions: Array  # orthonormal samples that span those of 1 and x, or of 1, shape (points, directions)
    own: slice  # the link's own coordinates
    samples: Factor  # w at the quadrature points, times √(inertia per length), shape (points, own coordinates)

    def apply(self, z: Array, q: Array) -> tuple[Array, Array]:
        """Return the rows' values, (directions, k) and (points, k), for coordinates q and those of sections, z."""
        samples = self.samples @ q[self.own]
        part = self.directions.T @ samples
        return self.rigid @ z + part, samples - self.directions @ part

    def add_adjoint(self, rigid: Array, rest: Array, z: Array, q: Array) -> None:
        """Add the transposed rows, times values of shapes (directions, k) and (points, k), to z and q."""
        z += self.rigid.T @ rigid
        q[self.own] += self.samples.T @ (rest + self.directions @ (rigid - self.directions.T @ rest))


@dataclass(frozen=True, eq=False)
class InertiaFactor:
    """The rows C of the kinetic energy ½|C q̇|².

    The first rows, `rigid_rows` of them, hold all that the rigid-body coordinates move: lumped rows and the flexible
    links' rigid parts. In the others those coordinates have zeros.
    """

    # rows of bodies, hubs, gear boxes, and of links that keep their length along them, (rows, section coordinates)
    lumped: Array
    spread: tuple[SpreadInertia, ...]  # rows of each flexible link across its axis, and of what else its sections do
    to_sections: sparse.csr_array  # section coordinates of the coordinates, shape (section coordinates, coordinates)

    def of(self, moved: NDArray[np.bool_]) -> "InertiaFactor":
        """Return the rows where some coordinates alone move, shape (coordinates,)."""
        kept = moved.astype(float)
        spread = tuple(replace(one, samples=one.samples * kept[one.own]) for one in self.spread)
        return replace(self, spread=spread, to_sections=sparse.csr_array(self.to_sections * kept))

    @property
    def rigid_rows(self) -> int:
        """Number of rows in which rigid-body coordinates appear: the first ones."""
        return len(self.lumped) + sum(len(one.rigid) for one in self.spread)

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.rigid_rows + sum(len(one.directions) for one in self.spread)

    def apply(self, columns: Indices, values: Array) -> Array:
        """Return C q, shape (rows, k), for q with values, shape (columns, k), in some coordinates."""
        # With z = T q of the sections, samples W q of a link and its directions U, C q is Λz of the lumped rows, then
        # Rz + UᵀWq of every link, a row for each direction, then (1 − UUᵀ)Wq of every link.
        q = np.zeros((self.to_sections.shape[1], values.shape[1]), dtype=values.dtype)
        q[columns] = values
        z = self.to_sections @ q
        parts = [link.apply(z, q) for link in self.spread]
        return np.concatenate([self.lumped @ z, *(rigid for rigid, _ in parts), *(rest for _, rest in parts)])

    def adjoint(self, columns: Indices, y: Array) -> Array:
        """Return some coordinates' rows of Cᵀ y, shape (columns, k)."""
        q = np.zeros((self.to_sections.shape[1], y.shape[1]))
        z = self.lumped.T @ y[: len(self.lumped)]
        rigid, rest = len(self.lumped), self.rigid_rows
        for link in self.spread:
            ends = rigid + len(link.rigid), rest + len(link.directions)
            link.add_adjoint(y[rigid : ends[0]], y[rest : ends[1]], z, q)
            rigid, rest = ends
        return np.asarray((q + self.to_sections.T @ z)[columns])

    def rigid_columns(self, columns: Indices) -> Array:
        """Return rigid-body coordinates' columns of C in the rows that they appear in, shape (rigid rows, columns)."""
        z = self.to_sections[:, columns].toarray()
        return np.concatenate([self.lumped @ z, *(link.rigid @ z for link in self.spread)])


def inertia_factor(parts: Tree, plan: TrialLayout, spaces: Sequence[LinkFunctions | None]) -> InertiaFactor:
    """Return the rows of the kinetic energy of an arm in trial functions."""
    rows = plan.sections.rows
    motions = section_motions(parts, rows)
    inertia, forms = lumped_inertia(parts, rows, motions)
    spread: list[SpreadInertia] = []
    for link, own, space in zip(parts.links, plan.links, spaces, strict=True):
        beam = parts.beam_of(link)
        if beam is not None and space is not None:
            spread += _spread(beam, motions[link.root], own, space)
    return InertiaFactor(np.sqrt(inertia)[:, np.newaxis] * forms, tuple(spread), plan.to_sections)


def _spread(beam: Beam, root: Motion, own: slice, space: LinkFunctions) -> Iterator[SpreadInertia]:
    """Yield what a link's sections do across it, along it where it stretches, in rotation where that has inertia."""
    if not np.any(beam.mass_per_length):
        return
    moved, mass = root.in_axes(beam.axes), beam.mass_per_length
    for k, ((across, turn, sign), bending) in enumerate(zip(PLANES[len(moved)], beam.bendings, strict=True)):
        rotation = sign * moved[turn]
        yield _spread_inertia(mass, np.stack([moved[across], rotation]), own, space, space.deflection(k))
        if bending.rotary_inertia > 0.0:
            yield _spread_inertia(bending.rotary_inertia, rotation[np.newaxis], own, space, space.rotation(k))
    for k, (place, rod) in enumerate(zip(RODS[len(moved)], beam.rods, strict=True)):
        if rod.rigidity is not None and rod.inertia_per_length > 0.0:
            yield _spread_inertia(rod.inertia_per_length, moved[place][np.newaxis], own, space, space.pulled(k))


def _spread_inertia(inertia: Array, rigid: Array, own: slice, space: LinkFunctions, samples: Factor) -> SpreadInertia:
    root, (weights, stations) = np.sqrt(inertia), (space.bending.weights, space.bending.stations)
    powers = np.stack([weights * stations**power for power in range(len(rigid))], axis=1)
    directions, upper = np.linalg.qr(powers)
    return SpreadInertia(upper @ (root * rigid), directions, own, float(root) * samples)


@dataclass(frozen=True, eq=False)
class StrainBlock:
    """A square factor G of the strain energy ½|G e|² in a few neighbouring elastic coordinates."""

    part: slice  # their places among the elastic coordinates
    rows: Factor  # rows of the same strain energy; G itself where they are sparse
    solve: Solve  # takes c to the e of G e = c
    solve_transposed: Solve  # takes y to the c of Gᵀ c = y


@dataclass(frozen=True, eq=False)
class StrainFactor:
    """The square block-diagonal factor G of the strain energy in the elastic coordinates."""

    # one a freedom of a joint that has a spring and a coordinate of its own, and one a link for each of bending, shear
    # and stretch
    blocks: tuple[StrainBlock, ...]
    springs: tuple[int, ...]  # places of those freedoms among the elastic coordinates
    drivers: Array = field(default_factory=lambda: np.zeros((0, 0)))  # of negative signs: none

    def columns(self, plan: TrialLayout) -> Indices:
        """Return the coordinates that it is a factor in, by their number: the elastic ones."""
        return plan.elastic

    def solve(self, c: Array) -> Array:
        """Return e of G e = c, shape (elastic coordinates, k)."""
        return np.concatenate([block.solve(c[block.part]) for block in self.blocks] or [c])

    def solve_transposed(self, y: Array) -> Array:
        """Return c of Gᵀ c = y, shape (elastic coordinates, k)."""
        return np.concatenate([block.solve_transposed(y[block.part]) for block in self.blocks] or [y])


def strain_factor(parts: Tree, plan: TrialLayout, spaces: Sequence[LinkFunctions | None]) -> StrainFactor:
    """Return the strain factor of an arm in trial functions."""
    blocks, springs, start = [], [], 0
    for k, (link, space) in enumerate(zip(parts.links, spaces, strict=True)):
        own = range(plan.size)[plan.joints[k]]
        for _, held, stiffness in zip(own, link.held, parts.springs_of(link), strict=False):
            if held:
                springs.append(start)
                blocks.append(_spring(slice(start, start + 1), float(np.sqrt(stiffness))))
                start += 1
        beam = parts.beam_of(link)
        if beam is not None and space is not None:
            blocks += _strain_blocks(k, start, beam, parts.spring_of(link), space)
            start += space.size
    return StrainFactor(tuple(blocks), tuple(springs))


def _spring(part: slice, root: float) -> StrainBlock:
    def solve(c: Array) -> Array:
        return np.asarray(c / root)

    return StrainBlock(part, np.array([[root]]), solve, solve)


def _strain_blocks(k: int, start: int, beam: Beam, spring: Array, space: LinkFunctions) -> Iterator[StrainBlock]:
    for number, (own, stiffness, strain) in enumerate(space.strains(beam)):
        part, root = slice(start + own.start, start + own.stop), np.sqrt(stiffness)
        if isinstance(strain, np.ndarray):
            turned = space.bending.root_slope if number == 0 else None
            rows = [root * strain] if turned is None else [root * strain, np.sqrt(spring) * turned]
            yield _triangular(k, part, np.vstack(rows))
        else:
            yield _banded(k, part, root * strain)


def _banded(k: int, part: slice, rows: sparse.csr_array) -> StrainBlock:
    entries = rows.tocoo()
    offset = entries.row - entries.col
    bands = np.zeros((offset.max() + 1, rows.shape[1]))
    bands[offset, entries.col] = entries.data

    def solve(b: Array, trans: str) -> Array:
        # Given no columns at all, dtbtrs writes beyond its array: memory is spoilt.
        if b.shape[1] == 0:
            return b
        solution, info = lapack.dtbtrs(bands, b, uplo="L", trans=trans)
        if info != 0:
            raise ArithmeticError(f"link {k + 1}: a strain factor of {bands[0, info - 1]}")
        return np.asarray(solution)

    return StrainBlock(part, rows, lambda c: solve(c, "N"), lambda y: solve(y, "T"))


def _triangular(k: int, part: slice, rows: Array) -> StrainBlock:
    upper = np.linalg.qr(rows, mode="r")
    require_independent(k, np.asarray(upper))
    return StrainBlock(
        part, rows, lambda c: solve_triangular(upper, c), lambda y: solve_triangular(upper, y, trans="T")
    )


def require_independent(k: int, upper: Array) -> None:
    """Refuse dependent trial functions of a link, numbered from 0, by the triangular factor of their curvatures."""
    scaled = upper / np.linalg.norm(upper, axis=0)
    if not np.linalg.cond(scaled) < _DEPENDENT:
        raise QuestionError(
            f"link {k + 1}: its {upper.shape[1]} trial functions are dependent to working precision; take fewer of "
            "them, or a family that is orthogonal (legendre)"
        )
