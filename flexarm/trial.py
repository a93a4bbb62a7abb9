"""What sets the discretised backends apart: the functions that describe how one link bends, shears and stretches."""

from typing import Protocol

import numpy as np
from scipy import sparse

from flexarm.arrays import Array
from flexarm.segments import Segments

Factor = Array | sparse.csr_array


class TrialSpace(Protocol):
    """Functions W_i(x), i = 1 … n, of one link's deflection by bending relative to its root, W_i(0) = 0.

    `deflection` and `curvature` are *factors*: their rows are weighted samples at quadrature points that integrate
    the squares exactly, so that for coefficients a and any numbers u, θ

    - ∫ (Σ a_i W_i″)² dx is the sum of the squares of ``curvature @ a``,
    - ∫ (u + θ x + Σ a_i W_i)² dx that of ``u s₀ + θ s₁ + deflection @ a``, where s₀ = weights, s₁ = weights · stations.
    """

    @property
    def size(self) -> int:
        """Number n of functions."""
        ...

    @property
    def stations(self) -> Array:
        """Quadrature points, m, shape (points,)."""
        ...

    @property
    def weights(self) -> Array:
        """Square roots of the quadrature weights, √m, shape (points,)."""
        ...

    @property
    def deflection(self) -> Factor:
        """Weighted deflections √w_q W_i(x_q), shape (points, n)."""
        ...

    @property
    def curvature(self) -> Factor:
        """Weighted curvatures √w_q W_i″(x_q), shape (n or more, n), of full column rank.

        Sparse ones are square and lower triangular.
        """
        ...

    @property
    def tip(self) -> Array:
        """Deflection and slope at the tip, W_i(L) and W_i′(L), shape (2, n)."""
        ...

    @property
    def root_slope(self) -> Array | None:
        """Rotation of the root that each function brings along, rad, where the link has no rotation of its own.

        Shape (n,); None where it has. The functions themselves have W_i′(0) = 0 either way.
        """
        ...

    @property
    def segments(self) -> Segments:
        """The same functions piece by piece, for static loads; rotations with what `root_slope` brings along."""
        ...

    def values(self, x: Array, derivative: int) -> Factor:
        """Return the functions' derivatives at stations, shape (stations, n).

        Parameters
        ----------
        x
            Stations from the root, m, shape (stations,).
        derivative
            Its order, 0 to 3.
        """
        ...


class RodSpace(Protocol):
    """Functions U_i(x), i = 1 … n, of what one link does as a rod relative to its root, U_i(0) = 0: stretch, or shear.

    Those of a link have the quadrature points of its `TrialSpace`, which integrate their squares exactly too.
    """

    @property
    def size(self) -> int:
        """Number n of functions."""
        ...

    @property
    def strain(self) -> Factor:
        """Weighted slopes √w_q U_i′(x_q), shape (n or more, n), a factor of full column rank as `TrialSpace.curvature`.

        Sparse ones are square and lower triangular.
        """
        ...

    @property
    def tip(self) -> Array:
        """Values at the tip, U_i(L), shape (n,)."""
        ...

    @property
    def segments(self) -> Segments:
        """The same functions piece by piece, in the pieces of the link's `TrialSpace`."""
        ...

    def values(self, x: Array, derivative: int) -> Factor:
        """Return the functions' derivatives at stations, shape (stations, n).

        Parameters
        ----------
        x
            Stations from the root, m, shape (stations,).
        derivative
            Its order, 0 or 1.
        """
        ...


def dense(factor: Factor) -> Array:
    """Return a factor as a dense array."""
    return np.asarray(factor.toarray() if sparse.issparse(factor) else factor)


def tip_values(length: float, space: TrialSpace) -> Array:
    """Return `TrialSpace.tip` of a link, length in m, from the space's `values`."""
    return np.concatenate([dense(space.values(np.array([length]), order)) for order in (0, 1)])
