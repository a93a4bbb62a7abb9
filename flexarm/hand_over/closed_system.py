"""Modes with what damps and drives the arm closed around them, as matrices of a state space.

q̈ + 2ζω q̇ + ω² q = f u + Y τ, φ = X q of what drives feel, and their own states: ẋ = A x + B φ, τ = −(C x + K φ + R φ̇).
What the modes left out deflect at rest is in the outputs, and not in what drives feel.
"""

from collections.abc import Sequence
from math import ceil

import numpy as np
from scipy.linalg import block_diag

from flexarm.arrays import Array
from flexarm.closed_loop.control import Control
from flexarm.closed_loop.realisation import System, realisation
from flexarm.hand_over.modal_system import ModalSystem

# Sections of a delay have this phase at the highest frequency, rad: 1e-8 each. Their own poles are at this phase.
_SECTION, _POLES = 1.0, 6.0


def matrices(system: ModalSystem, every: Sequence[Control]) -> tuple[Array, Array, Array, Array]:
    """Return A, B, C, D in the states q, q̇ and those of drives, the last of the system's inputs and outputs."""
    omega, still = system.angular_frequency, np.zeros((len(system.angular_frequency),) * 2)
    inputs, outputs = system.direct.shape[0] - len(every), system.direct.shape[1] - len(every)
    pushed, acted = system.forces[:inputs].T, system.forces[inputs:].T
    shown, felt = system.weights[:, :outputs].T, system.weights[:, outputs:].T
    direct, at_once = system.direct[:inputs, :outputs].T, system.direct[inputs:, :outputs].T
    state, into, out, springs, dampers = _drives(every, omega)
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


def drive_states(system: ModalSystem, every: Sequence[Control]) -> list[int]:
    """Return how many states each drive has."""
    return [len(own.state) for own, _ in _systems(every, system.angular_frequency)]


def _systems(every: Sequence[Control], omega: Array) -> list[tuple[System, float]]:
    """Return drives in units of a rate each, 1/s, that suits it."""
    highest = float(np.max(omega, initial=0.0)) or 1.0
    units = [_POLES * ceil(one.delay * highest / _SECTION) / one.delay if one.delay else highest for one in every]
    return [(realisation(one, 1.0, unit, _POLES), unit) for one, unit in zip(every, units, strict=True)]


def _drives(every: Sequence[Control], omega: Array) -> tuple[Array, ...]:
    """Return A, B, C, K and R of all drives."""
    systems, none = _systems(every, omega), np.zeros((0, 0))
    state, into = (block_diag(none, *(unit * np.asarray(own[k]) for own, unit in systems)) for k in (0, 1))
    out, direct = (block_diag(none, *(np.asarray(own[k]) for own, _ in systems)) for k in (2, 3))
    rates = [one.damping + own.rate / unit for one, (own, unit) in zip(every, systems, strict=True)]
    return state, into, out, direct, np.diag(rates).reshape(len(every), len(every))
