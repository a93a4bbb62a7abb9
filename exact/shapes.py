"""Exact deflection of a member between its ends, from functions that neither cancel nor overflow."""

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from exact.rods import RodShape
from flexarm.arrays import Array
from flexarm.beam_functions import BeamFunctions
from flexarm.displacements import IntegrableShape, LinkShape
from flexarm.quadrature import gauss


@dataclass(frozen=True, eq=False)
class MemberShape:
    """Deflection of one member in every mode, relative to its root section."""

    length: Array  # length of the member in each mode, m, shape (modes,)
    beta: Array  # wave number times length, shape (modes,)
    absolute: NDArray[np.bool_]  # whether the member is long, and its ends in absolute coordinates, shape (modes,)
    ends: Array  # u, θL of the root section; w, w′L relative to it or y, y′L absolute of the tip, shape (modes, 4)

    @cached_property
    def _functions(self) -> BeamFunctions:
        return BeamFunctions.of_ends(self.beta, self.ends.T, ~self.absolute)

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the derivative of order 0 to 3 at stations x, m, shape (modes, stations), of either shape."""
        xi = x / self.length[:, np.newaxis]
        return self._functions.bending(xi.T, derivative).T / self.length[:, np.newaxis] ** derivative

    def tip(self) -> Array:
        """Return deflection and slope at the tip relative to the root, shape (2, modes)."""
        u, turn, deflection, slope = self.ends.T
        held = np.where(self.absolute, np.stack([u + turn, turn]), 0.0)
        return np.asarray((np.stack([deflection, slope]) - held) / np.stack([np.ones_like(self.length), self.length]))

    def moments(self) -> Array:
        """Return ∫ w dx, ∫ w x dx and ∫ w′ dx over the member, m², m³ and m, shape (3, modes)."""
        across = self._functions.bending_integrals() * np.stack([self.length, self.length**2])
        return np.vstack([across, self.tip()[:1]])

    @property
    def waves(self) -> Array:
        """How far the phase runs from root to tip, rad, shape (modes,)."""
        return self.beta


class PieceShape(Protocol):
    """Deflection of a piece of a link in every mode, relative to its root section, as `MemberShape` has it."""

    @property
    def length(self) -> Array:
        """Length of the piece in each mode, m, shape (modes,)."""
        ...

    @property
    def waves(self) -> Array:
        """How far the phase runs from root to tip, rad, shape (modes,)."""
        ...

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return what `LinkShape` does of the piece, shape (modes, stations)."""
        ...

    def tip(self) -> Array:
        """Return deflection and rotation at the tip relative to the root, shape (2, modes)."""
        ...

    def moments(self) -> Array:
        """Return ∫ w dx, ∫ w x dx and ∫ φ dx over the piece, m², m³ and m, shape (3, modes)."""
        ...


@dataclass(frozen=True, eq=False)
class PiecedShape:
    """Deflection of a link made of pieces, root first, relative to its root section."""

    pieces: tuple[PieceShape, ...]

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the derivative of order 0 to 3 at stations x, m, shape (modes, stations)."""
        start, at_start, value = np.zeros((len(self.pieces[0].length), 1)), self._at_start, None
        for piece, (deflection, slope) in zip(self.pieces, at_start, strict=True):
            inside = np.clip(x - start, 0.0, piece.length[:, np.newaxis])
            own = piece(inside, derivative)
            if derivative < 2:
                own = own + (deflection + slope * inside if derivative == 0 else slope)
            value = own if value is None else np.where(x < start, value, own)
            start = start + piece.length[:, np.newaxis]
        return np.asarray(value)

    def moments(self) -> Array:
        """Return ∫ w dx, ∫ w x dx and ∫ φ dx over the link, m², m³ and m, shape (3, modes)."""
        start, whole = np.zeros(len(self.pieces[0].length)), np.zeros((3, len(self.pieces[0].length)))
        for piece, at_start in zip(self.pieces, self._at_start, strict=True):
            (deflection, slope), length = at_start[..., 0], piece.length
            area, moment, turned = piece.moments()
            area = area + deflection * length + slope * length**2 / 2.0
            moment = moment + deflection * length**2 / 2.0 + slope * length**3 / 3.0
            whole = whole + np.stack([area, moment + start * area, turned + slope * length])
            start = start + length
        return whole

    def quadrature(self) -> tuple[Array, Array]:
        """Return stations, m, and weights, m, that integrate products of two shapes over the link, shape (points,)."""
        # Products of two shapes have β / π waves; n Gauss points are exact to round-off from about n = β + 20 on.
        points, weights = gauss(int(np.max(sum(piece.waves for piece in self.pieces))) + 40)
        length = float(sum(piece.length[0] for piece in self.pieces))
        return length * points, length * weights

    @cached_property
    def _at_start(self) -> list[Array]:
        """Deflection and slope at the root of each piece, relative to the link's root, shape (2, modes, 1)."""
        starts = [np.zeros((2, len(self.pieces[0].length), 1))]
        for piece in self.pieces[:-1]:
            (deflection, slope), (beyond, turn) = starts[-1], piece.tip()[..., np.newaxis]
            starts.append(np.array([deflection + slope * piece.length[:, np.newaxis] + beyond, slope + turn]))
        return starts


