"""Damping matrices of modes: symmetric, and never a source of energy."""

import numpy as np
from numpy.typing import ArrayLike

from flexarm.arrays import Array
from flexarm.errors import Fault, InputError
from flexarm.superposition.arrays import checked

# A matrix that was multiplied together is symmetric, and without negative eigenvalues, to round-off only.
_ROUNDING = 1e-12


def damping_matrix(source: str, damping: ArrayLike, modes: int) -> tuple[Array, float]:
    """Return a damping matrix, made exactly symmetric, and its largest eigenvalue, 1/s.

    Raises
    ------
    InputError
        If it is no symmetric matrix of so many modes, or has a negative eigenvalue.
    """
    wanted = "a symmetric matrix without negative eigenvalues, 1/s"
    matrix = checked(source, "damping", damping, (modes, modes), wanted)
    scale = np.max(np.abs(matrix), initial=0.0)
    skew = np.max(np.abs(matrix - matrix.T), initial=0.0)
    if skew > _ROUNDING * scale:
        raise InputError([Fault("damping", wanted, f"entries up to {skew:.3g} apart from those across")], source)
    symmetric = 0.5 * (matrix + matrix.T)
    eigenvalues = np.linalg.eigvalsh(symmetric)
    if np.any(eigenvalues < -_ROUNDING * scale):
        raise InputError([Fault("damping", wanted, f"an eigenvalue of {eigenvalues[0]:.3g}")], source)
    return symmetric, float(np.max(eigenvalues, initial=0.0))
