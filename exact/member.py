"""The dynamic stiffness of a uniform Euler–Bernoulli beam, as a static stiffness and a mass that depends on ω.

D(ω) = K₀ − ω² M(ω) in the coordinates u, θL, w, w′L: motion u + θx of the root section, deflection w and slope w′
of the tip relative to it. At low frequency this keeps the digits of a member that hardly bends. At high frequency the
absolute coordinates u, θL, y, y′L of both ends do: there bending moments are β² smaller than forces. Lengths are in
units of the beam's length L, masses in mL, stiffnesses in EI/L³, and β⁴ = z = m ω² L⁴ / EI. End coefficients after
Leung (1993), Dynamic Stiffness and Substructures, ch. 2.
"""

from math import factorial

import numpy as np
from numpy.typing import NDArray

from flexarm.chain import Array

# Below this β the power series in z have no cancellation and relative coordinates keep more digits; above it neither
# has K₀ − S, and absolute ones do.
SHORT = 2.5
# β⁴ⁿ/(4n)! at β = 2.5 is below 1e-20 from here on.
_TERMS = 9

# Absolute end coordinates y(0), y′(0)L, y(L), y′(L)L from u, θL, w, w′L.
ABSOLUTE = np.array([[1.0, 0, 0, 0], [0, 1, 0, 0], [1, 1, 1, 0], [0, 1, 0, 1]])
# Where the six coefficients stand in the 4 × 4 matrix in absolute end coordinates, and their signs.
PLACE = np.array([[0, 1, 3, 4], [1, 2, 4, 5], [3, 4, 0, 1], [4, 5, 1, 2]])
SIGN = np.array([[1.0, 1, -1, 1], [1, 1, -1, 1], [-1, -1, 1, -1], [1, 1, -1, 1]])
# The six coefficients' static values: 12, 6, 4 at one end, 12, 6, 2 between the ends.
_STATIC = np.array([12.0, 6.0, 4.0, 12.0, 6.0, 2.0])


def stiffness(absolute: NDArray[np.bool_]) -> Array:
    """Return the static stiffness K₀ in absolute or relative coordinates, shape (..., 4, 4), in units of EI/L³."""
    return _in_coordinates(_STATIC, absolute)


