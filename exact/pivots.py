"""Pivots of a symmetric elimination: how many are negative, and their product."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array


class Pivots(Protocol):
    """What takes the pivots of an elimination as they come."""

    def single(self, pivot: Array, /) -> None:
        """Take a pivot, shape (...)."""
        ...

    def pair(self, determinant: Array, corner: Array, /) -> None:
        """Take a pivot of two rows: its determinant and its first entry, shape (...)."""
        ...


@dataclass(frozen=True, eq=False)
class FloatPivots:
    """Determinants of pivots of one or two rows, first entries of the latter, and how many are negative besides."""

    besides: NDArray[np.int_]
    determinants: list[Array] = field(default_factory=list)
    corners: list[Array] = field(default_factory=list)

    def single(self, pivot: Array) -> None:
        """Take a pivot, shape (...)."""
        self.determinants.append(pivot)

    def pair(self, determinant: Array, corner: Array) -> None:
        """Take a pivot of two rows: its determinant and its first entry, shape (...)."""
        self.determinants.append(determinant)
        self.corners.append(np.where(determinant > 0.0, corner, 0.0))

    @property
    def count(self) -> NDArray[np.int_]:
        """Number of negative eigenvalues, shape (...): of a pair with a positive determinant two or none."""
        # P = [[p, q], [q, r]] has one where det P < 0; where p r > q², p and r have one sign, and P has two or none.
        negative = np.sum(np.array(self.determinants) < 0.0, axis=0)
        return np.asarray(self.besides + negative + 2 * np.sum(np.array(self.corners) < 0.0, axis=0))

    @property
    def product(self) -> tuple[Array, Array]:
        """The product of the determinants, mantissas and powers of two, shape (...) both."""
        mantissas, exponents = np.frexp(np.array(self.determinants))
        return np.prod(mantissas, axis=0), np.sum(exponents, axis=0).astype(float)
