"""Natural frequencies from eigenvalues ω² of a pencil K − ω² M, as people keep and drop them."""

import numpy as np
from scipy.linalg import LinAlgError, eigh

from flexarm.arm import Arm
from flexarm.arrays import Array

# ω² below which people take a mode of a floating arm, which has some of zero, for a rigid-body one, rad²/s².
_RIGID = 1e-6


def eigenvalues(stiffness: Array, mass: Array, wanted: int) -> Array:
    """Return the first ω² of dense K and M, ascending; none where M has lost its positive definiteness to round-off."""
    try:
        return np.asarray(eigh(stiffness, mass, eigvals_only=True, subset_by_index=[0, min(wanted, len(mass)) - 1]))
    except (LinAlgError, ValueError):
        return np.zeros(0)


def frequencies(arm: Arm, squares: Array) -> Array:
    """Return the angular frequencies that are taken for elastic ones, rad/s, ascending."""
    threshold = _RIGID if arm.rigid_freedoms else 0.0
    return np.sqrt(np.sort(squares[squares > threshold]))
