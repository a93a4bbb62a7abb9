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
from flexarm.frames import rotations
from flexarm.link_functions import LinkFunctions
from flexarm.link_pieces import LinkPieces, link_pieces
from flexarm.tree import LinkNumbers, Section, Tree

# Closer to the edge of stability, relative, the sign of a stiffness is round-off of the loads' and stiffnesses' sums.
EDGE = 1e-12
# Of an arm on supports the arm alone has joints that nothing holds; there they have springs so soft beside its links,
# which are taken off it again with the supports: soft, so that this leaves digits to what is softer still.
_PROP = 1e-8


@dataclass(frozen=True, eq=False)
class Stage:
    """A joint, or a link of pieces that are alike: their factors, root to tip, along the first axis."""

    part: slice  # their places among the elastic coordinates
    link: LinkPieces | None  # the link, None for a joint
    turn: Array  # what a piece's coordinates turn its tip by, in the stage's axes, shape (rotations, coordinates)
    axes: Array  # in which it turns, as rows, shape (rotations, rotations)
    pieces: tuple[PieceFactor, ...]  # each one's factor
    before: int  # number of the stage whose tip carries it, -1 for the base
    props: tuple[float, ...] = ()  # springs that a joint's freedoms are given here and do not have, N m/rad; zero: none

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
        """What a piece's coordinates follow its root's rotations by, R⁻¹ shift, shape (pieces, n, rotations)."""
        return np.stack([piece.inverse @ piece.shift for piece in self.pieces])

    @cached_property
    def _carried(self) -> Array:
        """What of its root's rotations a piece's tip has, 1 − T s, shape (pieces, rotations, rotations)."""
        return np.asarray(np.eye(len(self.axes)) - self.turn @ self._shift)

    @cached_property
    def _bands(self) -> Array:
        """Bands of the matrix that takes the pieces' tip rotations to what is left of them without their roots'."""
        size = len(self.axes)
        bands = np.zeros((2 * size, len(self.pieces) * size))
        bands[0] = 1.0
        for i in range(size):
            for j in range(size):
                bands[size + i - j, j : -size or None : size] = -self._carried[1:, i, j]
        return bands

    def solve(self, c: Array, turned: Array) -> tuple[Array, Array]:
        """Return own coordinates and the tip's rotations for c and the root's absolute ones, (n, k), (rotations, k)."""
        # A piece does e = f − s ϑ₋ and turns its tip to ϑ = ϑ₋ + T e, f = R⁻¹ turn c / scale, s = R⁻¹ shift, ϑ₋ of its
        # root: ϑ − (1 − T s) ϑ₋ = T f, banded in the tips.
        n = self.turn.shape[1]
        free = self._inverse @ c.reshape(len(self.pieces), n, -1)
        start, right = self.axes @ turned, self.turn @ free
        right[0] += self._carried[0] @ start
        tips = self._banded(right, "N")
        roots = np.concatenate([start[np.newaxis], tips[:-1]])
        e = (free - self._shift @ roots).reshape(-1, c.shape[1])
        return e if self.link is None else self.link.own(e), self.axes.T @ tips[-1]

    def solve_transposed(self, y: Array, tip: Array) -> tuple[Array, Array]:
        """Return the transpose of `solve`, for own coordinates and the tip's rotations, (n, k) and (rotations, k)."""
        n = self.turn.shape[1]
        own = y if self.link is None else self.link.own_transposed(y)
        e = own.reshape(len(self.pieces), n, -1)
        roots = -(np.swapaxes(self._shift, 1, 2) @ e)
        tips = np.concatenate([roots[1:], (self.axes @ tip)[np.newaxis]])
        right = self._banded(tips, "T")
        turned = roots[0] + self._carried[0].T @ right[0]
        free = e + self.turn.T @ right
        return (np.swapaxes(self._inverse, 1, 2) @ free).reshape(-1, y.shape[1]), self.axes.T @ turned

    def _banded(self, right: Array, trans: str) -> Array:
        # Given no columns at all, dtbtrs writes beyond its array: memory is spoilt.
        if len(right) == 1 or not right.size:
            return right
        rows = right.reshape(-1, right.shape[2])
        solution, _ = lapack.dtbtrs(self._bands, rows, uplo="L", trans=trans, diag="U")
        return np.asarray(solution).reshape(right.shape)


