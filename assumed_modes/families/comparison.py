"""Polynomials that meet the geometric and the natural boundary conditions and are orthogonal along the link."""

import numpy as np

from assumed_modes.legendre_integrals import double_integrals
from assumed_modes.loaded import loaded_wavenumbers
from assumed_modes.polynomials import PolynomialFamily
from assumed_modes.tip_body import TipBody
from flexarm.arrays import Array
from flexarm.quadrature import gauss


class Comparison(PolynomialFamily):
    """Ψ_i of degree i + 3, ∫Ψ_i Ψ_j dx = 0, Ψ_i = x² + … (Hufnagel 1989, §4.2.1, §5.4.1, eqs. 9.1–9.13).

    Natural conditions at the tip: Ψ″ = Ψ‴ = 0, or with a body those of the i-th mode of the loaded cantilever. With a
    body they do not converge: each Ψ_i has its own conditions, so the span is not dense, and orthogonality along the
    link alone then fixes how much the tip moves. (Orthogonality in the mass of link and body would let them.)
    """

    name = "comparison"
    tip = (2, 3)
    carries = True
    orthogonal = "link"

    def coefficients(self, size: int, body: TipBody) -> Array:
        """Return T, column by column: each is what its own conditions leave of i + 2 coefficients."""
        basis = size + 2
        nodes, weights = gauss(basis + 2)
        samples = np.sqrt(weights)[:, np.newaxis] * double_integrals(basis, nodes, 0)
        natural = body.conditions(loaded_wavenumbers(size, body), _ends(basis))
        coefficients = np.zeros((basis, size))
        for i in range(size):
            orthogonal = (samples @ coefficients[:, :i]).T @ samples
            coefficients[: i + 3, i] = _null_vector(np.vstack([natural[i], orthogonal])[:, : i + 3])
        return coefficients


def _ends(basis: int) -> Array:
    """Return the basis and its derivatives at the tip, shape (4, 1, basis)."""
    return np.stack([double_integrals(basis, np.ones(1), order) for order in range(4)])


def _null_vector(conditions: Array) -> Array:
    """Return the one vector that all conditions annul, scaled to the curvature 2 at the root, that of x²."""
    rows = conditions / np.linalg.norm(conditions, axis=1, keepdims=True)
    vector = np.linalg.qr(rows.T, mode="complete")[0][:, -1]
    return np.asarray(2.0 * vector / (double_integrals(len(vector), np.zeros(1), 2) @ vector))
