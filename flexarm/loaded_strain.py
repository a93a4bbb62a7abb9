"""The factor of strain and static loads together: K = GᵀDG, D of signs, in a time that grows with the arm's size.

From the tips to the base every piece and every joint is eliminated (`flexarm.elimination`), the absolute rotation of
the section at hand the only thing that all beyond depends on; G e = c is then solved from the base to the tips.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import lapack

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.elimination import PieceFactor, joint_factor, piece_factor
from flexarm.errors import NeutralError
from flexarm.factors import require_independent
from flexarm.link_functions import LinkFunctions
from flexarm.segments import Segments, whole
from flexarm.tree import Beam, Section, Tree

_NONE = np.zeros(0)
_ONE = np.ones(1)
# Closer to the edge of stability, relative, the sign of a stiffness is round-off of the loads' and stiffnesses' sums.
EDGE = 1e-12
_JOINT = whole(np.zeros((0, 1)), _NONE, _NONE, np.zeros((0, 1)), _ONE)


@dataclass(frozen=True, eq=False)
class Stage:
    """A joint, or a link of pieces that are alike: their factors, root to tip, along the first axis."""

    part: slice  # their places among the elastic coordinates
    segments: Segments  # the pieces' coordinates
    pieces: tuple[PieceFactor, ...]  # each one's factor
    before: int  # number of the stage whose tip carries it, -1 for the base

    @cached_property
    def sign(self) -> Array:
        """Signs of D, shape (coordinates,)."""
        return np.concatenate([piece.sign for piece in self.pieces])

    @cached_property
    def _inverse(self) -> Array:
        """R⁻¹ turn / scale, shape (pieces, n, n)."""
        return np.stack([piece.inverse @ (piece.turn / piece.scale) for piece in self.pieces])

    @cached_property
    def _shift(self) -> Array:
        """What a piece's coordinates follow its root's rotation by, R⁻¹ shift, shape (pieces, n)."""
        return np.stack([piece.inverse @ piece.shift for piece in self.pieces])

    @cached_property
    def _bands(self) -> Array:
        """Bands of the matrix that takes the pieces' tip rotations to what is left of them without their roots'."""
        bands = np.ones((2, len(self.pieces)))
        bands[1, :-1] = -(1.0 - self._shift[1:] @ self.segments.tip_slope)
        return bands

    def solve(self, c: Array, turned: Array) -> tuple[Array, Array]:
        """Return own coordinates and the tip's rotation for c and the root's absolute rotation, (n, k) and (k,)."""
        # A piece does e = f − s ϑ₋ and turns its tip to ϑ = ϑ₋ + t·e, f = R⁻¹ turn c / scale, s = R⁻¹ shift, ϑ₋ of its
        # root: ϑ − (1 − t·s) ϑ₋ = t·f, bidiagonal in the tips.
        n = self.segments.coordinates
        free = self._inverse @ c.reshape(len(self.pieces), n, -1)
        right = np.einsum("i,pik->pk", self.segments.tip_slope, free)
        right[0] += (1.0 - self._shift[0] @ self.segments.tip_slope) * turned
        tips = self._bidiagonal(right, "N")
        roots = np.concatenate([turned[np.newaxis], tips[:-1]])
        e = free - self._shift[:, :, np.newaxis] * roots[:, np.newaxis, :]
        return self.segments.own(e.reshape(-1, c.shape[1])), tips[-1]

    def solve_transposed(self, y: Array, tip: Array) -> tuple[Array, Array]:
        """Return the transpose of `solve`, for own coordinates and the tip's rotation, shapes (n, k) and (k,)."""
        n = self.segments.coordinates
        e = self.segments.own_transposed(y).reshape(len(self.pieces), n, -1)
        roots = -np.einsum("pi,pik->pk", self._shift, e)
        tips = np.concatenate([roots[1:], tip[np.newaxis]])
        right = self._bidiagonal(tips, "T")
        turned = roots[0] + (1.0 - self._shift[0] @ self.segments.tip_slope) * right[0]
        free = e + self.segments.tip_slope[:, np.newaxis] * right[:, np.newaxis, :]
        return (np.swapaxes(self._inverse, 1, 2) @ free).reshape(-1, y.shape[1]), turned

    def _bidiagonal(self, right: Array, trans: str) -> Array:
        if len(right) == 1:
            return right
        solution, _ = lapack.dtbtrs(self._bands, right, uplo="L", trans=trans, diag="U")
        return np.asarray(solution)


