"""A link in a floating frame: small deflection of assumed shapes, and the foreshortening of second order by it.

A section at x deflects by w, stretches by u and turns by φ = w_b′ (`flexarm.link_functions`); by bending it comes
nearer to the root by ½ ∫ w′² dx. Without that term a spinning link softens where it should stiffen (Kane, Ryan and
Banerjee 1987).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.arrays import Array
from flexarm.curves.curve import Shape
from flexarm.curves.stations import Stations
from flexarm.link_functions import LinkFunctions
from flexarm.tree import Beam
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
        """Where the coordinates of bending, shear and stretch stand."""
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

    @property
    def scale(self) -> Array:
        """The length, m, shape (size,)."""
        return np.full(self.size, self.stations.length)

    @property
    def roughness(self) -> Array:
        """None: coordinates are displacements, shape (size,)."""
        return np.ones(self.size)

    @cached_property
    def root_moment(self) -> Array:
        """What the bending moment at the root, N m, has of the coordinates, shape (size,)."""
        return np.asarray(float(self.beam.rigidity) * dense(self.functions.values(np.zeros(1), 2))[0])

    @cached_property
    def _linear(self) -> Array:
        """What the sections do, to first order, shape (3, stations, size)."""
        functions, x = self.functions, np.append(self.stations.places, self.stations.length)
        rows = functions.rod_values(x, 0), functions.values(x, 0), functions.values(x, 1)
        return np.stack([dense(one) for one in rows])

    @cached_property
    def _steepness(self) -> Array:
        """The deflection's slope w′ at the points, shape (points, size)."""
        steepness, shear = self._linear[2, :-1].copy(), self.functions.planes[0].shear
        if shear is not None:
            steepness[:, self.functions.parts["shear", 0]] += dense(shear.values(self.stations.places, 1))
        return steepness

    def shape(self, coordinates: Array, rates: Array) -> Shape:
        """Return where the sections are, and how they move."""
        stretched, across, turning = self._linear
        integrals, x = self.stations.integrals, np.append(self.stations.places, self.stations.length)
        linear = stretched + 1j * across
        places, slope = x + coordinates @ linear.T, np.broadcast_to(linear, (*coordinates.shape[:-1], *linear.shape))
        bias = np.zeros_like(places)
        if self.foreshortened:
            steep, steepening = coordinates @ self._steepness.T, rates @ self._steepness.T
            places = places - 0.5 * steep**2 @ integrals.T
            slope = slope - integrals @ (steep[..., np.newaxis] * self._steepness)
            bias = bias - steepening**2 @ integrals.T
        return Shape(places, coordinates @ turning.T, slope, turning, bias)
