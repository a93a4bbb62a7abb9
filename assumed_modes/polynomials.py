"""Polynomial shapes, all in one well-conditioned basis: double integrals of Legendre polynomials.

A family is a matrix T: its functions are Σ_j T_ji L_j, L_j″ = P_{j−1}(2ξ − 1). For trial functions the curvatures are
made orthonormal first, diag(√∫P²) T = Q R, and the columns of Q taken in place of T. Deflection and curvature then
belong to each other to the last digit, however nearly dependent the named functions are. `monomial`, `admissible`
and `legendre` have a triangular T, so Q is the same for all: they give the same natural frequencies, and only
arithmetic that uses the named functions themselves (as published work does) makes them differ.
"""

import abc
from dataclasses import dataclass

import numpy as np

from assumed_modes.family import Family
from assumed_modes.legendre_integrals import double_integrals
from assumed_modes.tip_body import NO_BODY, TipBody
from flexarm.arrays import Array
from flexarm.errors import QuestionError

# A curvature that lies this near to the span of the ones before it, relative to its size, is round-off of theirs.
_DEPENDENT = 1e-13


@dataclass(frozen=True, eq=False)
class Polynomials:
    """Polynomials Σ_j T_ji L_j(ξ)."""

    coefficients: Array  # T, shape (basis, n)

    @property
    def size(self) -> int:
        """Number n of functions."""
        return len(self.coefficients.T)

    @property
    def points(self) -> int:
        """Gauss points: one more than the degree."""
        return len(self.coefficients) + 2

    def __call__(self, xi: Array, derivative: int) -> Array:
        """Return the derivatives by ξ at stations ξ, shape (stations, n)."""
        return np.asarray(double_integrals(len(self.coefficients), xi, derivative) @ self.coefficients)


class PolynomialFamily(Family):
    """A family of polynomials; a leaf gives its matrix T."""

    root = (0, 1)
    largest = 60

    @abc.abstractmethod
    def coefficients(self, size: int, body: TipBody) -> Array:
        """Return T, shape (basis, size)."""

    def functions(self, size: int, body: TipBody = NO_BODY) -> Polynomials:
        """Return the family's named polynomials."""
        return Polynomials(self.coefficients(size, body))

    def trial(self, size: int, body: TipBody = NO_BODY) -> Polynomials:
        """Return polynomials of the same span with orthonormal curvatures."""
        named = self.coefficients(size, body)
        root = np.sqrt(2.0 * np.arange(len(named)) + 1.0)[:, np.newaxis]
        curvature = named / root
        unitary, upper = np.linalg.qr(curvature / np.linalg.norm(curvature, axis=0))
        self._require_independent(np.abs(np.diag(upper)))
        return Polynomials(root * unitary)

    def _require_independent(self, pivots: Array) -> None:
        dependent = np.flatnonzero(pivots < _DEPENDENT)
        if dependent.size:
            raise QuestionError(
                f"{self.name}: function {dependent[0] + 1} is a combination of the ones before it to 13 digits; take "
                f"{dependent[0]} or fewer, or the family legendre"
            )
