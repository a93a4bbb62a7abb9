"""Gauss–Legendre quadrature on the unit interval, to the last digits of float64."""

from functools import lru_cache

import numpy as np

from flexarm.arrays import Array


@lru_cache(maxsize=64)
def gauss(points: int) -> tuple[Array, Array]:
    """Return nodes and weights on [0, 1] that integrate polynomials of degree 2 · points − 1 exactly, shape (points,).

    Newton's iteration for P_n(cos θ) = 0 in the angle θ (Swarztrauber 2003, "On computing the points and weights for
    Gauss–Legendre quadrature"): in x = cos θ the weights near the ends would lose n² units in the last place.
    """
    half = (points + 1) // 2
    theta = np.asarray(np.pi * (np.arange(1, half + 1) - 0.25) / (points + 0.5), dtype=np.float64)
    for _ in range(6):
        value, slope = _legendre_of_angle(points, theta)
        theta = theta - value / slope
    nodes, weights = np.sin(0.5 * theta) ** 2, 1.0 / slope**2
    nodes = np.concatenate([nodes, 1.0 - nodes[: points // 2][::-1]])
    weights = np.concatenate([weights, weights[: points // 2][::-1]])
    nodes.flags.writeable = weights.flags.writeable = False
    return nodes, weights


def _legendre_of_angle(n: int, theta: Array) -> tuple[Array, Array]:
    """Return P_n(cos θ) and its derivative by θ; the steps P_k − P_{k−1} keep the digits of 1 − cos θ."""
    below = 2.0 * np.sin(0.5 * theta) ** 2
    value, step = np.ones_like(theta), np.zeros_like(theta)
    for k in range(n):
        step = (k * step - (2 * k + 1) * below * value) / (k + 1)
        value = value + step
    # sin θ dP_n/dθ = n (cos θ P_n − P_{n−1}) = n (step − (1 − cos θ) P_n)
    return value, n * (step - below * value) / np.sin(theta)
