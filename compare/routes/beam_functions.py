"""Mode shapes of uniform beams with classical ends, the assumed shapes of Wiedemann's section 2.7 (2002)."""

from dataclasses import dataclass

import numpy as np

from compare.routes.beam import BeamSolution
from compare.routes.roots import determinant, roots
from compare.routes.shapes import Combined, Deflections, null_vectors
from flexarm.arrays import Array

# What vanishes at an end: the deflection's derivatives of these orders.
_ENDS = {"pinned": (0, 2), "free": (2, 3), "clamped": (0, 1)}
# Range of the search for kL: the lowest of all is the cantilever's 1.875; the n-th lies below nπ + 2.
_LOWEST = 1.0


@dataclass(frozen=True, eq=False)
class _Grounded:
    """Functions less their value at the root: Ŵ_i − Ŵ_i(0), the source's modified shapes of a free–free beam."""

    functions: Deflections

    def __call__(self, x: Array, derivative: int) -> Array:
        values = self.functions(x, derivative)
        return values if derivative else values - self.functions(np.zeros(1), 0)


def beam_functions(family: str, length: float, size: int) -> Deflections:
    """Return the first elastic mode shapes of a beam, zero at the root.

    Parameters
    ----------
    family
        Root's and tip's end: ``pinned-pinned``, ``free-free``, ``clamped-free`` or ``pinned-free``.
    length
        Length of the beam, m.
    size
        Number of shapes.
    """
    root, tip = (_ENDS[end] for end in family.split("-"))

    def solution(wavenumber: Array) -> BeamSolution:
        return BeamSolution(wavenumber, 1.0, 0, 4)

    def conditions(wavenumber: Array) -> Array:
        beam = solution(wavenumber)
        return np.stack([*(beam(0.0, order) for order in root), *(beam(1.0, order) for order in tip)], axis=1)

    found = roots(lambda k: determinant(conditions(k)), _LOWEST, np.pi * size + 2.0, size)
    constants = null_vectors(conditions(found))
    return _Grounded(Combined(BeamSolution(found / length, length, 0, 4), constants))
