"""Legendre polynomials on the unit interval, their derivatives, and their integrals from the root."""

import numpy as np

from flexarm.arrays import Array


def double_integrals(size: int, xi: Array, derivative: int) -> Array:
    """Return a derivative of L_j(ξ), L_j″ = P_{j−1}(2ξ − 1), L_j(0) = L_j′(0) = 0, shape (stations, size)."""
    polynomials = _polynomials(size + 2, 2.0 * xi - 1.0)
    if derivative == 3:
        return _slopes(polynomials)[:, :size]
    for _ in range(2 - derivative):
        polynomials = _integrals(polynomials)
    return polynomials[:, :size]


def _polynomials(count: int, t: Array) -> Array:
    """Return P_0 … P_{count−1} by (j + 1) P_{j+1} = (2j + 1) t P_j − j P_{j−1}."""
    values = np.ones((len(t), count))
    values[:, 1] = t
    for j in range(1, count - 1):
        values[:, j + 1] = ((2 * j + 1) * t * values[:, j] - j * values[:, j - 1]) / (j + 1)
    return values


def _integrals(columns: Array) -> Array:
    """Return integrals from ξ = 0 of P_j, or of their integrals, by ∫P_j dt = (P_{j+1} − P_{j−1}) / (2j + 1)."""
    odd = 2.0 * np.arange(1, columns.shape[1] - 1) + 1.0
    first = columns[:, :1] + columns[:, 1:2]
    return 0.5 * np.hstack([first, (columns[:, 2:] - columns[:, :-2]) / odd])


def _slopes(polynomials: Array) -> Array:
    """Return derivatives by ξ, by P′_{j+1} = P′_{j−1} + (2j + 1) P_j."""
    slopes = np.zeros_like(polynomials)
    slopes[:, 1] = 2.0
    for j in range(1, polynomials.shape[1] - 1):
        slopes[:, j + 1] = slopes[:, j - 1] + 2.0 * (2 * j + 1) * polynomials[:, j]
    return slopes
