"""Roots of a frequency determinant, found as the sources find them: by its changes of sign."""

from collections.abc import Callable

import numpy as np
from scipy.optimize.elementwise import find_root

from flexarm.arrays import Array
from flexarm.parts import Link

# Range of the search in units of √(EI/m)/L² of the first link: from far below any payload mode of the sources' arms,
# where the beam functions still tell four constants apart in double precision, to the tenth of their bending modes.
_RANGE = 1e-4, 1e3
# Neighbouring frequencies on the search grid differ by this factor: roots that lie closer together are not told apart.
_STEP = 1.01


def determinant(matrices: Array) -> Array:
    """Return determinants of matrices whose rows are scaled to one, shape (frequencies,).

    Parameters
    ----------
    matrices
        Shape (frequencies, n, n).
    """
    scaled = matrices / np.abs(matrices).max(axis=2, keepdims=True)
    sign, logarithm = np.linalg.slogdet(scaled)
    return np.asarray(sign * np.exp(logarithm))


def roots(function: Callable[[Array], Array], lowest: float, highest: float, count: int) -> Array:
    """Return the first `count` sign changes of a function, ascending; fewer where there are no more.

    Parameters
    ----------
    function
        Takes angular frequencies, rad/s, shape (frequencies,), and returns as many numbers.
    lowest, highest
        Range of the search, rad/s.
    count
        Number of roots.
    """
    return sign_changes(function, lowest * _STEP ** np.arange(np.log(highest / lowest) / np.log(_STEP)), count)


def sign_changes(function: Callable[[Array], Array], grid: Array, count: int | None = None) -> Array:
    """Return where a function changes sign between neighbouring points of a grid, ascending: roots, and poles.

    Parameters
    ----------
    function
        Takes numbers, shape (points,), and returns as many.
    grid
        Points, ascending.
    count
        Number of the first ones wanted; None for all.
    """
    values = function(grid)
    at = np.flatnonzero(values[:-1] * values[1:] < 0.0)[:count]
    return np.asarray(find_root(function, (grid[at], grid[at + 1])).x) if len(at) else np.empty(0)


def frequencies(link: Link, matrices: Callable[[Array], Array], count: int) -> Array:
    """Return the first `count` angular frequencies at which a determinant vanishes, rad/s; fewer where there are fewer.

    Parameters
    ----------
    link
        The arm's first flexible link, which sets the range of the search.
    matrices
        Takes angular frequencies, rad/s, and returns the matrices, shape (frequencies, n, n).
    count
        Number of frequencies.
    """
    unit = np.sqrt(link.flexural_rigidity / link.mass_per_length) / link.length**2
    low, high = (float(unit * end) for end in _RANGE)
    return roots(lambda omega: determinant(matrices(omega)), low, high, count)
