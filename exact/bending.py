"""The dynamic stiffness D(z) of uniform Euler–Bernoulli beams, z = β⁴ = m ω² L⁴ / EI, many at once.

In the coordinates u, θL, w, w′L: motion u + θx of the root section, deflection w and slope w′ of the tip relative to
it. At low frequency these keep the digits of a member that hardly bends. At high frequency the absolute coordinates u,
θL, y, y′L of both ends do: there bending moments are β² smaller than forces. Lengths are in units of the beam's length
L, stiffnesses in EI/L³; components come first. End coefficients after Leung (1993), Dynamic Stiffness and
Substructures, ch. 2.
"""

from math import factorial

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array

# Below this β the power series in z have no cancellation and relative coordinates keep more digits; above it neither
# has D at rest less a mass, and absolute ones do.
SHORT = 2.5
# β⁴ⁿ/(4n)! at β = 2.5 is below 1e-20 from here on.
_TERMS = 9

# Where the six coefficients stand in the 4 × 4 matrix in absolute end coordinates, and their signs.
PLACE = np.array([[0, 1, 3, 4], [1, 2, 4, 5], [3, 4, 0, 1], [4, 5, 1, 2]])
SIGN = np.array([[1, 1, -1, 1], [1, 1, -1, 1], [-1, -1, 1, -1], [1, 1, -1, 1]])
# The six coefficients' static values: 12, 6, 4 at one end, 12, 6, 2 between the ends.
_STATIC = np.array([12.0, 6.0, 4.0, 12.0, 6.0, 2.0])


def wave_number(mass_per_length: Array, length: Array, rigidity: Array) -> Array:
    """Return β at 1 rad/s; it grows with √ω."""
    return np.asarray(length * (mass_per_length / rigidity) ** 0.25)


