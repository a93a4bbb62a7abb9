"""A geometrically exact beam (Reissner 1972; Simo 1985), its strains in Legendre polynomials on equal pieces.

In the plane a section at s has turned by θ = ∫ κ ds relative to the root and lies where r′ = (1 + ε) t(θ) + γ n(θ)
leads; in space R′ = R κ̂ and r′ = R (e₁ + ε). With curvatures κ, stretch and shear as unknowns the strain energy
½ ∫ EI κ² + EA ε² + GA γ² ds is a straight beam's, however far it bends, nothing locks, rigid motion has no strain, and
what a link keeps (its length, the right angles of its sections) has no unknown.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.arrays import Array
from flexarm.curves.along import turned_along
from flexarm.curves.curve import Shape
from flexarm.curves.plane import PlanarShape
from flexarm.curves.rotations import cross, skew, turned
from flexarm.curves.space import SpatialShape
from flexarm.curves.stations import Stations, legendre
from flexarm.tree import PLANES, RODS, Beam

# Points a piece beyond those that strains need: sines and cosines of what sections turn by are no polynomials.
_MORE = 4
# Components of a motion in space from here on are rotations.
_ROTATIONS = 3


@dataclass(frozen=True, eq=False)
class StrainCurve:
    """A uniform beam by its strains, polynomials of a degree on each of some equal pieces: a `Curve`."""

    beam: Beam
    pieces: int
    degree: int

    @cached_property
    def _rigidities(self) -> dict[int, float]:
        """Rigidities by the component of motion in space that they resist, rotations first, where the link does it."""
        beam, found = self.beam, {}
        for (_, turn, _), bending in zip(PLANES[6], beam.bendings, strict=False):
            found[turn] = float(bending.rigidity)
        for place, rod in reversed(list(zip(RODS[6], beam.rods, strict=False))):
            if rod.rigidity is not None:
                found[place] = float(rod.rigidity)
        for (across, _, _), bending in zip(PLANES[6], beam.bendings, strict=False):
            if bending.shear_flexibility != 0.0:
                found[across] = 1.0 / float(bending.shear_flexibility)
        return found

    @cached_property
    def _turning(self) -> int:
        """How many of the strains turn sections: curvatures and twist."""
        return sum(place >= _ROTATIONS for place in self._rigidities)

    @property
    def _each(self) -> int:
        """Number of coordinates of one strain."""
        return self.pieces * (self.degree + 1)

    @property
    def size(self) -> int:
        """Number of coordinates."""
        return self._each * len(self._rigidities)

    @cached_property
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
        """Curvatures and twists that turn the tip by a radian, and stretch and shear of one, shape (size,)."""
        scales = [1.0 / self.stations.length if place >= _ROTATIONS else 1.0 for place in self._rigidities]
        return np.repeat(scales, self._each)

    @property
    def roughness(self) -> Array:
        """Of twice integrated polynomials on some of the pieces, shape (size,)."""
        degrees = np.tile(np.arange(self.degree + 1.0), self.size // (self.degree + 1))
        return np.array(self.pieces * (1.0 + degrees) ** 2, dtype=np.float64)

    @cached_property
    def root_moments(self) -> dict[int, Array]:
        """What moments at the root, N m, have of the coordinates, shape (size,), by what they turn."""
        first, moments = legendre(np.zeros(1), self.degree)[0], {}
        for k, (place, rigidity) in enumerate(self._rigidities.items()):
            if place >= _ROTATIONS:
                moments[place] = np.zeros(self.size)
                moments[place][k * self._each : k * self._each + self.degree + 1] = rigidity * first
        return moments

    @cached_property
    def _strains(self) -> Array:
        """One strain at the points, shape (points, coordinates of one strain)."""
        first = self.stations.places[: self.stations.points] / (self.stations.length / self.pieces)
        return np.asarray(np.kron(np.eye(self.pieces), legendre(first, self.degree)), dtype=np.float64)

    @cached_property
    def _turns(self) -> Array:
        """Rotations at all stations, shape (stations, coordinates of one strain)."""
        return self.stations.integrals @ self._strains

    @cached_property
    def _turning_in_the_plane(self) -> Array:
        """The same by all coordinates, shape (stations, size)."""
        return np.pad(self._turns, ((0, 0), (0, self.size - self._each)))

    def _split(self, coordinates: Array) -> list[Array]:
        """Return the coordinates of each strain, shape (..., coordinates of one strain)."""
        return [coordinates[..., own] for own in self.kinds]

    def shape(self, coordinates: Array, rates: Array) -> Shape:
        """Return where the sections are, and how they move."""
        of = self._in_the_plane if len(self.beam.bendings) == 1 else self._in_space
        return of(coordinates, rates)

    def _in_the_plane(self, coordinates: Array, rates: Array) -> PlanarShape:
        integrals = self.stations.integrals.T
        (curving, *given), (curving_rate, *given_rates) = map(self._split, (coordinates, rates))
        turn, turning = curving @ self._turns.T, curving_rate @ self._turns[:-1].T
        tangent = np.exp(1j * turn[..., :-1])
        directions = [(1.0, 1j)[which] * tangent for which in self._rigidities if which < _ROTATIONS]
        along, moving = tangent, np.zeros_like(tangent)
        for direction, strain, rate in zip(directions, given, given_rates, strict=True):
            along = along + (strain @ self._strains.T) * direction
            moving = moving + (rate @ self._strains.T) * direction
        columns = [(1j * along)[..., np.newaxis] * self._turns[:-1]]
        columns += [direction[..., np.newaxis] * self._strains for direction in directions]
        slope = self.stations.integrals @ np.concatenate(columns, axis=-1)
        # Of r′ accelerated, what rates alone make: 2 θ̇ (ε̇ t + γ̇ n) turned left, less θ̇² r′.
        bias = (turning * (2j * moving - turning * along)) @ integrals
        return PlanarShape(along @ integrals, slope, self._turning_in_the_plane, bias, turn)

    def _in_space(self, coordinates: Array, rates: Array) -> SpatialShape:
        strains, straining = (self._at_points(part) for part in (coordinates, rates))
        turns, count = turned_along(strains[..., _ROTATIONS:], self.stations), self._turning * self._each
        inside = turns[..., :-1, :, :]
        # What coordinates strain, turned to the root's axes; ω′ = R κ̇.
        columns = inside[..., [place % _ROTATIONS for place in self._rigidities], np.newaxis]
        columns = columns * self._strains[:, np.newaxis, np.newaxis, :]
        columns = columns.reshape(*columns.shape[:-2], self.size)
        turning = np.zeros((*turns.shape[:-1], self.size))
        turning[..., :count] = self._summed(columns[..., :count])
        along = turned(inside, strains[..., :_ROTATIONS]) + inside[..., 0]
        curving = turned(inside, straining[..., _ROTATIONS:])
        columns[..., :count] = -skew(along) @ turning[..., :-1, :, :count]
        spin = (turning[..., :-1, :, :] @ rates[..., np.newaxis, :, np.newaxis])[..., 0]
        # Of R κ̇ and r′ accelerated, what rates alone make.
        turning_bias = self._summed(cross(spin, curving)[..., np.newaxis])[..., 0]
        inner = cross(spin, along) + 2.0 * turned(inside, straining[..., :_ROTATIONS])
        bias = cross(turning_bias[..., :-1, :], along) + cross(spin, inner)
        places, pushed = (self._summed(one[..., np.newaxis])[..., 0] for one in (along, bias))
        return SpatialShape(places, self._summed(columns), turning, pushed, turns, turning_bias)

    def _at_points(self, coordinates: Array) -> Array:
        """Return r′ and curvatures in the sections' axes at the points, without what a straight beam has of r′."""
        whole = np.zeros((*coordinates.shape[:-1], len(self._strains), 2 * _ROTATIONS))
        for place, part in zip(self._rigidities, self._split(coordinates), strict=True):
            whole[..., place] = part @ self._strains.T
        return whole

    def _summed(self, rows: Array) -> Array:
        """Return the integrals from the root to all stations, of rows at the points, (..., points, 3, columns)."""
        flat = self.stations.integrals @ rows.reshape(*rows.shape[:-2], -1)
        return np.asarray(flat.reshape(*flat.shape[:-1], *rows.shape[-2:]))
