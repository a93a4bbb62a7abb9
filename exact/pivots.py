"""The symmetric factorisation P A Pᵀ = L E Lᵀ with complete pivoting: signs of eigenvalues, and solutions.

Bunch and Parlett (1971). E has blocks of one or two rows; pivots are taken in order of size, which keeps the digits
of small entries beside large ones. All matrices of a stack are factorised at once.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flexarm.chain import Array

# A single pivot is taken if it is at least this part of the largest entry off the diagonal: the growth is then least.
_SINGLE = (1.0 + np.sqrt(17.0)) / 8.0
# Stands for a pivot of exactly zero: below round-off of matrices whose entries are about one or more.
_ZERO = 1e-20


@dataclass(frozen=True, eq=False)
class _Step:
    """One pivot of every matrix: rows p and q (p alone where single), the columns there, and the block's inverse."""

    place: NDArray[np.intp]
    columns: Array
    inverse: Array


@dataclass(frozen=True, eq=False)
class Factorisation:
    """A stack of factorised symmetric matrices.

    Parameters
    ----------
    negative
        Number of negative eigenvalues of each, shape (...).
    steps
        The pivots, in the order they were taken.
    """

    negative: NDArray[np.int_]
    steps: tuple[_Step, ...]

    def solve(self, right: Array) -> Array:
        """Return the solution of A x = right, shape (..., n)."""
        x = np.reshape(right, (-1, right.shape[-1])).copy()
        rows = np.arange(len(x))[:, np.newaxis]
        scaled = []
        for step in self.steps:
            picked = np.einsum("kij,kj->ki", step.inverse, x[rows, step.place])
            x -= np.einsum("kni,ki->kn", step.columns, picked)
            scaled.append(picked)
        x = np.zeros_like(x)
        for step, picked in zip(reversed(self.steps), reversed(scaled), strict=True):
            known = np.einsum("kni,kn->ki", step.columns, x)
            np.add.at(x, (rows, step.place), picked - np.einsum("kij,kj->ki", step.inverse, known))
        return x.reshape(right.shape)


def factorise(matrix: Array) -> Factorisation:
    """Factorise symmetric matrices, shape (..., n, n); an exactly singular one as if its last pivot were tiny.

    Raises
    ------
    ArithmeticError
        If an entry is not finite.
    """
    if not np.all(np.isfinite(matrix)):
        raise ArithmeticError("a dynamic stiffness that overflows")
    n = matrix.shape[-1]
    rest = np.reshape(matrix, (-1, n, n)).copy()
    active = np.ones((len(rest), n), dtype=bool)
    negative = np.zeros(len(rest), dtype=int)
    steps = []
    for _ in range(n):
        if not np.any(active):
            break
        step, below = _pivot(rest, active)
        negative += below
        rest -= step.columns @ step.inverse @ np.swapaxes(step.columns, 1, 2)
        np.put_along_axis(active, step.place, False, axis=1)
        rest = np.where(active[:, :, np.newaxis] & active[:, np.newaxis, :], rest, 0.0)
        steps.append(step)
    return Factorisation(negative.reshape(matrix.shape[:-2]), tuple(steps))


def _pivot(rest: Array, active: NDArray[np.bool_]) -> tuple[_Step, NDArray[np.int_]]:
    """Choose every matrix's next pivot; also return its number of negative eigenvalues."""
    count, n = active.shape
    which = np.arange(count)
    size = np.abs(rest)
    diagonal = np.where(active, np.diagonal(size, axis1=1, axis2=2), -1.0)
    single = np.argmax(diagonal, axis=1)
    size[:, np.arange(n), np.arange(n)] = 0.0
    p, q = np.divmod(np.argmax(size.reshape(count, -1), axis=1), n)
    alone = diagonal[which, single] >= _SINGLE * size[which, p, q]
    p, q = np.where(alone, single, p), np.where(alone, single, q)
    place = np.stack([p, q], axis=1)
    corner = rest[which, p, p], rest[which, p, q], rest[which, q, q]
    inverse, negative = _inverse(*corner, alone, active[which, p])
    columns = np.stack([rest[which, :, p], np.where(alone[:, np.newaxis], 0.0, rest[which, :, q])], axis=2)
    return _Step(place, columns, inverse), negative


def _inverse(
    a: Array, b: Array, c: Array, alone: NDArray[np.bool_], live: NDArray[np.bool_]
) -> tuple[Array, NDArray[np.int_]]:
    """Return inverses of [[a, b], [b, c]], or of a alone, zero where a matrix is finished; and negative counts."""
    a = np.where(alone & (a == 0.0), _ZERO, a)
    below = np.where(live, np.where(alone, a, a * c - b**2), 1.0)
    entries = np.where(alone, 1.0, c), np.where(alone, 0.0, -b), np.where(alone, 0.0, a)
    first, off, second = (np.where(live, entry / below, 0.0) for entry in entries)
    inverse = np.stack([np.stack([first, off], axis=1), np.stack([off, second], axis=1)], axis=1)
    # A pair is taken only where the off-diagonal entry dominates: its eigenvalues have opposite signs.
    return inverse, np.where(live, np.where(alone, a < 0.0, True), False).astype(int)
