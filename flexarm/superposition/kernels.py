"""The free motion of a damped oscillator and its integrals over time, from ω = 0 to any phase and any damping.

With z₁, z₂ the roots of z² + 2δτ z + (ωτ)² = 0, the velocity impulse response is h(τ) = τ exp[z₁, z₂], the divided
difference of the exponential function, and its repeated integrals are τ² exp[z₁, z₂, 0], τ³ exp[z₁, z₂, 0, 0] and so
on: Duhamel's integral for forces 1, τ, … (Clough and Penzien, Dynamics of Structures, ch. on response to general
dynamic loading). Divided differences are smooth where roots meet; every branch here is a way of finding them without
cancellation.
"""

from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.superposition.integrals import integrals, parted_integrals


@dataclass(frozen=True, eq=False)
class Kernels:
    """Functions of ωτ and δτ without dimension, each of shape (times, modes).

    `displacement` is that of a unit displacement let go, `velocity` that of a unit velocity, `impulse` the displacement
    of a unit velocity over τ; 1 at τ = 0. `step`, `ramp` and `parabola` are the displacements due to forces 1, τ and
    τ²/2 over τ², τ³ and τ⁴; ½, ⅙ and 1/24 at τ = 0.
    """

    displacement: Array
    velocity: Array
    impulse: Array
    step: Array
    ramp: Array
    parabola: Array


def kernels(omega: Array, decay: Array, tau: Array) -> Kernels:
    """Return the functions for ω, rad/s, and δ, half the damping, 1/s, shape (modes,), at τ, s, shape (times,)."""
    values = np.empty((6, len(tau), len(omega)))
    oscillates = (decay < omega) | (decay == 0.0)
    for columns, rule in ((oscillates, _oscillating), (~oscillates, _creeping)):
        if columns.any():
            values[:, :, columns] = rule(omega[columns], decay[columns], tau[:, np.newaxis])
    return Kernels(*values)


def _oscillating(omega: Array, decay: Array, tau: Array) -> Array:
    """Return the six functions for δ < ω, or δ = 0, shape (6, times, modes)."""
    # Next to critical damping 1 − ζ² loses digits that do not matter: the motion depends on the small phase's square.
    zeta = np.divide(decay, omega, out=np.zeros_like(omega), where=omega > 0.0)
    phase = omega * np.sqrt(1.0 - zeta**2) * tau
    decrement = decay * tau
    decayed = np.exp(-decrement)
    impulse = decayed * np.divide(np.sin(phase), phase, out=np.ones_like(phase), where=phase > 0.0)
    cosine, shift = decayed * np.cos(phase), decrement * impulse
    x = omega * tau
    integrated = integrals(2.0 * decrement, x**2, x, cosine + shift, impulse)
    return np.stack([cosine + shift, cosine - shift, impulse, *integrated])


def _creeping(omega: Array, decay: Array, tau: Array) -> Array:
    """Return the six functions for δ ≥ ω, shape (6, times, modes)."""
    split = np.sqrt((decay - omega) * (decay + omega))
    # The slow root as ω²/(δ + split) keeps the digits that δ − split loses.
    fast, slow, gap = -(decay + split) * tau, -omega * (omega / (decay + split)) * tau, 2.0 * split * tau
    decayed = np.exp(slow)
    mean = np.divide(-np.expm1(-gap), gap, out=np.ones_like(gap), where=gap > 0.0)
    impulse = decayed * mean
    displacement = decayed - slow * impulse
    # Roots far apart: their difference, for 1 + fast · mean is then a difference of numbers near 1.
    apart = gap > 1.0
    ends = np.divide(slow * decayed - fast * np.exp(fast), gap, out=np.zeros_like(gap), where=apart)
    velocity = np.where(apart, ends, decayed + fast * impulse)
    integrated = integrals(2.0 * decay * tau, (omega * tau) ** 2, -fast, displacement, impulse)
    parted = (fast < -2.0) & (slow > -1.0)
    integrated[:, parted] = parted_integrals(slow[parted], fast[parted])
    return np.stack([displacement, velocity, impulse, *integrated])
