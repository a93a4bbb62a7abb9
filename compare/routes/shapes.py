"""Deflections that combine the solutions of the beam equation, one combination for every frequency."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from flexarm.arrays import Array


class Deflections(Protocol):
    """Functions W_i(x) of one link."""

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the derivative of order 0 to 3 at stations x, m, shape (functions, stations)."""
        ...


class Solution(Protocol):
    """The general solution of the beam equation at several frequencies."""

    def __call__(self, x: float, derivative: int) -> Array:
        """Return the derivative at x, m, as rows for the constants, shape (frequencies, constants)."""
        ...


@dataclass(frozen=True, eq=False)
class Combined:
    """Solutions of the beam equation with their constants: `Deflections`.

    Parameters
    ----------
    solution
        The general solution.
    constants
        Shape (frequencies, constants).
    """

    solution: Solution
    constants: Array

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the derivative of order 0 to 3 at stations x, m, shape (frequencies, stations)."""
        rows = np.stack([self.solution(station, derivative) for station in x], axis=-1)
        return np.asarray(np.einsum("ics,ic->is", rows, self.constants))


def null_vectors(matrices: Array) -> Array:
    """Return what singular matrices, rows scaled to one, map to nothing, shape (frequencies, unknowns).

    Parameters
    ----------
    matrices
        Shape (frequencies, n, n).
    """
    scaled = matrices / np.abs(matrices).max(axis=2, keepdims=True)
    return np.asarray(np.linalg.svd(scaled)[2][:, -1])
