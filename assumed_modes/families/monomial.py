"""Powers of the station."""

from math import factorial

import numpy as np

from assumed_modes.polynomials import PolynomialFamily
from assumed_modes.tip_body import TipBody
from flexarm.arrays import Array


class Monomial(PolynomialFamily):
    """W_i = (x / L)^(i+1) (Hufnagel 1989, eq. 4.5); the same span as `admissible` and `legendre`."""

    name = "monomial"

    def coefficients(self, size: int, body: TipBody) -> Array:
        """Return T of W_i″ = i (i + 1) ξ^(i−1)."""
        coefficients = np.zeros((size, size))
        for k in range(size):
            coefficients[: k + 1, k] = [(k + 1) * (k + 2) * _legendre_part(k, j) for j in range(k + 1)]
        return coefficients


def _legendre_part(k: int, j: int) -> float:
    """Return the coefficient of P_j(2ξ − 1) in ξ^k."""
    return (2 * j + 1) * factorial(k) ** 2 / (factorial(k - j) * factorial(k + j + 1))
