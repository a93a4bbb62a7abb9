"""Double integrals of Legendre polynomials."""

import numpy as np

from assumed_modes.polynomials import PolynomialFamily
from assumed_modes.tip_body import TipBody
from flexarm.arrays import Array


class Legendre(PolynomialFamily):
    """W_i″ = P_{i−1}(2x/L − 1), W_i(0) = W_i′(0) = 0: orthogonal curvatures, any loads, convergence to round-off.

    The same span as `monomial` and `admissible`.
    """

    name = "legendre"

    def coefficients(self, size: int, body: TipBody) -> Array:
        """Return T, the identity."""
        return np.eye(size)
