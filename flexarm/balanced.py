"""Symmetric equations of unlike units, in any arithmetic."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array

# Each halves the orders of magnitude that rows' largest entries lie apart.
_SCALINGS = 6
# What is left of a row of equations beside others, all scaled alike, is none below this part of it.
_DEPENDENT = 1e-9


def balanced_solution(matrix: Array, right: Array) -> Array:
    """Return the solution of symmetric equations, (n, n) and (n, k), rows and columns scaled alike (Ruiz 2001)."""
    if not len(matrix):
        return right
    scale, sizes = np.ones(len(matrix)), np.abs(matrix.astype(float))
    for _ in range(_SCALINGS):
        # By powers of two, which any arithmetic multiplies by without an error.
        scale *= np.exp2(-np.round(0.5 * np.log2(np.max(scale[:, np.newaxis] * sizes * scale, axis=1))))
    if matrix.dtype != object:
        scaled = np.linalg.solve(scale[:, np.newaxis] * matrix * scale, scale[:, np.newaxis] * right)
        return np.asarray(scale[:, np.newaxis] * scaled)
    return _eliminated(matrix.copy(), right.copy(), scale)


def _eliminated(matrix: Array, right: Array, scale: Array) -> Array:
    """Return the solution by Gauss's elimination, the pivots the largest in their columns once rows are scaled."""
    size = len(matrix)
    for k in range(size):
        pivot = k + int(np.argmax(scale[k:] * np.abs(matrix[k:, k].astype(float))))
        for rows in (matrix, right, scale):
            rows[[k, pivot]] = rows[[pivot, k]]
        for j in range(k + 1, size):
            factor = matrix[j, k] / matrix[k, k]
            matrix[j], right[j] = matrix[j] - factor * matrix[k], right[j] - factor * right[k]
    for k in reversed(range(size)):
        known: Any = sum((matrix[k, j] * right[j] for j in range(k + 1, size)), 0 * right[k])
        right[k] = (right[k] - known) / matrix[k, k]
    return right


def independent_rows(matrix: Array) -> NDArray[np.intp]:
    """Return as many numbers of rows as are independent, ascending, columns and rows scaled to their sizes."""
    from scipy.linalg import qr  # describing an arm needs no solver

    rows = matrix.astype(float)
    for axis in (0, 1):
        size = np.max(np.abs(rows), axis=axis, keepdims=True, initial=0.0)
        rows = rows / np.where(size > 0.0, size, 1.0)
    if not rows.size:
        return np.zeros(0, dtype=np.intp)
    upper, order = qr(rows.T, mode="r", pivoting=True)
    sizes = np.abs(np.diagonal(upper))
    return np.sort(np.asarray(order[: int(np.sum(sizes > _DEPENDENT * sizes.max(initial=0.0)))]))
