"""Polynomials in place of mode shapes, by least squares (Wiedemann 2002, section 2.8)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.polynomial import Polynomial

from compare.routes.shapes import Deflections
from flexarm.arrays import Array

# The source's interval between the points that it fits, m. It is not printed: of all intervals, this one gives the
# 15 values of table 2.10 to the last digit.
_INTERVAL = 0.1
# The source's promise: the largest deviation from a shape, relative to the shape's largest value.
_DEVIATION = 1e-3
# The highest degree in table 2.10; it is not printed either.
_HIGHEST = 10


@dataclass(frozen=True, eq=False)
class Fitted:
    """Polynomials as functions of one link: `Deflections`."""

    polynomials: Sequence[Polynomial]  # of x in m

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the derivative at stations x, m, shape (stations, functions)."""
        return np.stack([one.deriv(derivative)(x) if derivative else one(x) for one in self.polynomials], axis=1)


def fitted(functions: Deflections, length: float, degrees: Sequence[int] = ()) -> Fitted:
    """Return polynomials that stand for functions on a link of a length, m.

    The first have these degrees, the others the lowest, up to 10, that keeps the source's promise.
    """
    stations = np.linspace(0.0, length, round(length / _INTERVAL) + 1)
    values = functions(stations, 0).T
    known = list(degrees[: len(values)])
    chosen = [*known, *(_degree(stations, one) for one in values[len(known) :])]
    return Fitted([Polynomial.fit(stations, one, degree) for one, degree in zip(values, chosen, strict=True)])


def _degree(stations: Array, values: Array) -> int:
    for degree in range(1, _HIGHEST):
        deviation = np.abs(Polynomial.fit(stations, values, degree)(stations) - values).max()
        if deviation < _DEVIATION * np.abs(values).max():
            return degree
    return _HIGHEST
