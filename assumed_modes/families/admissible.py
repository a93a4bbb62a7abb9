"""Polynomials that meet the geometric boundary conditions and are orthogonal along the link."""

import numpy as np
from scipy.linalg import solve_triangular

from assumed_modes.legendre_integrals import double_integrals
from assumed_modes.polynomials import PolynomialFamily
from assumed_modes.tip_body import TipBody
from flexarm.arrays import Array
from flexarm.quadrature import gauss


class Admissible(PolynomialFamily):
    """Ψ_i of degree i + 1, ∫Ψ_i Ψ_j dx = 0, Ψ_i = x² + … (Hufnagel 1989, eqs. 4.6–4.15).

    The same span as `monomial` and `legendre`.
    """

    name = "admissible"
    orthogonal = "link"

    def coefficients(self, size: int, body: TipBody) -> Array:
        """Return T by Gram–Schmidt: the double integrals L are Ψ times an upper triangular matrix."""
        nodes, weights = gauss(size + 2)
        samples = np.sqrt(weights)[:, np.newaxis] * double_integrals(size, nodes, 0)
        inverse = solve_triangular(np.linalg.qr(samples, mode="r"), np.eye(size))
        return np.asarray(2.0 * inverse / (double_integrals(size, np.zeros(1), 2) @ inverse))
