"""Stacks of symmetric matrices: negative eigenvalues and solutions, as quick as LAPACK where that loses nothing.

What LAPACK finds is taken where it is proved to be as good as complete pivoting: a sign, where round-off could not turn
it over; a solution, where it satisfies even equations between small numbers, of heavy bodies and soft springs, as well.
Elsewhere pivoting is complete.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from exact.pivots import factorise
from flexarm.chain import Array

# Round-off moves an eigenvalue by some units of the largest one's last digit (Weyl), n of them at most in practice;
# entries are right to a few such units themselves.
_UNITS = 16.0 * np.finfo(float).eps
# An equation whose terms are small beside others' is satisfied to eight digits of its own: complete pivoting too leaves
# it about ten where they are 1e-8 of the largest.
_OWN_TERMS = 1e-8


def negative_eigenvalues(matrix: Array) -> NDArray[np.int_]:
    """Return the number of negative eigenvalues of symmetric matrices, shape (..., n, n).

    Raises
    ------
    ArithmeticError
        If an entry is not finite.
    """
    _require_finite(matrix)
    values = np.linalg.eigvalsh(matrix)
    size = np.abs(values)
    negative = np.asarray(np.sum(values < 0.0, axis=-1))
    unsure = np.min(size, axis=-1) <= matrix.shape[-1] * _UNITS * np.max(size, axis=-1)
    if np.any(unsure):
        negative[unsure] = factorise(matrix[unsure]).negative
    return negative


def solver(matrix: Array) -> Callable[[Array], Array]:
    """Return what solves A x = right for symmetric matrices A, shape (..., n, n), and right, shape (..., n).

    Raises
    ------
    ArithmeticError
        If an entry is not finite.
    """
    _require_finite(matrix)
    size = np.abs(matrix)

    def solve(right: Array) -> Array:
        try:
            x = np.linalg.solve(matrix, right[..., np.newaxis])[..., 0]
        except np.linalg.LinAlgError:
            return factorise(matrix).solve(right)
        left, terms = np.abs(_times(matrix, x) - right), _times(size, np.abs(x)) + np.abs(right)
        poor = ~np.all(left <= _OWN_TERMS * terms, axis=-1)
        if np.any(poor):
            x[poor] = factorise(matrix[poor]).solve(right[poor])
        return np.asarray(x)

    return solve


def _times(matrix: Array, vector: NDArray[np.floating]) -> Array:
    return np.asarray((matrix @ vector[..., np.newaxis])[..., 0], dtype=np.float64)


def _require_finite(matrix: Array) -> None:
    if not np.all(np.isfinite(matrix)):
        raise ArithmeticError("a dynamic stiffness that overflows")
