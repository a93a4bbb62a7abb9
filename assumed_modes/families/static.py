"""Static deflection of a cantilever under a force at its tip."""

import numpy as np

from assumed_modes.polynomials import PolynomialFamily
from assumed_modes.tip_body import TipBody
from flexarm.arrays import Array


class Static(PolynomialFamily):
    """W = x² (3L − x) / (2L³), the cubic of elementary beam theory; unit deflection at the tip. One shape."""

    name = "static"
    tip = (2,)
    largest = 1

    def coefficients(self, size: int, body: TipBody) -> Array:
        """Return T of W″ = 3 − 3ξ = (3 P₀ − 3 P₁) / 2."""
        return np.array([[1.5], [-1.5]])
