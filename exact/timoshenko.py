"""The dynamic stiffness D(z) of uniform Timoshenko beams, whose sections shear and have an inertia of their own.

As `exact.bending` has it: z = m ω² L⁴ / EI, coordinates, units, and what is absolute. With s = EI/(S L²), S the shear
rigidity, and j = J/(m L²), J the rotary inertia per length, deflections are e^kx with k² = μ₁ or μ₂ = −q², of sum
−z (s + j) and product −z (1 − z s j): a branch that waves, and one that decays below the cut-off z s j = 1 and waves
above. The two halves of a beam move alike or opposite; with c = cosh ½√μ and σ = sinh(½√μ)/√μ the entire functions

    P = c₁c₂,    R = σ₁σ₂,    G = (μ₁σ₁c₂ − μ₂σ₂c₁)/(μ₁ − μ₂),    H = (σ₁c₂ − σ₂c₁)/(μ₁ − μ₂)

make a tip's force and moment of its deflection and rotation: [[−zR, −zH], [−zH, P]]/(G + szH) where they move alike,
[[P, −G], [−G, (1 − zsj)R]]/(sG − (1 − zsj)H) where opposite. Equation: Timoshenko (1921), Phil. Mag. 41, 744–746.
"""

from math import factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exact.bending import SHORT, absolute_matrix, relative_matrix
from flexarm.arrays import Array

# Of a beam that is short, |½√μ₁ + ½√μ₂|²ⁿ/(2n)! is below 1e-20 from here on.
_TERMS = 14
_EVEN, _ODD = (np.array([1.0 / factorial(2 * n + odd) for n in range(_TERMS + 1)]) for odd in (0, 1))
# Where μ₁ is smaller, near the cut-off, its functions are power series, of which (¼μ₁)ⁿ/(2n)! is below 1e-20 from
# here on, and are not scaled by cosh ½√μ₁.
SMALL, _FEW = 1.0, 8
# Squared it is nothing.
_STEP = 1e-20


class Waves(NamedTuple):
    """Beams' two branches: a₁ = μ₁ + sz, a₂ = q² − sz, of product z, μ₁ and q, shape (...); c₁, σ₁, c₂, σ₂."""

    first: Array
    second: Array
    decay: Array
    wave: Array
    ends: Array

    @property
    def halves(self) -> Array:
        """P, R, G and H, shape (4, ...)."""
        c1, s1, c2, s2 = self.ends
        apart = self.first + self.second
        top = self.decay * s1 * c2 + self.wave**2 * s2 * c1
        return np.array([c1 * c2, s1 * s2, top / apart, (s1 * c2 - s2 * c1) / apart])


def waves(load: Array, shear: Array, rotary: Array) -> Waves:
    """Return beams' two branches; c₁ and σ₁ are over cosh ½√μ₁ where μ₁ is above `SMALL`."""
    first, second = _branches(load, shear, rotary)
    wave = np.sqrt(second + shear * load)
    decay = load * (1.0 - load * shear * rotary) / wave**2
    near, decays = np.abs(decay) < SMALL, decay.real >= SMALL
    quarter = 0.25 * np.where(near, decay, 0.0)
    p = np.sqrt(np.where(decays, decay, 1.0))
    r = np.sqrt(np.where(near | decays, 1.0, -decay))
    c1 = np.where(near, _power_series(_EVEN, quarter), np.where(decays, 1.0, np.cos(0.5 * r)))
    waved = np.where(decays, np.tanh(0.5 * p) / p, np.sin(0.5 * r) / r)
    s1 = np.where(near, 0.5 * _power_series(_ODD, quarter), waved)
    return Waves(first, second, decay, wave, np.array([c1, s1, np.cos(0.5 * wave), np.sin(0.5 * wave) / wave]))


def wave_number(load: Array, shear: Array, rotary: Array) -> Array:
    """Return q, which β is never above."""
    return np.asarray(np.sqrt(_branches(load, shear, rotary)[1] + shear * load))


