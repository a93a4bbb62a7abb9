"""Eigenvalues of damped and driven arms as people find them: companion matrices, and modes with damping or drives.

Sources: the companion form of M, C and K (Tisseur and Meerbergen 2001, equation 3.4) with `scipy.linalg.eig`; modal
damping, the diagonal of the damping matrix in undamped modes (Rayleigh 1877, section 102); and the same matrix whole,
of the first modes. Naive about it: M⁻¹ K is as large as the square of the highest frequency of the elements, and a real
part a small part of the least of them.
"""

import numpy as np
from scipy.linalg import eig

from compare.formulations.elements import element_pencil
from compare.formulations.formulation import Formulation, Spectrum
from compare.formulations.handling import bending, damped, guarded
from compare.formulations.nodal import nodal
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import find_backend
from flexarm.hand_over.state_space import state_space

_ELEMENTS, _MODES, _FEW = 10, 12, 3
# Roots nearer to zero than this are taken for rigid-body motions, 1/s.
_RIGID = 1e-6


def _companion(arm: Arm, count: int, size: int | None) -> Spectrum:
    elements = size or _ELEMENTS
    stiffness, mass = (one.toarray() for one in element_pencil(arm.undriven, elements))
    turns = np.concatenate(nodal(arm.undriven, elements).rows.joints)
    damping = turns.T * _dampers(arm) @ turns
    return _spectrum(_roots(np.linalg.solve(mass, stiffness), np.linalg.solve(mass, damping)), count)


def _truncated(arm: Arm, count: int, size: int | None) -> Spectrum:
    omega, damping = _modal(arm)
    return _spectrum(_roots(np.diag(omega**2), damping), count)


def _modal_damping(arm: Arm, count: int, size: int | None) -> Spectrum:
    omega, damping = _modal(arm)
    half = 0.5 * np.diag(damping)
    roots = -half[:, np.newaxis] + np.sqrt((half**2 - omega**2).astype(complex))[:, np.newaxis] * [1.0, -1.0]
    return _spectrum(roots.ravel(), count)


def _few_modes(arm: Arm, count: int, size: int | None) -> Spectrum:
    """Return the poles of a model of few modes with the drives closed around them."""
    model = state_space(find_backend("exact"), arm, modes=_FEW, static_correction=False)
    return _spectrum(np.linalg.eigvals(model.A.values), count)


def _delayed(arm: Arm) -> str:
    """Return why an arm is none whose joints' drives are delayed; empty where it is."""
    delays = any(drive is not None and drive.delay for link in arm.links for _, drive in link.joint.driving)
    return bending(arm.undriven) if delays else "no drive of a joint is delayed"


def _dampers(arm: Arm) -> Array:
    return np.array([link.joint.damping for link in arm.links])


def _modal(arm: Arm) -> tuple[Array, Array]:
    """Return frequencies of undamped modes and the damping matrix in these, 1/s."""
    model = find_backend("exact").modes(arm.undriven, _MODES)
    turned = model.joint_motion[:, :, 0]
    return model.angular_frequency, turned * _dampers(arm) @ turned.T


def _roots(stiffness: Array, damping: Array) -> Array:
    size = len(stiffness)
    matrix = np.block([[np.zeros((size, size)), np.eye(size)], [-stiffness, -damping]])
    return np.asarray(eig(matrix, right=False))


def _spectrum(roots: Array, count: int) -> Spectrum:
    """Return the first of the roots of the upper half plane and the real axis."""
    upper = roots[(roots.imag >= 0.0) & (np.abs(roots) > _RIGID)]
    first = upper[np.argsort(np.abs(upper))][:count]
    return Spectrum(np.abs(first), np.nan, -first.real / np.abs(first))


FEM_COMPANION = Formulation(
    "fem-companion",
    "elements, companion matrix",
    "Tisseur and Meerbergen (2001), equation 3.4; scipy.linalg.eig",
    "fem",
    damped,
    guarded(damped, _companion),
    largest_size=200,
)
TRUNCATED_MODES = Formulation(
    "truncated-modes",
    f"{_MODES} modes, damping matrix",
    "Meirovitch (1980), section 9.4; scipy.linalg.eig",
    "exact",
    damped,
    guarded(damped, _truncated),
)
MODAL_DAMPING = Formulation(
    "modal-damping",
    f"{_MODES} modes, modal damping",
    "Rayleigh (1877), section 102",
    "exact",
    damped,
    guarded(damped, _modal_damping),
)
FEW_MODES = Formulation(
    "few-modes",
    f"{_FEW} modes, drives closed",
    "Meirovitch (1980), section 11; state space, numpy.linalg.eigvals",
    "exact",
    _delayed,
    guarded(_delayed, _few_modes),
)
