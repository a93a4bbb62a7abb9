"""Deflections of one link, as functions of the station in m."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from flexarm.arrays import Array
from flexarm.beam_functions import BeamFunctions


class Deflections(Protocol):
    """Functions W_i(x) of one link."""

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the derivative of order 0 to 3 at stations x, m, shape (stations, functions)."""
        ...


@dataclass(frozen=True, eq=False)
class InMetres:
    """Beam functions of x = ξ L: `Deflections`."""

    functions: BeamFunctions
    length: float  # L, m

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the derivative at stations x, m, shape (stations, functions)."""
        return self.functions(x / self.length, derivative) / self.length**derivative


def null_vectors(matrices: Array) -> Array:
    """Return what singular matrices (frequencies, n, n), rows scaled to one, map to nothing, shape (frequencies, n)."""
    scaled = matrices / np.abs(matrices).max(axis=2, keepdims=True)
    return np.asarray(np.linalg.svd(scaled)[2][:, -1])