def _branches(load: Array, shear: Array, rotary: Array) -> tuple[Array, Array]:
    """Return a₁ and a₂: their product is z, their difference (s − j) z."""
    apart = np.abs(shear - rotary) * load
    larger = 0.5 * (apart + np.sqrt(apart * apart + 4.0 * load))
    smaller = load / larger
    return np.where(shear > rotary, larger, smaller), np.where(shear > rotary, smaller, larger)


def _power_series(coefficients: Array, x: Array) -> Array:
    total = 0.0 * x
    for coefficient in coefficients[_FEW::-1]:
        total = total * x + coefficient
    return total


def below(load: Array, shear: Array, rotary: Array, g: Array, h: Array) -> tuple[Array, Array]:
    """Return what is below in D, alike and opposite: G + szH and sG − (1 − zsj)H."""
    return g + shear * load * h, shear * g - (1.0 - load * shear * rotary) * h


def timoshenko_stiffness(
    load: Array, shear: Array, rotary: Array
) -> tuple[Array, Array, NDArray[np.int_], NDArray[np.bool_]]:
    """Return D, shape (4, 4, ...), a function that vanishes at its poles alone, clamped counts, and what is absolute.

    z may be complex, and nothing is counted then; s and j have its shape.
    """
    long = np.abs(wave_number(load, shear, rotary)) >= SHORT
    whole, poles = (np.empty((*size, *load.shape), dtype=load.dtype) for size in ((4, 4), ()))
    held = np.zeros(load.shape, dtype=int)
    for own, form in ((long, absolute_stiffness), (~long, relative_stiffness)):
        if np.any(own):
            part = load[own], shear[own], rotary[own]
            whole[:, :, own], alike, opposite, scale = form(*part)
            poles[own] = 8.0 * alike * opposite * scale
            if np.isrealobj(load):
                held[own] = clamped_count(*part, alike, opposite)
    return whole, poles, held, long


def timoshenko_inertia(load: Array, shear: Array, rotary: Array) -> Array:
    """Return −∂D/∂z, shape (4, 4, ...), from a step in the direction of the imaginary axis, which loses no digits."""
    turned: Any = load * (1.0 + 1j * _STEP)
    whole, *_ = timoshenko_stiffness(turned, shear, rotary)
    return np.asarray(whole.imag / (-_STEP * load))


def nearness(load: Array, shear: Array, rotary: Array) -> Array:
    """Return a measure, 0 to 1, of how far z is from a pole."""
    first, second, decay, wave, (c1, s1, c2, s2) = waves(load, shear, rotary)
    alike = np.abs(second * c1 * s2 + first * c2 * s1) / np.hypot(second * c1 / wave, first * s1)
    other = np.abs(first * wave**2 * c1 * s2 - second * decay * c2 * s1)
    opposite = other / np.hypot(first * wave * c1, second * decay * s1)
    return np.where(wave < np.pi, 1.0, np.minimum(alike, opposite))


def clamped_count(load: Array, shear: Array, rotary: Array, alike: Array, opposite: Array) -> NDArray[np.int_]:
    """Return the number of natural frequencies below z with both ends clamped, from the signs of what is below.

    A pinned beam has q or √−μ₁ a multiple of π, and a motion without deflection at the cut-off; of the rotations of its
    ends, alike and opposite, the stiffness P/(G + szH) and (1 − zsj)R/(sG − (1 − zsj)H) is negative for as many as it
    has more frequencies below than a clamped one (Wittrick and Williams, 1971).
    """
    wave = wave_number(load, shear, rotary)
    decay = load * (1.0 - load * shear * rotary) / wave**2
    above, second = decay < 0.0, np.sqrt(np.where(decay < 0.0, -decay, 0.0))
    held = np.zeros(load.shape, dtype=int)
    for odd, divisor in ((1, alike), (0, opposite)):
        first, other = (np.floor(0.5 * (number / np.pi + odd)).astype(int) for number in (wave, second))
        pinned = first + other + (above if odd == 0 else 0)
        # P or (1 − zsj)R changes its sign at every one of them.
        held += pinned - ((divisor < 0.0) != (pinned % 2 == 1))
    return held


