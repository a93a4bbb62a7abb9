"""Links without mass, in large motion: what has no inertia follows what acts on it, without an equation of its own.

Of M q̈ = f then M is singular: what links do while the bodies that they carry stay has no inertia. With M + τ² K, K the
stiffness, modes stay as they are: of a frequency ω there is ω / √(1 + τ² ω²) left, and of one without bounds 1/τ. Where
2 τ³ K (M + τ² K)⁻¹ K damps besides, that is critical for these, and for others of the order of (τ ω)³.
"""

import numpy as np
from scipy.linalg import eigh

from flexarm.arrays import Array

# τ ω of the slowest mode, beside the root of the accuracy asked for: ω errs by a twentieth of that.
_LAG = 0.3


def lag(mass: Array, stiffness: Array, accuracy: float) -> float:
    """Return τ, s, from M and K of what moves freely, of which something strains."""
    strained = np.diag(stiffness) > 0.0
    own, other = np.flatnonzero(strained), np.flatnonzero(~strained)
    shared = mass[np.ix_(other, own)]
    inner = mass[np.ix_(own, own)] - shared.T @ np.linalg.pinv(mass[np.ix_(other, other)], hermitian=True) @ shared
    slowest = eigh(inner, stiffness[np.ix_(own, own)], eigvals_only=True)[-1]
    return float(_LAG * np.sqrt(accuracy * max(slowest, 0.0)))


def drag(lag: float, mass: Array, stiffness: Array, rates: Array) -> Array:
    """Return what damps motion without inertia, shape (..., n), of M + τ² K."""
    strained = rates @ stiffness
    return np.asarray(2.0 * lag**3 * np.linalg.solve(mass, strained[..., np.newaxis])[..., 0] @ stiffness)
