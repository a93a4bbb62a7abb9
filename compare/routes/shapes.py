"""Deflections of one link, as functions of the station in m."""

from dataclasses import dataclass
from typing import Protocol

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