def dynamic_stiffness(beta: Array) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Return D(β), (1 − cos β cosh β) e^−β / β⁴, and which members are long and have absolute coordinates."""
    long = np.abs(beta) >= SHORT
    if not np.any(long):
        return *_relative(beta), long
    if np.all(long):
        return *_absolute(beta), long
    whole, below = np.empty((4, 4, *beta.shape), beta.dtype), np.empty(beta.shape, beta.dtype)
    whole[:, :, ~long], below[~long] = _relative(beta[~long])
    whole[:, :, long], below[long] = _absolute(beta[long])
    return whole, below, long


def inertia(beta: Array) -> Array:
    """Return −∂D/∂z, shape (4, 4, ...)."""
    long = beta >= SHORT
    whole = np.empty((4, 4, *beta.shape))
    whole[:, :, long] = absolute_matrix(_inertia_in_closed_form(beta[long]))
    short = absolute_matrix(_inertia_by_series(beta[~long] ** 4))
    # The motion of a tip whose coordinates are relative.
    for into, other in ((0, 2), (1, 2), (1, 3)):
        short[into] += short[other]
    for into, other in ((0, 2), (1, 2), (1, 3)):
        short[:, into] += short[:, other]
    whole[:, :, ~long] = short
    return whole


def clamped_count(beta: Array, below: Array) -> NDArray[np.int_]:
    """Return the number of natural frequencies below β with both ends clamped, from the sign of 1 − cos β cosh β.

    Wittrick and Williams (1971).
    """
    half_waves = np.floor(beta / np.pi).astype(int)
    return np.asarray(half_waves - ((below < 0.0) != (half_waves % 2 == 1)))


def pole(beta: Array) -> Array:
    """Return (1 − cos β cosh β) e^−β, never exactly zero; it vanishes where both clamped ends stay at rest."""
    small = np.exp(-beta)
    value = small - 0.5 * np.cos(beta) * (1.0 + small**2)
    return np.where(value == 0.0, np.finfo(float).tiny ** 0.25, value)


def _absolute(beta: Array) -> tuple[Array, Array]:
    e, c, s, below = np.exp(-beta), np.cos(beta), np.sin(beta), pole(beta)
    ch, sh = 0.5 * (1.0 + e**2), 0.5 * (1.0 - e**2)
    first = beta / below
    second, third = beta * first, beta**2 * first
    near = third * (s * ch + c * sh), second * (s * sh), first * (s * ch - c * sh)
    far = third * (s * e + sh), second * (ch - c * e), first * (sh - s * e)
    return absolute_matrix(np.array([*near, *far])), below / beta**4


def _relative(beta: Array) -> tuple[Array, Array]:
    z = beta**4
    sums = _sums(_QUOTIENTS, z)
    whole = relative_matrix(_STATIC[:3], sums[:6] * (z / sums[6]))
    return whole, sums[6] * np.exp(-beta)


def relative_matrix(static: Array, less: Array) -> Array:
    """Return the 4 × 4 matrix in relative coordinates of three coefficients at rest and what all six are less."""
    m0, m1, m2, m3, m4, m5 = less
    whole = np.empty((4, 4, *m0.shape), dtype=m0.dtype)
    whole[0, 0], whole[1, 1] = -2.0 * (m0 - m3), 2.0 * (m1 + m4 - m2 - m5) - m0
    whole[0, 1] = whole[0, 2] = m3 - m0
    whole[0, 3], whole[1, 2], whole[1, 3] = m1 - m4, m1 + m4 - m0, m1 - m2 - m5
    whole[2, 2], whole[2, 3], whole[3, 3] = static[0] - m0, m1 - static[1], static[2] - m2
    for row, column in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
        whole[column, row] = whole[row, column]
    return whole


def absolute_matrix(six: Array) -> Array:
    """Return the 4 × 4 matrix in absolute coordinates of six coefficients."""
    return np.asarray(SIGN.reshape(4, 4, *(1,) * (six.ndim - 1)) * six[PLACE])


def _inertia_in_closed_form(beta: Array) -> Array:
    """Return the six coefficients of −∂D/∂z; all functions are scaled by e^−β."""
    e, c, s, below = np.exp(-beta), np.cos(beta), np.sin(beta), pole(beta)
    ch, sh = 0.5 * (1.0 + e**2), 0.5 * (1.0 - e**2)
    top = np.array([s * ch + c * sh, s * sh, s * ch - c * sh, s * e + sh, ch - c * e, sh - s * e])
    slope = np.array([2 * c * ch, s * ch + c * sh, 2 * s * sh, c * e + ch, sh + s * e, ch - c * e])
    power = np.array([3, 2, 1, 3, 2, 1])[:, np.newaxis]
    by_beta = beta**power / below * (slope + top * (power / beta - (s * ch - c * sh) / below))
    return np.asarray(-by_beta / (4.0 * beta**3))


def _inertia_by_series(z: Array) -> Array:
    """Return the six coefficients of −∂D/∂z = ∂(z m)/∂z, m the quotients of power series."""
    order = np.arange(1, _TERMS + 1)
    top, below = _sums(_QUOTIENTS, z)[:6], _sums(_QUOTIENTS[6:], z)
    whole, below_slope = _sums(order * _QUOTIENTS[:6], z), _sums(order[:-1] * _QUOTIENTS[6:, 1:], z)
    return np.asarray((whole - z * top / below * below_slope) / below)


def _sums(coefficients: Array, z: Array) -> Array:
    """Return Σ c_n zⁿ of rows of coefficients, shape (rows, ...)."""
    terms = coefficients.reshape(*coefficients.shape, *(1,) * z.ndim)
    sums = terms[:, -1] * np.ones_like(z)
    for n in reversed(range(coefficients.shape[1] - 1)):
        sums *= z
        sums += terms[:, n]
    return np.asarray(sums)


def _series(offset: int, ratio: float, factor: float) -> Array:
    """Return the coefficients of factor · Σ ratioⁿ zⁿ / (4n + offset)!."""
    return np.array([factor * ratio**n / factorial(4 * n + offset) for n in range(_TERMS + 1)])


# 1 − cos β cosh β = z · d(z), and the numerators of the six coefficients over the same z.
_BELOW = _series(4, -4.0, 4.0)
_ABOVE = np.array(
    [_series(order, -4.0, factor) for order, factor in ((1, 2.0), (2, 2.0), (3, 4.0))]
    + [_series(order, 1.0, 2.0) for order in (1, 2, 3)]
)
# (static value · d − numerator) / z, whose constant terms cancel exactly and are left out, and d.
_QUOTIENTS = np.vstack([(np.outer(_STATIC, _BELOW) - _ABOVE)[:, 1:], _BELOW[:-1]])
