"""Radau's collocation (Hairer and Wanner 1996, IV.5 and IV.8): ẏ = f(t, y) at s stages of a step, the last its end.

With k the derivatives of y at the stages and p their polynomial,

    k_i = f(t + c_i h, y + h Σ a_ij k_j),   of order 2s − 1.

In eigenvectors of A = (a_ij) Newton's corrections come apart. A step's error, of order s, is taken to be
γ h (f(t, y) − p(0)), γ the real eigenvalue: by that a formula differs that takes f at the start besides.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.polynomial import legendre

from flexarm.arrays import Array, ComplexArray


@dataclass(frozen=True)
class Collocation:
    """Radau's points on (0, 1], and what follows from them."""

    stages: int  # odd

    @cached_property
    def points(self) -> Array:
        """The stages c, ascending, the last 1, shape (s,): roots of P_s − P_{s−1}."""
        roots = legendre.legroots([*[0.0] * (self.stages - 1), -1.0, 1.0])
        return np.asarray(np.append(0.5 * (roots[:-1] + 1.0), 1.0))

    @cached_property
    def _coefficients(self) -> Array:
        """What coefficients of Legendre polynomials have of values at the points, shape (s, s)."""
        return np.asarray(np.linalg.inv(legendre.legvander(2.0 * self.points - 1.0, self.stages - 1)))

    def values(self, parts: Array) -> Array:
        """Return what p at parts of a step, and beyond it, has of its values at the points, shape (parts, s)."""
        return np.asarray(legendre.legvander(2.0 * parts - 1.0, self.stages - 1) @ self._coefficients)

    def integrals(self, parts: Array) -> Array:
        """Return what ∫ p from the start to parts of a step has of its values at the points, shape (parts, s)."""
        each = legendre.legvander(2.0 * parts - 1.0, self.stages)
        running = np.empty((len(parts), self.stages))
        running[:, 0] = parts
        # ∫ P_k dx = (P_{k+1} − P_{k−1}) / (2k + 1), over half the length.
        k = np.arange(1, self.stages)
        running[:, 1:] = (each[:, k + 1] - each[:, k - 1]) / (2.0 * (2.0 * k + 1.0))
        return np.asarray(running @ self._coefficients)

    @cached_property
    def matrix(self) -> Array:
        """A, shape (s, s)."""
        return self.integrals(self.points)

    @cached_property
    def at_start(self) -> Array:
        """What p(0) has of its values at the points, shape (s,)."""
        return np.asarray(self.values(np.zeros(1))[0])

    @cached_property
    def _pairs(self) -> tuple[ComplexArray, ComplexArray, ComplexArray]:
        """Eigenvalues, the real one first, then one of each pair; eigenvectors; and components along them."""
        values, vectors = np.linalg.eig(self.matrix)
        order = np.argsort(values.imag)
        chosen = order[self.stages // 2 :]
        return values[chosen], vectors[:, chosen], np.linalg.inv(vectors)[chosen]

    @property
    def eigenvalues(self) -> ComplexArray:
        """Those of A, the real one first, then one of each pair, shape ((s + 1) / 2,)."""
        return self._pairs[0]

    @property
    def along(self) -> ComplexArray:
        """What components along those eigenvectors have of values at the points, shape ((s + 1) / 2, s)."""
        return self._pairs[2]

    @cached_property
    def back(self) -> ComplexArray:
        """What values have of them, in their real parts, shape (s, (s + 1) / 2): of a pair twice."""
        return np.asarray(self._pairs[1] * np.append(1.0, np.full(self.stages // 2, 2.0)))
