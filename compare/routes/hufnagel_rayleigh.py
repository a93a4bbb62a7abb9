"""The hanging cantilever by Rayleigh's principle, in one polynomial (Hufnagel 1989, equations 4.29 to 4.36)."""

from fractions import Fraction
from math import pi, sqrt

from compare.published.cell import Cell
from compare.routes.formula import Formula
from compare.routes.hufnagel_polynomials import Polynomial, integral_of_product

# The static deflection under a uniform load in units of the length, (4 x³ − x⁴ − 6 x²)/3 (4.30).
_SHAPE: Polynomial = {2: Fraction(-2), 3: Fraction(4, 3), 4: Fraction(-1, 3)}


def _derivative(polynomial: Polynomial) -> Polynomial:
    return {k - 1: k * c for k, c in polynomial.items()}


def _over_x(polynomial: Polynomial) -> Polynomial:
    return {k - 1: c for k, c in polynomial.items()}


# The first root of 1 + cos b cosh b = 0 (Blevins 1979, table 8-1).
CLAMPED_FREE = 1.8751040687119611

# Half of ∫Ψ², ∫Ψ″² and ∫Ψ²/x: the terms of the balance (4.33).
_CURVATURE = _derivative(_derivative(_SHAPE))
KINETIC = integral_of_product(_SHAPE, _SHAPE) / 2
ELASTIC = integral_of_product(_CURVATURE, _CURVATURE) / 2
GRAVITY = integral_of_product(_SHAPE, _over_x(_SHAPE)) / 2


def frequency_constant() -> float:
    """Return ω_ng l² √(ρA/EI) of (4.34) and (4.35)."""
    return sqrt(ELASTIC / KINETIC)


def frequency_error() -> float:
    """Return by how much (4.35) is too high, as a share: the clamped–free beam's first root is 1.8751…."""
    return frequency_constant() / CLAMPED_FREE**2 - 1.0


def gravity_constant() -> float:
    """Return what multiplies g/l in (4.34)."""
    return float(GRAVITY / KINETIC)


def ratio_constant() -> float:
    """Return what multiplies l f_ng² in (4.36)."""
    return 4.0 * pi**2 / gravity_constant()


def change(cell: Cell) -> float:
    """Return f/f_ng − 1 by (4.36), from g, m/s², and l, m, of the cell, and ``f_1_no_g``, Hz, of its row."""
    measured, g, length = float(cell.row_texts["f_1_no_g"]), float(cell.parameters["g"]), float(cell.parameters["l"])
    return sqrt(1.0 + g / (ratio_constant() * length * measured**2)) - 1.0


_BALANCE = "the balance (4.33)"
HUFNAGEL = {
    "hufnagel-4.33-kinetic": Formula(_BALANCE, lambda _: float(405 * KINETIC)),
    "hufnagel-4.33-elastic": Formula(_BALANCE, lambda _: float(5 * ELASTIC)),
    "hufnagel-4.33-gravity": Formula(_BALANCE, lambda _: float(15120 * GRAVITY)),
    "hufnagel-4.34": Formula("the frequency (4.34)", lambda _: gravity_constant()),
    "hufnagel-4.35-error": Formula("the frequency (4.35)", lambda _: frequency_error()),
    "hufnagel-4.36-constant": Formula("the ratio (4.36)", lambda _: ratio_constant()),
    "hufnagel-4.36": Formula("the ratio (4.36)", change),
}
