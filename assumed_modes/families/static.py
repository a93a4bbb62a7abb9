"""Static deflections of a cantilever under a force and a couple at its tip."""

import numpy as np

from assumed_modes.polynomials import PolynomialFamily
from assumed_modes.tip_body import TipBody
from flexarm.arrays import Array


class Static(PolynomialFamily):
    """W = x² (3L − x) / (2L³), the cubic of elementary beam theory, and x² / L²; unit deflections at the tip.

    Both are all that a link without mass can do under loads at its tip; one alone is what is usual.
    """

    name = "static"
    largest = 2

    @property
    def usual(self) -> int:
        """The force's deflection alone."""
        return 1

    def coefficients(self, size: int, body: TipBody) -> Array:
        """Return T of W″ = 3 − 3ξ = (3 P₀ − 3 P₁) / 2, and of W″ = 2 = 2 P₀."""
        return np.array([[1.5, 2.0], [-1.5, 0.0]])[:, :size]