@dataclass(frozen=True, eq=False)
class LoadedStrain:
    """The square factor G of strain and static loads in the elastic coordinates, and the signs D."""

    stages: tuple[Stage, ...]  # joints and links, base first
    joints: tuple[int, ...]  # places of joints' rotations among the elastic coordinates

    @cached_property
    def negative(self) -> tuple[int, ...]:
        """Places of the negative signs: as many as there are unstable modes without a spin."""
        signs = [stage.sign for stage in self.stages]
        return tuple(np.flatnonzero(np.concatenate(signs) < 0.0).tolist()) if signs else ()

    @property
    def springs(self) -> tuple[int, ...]:
        """Places that may grade the map from strain to momentum: joints, and what is negative."""
        return (*self.joints, *(place for place in self.negative if place not in self.joints))

    @property
    def edge(self) -> float:
        """How near the arm is to the edge of stability: the smallest pivot of stages on the base, relative."""
        return min((stage.pieces[0].pivot for stage in self.stages if stage.before < 0), default=1.0)

    def solve(self, c: Array) -> Array:
        """Return e of G e = c, shape (elastic coordinates, k)."""
        turned, parts = {-1: np.zeros(c.shape[1])}, []
        for k, stage in enumerate(self.stages):
            e, turned[k] = stage.solve(c[stage.part], turned[stage.before])
            parts.append(e)
        return np.concatenate(parts or [c])

    def solve_transposed(self, y: Array) -> Array:
        """Return c of Gᵀ c = y, shape (elastic coordinates, k)."""
        turned, parts = np.zeros((len(self.stages) + 1, y.shape[1])), []
        for k, stage in reversed(list(enumerate(self.stages))):
            c, root = stage.solve_transposed(y[stage.part], turned[k])
            turned[stage.before] += root
            parts.append(c)
        return np.concatenate(parts[::-1] or [y])


def loaded_strain(parts: Tree, spaces: Sequence[LinkFunctions | None]) -> LoadedStrain:
    """Return the factor of strain and static loads of an arm in trial functions, pendulums' pivots not free."""
    # What all beyond a section resists its rotation with, and what is eliminated between it and its parent.
    beyond = [float(_turning(section)) for section in parts.sections]
    factors: dict[int, tuple[Segments, tuple[PieceFactor, ...]]] = {}
    for k, (link, space) in reversed(list(enumerate(zip(parts.links, spaces, strict=True)))):
        tip, turned_by = parts.sections[link.tip], space is not None and space.root_slope is not None
        resisting = beyond[link.tip]
        if tip.beam is not None and space is not None:
            own = beyond[link.root] if turned_by else 0.0
            pieces = _pieces(k, parts.spring_of(link), tip.beam, own, space, resisting)
            resisting, factors[link.tip] = pieces[0].stiffness, (space.bending.segments, pieces)
        if not turned_by:
            resisting += beyond[link.root]
        if link.turns and not link.free and not turned_by:
            pieces = (joint_factor(float(parts.spring_of(link)), resisting),)
            resisting, factors[link.root] = pieces[0].stiffness, (_JOINT, pieces)
        beyond[parts.sections[link.root].parent] += resisting
    return _numbered(parts, factors)


def _turning(section: Section) -> Array:
    assert section.turning is not None, "an arm under static loads"
    return section.turning


def _pieces(
    k: int, spring: Array, beam: Beam, root_turning: float, space: LinkFunctions, beyond: float
) -> tuple[PieceFactor, ...]:
    assert beam.tension is not None, "an arm under static loads"
    segments = space.bending.segments
    strain = np.sqrt(beam.rigidity) * segments.curvature
    force = np.polynomial.polynomial.polyval(segments.stations, beam.tension) * segments.weights**2
    slope, turned = segments.slope, np.ones(len(segments.slope))
    if segments.own_rows is not None:
        forms, stiffness = segments.own_rows(beam.tension)
        slope, turned = np.vstack([slope, forms]), np.append(turned, np.zeros(len(forms)))
        force = np.append(force, stiffness[np.newaxis], axis=1)
    if space.root_slope is not None:
        strain = np.vstack([strain, np.sqrt(spring) * space.root_slope])
        slope, turned = np.vstack([slope, space.root_slope]), np.append(turned, 1.0)
        force = np.append(force, np.reshape(root_turning, (1, 1)), axis=1)
    require_independent(k, np.asarray(np.linalg.qr(strain, mode="r")))
    pieces = []
    for at_points in force[::-1]:
        pieces.append(piece_factor(strain, slope, turned, at_points, segments.tip_slope, beyond))
        beyond = pieces[-1].stiffness
    return tuple(pieces[::-1])


def _numbered(parts: Tree, factors: Mapping[int, tuple[Segments, tuple[PieceFactor, ...]]]) -> LoadedStrain:
    stages: list[Stage] = []
    joints, start, on = [], 0, {-1: -1}  # `on`: the stage that turns a section
    for k, section in enumerate(parts.sections):
        on[k] = on[section.parent]
        if k in factors:
            segments, pieces = factors[k]
            stop = start + len(pieces) * segments.coordinates
            joints += [start] if segments is _JOINT else []
            stages.append(Stage(slice(start, stop), segments, pieces, on[k]))
            start, on[k] = stop, len(stages) - 1
    return LoadedStrain(tuple(stages), tuple(joints))


def signed_strain(arm: Arm, parts: Tree, spaces: Sequence[LinkFunctions | None]) -> LoadedStrain:
    """Return the factor of strain and static loads, of an arm's numbers with pendulums' pivots not free."""
    try:
        strain = loaded_strain(parts, spaces)
    except ZeroDivisionError:
        raise edge(arm) from None
    if strain.edge < EDGE:
        raise edge(arm)
    return strain


def edge(arm: Arm) -> NeutralError:
    """Return the refusal of an arm that is neither stable nor unstable."""
    return NeutralError(
        f"{arm.title}: {', '.join(arm.static_loads)} holds it at the very edge of stability, neutral to round-off: a "
        "mode has neither a frequency nor a growth rate; change a load or a stiffness a little"
    )
