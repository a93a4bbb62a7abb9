"""The free motion of a damped oscillator and its integrals over time, from ω = 0 to any phase and any damping.

With z₁, z₂ the roots of z² + 2ζx z + x² = 0, x = ωτ, the velocity impulse response is h(τ) = τ exp[z₁, z₂], the divided
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
    """Dimensionless functions of x = ωτ and ζ, each of shape (times, modes).

    Parameters
    ----------
    displacement
        Displacement at τ of a unit displacement let go; 1 at τ = 0.
    velocity
        Velocity at τ of a unit velocity; 1 at τ = 0.
    impulse
        Displacement at τ of a unit velocity, over τ; 1 at τ = 0.
    step, ramp, parabola
        Displacement at τ due to forces 1, τ and τ²/2, over τ², τ³ and τ⁴; ½, ⅙ and 1/24 at τ = 0.
    """

    displacement: Array
    velocity: Array
    impulse: Array
    step: Array
    ramp: Array
    parabola: Array


def kernels(angular_frequency: Array, damping_ratio: Array, tau: Array) -> Kernels:
    """Return the functions at every time for every mode.

    Parameters
    ----------
    angular_frequency, damping_ratio
        ω, rad/s, and ζ, each zero or greater, shape (modes,).
    tau
        Times, s, zero or greater, shape (times,).
    """
    found = np.empty((6, len(tau), len(angular_frequency)))
    oscillates = damping_ratio < 1.0
    for columns, rule in ((oscillates, _oscillating), (~oscillates, _creeping)):
        if columns.any():
            found[:, :, columns] = rule(angular_frequency[columns], damping_ratio[columns], tau[:, np.newaxis])
    return Kernels(*found)


def _oscillating(omega: Array, zeta: Array, tau: Array) -> Array:
    """Return the six functions for ζ < 1, shape (6, times, modes)."""
    # Next to critical damping 1 − ζ² loses digits that do not matter: the motion depends on the small phase's square.
    phase = omega * np.sqrt(1.0 - zeta**2) * tau
    decrement = zeta * omega * tau
    decay = np.exp(-decrement)
    impulse = decay * np.divide(np.sin(phase), phase, out=np.ones_like(phase), where=phase > 0.0)
    cosine, shift = decay * np.cos(phase), decrement * impulse
    x = omega * tau
    integrated = integrals(2.0 * decrement, x**2, x, cosine + shift, impulse)
    return np.stack([cosine + shift, cosine - shift, impulse, *integrated])


def _creeping(omega: Array, zeta: Array, tau: Array) -> Array:
    """Return the six functions for ζ ≥ 1, shape (6, times, modes)."""
    split = np.sqrt(zeta**2 - 1.0)
    x = omega * tau
    # The slow root as 1/(ζ + split) keeps the digits that ζ − split loses.
    fast, slow, gap = -x * (zeta + split), -x / (zeta + split), 2.0 * x * split
    decay = np.exp(slow)
    mean = np.divide(-np.expm1(-gap), gap, out=np.ones_like(gap), where=gap > 0.0)
    impulse = decay * mean
    displacement = decay - slow * impulse
    # Roots far apart: their difference, for 1 + fast · mean is then a difference of numbers near 1.
    apart = gap > 1.0
    ends = np.divide(slow * decay - fast * np.exp(fast), gap, out=np.zeros_like(gap), where=apart)
    velocity = np.where(apart, ends, decay + fast * impulse)
    integrated = integrals(2.0 * zeta * x, x**2, -fast, displacement, impulse)
    parted = (fast < -2.0) & (slow > -1.0)
    integrated[:, parted] = parted_integrals(slow[parted], fast[parted])
    return np.stack([displacement, velocity, impulse, *integrated])
