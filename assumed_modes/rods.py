"""Functions of what one link does as a rod: stretch, or shear."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from assumed_modes.legendre_integrals import double_integrals
from flexarm.arrays import Array
from flexarm.segments import Segments, rod_segments, same


@dataclass(frozen=True, eq=False)
class Rods:
    """Functions of x / L of a link, held at its root: a `flexarm.trial.RodSpace` on some quadrature points.

    Integrals of Legendre polynomials, U_i′ = P_{i−1}(2x/L − 1), for any loads; or, `classical`, the modes of a rod that
    is free at its tip, sin (i − ½)π x/L.
    """

    length: float  # L, m
    size: int  # number of functions
    stations: Array  # quadrature points, m, shape (points,)
    weights: Array  # square roots of their weights, √m, shape (points,)
    classical: bool

    @cached_property
    def strain(self) -> Array:
        """Weighted slopes, m^(-1/2), shape (points, n)."""
        return self.weights[:, np.newaxis] * self.values(self.stations, 1)

    @property
    def tip(self) -> Array:
        """Values at the tip, shape (n,)."""
        return np.asarray(self.values(np.array([self.length]), 0)[0])

    @property
    def segments(self) -> Segments:
        """The link as one piece."""
        return rod_segments(self.strain, self.tip, 1, same, same)

    def values(self, x: Array, derivative: int) -> Array:
        """Return the functions, or their slopes, at stations x, m, shape (stations, n)."""
        xi = x / self.length
        if self.classical:
            wave = (np.arange(self.size) + 0.5) * np.pi
            values = (np.sin, np.cos)[derivative](np.multiply.outer(xi, wave)) * wave**derivative
        else:
            values = double_integrals(self.size, xi, derivative + 1)
        return np.asarray(values / self.length**derivative)
