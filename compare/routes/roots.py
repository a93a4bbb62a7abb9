"""Roots of a frequency determinant, found as the sources find them: by its changes of sign."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.optimize.elementwise import find_root

from flexarm.arrays import Array
from flexarm.links import Link

# Range of the search in units of √(EI/m)/L² of the first link: from far below any payload mode of the sources' arms,
# where the beam functions still tell four constants apart in double precision, to the tenth of their bending modes.
_RANGE = 1e-4, 1e3
# Neighbouring frequencies on the search grid differ by this factor: roots that lie closer together are not told apart.
_STEP = 1.01
# A step with a root is divided so often into so many parts, all at a time: a straight line over the last of them, 4e-8
# of the frequency wide, is off by less than its last digits.
_ROUNDS, _PARTS = 3, 64


def determinant(matrices: Array) -> Array:
    """Return determinants, shape (frequencies,), of matrices, shape (frequencies, n, n), their rows scaled to one."""
    sign, logarithm = np.linalg.slogdet(with_unit_rows(matrices))
    return np.asarray(sign * np.exp(logarithm))


def with_unit_rows(matrices: Array) -> Array:
    """Return matrices, shape (frequencies, n, n), each row over its largest entry."""
    return np.asarray(matrices / np.abs(matrices).max(axis=2, keepdims=True))


def null_vectors(matrices: Array) -> Array:
    """Return what singular matrices, rows scaled to one, map to nothing, shape (frequencies, n)."""
    return np.asarray(np.linalg.svd(with_unit_rows(matrices))[2][:, -1])


def sign_changes(function: Callable[[Array], Array], grid: Array, count: int | None = None) -> Array:
    """Return where a function changes sign between neighbouring points of a grid, ascending: roots, and poles."""
    at = _before_changes(function(grid), count)
    return np.asarray(find_root(function, (grid[at], grid[at + 1])).x) if len(at) else np.empty(0)


def _before_changes(values: Array, count: int | None) -> NDArray[np.intp]:
    """Return the places of the first values after which the sign changes."""
    return np.flatnonzero(values[:-1] * values[1:] < 0.0)[:count]


def search_grid(link: Link) -> Array:
    """Return the frequencies at which the search looks first, rad/s, ascending; the first flexible link sets them."""
    unit = np.sqrt(link.flexural_rigidity / link.mass_per_length) / link.length**2
    return steps(*(float(unit * end) for end in _RANGE))


def steps(lowest: float, highest: float) -> Array:
    """Return the points of a search from a lowest one to a highest, ascending."""
    return np.asarray(lowest * _STEP ** np.arange(np.log(highest / lowest) / np.log(_STEP)))


def frequencies(link: Link, matrices: Callable[[Array], Array], count: int) -> Array:
    """Return the first `count` angular frequencies at which a determinant vanishes, rad/s; fewer where there are fewer.

    `matrices` takes angular frequencies and returns shape (frequencies, n, n); the first flexible link sets the range.
    """
    return roots(lambda omega: determinant(matrices(omega)), search_grid(link), count)


def roots(function: Callable[[Array], Array], grid: Array, count: int) -> Array:
    """Return the first `count` sign changes of a function on `steps`, ascending; fewer where there are no more."""
    values, step = function(grid), _STEP
    for _ in range(_ROUNDS):
        parts = step ** (np.arange(_PARTS + 1) / _PARTS)
        grid, step = np.outer(grid[_before_changes(values, count)], parts).ravel(), step ** (1.0 / _PARTS)
        if not len(grid):
            return grid
        values = function(grid)
    at = _before_changes(values, count)
    return np.asarray(grid[at] - values[at] * (grid[at + 1] - grid[at]) / (values[at + 1] - values[at]))
