"""Modes with what damps and drives the arm closed around them, as matrices of a state space.

q̈ + 2ζω q̇ + ω² q = f u + Y τ, φ = X q of what drives feel, and their own states: ẋ = A x + B φ, τ = −(C x + K φ + R φ̇).
What the modes left out deflect at rest is in the outputs, and not in what drives feel.
"""

from collections.abc import Sequence

import numpy as np

from flexarm.arrays import Array
from flexarm.closed_loop.control import Control
from flexarm.closed_loop.realisation import drives
from flexarm.hand_over.modal_system import ModalSystem


def matrices(system: ModalSystem, every: Sequence[Control]) -> tuple[Array, Array, Array, Array]:
    """Return A, B, C, D in the states q, q̇ and those of drives, the last of the system's inputs and outputs."""
    omega, still = system.angular_frequency, np.zeros((len(system.angular_frequency),) * 2)
    inputs, outputs = system.direct.shape[0] - len(every), system.direct.shape[1] - len(every)
    pushed, acted = system.forces[:inputs].T, system.forces[inputs:].T
    shown, felt = system.weights[:, :outputs].T, system.weights[:, outputs:].T
    direct, at_once = system.direct[:inputs, :outputs].T, system.direct[inputs:, :outputs].T
    state, into, out, springs, dampers = drives(every, omega)
    size, (shape, rate) = len(state), (springs @ felt, dampers @ felt)
    a = np.block(
        [
            [still, np.eye(len(omega)), np.zeros((len(omega), size))],
            [np.diag(0.0 - omega**2) - acted @ shape, 0.0 - np.diag(system.damping) - acted @ rate, 0.0 - acted @ out],
            [into @ felt, np.zeros((size, len(omega))), state],
        ]
    )
    b = np.vstack([np.zeros_like(pushed), pushed, np.zeros((size, inputs))])
    rates = system.rates[:, :outputs].T
    c = np.hstack([shown - at_once @ shape, rates - at_once @ rate, 0.0 - at_once @ out])
    return a, b, c, direct
