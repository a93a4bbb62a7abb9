"""A geometrically exact beam in the plane (Reissner 1972), its strains in Legendre polynomials on equal pieces.

A section at s has turned by θ = ∫ κ ds relative to the root and lies where r′ = (1 + ε) t(θ) + γ n(θ) leads. With
curvature κ, stretch ε and shear γ as unknowns the strain energy ½ ∫ EI κ² + EA ε² + GA γ² ds is a straight beam's,
however far it bends, nothing locks, rigid motion has no strain, and what a link keeps (its length, the right angles of
its sections) has no unknown.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.arrays import Array
from flexarm.curves.curve import Shape
from flexarm.curves.stations import Stations, legendre
from flexarm.tree import Beam

# Points a piece beyond those that strains need: sines and cosines of what sections turn by are no polynomials.
_MORE = 4


@dataclass(frozen=True, eq=False)
class StrainCurve:
    """A uniform beam by its strains, polynomials of a degree on each of some equal pieces: a `Curve`."""

    beam: Beam
    pieces: int
    degree: int

    @cached_property
    def _rigidities(self) -> dict[int, float]:
        """Rigidities by what they resist: −1 bending, 0 stretch and 1 shear, where the link does these."""
        bending, stretch = self.beam.bendings[0], self.beam.rods[0].rigidity
        shear = float(bending.shear_flexibility)
        return (
            {-1: float(bending.rigidity)}
            | ({} if stretch is None else {0: float(stretch)})
            | ({} if shear == 0.0 else {1: 1.0 / shear})
        )

    @property
    def _each(self) -> int:
        """Number of coordinates of one strain."""
        return self.pieces * (self.degree + 1)

    @property
    def size(self) -> int:
        """Number of coordinates."""
        return self._each * len(self._rigidities)

    @property
    def kinds(self) -> tuple[slice, ...]:
        """Where the coordinates of each strain stand."""
        return tuple(slice(k, k + self._each) for k in range(0, self.size, self._each))

    @cached_property
    def stations(self) -> Stations:
        """The stations."""
        return Stations(float(self.beam.length), self.pieces, self.degree + 1 + _MORE)

    @cached_property
    def stiffness(self) -> Array:
        """The strain energy's matrix, diagonal: the polynomials are orthonormal."""
        piece = float(self.beam.length) / self.pieces
        return np.diag(np.repeat(piece * np.array(list(self._rigidities.values())), self._each))

    @property
    def scale(self) -> Array:
        """A curvature that turns the tip by a radian, and stretch and shear of one, shape (size,)."""
        return np.repeat([1.0 / self.stations.length, *[1.0] * (len(self._rigidities) - 1)], self._each)

    @property
    def roughness(self) -> Array:
        """Of twice integrated polynomials on some of the pieces, shape (size,)."""
        degrees = np.tile(np.arange(self.degree + 1.0), self.size // (self.degree + 1))
        return np.array(self.pieces * (1.0 + degrees) ** 2, dtype=np.float64)

    @cached_property
    def root_moment(self) -> Array:
        """What the bending moment at the root, N m, has of the coordinates, shape (size,)."""
        moment = np.zeros(self.size)
        moment[: self.degree + 1] = self._rigidities[-1] * legendre(np.zeros(1), self.degree)[0]
        return moment

    @cached_property
    def _strains(self) -> Array:
        """One strain at the points, shape (points, coordinates of one strain)."""
        first = self.stations.places[: self.stations.points] / (self.stations.length / self.pieces)
        return np.asarray(np.kron(np.eye(self.pieces), legendre(first, self.degree)), dtype=np.float64)

    @cached_property
    def _turns(self) -> Array:
        """Rotations at all stations, shape (stations, coordinates of one strain)."""
        return self.stations.integrals @ self._strains

    def shape(self, coordinates: Array, rates: Array) -> Shape:
        """Return where the sections are, and how they move."""
        many, integrals = coordinates.shape[:-1], self.stations.integrals.T
        (curving, *given), (curving_rate, *given_rates) = (
            np.moveaxis(part.reshape(*many, -1, self._each), -2, 0) for part in (coordinates, rates)
        )
        turn, turning = curving @ self._turns.T, curving_rate @ self._turns[:-1].T
        tangent = np.exp(1j * turn[..., :-1])
        directions = [(1.0, 1j)[which] * tangent for which in self._rigidities if which >= 0]
        along, moving = tangent, np.zeros_like(tangent)
        for direction, strain, rate in zip(directions, given, given_rates, strict=True):
            along = along + (strain @ self._strains.T) * direction
            moving = moving + (rate @ self._strains.T) * direction
        columns = [(1j * along)[..., np.newaxis] * self._turns[:-1]]
        columns += [direction[..., np.newaxis] * self._strains for direction in directions]
        slope = self.stations.integrals @ np.concatenate(columns, axis=-1)
        # Of r′ accelerated, what rates alone make: 2 θ̇ (ε̇ t + γ̇ n) turned left, less θ̇² r′.
        bias = (turning * (2j * moving - turning * along)) @ integrals
        return Shape(along @ integrals, turn, slope, self._turning, bias)

    @cached_property
    def _turning(self) -> Array:
        """Rotations at all stations, shape (stations, size)."""
        return np.pad(self._turns, ((0, 0), (0, self.size - self._each)))
