"""Decimal numbers near a given one, of no more digits than their distance from it asks for."""

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, localcontext
from fractions import Fraction
from math import ceil, log10

# Of the half-width asked for, what rounding outward to these further digits may add, and what is left for the rest.
_FURTHER, _SHARE = 3, Fraction(4, 5)
# No round parts of a unit: what is a natural frequency itself is a round number more often than not.
_BESIDE = (Decimal("0.37"), Decimal("-0.41"))


def interval(middle: Fraction, half_width: Fraction) -> tuple[Decimal, Decimal]:
    """Return an interval about a positive number, of half to all of a relative half-width to either side."""
    digits = _digits(half_width)
    below = _rounded(middle * (1 - _SHARE * half_width), digits, ROUND_FLOOR)
    return below, _rounded(middle * (1 + _SHARE * half_width), digits, ROUND_CEILING)


def midpoint(low: Decimal, high: Decimal) -> Decimal:
    """Return a number about half-way between two positive ones, on a scale of ratios."""
    ratio = Fraction(high) / Fraction(low)
    if ratio > 4:
        return Context(prec=3).sqrt(Context(prec=6).multiply(low, high))
    middle = (Fraction(low) + Fraction(high)) / 2
    return _rounded(middle, _digits((Fraction(high) - Fraction(low)) / (2 * middle)), ROUND_FLOOR)


def neighbours(number: Decimal) -> tuple[Decimal, ...]:
    """Return numbers that do as well as a given one: it, and some less than a unit of its last digit off."""
    unit = Decimal(1).scaleb(number.adjusted() + 1 - len(number.as_tuple().digits))
    with localcontext(prec=len(number.as_tuple().digits) + 3):
        return (number, *(number + part * unit for part in _BESIDE))


def _digits(distance: Fraction) -> int:
    # The logarithm of a fraction too small for float64 is that of its terms.
    exponent = log10(distance.denominator) - log10(distance.numerator)
    return _FURTHER + max(1, ceil(exponent))


def _rounded(value: Fraction, digits: int, rounding: str) -> Decimal:
    context = Context(prec=digits, rounding=rounding)
    number = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    # An exact quotient has fewer digits; zeros say how finely it is meant (`neighbours`).
    return number.quantize(Decimal(1).scaleb(number.adjusted() + 1 - digits), context=context)
