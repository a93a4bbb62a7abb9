"""Functions of a vibrating uniform beam, in forms that lose no digits at any wavenumber."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array


@dataclass(frozen=True, eq=False)
class BeamFunctions:
    """W = A cos bξ + B sin bξ + C e^(−bξ) + D e^(−b(1−ξ)): waves, and decay from root and from tip.

    The textbook's cosh and sinh cancel each other from about the tenth shape on; decaying parts do not.

    Parameters
    ----------
    wavenumber
        b, shape (n,).
    coefficients
        A, B, C, D, shape (4, n).
    """

    wavenumber: Array
    coefficients: Array

    @property
    def size(self) -> int:
        """Number n of functions."""
        return len(self.wavenumber)

    @property
    def points(self) -> int:
        """Gauss points: half the highest product's wavenumber, and room for the decaying parts."""
        return int(np.ceil(0.5 * self.wavenumber[-1])) + 40

    def __call__(self, xi: Array, derivative: int) -> Array:
        """Return the derivatives by ξ at stations ξ, shape (stations, n)."""
        b, (cosine, sine, root, tip) = self.wavenumber, self.coefficients
        for _ in range(derivative):
            cosine, sine, root, tip = b * sine, -b * cosine, -b * root, b * tip
        phase = np.multiply.outer(xi, b)
        decay = np.exp(-phase), np.exp(np.multiply.outer(xi - 1.0, b))
        return np.asarray(cosine * np.cos(phase) + sine * np.sin(phase) + root * decay[0] + tip * decay[1])


@dataclass(frozen=True, eq=False)
class SlowFunctions:
    """W = p K₂ + q K₃, K_j = 2 Σ_k b^(4k) ξ^(4k+j) / (4k+j)!: Krylov's functions, for b of 1 or less.

    K₂ = (cosh bξ − cos bξ) / b² and K₃ = (sinh bξ − sin bξ) / b³ tend to ξ² and ξ³ / 3; W″(0) = 2 p, W‴(0) = 2 q.

    Parameters
    ----------
    wavenumber
        b, shape (n,).
    coefficients
        p and q, shape (2, n).
    """

    wavenumber: Array
    coefficients: Array

    @property
    def size(self) -> int:
        """Number n of functions."""
        return len(self.wavenumber)

    @property
    def points(self) -> int:
        """Gauss points, for the series' highest terms."""
        return 30

    def __call__(self, xi: Array, derivative: int) -> Array:
        """Return the derivatives by ξ at stations ξ, shape (stations, n)."""
        p, q = self.coefficients
        b = self.wavenumber
        return np.asarray(p * _krylov(2 - derivative, xi, b) + q * _krylov(3 - derivative, xi, b))


def _krylov(order: int, xi: Array, b: Array) -> Array:
    """Return K_order, shape (stations, n); the order −1 is the derivative of K₀, b⁴ K₃."""
    load, factor = b**4, np.ones_like(b)
    if order < 0:
        order, factor = order + 4, load
    term = 2.0 * np.multiply.outer(xi**order, factor) / (1.0, 1.0, 2.0, 6.0)[order]
    total = np.zeros_like(term)
    for first in range(order, order + 24, 4):
        total += term
        term *= np.multiply.outer(xi**4, load) / ((first + 1) * (first + 2) * (first + 3) * (first + 4))
    return total


@dataclass(frozen=True, eq=False)
class Joined:
    """The functions of several parts, one after the other.

    Parameters
    ----------
    parts
        One or more, none empty.
    """

    parts: Sequence[BeamFunctions | SlowFunctions]

    @property
    def size(self) -> int:
        """Number of functions of all parts."""
        return sum(part.size for part in self.parts)

    @property
    def points(self) -> int:
        """Gauss points for the part that needs most."""
        return max(part.points for part in self.parts)

    def __call__(self, xi: Array, derivative: int) -> Array:
        """Return the derivatives by ξ at stations ξ, shape (stations, n)."""
        return np.hstack([part(xi, derivative) for part in self.parts])
