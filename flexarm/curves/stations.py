"""Where a link's sections are looked at: Gauss points on equal pieces, and integrals from the root to them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.arrays import Array
from flexarm.quadrature import gauss


@dataclass(frozen=True, eq=False)
class Stations:
    """Gauss points on equal pieces of a link, root to tip."""

    length: float  # of the link, m
    pieces: int
    points: int  # a piece

    @property
    def _piece(self) -> float:
        return self.length / self.pieces

    @cached_property
    def places(self) -> Array:
        """Distances from the root, m, shape (pieces × points,)."""
        return np.asarray(self._piece * np.add.outer(np.arange(self.pieces), gauss(self.points)[0]).ravel())

    @cached_property
    def weights(self) -> Array:
        """Quadrature weights, m, shape (pieces × points,)."""
        return np.tile(self._piece * gauss(self.points)[1], self.pieces)

    @cached_property
    def integrals(self) -> Array:
        """What integrals from the root to all points, and to the tip, have of values at them; (points + 1, points)."""
        weights = gauss(self.points)[1]
        before = np.kron(np.tri(self.pieces, k=-1), np.tile(weights, (self.points, 1)))
        within = np.kron(np.eye(self.pieces), _running(self.points))
        return np.asarray(self._piece * np.vstack([before + within, np.tile(weights, self.pieces)]))


def legendre(points: Array, degree: int) -> Array:
    """Return orthonormal Legendre polynomials on [0, 1], shape (points, degree + 1)."""
    norms = np.sqrt(2.0 * np.arange(degree + 1) + 1.0)
    return np.asarray(np.polynomial.legendre.legvander(2.0 * points - 1.0, degree) * norms)


def _running(points: int) -> Array:
    """Return what integrals from 0 to Gauss points on [0, 1] have of a polynomial's values at them."""
    nodes, weights = gauss(points)
    values = np.polynomial.legendre.legvander(2.0 * nodes - 1.0, points)
    k = np.arange(1, points)
    running = np.empty((points, points))
    running[:, 0] = nodes
    # ∫ P_k dx = (P_{k+1} − P_{k−1}) / (2k + 1), over half the length.
    running[:, 1:] = (values[:, k + 1] - values[:, k - 1]) / (2.0 * (2.0 * k + 1.0))
    return np.asarray(running @ ((2.0 * np.arange(points)[:, np.newaxis] + 1.0) * values[:, :points].T * weights))