def mass(beta: Array, absolute: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Return the mass matrix M(β) and its derivative ∂M/∂z, each of shape (..., 4, 4), in units of mL.

    Parameters
    ----------
    beta
        L (m ω² / EI)^¼, shape (...).
    absolute
        Whether the coordinates are absolute, shape (...).
    """
    coefficients, slopes = np.empty((2, *np.shape(beta), 6))
    small = beta < SHORT
    coefficients[small], slopes[small] = _by_series(beta[small] ** 4)
    coefficients[~small], slopes[~small] = _in_closed_form(beta[~small])
    return _in_coordinates(coefficients, absolute), _in_coordinates(slopes, absolute)


def dynamic_stiffness(beta: Array) -> tuple[Array, Array, NDArray[np.bool_]]:
    """Return D(β) of many members, components first: every operation is one on numbers.

    Parameters
    ----------
    beta
        L (m ω² / EI)^¼, shape (...).

    Returns
    -------
    stiffness
        In absolute coordinates where a member is long, in relative ones elsewhere, shape (4, 4, ...), units of EI/L³.
    below
        (1 − cos β cosh β) e^−β / β⁴, shape (...).
    long
        Which members are long, shape (...).
    """
    long = beta >= SHORT
    if not np.any(long):
        return *_relative(beta), long
    if np.all(long):
        return *_absolute(beta), long
    whole, below = np.empty((4, 4, *beta.shape)), np.empty(beta.shape)
    whole[:, :, ~long], below[~long] = _relative(beta[~long])
    whole[:, :, long], below[long] = _absolute(beta[long])
    return whole, below, long


def clamped_count(beta: Array, below: Array | None = None) -> NDArray[np.int_]:
    """Return the number of the beam's natural frequencies below β with both ends clamped, shape (...).

    Wittrick and Williams (1971), from the sign of 1 − cos β cosh β.

    Parameters
    ----------
    beta
        L (m ω² / EI)^¼, shape (...).
    below
        What `dynamic_stiffness` returned of that sign, where it is known.
    """
    half_waves = np.floor(beta / np.pi).astype(int)
    negative = (np.where(beta < SHORT, 1.0, pole(beta)) if below is None else below) < 0.0
    return np.asarray(half_waves - (negative != (half_waves % 2 == 1)))


def pole(beta: Array) -> Array:
    """Return (1 − cos β cosh β) e^−β, never exactly zero; it vanishes where both clamped ends stay at rest."""
    small = np.exp(-beta)
    value = small - 0.5 * np.cos(beta) * (1.0 + small**2)
    return np.where(value == 0.0, np.finfo(float).tiny ** 0.25, value)


def _in_coordinates(six: Array, absolute: NDArray[np.bool_]) -> Array:
    whole = SIGN * six[..., PLACE]
    return np.where(absolute[..., np.newaxis, np.newaxis], whole, ABSOLUTE.T @ whole @ ABSOLUTE)


def _in_closed_form(beta: Array) -> tuple[Array, Array]:
    """Return the six coefficients of M and ∂M/∂z; all functions are scaled by e^−β."""
    e, c, s = np.exp(-beta), np.cos(beta), np.sin(beta)
    ch, sh = 0.5 * (1.0 + e**2), 0.5 * (1.0 - e**2)
    numerators = [s * ch + c * sh, s * sh, s * ch - c * sh, s * e + sh, ch - c * e, sh - s * e]
    slopes = [2 * c * ch, s * ch + c * sh, 2 * s * sh, c * e + ch, sh + s * e, ch - c * e]
    powers = np.array([3, 2, 1, 3, 2, 1])
    b, below = beta[:, np.newaxis], pole(beta)[:, np.newaxis]
    top, top_slope = np.array(numerators).T, np.array(slopes).T
    below_slope = (s * ch - c * sh)[:, np.newaxis]
    stiffness = b**powers * top / below
    stiffness_slope = b**powers * (top_slope / below + top / below * (powers / b - below_slope / below))
    m = (_STATIC - stiffness) / b**4
    return m, -(stiffness_slope / (4.0 * b**3) + m) / b**4


def _absolute(beta: Array) -> tuple[Array, Array]:
    """Return D(β) in absolute coordinates, components first, and (1 − cos β cosh β) e^−β / β⁴."""
    e, c, s, below = np.exp(-beta), np.cos(beta), np.sin(beta), pole(beta)
    ch, sh = 0.5 * (1.0 + e**2), 0.5 * (1.0 - e**2)
    first = beta / below
    second, third = beta * first, beta**2 * first
    near = third * (s * ch + c * sh), second * (s * sh), first * (s * ch - c * sh)
    far = third * (s * e + sh), second * (ch - c * e), first * (sh - s * e)
    return _placed(np.array([*near, *far])), below / beta**4


def _relative(beta: Array) -> tuple[Array, Array]:
    """Return D(β) in relative coordinates, components first, and (1 − cos β cosh β) e^−β / β⁴."""
    z = beta**4
    terms = _like(_QUOTIENTS, z)
    sums = terms[:, -1] * np.ones_like(z)
    for n in reversed(range(_TERMS - 1)):
        sums *= z
        sums += terms[:, n]
    m0, m1, m2, m3, m4, m5 = sums[:6] * (z / sums[6])
    whole = np.empty((4, 4, *beta.shape))
    whole[0, 0], whole[1, 1] = -2.0 * (m0 - m3), 2.0 * (m1 + m4 - m2 - m5) - m0
    whole[0, 1] = whole[0, 2] = m3 - m0
    whole[0, 3], whole[1, 2], whole[1, 3] = m1 - m4, m1 + m4 - m0, m1 - m2 - m5
    whole[2, 2], whole[2, 3], whole[3, 3] = 12.0 - m0, m1 - 6.0, 4.0 - m2
    for row, column in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
        whole[column, row] = whole[row, column]
    return whole, sums[6] * np.exp(-beta)


def _placed(six: Array) -> Array:
    """Return the 4 × 4 matrix in absolute coordinates of six coefficients, components first."""
    return np.asarray(_like(SIGN, six[0]) * six[PLACE])


def _like(constants: Array, values: Array) -> Array:
    """Return constants with an axis behind theirs for each of some values'."""
    return constants.reshape(*constants.shape, *(1 for _ in values.shape))


def _series(offset: int, ratio: float, factor: float) -> Array:
    """Return the coefficients of factor · Σ ratioⁿ zⁿ / (4n + offset)!."""
    return np.array([factor * ratio**n / factorial(4 * n + offset) for n in range(_TERMS + 1)])


# 1 − cos β cosh β = z · d(z), and the numerators of the six coefficients over the same z.
_BELOW = _series(4, -4.0, 4.0)
_ABOVE = np.array(
    [_series(order, -4.0, factor) for order, factor in ((1, 2.0), (2, 2.0), (3, 4.0))]
    + [_series(order, 1.0, 2.0) for order in (1, 2, 3)]
)
# (K₀ d − numerator) / z: the constant terms cancel exactly, and are left out.
_DIFFERENCE = (np.outer(_STATIC, _BELOW) - _ABOVE)[:, 1:]
# The numerators and the denominator.
_QUOTIENTS = np.vstack([_DIFFERENCE, _BELOW[:-1]])


def _by_series(z: Array) -> tuple[Array, Array]:
    """Return the six coefficients of M and ∂M/∂z as quotients of power series in z = β⁴."""
    powers = z[:, np.newaxis] ** np.arange(_TERMS)
    order = np.arange(1, _TERMS)
    top, below = powers @ _DIFFERENCE.T, (powers @ _BELOW[:-1])[:, np.newaxis]
    top_slope = powers[:, :-1] @ (order * _DIFFERENCE[:, 1:]).T
    below_slope = (powers[:, :-1] @ (order * _BELOW[1:-1]))[:, np.newaxis]
    return top / below, (top_slope - top / below * below_slope) / below
