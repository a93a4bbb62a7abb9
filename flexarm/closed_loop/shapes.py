"""Complex mode shapes: how an arm with dampers and drives moves at an eigenvalue s, in modes of the arm without.

What drives feel is φ = Q x with (Q + G P) x = 0, what they exert −P x, and mode k moves as −φ_kᵀ P x / (s² + ω_k²).
"""

from dataclasses import dataclass

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.closed_loop.at_rest import resting
from flexarm.closed_loop.control import require_links_undamped
from flexarm.closed_loop.eigenvalues import eigenvalues
from flexarm.closed_loop.receptance import all_modes, motions_at
from flexarm.displacements import Displacements
from flexarm.rigid_modes import rigid_modes

# Modes of an exact arm that make a shape: so many more than its number.
_MORE, _FIRST = 3, 16
# An eigenvalue this near to the undamped one, relative, is a mode that nothing drives.
_UNDRIVEN = 1e-10


@dataclass(frozen=True, eq=False)
class ComplexMode:
    """An eigenvalue, 1/s, and its motion: complex weights, shape (displacements,) each, of some real displacements."""

    eigenvalue: complex
    parts: tuple[tuple[Displacements, Array], ...]


def complex_mode(backend: Backend, arm: Arm, number: int) -> ComplexMode:
    """Return the motion at an eigenvalue of an arm, by its number, from 1, by size."""
    require_links_undamped(arm)
    s = complex(eigenvalues(backend, arm, number).eigenvalues[-1])
    undriven, every = resting(arm)
    parts = tree(undriven)
    whole = backend._receptance(undriven, [one.place for one in every], np.array([-s * s]))
    model = all_modes(backend, undriven) if whole is None else backend.modes(undriven, _MORE * number + _FIRST)
    taken: list[Displacements] = [one for one in (rigid_modes(undriven), model) if one is not None]
    omega = np.concatenate([np.zeros(len(taken[0].base_motion)), model.angular_frequency if model else np.zeros(0)])
    shape = np.hstack([motions_at(one, parts, every) for one in taken])
    square = s * s + omega**2
    if not every or np.min(np.abs(square)) <= _UNDRIVEN * abs(s) ** 2:
        weights = np.eye(len(omega), dtype=complex)[int(np.argmin(np.abs(square)))]
    else:
        receptance = (shape / square) @ shape.T if whole is None else whole[0]
        above, below = (np.array([one.parts(np.array(s))[k] for one in every]) for k in (0, 1))
        felt = np.linalg.svd(np.diag(below) + receptance * above)[2][-1].conj()
        weights = -(shape.T @ (above * felt)) / square
    each = np.split(weights, np.cumsum([len(one.base_motion) for one in taken])[:-1])
    return ComplexMode(s, tuple(zip(taken, each, strict=True)))