@dataclass(frozen=True, eq=False)
class LoadedStrain:
    """The square factor G of strain and static loads in the elastic coordinates, and the signs D."""

    stages: tuple[Stage, ...]  # joints and links, base first
    rotations: int  # number of rotations of a section, 1 in the plane and 3 in space

    @cached_property
    def joints(self) -> tuple[int, ...]:
        """Places of joints' motions among the elastic coordinates."""
        return tuple(k for stage in self.stages if stage.link is None for k in range(stage.part.start, stage.part.stop))

    @cached_property
    def negative(self) -> tuple[int, ...]:
        """Places of the negative signs: as many as there are unstable modes without a spin."""
        signs = [stage.sign for stage in self.stages]
        return tuple(np.flatnonzero(np.concatenate(signs) < 0.0).tolist()) if signs else ()

    @cached_property
    def drivers(self) -> Array:
        """Unit vectors of the negative signs, shape (elastic coordinates, negative)."""
        size = self.stages[-1].part.stop if self.stages else 0
        unit = np.zeros((size, len(self.negative)))
        unit[self.negative, np.arange(len(self.negative))] = 1.0
        return unit

    @property
    def props(self) -> dict[int, float]:
        """Springs that the arm has not, N m/rad, by places of their joints' motions among the elastic coordinates."""
        placed = [(stage.part.start + k, prop) for stage in self.stages for k, prop in enumerate(stage.props)]
        return {place: prop for place, prop in placed if prop}

    @property
    def springs(self) -> tuple[int, ...]:
        """Places that may grade the map from strain to momentum: joints, and what is negative."""
        return (*self.joints, *(place for place in self.negative if place not in self.joints))

    @property
    def pivot(self) -> float:
        """The smallest pivot of all: eliminated there, the arm loses digits."""
        return min((piece.pivot for stage in self.stages for piece in stage.pieces), default=1.0)

    @property
    def edge(self) -> float:
        """How near the arm is to the edge of stability: the smallest pivot of stages on the base, relative."""
        return min((stage.pieces[0].pivot for stage in self.stages if stage.before < 0), default=1.0)

    def solve(self, c: Array) -> Array:
        """Return e of G e = c, shape (elastic coordinates, k)."""
        turned, parts = {-1: np.zeros((self.rotations, c.shape[1]))}, []
        for k, stage in enumerate(self.stages):
            e, turned[k] = stage.solve(c[stage.part], turned[stage.before])
            parts.append(e)
        return np.concatenate(parts or [c])

    def solve_transposed(self, y: Array) -> Array:
        """Return c of Gᵀ c = y, shape (elastic coordinates, k)."""
        if not y.shape[1]:
            return y
        turned, parts = np.zeros((len(self.stages) + 1, self.rotations, y.shape[1])), []
        for k, stage in reversed(list(enumerate(self.stages))):
            c, root = stage.solve_transposed(y[stage.part], turned[k])
            turned[stage.before] += root
            parts.append(c)
        return np.concatenate(parts[::-1] or [y])


# A stage without its place: the link, what its coordinates turn, its axes, its pieces' factors, and its props.
_Factors = tuple[LinkPieces | None, Array, Array, tuple[PieceFactor, ...], tuple[float, ...]]


def loaded_strain(parts: Tree, spaces: Sequence[LinkFunctions | None]) -> LoadedStrain:
    """Return the factor of strain and static loads of an arm in trial functions, pendulums' pivots not free."""
    # What all beyond a section resists its rotations with, and what is eliminated between it and its parent.
    size = 1 if parts.components == 3 else 3
    beyond = [np.reshape(_turning(section), (size, size)).astype(float) for section in parts.sections]
    factors: dict[int, _Factors] = {}
    for k, (link, space) in reversed(list(enumerate(zip(parts.links, spaces, strict=True)))):
        beam, turned_by = parts.beam_of(link), space is not None and space.root_slope is not None
        resisting = beyond[link.tip]
        if beam is not None and space is not None:
            axes = np.ones((1, 1)) if size == 1 else link.axes
            own = float(beyond[link.root][0, 0]) if turned_by else 0.0
            pieces = link_pieces(beam, space, float(parts.spring_of(link)), own)
            found = _pieces(k, pieces, axes @ resisting @ axes.T)
            resisting, factors[link.tip] = (
                axes.T @ found[0].stiffness @ axes,
                (pieces, pieces.tip_turn, axes, found, ()),
            )
        if not turned_by:
            resisting = resisting + beyond[link.root]
        if any(link.held) and not turned_by:
            factors[link.root], resisting = _joint(parts, link, resisting)
        beyond[parts.sections[link.root].parent] += resisting
    return _numbered(parts, factors, size)


