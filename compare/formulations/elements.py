"""Stiffness and mass matrices of cubic elements in absolute nodal coordinates, and their eigenvalues.

Source: Przemieniecki (1968), "Theory of Matrix Structural Analysis", the beam element's matrices; `scipy.linalg.eigh`,
and `scipy.sparse.linalg.eigsh` with shift and invert (Ericsson and Ruhe 1980).
Naive about it: entries of K grow as the cube of the number of elements, while the bending of the whole link, a small
difference of neighbouring nodes, is what the lowest frequencies are made of. Dense matrices are asked for the first
modes alone, `subset_by_index`; the whole spectrum happens to keep some more digits, as its QL iteration meets the
graded tridiagonal matrix from the better end.
"""

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import ArpackError, ArpackNoConvergence, LinearOperator, eigsh, splu

from compare.formulations.formulation import Formulation, Spectrum
from compare.formulations.handling import bending, guarded
from compare.formulations.nodal import nodal
from compare.formulations.pencil import eigenvalues, frequencies
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.tree import Beam

_USUAL = 50
# Dense matrices of more than 1200 coordinates take seconds.
_DENSE = 600
_SPARSE = 20_000
# ω² of the shift below the zeros of a floating arm, whose K cannot be factorised, rad²/s².
_SHIFT = -1.0
# Restarts of Arnoldi's iteration: it needs one or two where the factorisation is of use.
_RESTARTS = 50
# Relative accuracy of extreme eigenvalues of which a condition number is made.
_ROUGHLY = 0.1


def element_pencil(arm: Arm, elements: int) -> tuple[sparse.csc_array, sparse.csc_array]:
    """Return K and M in absolute nodal coordinates."""
    model = nodal(arm, elements)
    stiffness, mass = model.springs(), model.lumps()
    for k, beam in model.beams():
        nodes = model.nodes(k)
        bending, inertia = (_assembled(element, elements) for element in _element(beam, elements))
        stiffness, mass = stiffness + nodes.T @ bending @ nodes, mass + nodes.T @ inertia @ nodes
    return sparse.csc_array(stiffness), sparse.csc_array(mass)


def _element(link: Beam, elements: int) -> tuple[Array, Array]:
    """Return stiffness and mass matrix of one element, shape (4, 4)."""
    h = link.length / elements
    stiffness = [
        [12.0, 6.0 * h, -12.0, 6.0 * h],
        [6.0 * h, 4.0 * h**2, -6.0 * h, 2.0 * h**2],
        [-12.0, -6.0 * h, 12.0, -6.0 * h],
        [6.0 * h, 2.0 * h**2, -6.0 * h, 4.0 * h**2],
    ]
    mass = [
        [156.0, 22.0 * h, 54.0, -13.0 * h],
        [22.0 * h, 4.0 * h**2, 13.0 * h, -3.0 * h**2],
        [54.0, 13.0 * h, 156.0, -22.0 * h],
        [-13.0 * h, -3.0 * h**2, -22.0 * h, 4.0 * h**2],
    ]
    return link.rigidity / h**3 * np.array(stiffness), link.mass_per_length * h / 420.0 * np.array(mass)


def _assembled(element: Array, elements: int) -> sparse.csr_array:
    """Return the matrix of a row of equal elements, shape (2 elements + 2, 2 elements + 2)."""
    rows, columns = np.indices((4, 4)).reshape(2, -1, 1) + 2 * np.arange(elements)
    entries = np.repeat(element.ravel(), elements)
    size = 2 * elements + 2
    return sparse.csr_array(sparse.coo_array((entries, (rows.ravel(), columns.ravel())), (size, size)))


def _dense(arm: Arm, count: int, size: int | None) -> Spectrum:
    stiffness, mass = element_pencil(arm, size or _USUAL)
    omega = frequencies(arm, eigenvalues(stiffness.toarray(), mass.toarray(), count + arm.rigid_freedoms))
    if len(omega) == 0:
        return Spectrum(omega, np.inf)
    return Spectrum(omega, float(_largest(stiffness, mass) / omega[0] ** 2))


def _sparse(arm: Arm, count: int, size: int | None) -> Spectrum:
    stiffness, mass = element_pencil(arm, size or _USUAL)
    shift = _SHIFT if arm.rigid_freedoms else 0.0
    wanted = min(count + arm.rigid_freedoms, mass.shape[0] - 1)
    shifted = sparse.csc_array(stiffness - shift * mass)
    try:
        lu = splu(shifted)
    except RuntimeError:  # singular to working precision
        return Spectrum(np.zeros(0), np.inf)
    inverse = LinearOperator(shifted.shape, matvec=lu.solve, dtype=np.float64)
    squares = _nearest(stiffness, mass, wanted, shift, inverse)
    return Spectrum(frequencies(arm, squares), _largest(shifted) * _largest(inverse))


def _nearest(
    stiffness: sparse.csc_array, mass: sparse.csc_array, wanted: int, shift: float, inverse: LinearOperator
) -> Array:
    """Return the eigenvalues next to the shift; those that have converged where not all do."""
    start = np.ones(mass.shape[0])
    try:
        return np.asarray(
            eigsh(
                stiffness,
                wanted,
                mass,
                sigma=shift,
                OPinv=inverse,
                v0=start,
                maxiter=_RESTARTS,
                return_eigenvectors=False,
            )
        )
    except ArpackNoConvergence as error:
        return np.asarray(error.eigenvalues)
    except ArpackError:
        return np.zeros(0)


def _largest(matrix: sparse.csc_array | LinearOperator, mass: sparse.csc_array | None = None) -> float:
    """Return the largest absolute eigenvalue of a symmetric matrix, or of a pencil; infinite where none converges."""
    start = np.random.default_rng(0).standard_normal(matrix.shape[0])
    try:
        largest = eigsh(matrix, 1, mass, v0=start, tol=_ROUGHLY, maxiter=_RESTARTS, return_eigenvectors=False)
    except (ArpackError, RuntimeError):
        return np.inf
    return abs(float(largest[0]))


FEM_DENSE = Formulation(
    "fem-dense",
    "elements, dense K and M",
    "Przemieniecki (1968), beam element; scipy.linalg.eigh",
    "fem",
    bending,
    guarded(bending, _dense),
    "L⁻¹ K L⁻ᵀ, M = L Lᵀ: the ratio of the largest to the smallest ω² found",
    _DENSE,
)
FEM_SPARSE = Formulation(
    "fem-sparse",
    "elements, sparse, shift and invert",
    "Przemieniecki (1968), beam element; scipy.sparse.linalg.eigsh (Ericsson and Ruhe 1980)",
    "fem",
    bending,
    guarded(bending, _sparse),
    "K, or K + M of a floating arm",
    _SPARSE,
)