def absolute_stiffness(load: Array, shear: Array, rotary: Array) -> tuple[Array, Array, Array, Array]:
    """Return D in absolute coordinates, what is below in it, alike and opposite, and what makes these e^−β of size."""
    both = waves(load, shear, rotary)
    p, r, g, h = both.halves
    alike, opposite = below(load, shear, rotary, g, h)
    cut_off = 1.0 - load * shear * rotary
    one = np.array([-load * r, -load * h, p]) / alike
    other = np.array([p, -g, cut_off * r]) / opposite
    near, far = 0.5 * (other + one), 0.5 * (other - one)
    six = np.array([near[0], -near[1], near[2], far[0], -far[1], far[2]])
    # e^−β goes with all of z as no e^−√μ₁ does at the cut-off; μ₁ is below β².
    decay = np.sqrt(np.where(both.decay.real >= SMALL, both.decay, 0.0))
    scale = np.where(both.decay.real >= SMALL, 0.25 * (1.0 + np.exp(-decay)) ** 2, 1.0)
    return absolute_matrix(six), alike, opposite, scale * np.exp(decay - np.sqrt(np.sqrt(load)))


def relative_stiffness(load: Array, shear: Array, rotary: Array) -> tuple[Array, Array, Array, Array]:
    """Return the same in relative coordinates, from what D is less than at rest, over z: nothing cancels in that."""
    r, g, h, turned = _slopes(load, shear, rotary)
    whole_r, whole_h = 0.25 + load * r, load * h - 1.0 / 24.0
    sheared = 24.0 / (1.0 + 12.0 * shear)
    # G + szH = ½ + ..., sG − (1 − zsj)H = 1/`sheared` + ...; 2G − P is `turned`, and s `sheared` is 2 − `sheared`/12.
    alike = 0.5 + load * (g + shear * whole_h)
    rising = shear * g - h + shear * rotary * whole_h
    opposite = 1.0 / sheared + load * rising
    bent = (turned + 2.0 * shear * load * h) / alike
    first = (turned + shear / 12.0 - sheared * (g / 12.0 + h - shear * rotary * whole_h)) / opposite
    second = -0.5 * sheared * (g / 12.0 + h - shear * rotary * whole_h) / opposite
    third = (0.25 * sheared * rising - r + shear * rotary * whole_r) / opposite
    moved, turning = whole_r / alike, -whole_h / alike
    six = [first + moved, second + turning, third + bent, first - moved, second - turning, third - bent]
    statics = np.array([sheared, sheared / 2.0, sheared / 4.0 + 2.0]) / 2.0
    return relative_matrix(statics, 0.5 * load * np.array(six)), alike, opposite, np.exp(-np.sqrt(np.sqrt(load)))


def _slopes(load: Array, shear: Array, rotary: Array) -> Array:
    """Return R, G and H less what they are at rest, over z, and 2G − P − zs/12, over z too, shape (4, ...).

    With ζ = ½(√μ₁ + √μ₂), P = Re cosh ζ, R = Im cosh ζ / w, G = ½ Re sinh ζ/ζ and H = −½ Im sinh ζ/ζ / w, w² = −μ₁μ₂;
    ζ²ⁿ = A + iwB, of which A, and B but for the first, are over z here; `whole` is B itself.
    """
    sum_of, cut_off = -0.25 * (shear + rotary), 1.0 - load * shear * rotary
    a, whole = sum_of + 0.0 * load, 0.5 + 0.0 * load
    found = np.array([0.0 * a, a * _ODD[1], 0.0 * a, rotary / 12.0 + 0.0 * load])
    for n in range(2, _TERMS + 1):
        a, b = sum_of * load * a - 0.5 * cut_off * whole, sum_of * whole + 0.5 * a
        whole = load * b
        found = found + np.array([b * _EVEN[n], a * _ODD[n], b * _ODD[n], -2 * n * a * _ODD[n]])
    return np.asarray((found.T * np.array([1.0, 0.5, -0.5, 1.0])).T)
