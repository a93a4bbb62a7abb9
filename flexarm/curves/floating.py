"""A link in a floating frame: small deflection of assumed shapes, and the foreshortening of second order by it.

A section at x deflects by w, stretches by u and turns by φ = w_b′ (`flexarm.link_functions`); by bending it comes
nearer to the root by ½ ∫ w′² dx. Without that term a spinning link softens where it should stiffen (Kane, Ryan and
Banerjee 1987). In space it bends in two planes and twists: these are the components of its rotation vector.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.arrays import Array, ComplexArray
from flexarm.curves.curve import Shape
from flexarm.curves.plane import PlanarShape
from flexarm.curves.rotations import rotation, spinning, spinning_bias
from flexarm.curves.space import SpatialShape
from flexarm.curves.stations import Stations
from flexarm.link_functions import LinkFunctions
from flexarm.tree import PLANES, RODS, Beam
from flexarm.trial import dense

# Points a piece beyond those that integrate the functions' own squares: those of w′² times u.
_MORE = 2


@dataclass(frozen=True, eq=False)
class FloatingCurve:
    """A link's trial functions in a frame that floats with its root: a `Curve`."""

    beam: Beam
    functions: LinkFunctions
    foreshortened: bool = True

    @property
    def size(self) -> int:
        """Number of coordinates."""
        return self.functions.size

    @property
    def kinds(self) -> tuple[slice, ...]:
        """Where the coordinates of bending, shear, stretch and twist stand."""
        return tuple(self.functions.parts.values())

    @cached_property
    def stations(self) -> Stations:
        """The stations."""
        pieces, points = self.functions.bending.segments.stations.shape
        return Stations(float(self.beam.length), pieces, points + _MORE)

    @cached_property
    def stiffness(self) -> Array:
        """The strain energy's matrix."""
        whole = np.zeros((self.size, self.size))
        for own, rigidity, factor in self.functions.strains(self.beam):
            rows = dense(factor)
            whole[own, own] = float(rigidity) * (rows.T @ rows)
        return whole

    @cached_property
    def scale(self) -> Array:
        """The length, m, of twists a radian, shape (size,)."""
        whole = np.full(self.size, self.stations.length)
        whole[self.functions.parts.get(("rod", 1), slice(0))] = 1.0
        return whole

    @property
    def roughness(self) -> Array:
        """None: coordinates are displacements, shape (size,)."""
        return np.ones(self.size)

    @cached_property
    def root_moments(self) -> dict[int, Array]:
        """What moments at the root, N m, have of the coordinates, shape (size,), by what they turn."""
        root, moments = np.zeros(1), {}
        for k, ((_, turn, sign), bending) in enumerate(zip(PLANES[6], self.beam.bendings, strict=False)):
            moments[turn] = sign * float(bending.rigidity) * dense(self.functions.values(root, 2, k))[0]
        twist = RODS[6][1]
        if len(self.beam.rods) > 1 and self.beam.rods[1].rigidity is not None:
            moments[twist] = float(self.beam.rods[1].rigidity) * dense(self.functions.rod_values(root, 1, 1))[0]
        return moments

    @cached_property
    def _linear(self) -> Array:
        """What the sections do, to first order, shape (3 or 6, stations, size)."""
        functions, x = self.functions, self._places
        rows = np.zeros((functions.components, len(x), self.size))
        for k, place in enumerate(RODS[functions.components]):
            rows[place] = dense(functions.rod_values(x, 0, k))
        for k, (across, turn, sign) in enumerate(PLANES[functions.components]):
            rows[across] = dense(functions.values(x, 0, k))
            rows[turn] = sign * dense(functions.values(x, 1, k))
        return rows

    @cached_property
    def _steepness(self) -> Array:
        """The deflections' slopes w′ at the points, shape (planes, points, size)."""
        found = []
        for k, plane in enumerate(self.functions.planes):
            steepness = dense(self.functions.values(self.stations.places, 1, k)).copy()
            if plane.shear is not None:
                steepness[:, self.functions.parts["shear", k]] += dense(plane.shear.values(self.stations.places, 1))
            found.append(steepness)
        return np.stack(found)

    @cached_property
    def _in_the_plane(self) -> tuple[ComplexArray, Array]:
        """What u + iw and φ have of the coordinates, to first order, shape (stations, size)."""
        stretched, across, turning = self._linear
        return stretched + 1j * across, turning

    @cached_property
    def _places(self) -> Array:
        """Distances of all stations from the root, m, shape (stations,)."""
        return np.append(self.stations.places, self.stations.length)

    def shape(self, coordinates: Array, rates: Array) -> Shape:
        """Return where the sections are, and how they move."""
        shorter, slope, bias = self._foreshortening(coordinates, rates)
        along = self._places - shorter
        if self.functions.components == 3:
            linear, turning = self._in_the_plane
            places = along + coordinates @ linear.T
            pushed = np.asarray(-bias, np.complex128)
            return PlanarShape(places, linear - slope, turning, pushed, coordinates @ turning.T)
        moved, about = np.moveaxis(self._linear.reshape(2, 3, along.shape[-1], self.size), 2, 1)
        ahead = np.array([1.0, 0.0, 0.0])
        places = np.tensordot(coordinates, moved, (-1, -1)) + along[..., np.newaxis] * ahead
        angles, faster = (np.tensordot(one, about, (-1, -1)) for one in (coordinates, rates))
        slope = moved - slope[..., np.newaxis, :] * ahead[:, np.newaxis]
        turning_bias = spinning_bias(angles, faster)
        gone = -bias[..., np.newaxis] * ahead
        return SpatialShape(places, slope, spinning(angles) @ about, gone, rotation(angles), turning_bias)

    def _foreshortening(self, coordinates: Array, rates: Array) -> tuple[Array, Array, Array]:
        """Return how far sections come nearer to the root, (..., stations), its slope, and what rates have of it."""
        integrals, many = self.stations.integrals, coordinates.shape[:-1]
        if not self.foreshortened:
            still = np.zeros((*many, len(integrals)))
            return still, np.zeros((*still.shape, self.size)), still
        shorter, slope, bias = 0.0, 0.0, 0.0
        for steepness in self._steepness:
            steep, steepening = coordinates @ steepness.T, rates @ steepness.T
            shorter, bias = shorter + steep**2, bias + steepening**2
            slope = slope + steep[..., np.newaxis] * steepness
        return 0.5 * shorter @ integrals.T, integrals @ slope, bias @ integrals.T