def _turning(section: Section) -> Array:
    assert section.turning is not None, "an arm under static loads"
    return section.turning


def _joint(parts: Tree, link: LinkNumbers, beyond: Array) -> tuple[_Factors, Array]:
    """Return a joint's factor, of the freedoms that something holds, and what its inner section is resisted by."""
    freedoms, size = parts.sections[link.root].freedoms, len(beyond)
    assert freedoms is not None, "a joint that moves"
    axes = np.eye(size) if freedoms.axes is None or size == 1 else freedoms.axes
    start, held = rotations(parts.components).start, np.flatnonzero(link.held)
    turns = [place - start if place >= start else None for place in np.array(freedoms.places)[held].tolist()]
    springs, resisting = freedoms.stiffness[held], axes @ beyond @ axes.T
    props = _props(parts, springs, turns, resisting) if parts.held else np.zeros(len(springs))
    factor = joint_factor(springs + props, turns, resisting)
    turn = np.zeros((size, len(turns)))
    for number, place in enumerate(turns):
        if place is not None:
            turn[place, number] = 1.0
    return (None, turn, axes, (factor,), tuple(props.tolist())), axes.T @ factor.stiffness @ axes


def softest(parts: Tree) -> float:
    """Return the least EI/L of an arm's beams, N m/rad; one where it has none."""
    return min((float(beam.rigidity / beam.length) for beam in parts.beams), default=1.0)


def _props(parts: Tree, springs: Array, turns: Sequence[int | None], beyond: Array) -> Array:
    """Return soft springs of freedoms that have none, of the sign of what resists them already."""
    signs = [1.0 if place is None or beyond[place, place] >= 0.0 else -1.0 for place in turns]
    return np.asarray(np.where(springs == 0.0, _PROP * softest(parts) * np.array(signs), 0.0))


def _pieces(k: int, link: LinkPieces, beyond: Array) -> tuple[PieceFactor, ...]:
    size, n = link.tip_turn.shape
    require_independent(k, np.asarray(np.linalg.qr(link.strain[:, :n], mode="r")))
    pieces, tip = [], np.hstack([link.tip_turn, np.eye(size)])
    for at_points in link.force[::-1]:
        pieces.append(piece_factor(link.strain, link.turned, at_points, tip, beyond))
        beyond = pieces[-1].stiffness
    return tuple(pieces[::-1])


def _numbered(parts: Tree, factors: Mapping[int, _Factors], size: int) -> LoadedStrain:
    stages: list[Stage] = []
    start, on = 0, {-1: -1}  # `on`: the stage that turns a section
    for k, section in enumerate(parts.sections):
        on[k] = on[section.parent]
        if k in factors:
            link, turn, axes, pieces, props = factors[k]
            stop = start + len(pieces) * turn.shape[1]
            stages.append(Stage(slice(start, stop), link, turn, axes, pieces, on[k], props))
            start, on[k] = stop, len(stages) - 1
    return LoadedStrain(tuple(stages), size)


def signed_strain(arm: Arm, parts: Tree, spaces: Sequence[LinkFunctions | None]) -> LoadedStrain:
    """Return the factor of strain and static loads, of an arm's numbers with pendulums' pivots not free."""
    try:
        strain = loaded_strain(parts, spaces)
    except ZeroDivisionError:
        raise edge(arm) from None
    # On supports the arm alone may be at an edge that they hold it off.
    if strain.edge < EDGE and not parts.held:
        raise edge(arm)
    return strain


def edge(arm: Arm) -> NeutralError:
    """Return the refusal of an arm that is neither stable nor unstable."""
    return NeutralError(
        f"{arm.title}: {', '.join(arm.static_loads)} holds it at the very edge of stability, neutral to round-off: a "
        "mode has neither a frequency nor a growth rate; change a load or a stiffness a little"
    )
