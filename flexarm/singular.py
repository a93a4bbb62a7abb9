"""The largest singular values of a linear map, each to its own relative accuracy.

An arm's map from strain to momentum has rows and columns of very different size (a payload of 1e9 kg beside a
link of 50 kg, a soft spring beside a stiff beam). A plain SVD is right to ε times the *largest* singular value;
one-sided Jacobi (Drmač and Veselić 2008) is right to ε times *each*, as long as the grading comes from rows and
columns. Large maps are projected on a block Krylov space (Golub and Van Loan 2013, §10.4) that starts from the
directions that cause the grading.
"""

from collections.abc import Callable

import numpy as np
from scipy.linalg import lapack, qr, solve_triangular

from flexarm.arrays import Array

Map = Callable[[Array], Array]
Decomposition = Callable[[Array, Array], tuple[Array, Array]]

# Square of the smallest residual that still changes a singular value in float64, with room for the block's size.
_CONVERGED = 1e-10
# A direction that differs from the ones at hand by less than this is round-off of theirs.
_DEPENDENT = 1e-10


def jacobi_svd(matrix: Array) -> tuple[Array, Array]:
    """Return singular values, descending, and right singular vectors as columns, by one-sided Jacobi."""
    require_finite(matrix)
    rows, n = matrix.shape
    padded = np.zeros((max(rows, n), n))
    padded[:rows] = matrix[np.argsort(-np.max(np.abs(matrix), axis=1))]
    # joba=2: grading by rows and columns; jobu=3: no left vectors; jobv=0: right vectors; jobr=0: no clipping.
    values, _, vectors, work, _, info = lapack.dgejsv(padded, joba=2, jobu=3, jobv=0, jobr=0, jobt=0, jobp=0)
    if info != 0:
        raise ArithmeticError(f"one-sided Jacobi did not converge (info = {info})")
    return values * (work[0] / work[1]), vectors


def require_finite(matrix: Array) -> None:
    """Refuse a matrix that has overflowed."""
    if not np.all(np.isfinite(matrix)):
        raise ArithmeticError("energies that overflow")


def krylov_svd(apply: Map, adjoint: Map, start: Array, count: int, decompose: Decomposition) -> tuple[Array, Array]:
    """Return the largest singular values of a map and their right singular vectors."""
    block = _graded(_orthonormal(start, np.zeros((len(start), 0))), apply)
    basis, images, factor = block, np.zeros((0, 0)), np.zeros((0, 0))
    while True:
        images, factor = _extended(images, factor, apply(block))
        values, small = decompose(factor, basis)
        # What the images of earlier blocks give is in the basis already.
        power = adjoint(images[:, -block.shape[1] :]) @ factor[-block.shape[1] :, -block.shape[1] :]
        outside = power - basis @ (basis.T @ power)
        residual = np.linalg.norm(outside @ small[-block.shape[1] :, :count], axis=0)
        if len(values) >= count and np.all(residual <= _CONVERGED * values[:count] ** 2):
            return values[:count], basis @ small[:, :count]
        block = _orthonormal(outside, basis)
        if block.shape[1] == 0:
            return values[:count], basis @ small[:, :count]
        basis = np.hstack([basis, block])


def _graded(block: Array, apply: Map) -> Array:
    """Turn an orthonormal block so that the map's grading lies between its columns, not within them.

    A column that holds a little of a direction with a large singular value has a large image, beside which the image of
    its other part loses its digits. Where the singular values span more than float64 does, one turn finds the large
    directions and the next the others.
    """
    for _ in range(2):
        _, turn = jacobi_svd(_thin_qr(apply(block))[1])
        block = block @ turn
    return block


def _extended(images: Array, factor: Array, new: Array) -> tuple[Array, Array]:
    """Extend the factorisation A V = U R by new columns, R upper triangular."""
    if images.shape[1] == 0:
        return _thin_qr(new)
    along = images.T @ new
    rest = new - images @ along
    again = images.T @ rest
    unit, corner = _thin_qr(rest - images @ again)
    upper = np.hstack([factor, along + again])
    lower = np.hstack([np.zeros((len(corner), factor.shape[1])), corner])
    return np.hstack([images, unit]), np.vstack([upper, lower])


def _thin_qr(matrix: Array) -> tuple[Array, Array]:
    """Return Q and R of a tall matrix; what is not finite is refused with the factor's singular values."""
    unit, upper = qr(matrix, mode="economic", check_finite=False)
    return np.asarray(unit, dtype=float), np.asarray(upper, dtype=float)


def _orthonormal(block: Array, basis: Array) -> Array:
    """Return an orthonormal basis of what a block adds to an orthonormal basis."""
    norms = np.linalg.norm(block, axis=0)
    unit = block[:, norms > 0.0] / norms[norms > 0.0]
    for _ in range(2):
        unit = unit - basis @ (basis.T @ unit)
        q, r, _ = qr(unit, mode="economic", pivoting=True)
        unit = q[:, np.abs(np.diag(r)) > _DEPENDENT]
    return np.asarray(unit)


def complement(columns: Array) -> tuple[Map, Callable[[Array], Array]]:
    """Return the projection off the span of columns, and the least-squares coordinates in it, shape (rows, j)."""
    require_finite(columns)
    if columns.shape[1] == 0:
        return lambda y: y, lambda y: np.zeros((0, y.shape[1]), dtype=float)
    # Householder reflections, rows in descending order and columns pivoted, are accurate row by row (Cox and Higham
    # 1998): what is left of light bodies' momenta beside heavy ones keeps its digits. y − Q (Qᵀ y) would not keep them.
    order = np.argsort(-np.max(np.abs(columns), axis=1))
    (reflections, tau), r, pivots = qr(columns[order], mode="raw", pivoting=True)
    rank = columns.shape[1]

    def reflected(y: Array, trans: str) -> Array:
        product, _, _ = lapack.dormqr("L", trans, reflections, tau, y, max(1, 64 * y.shape[1]), overwrite_c=True)
        return np.asarray(product)

    def project(y: Array) -> Array:
        rest = reflected(np.asfortranarray(y[order]), "T")
        rest[:rank] = 0.0
        projection = np.empty_like(rest)
        projection[order] = reflected(rest, "N")
        return projection

    def coordinates(y: Array) -> Array:
        part = reflected(np.asfortranarray(y[order]), "T")[:rank]
        solution = np.empty_like(part)
        solution[pivots] = solve_triangular(r[:rank], part)
        return solution

    return project, coordinates