class BentShape(Protocol):
    """How a link bends in every mode relative to its root section, and where to integrate that."""

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return what `LinkShape` does, shape (modes, stations)."""
        ...

    def moments(self) -> Array:
        """Return ∫ w dx, ∫ w x dx and ∫ φ dx over the link, m², m³ and m, shape (3, modes)."""
        ...

    def quadrature(self) -> tuple[Array, Array]:
        """Return stations, m, and weights, m, that integrate products of two shapes over the link, shape (points,)."""
        ...


@dataclass(frozen=True, eq=False)
class BeamShape:
    """How a link bends about its axes, stretches and twists in every mode; a rod of no pieces is rigid."""

    bent: tuple[BentShape, ...]
    rods: tuple[RodShape, ...]

    def __call__(self, x: Array, derivative: int, plane: int = 0) -> Array:
        """Return what `LinkShape` does, shape (modes, stations)."""
        return self.bent[plane](x, derivative)

    def rod(self, x: Array, derivative: int, number: int = 0) -> Array:
        """Return what `LinkShape.rod` does, shape (modes, stations)."""
        return self.rods[number](x, derivative)

    def moments(self) -> Array:
        """Return what `LinkShape.moments` does, shape (4 or 8, modes)."""
        stretch, *twist = (rod.moment() for rod in self.rods)
        return np.vstack([stretch, *(bent.moments() for bent in self.bent), *twist])

    def quadrature(self) -> tuple[Array, Array]:
        """Return stations, m, and weights, m, that integrate products of two shapes over the link, shape (points,)."""
        each = [bent.quadrature() for bent in self.bent]
        waves = int(max(rod.waves for rod in self.rods))
        stations, weights = each[0]
        if len(each) == 1 and not waves:
            return stations, weights
        # Points for all at once: those of each axis, and as many as products of two stretches or twists have waves.
        points, parts = gauss(sum(len(own) for own, _ in each) + waves + 1)
        length = float(np.sum(weights))
        return length * points, length * parts


@dataclass(frozen=True, eq=False)
class MixedShape:
    """Combinations of a link's shapes, shape (modes, raw modes)."""

    shape: LinkShape
    mixture: Array

    def __call__(self, x: Array, derivative: int, plane: int = 0) -> Array:
        """Return what `LinkShape` does, shape (modes, stations)."""
        return np.asarray(self.mixture @ self.shape(x, derivative, plane))

    def rod(self, x: Array, derivative: int, number: int = 0) -> Array:
        """Return what `LinkShape.rod` does, shape (modes, stations)."""
        return np.asarray(self.mixture @ self.shape.rod(x, derivative, number))

    def moments(self) -> Array:
        """Return what `LinkShape.moments` does, shape (4, modes)."""
        return np.asarray(self.shape.moments() @ self.mixture.T)

    def quadrature(self) -> tuple[Array, Array]:
        """Return what `IntegrableShape.quadrature` does."""
        assert isinstance(self.shape, IntegrableShape), "a flexible link"
        return self.shape.quadrature()
