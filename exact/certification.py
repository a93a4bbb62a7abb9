"""What can be certified: claims of natural frequencies, as the numbers that they are written as, and a width."""

import math
from collections.abc import Collection, Mapping, Sequence, Set
from fractions import Fraction

from flexarm.checks import Condition, shown
from flexarm.decimals import decimal_value, exact_value
from flexarm.errors import Fault, InputError

# Relative half-width of an interval unless said otherwise: the accuracy that the frequencies are refined to.
WIDTH = 1e-12
WIDTH_CONDITION = Condition("a positive number below 1e-3", lambda value: 0.0 < value < 1e-3, "relative half-width")
_CLAIMS = (
    "a list of positive numbers in ascending order, rad/s, within the range of float64, as floats or in decimal digits"
)


def read_claims(values: Sequence[float | str]) -> list[Fraction]:
    """Return claimed frequencies, rad/s, as the numbers that they are written as."""
    listed = isinstance(values, Collection) and not isinstance(values, str | bytes | Mapping | Set)
    try:
        claims = [_claim(value) for value in values] if listed else []
    except (TypeError, ValueError, ArithmeticError):
        claims = []
    if not claims or claims != sorted(claims):
        raise InputError([Fault("frequencies", _CLAIMS, shown(values))], "certify")
    return claims


def _claim(value: float | str) -> Fraction:
    # A number beyond float64's range could be a text of a few characters and an integer of gigabytes.
    if isinstance(value, bool) or not 0.0 < float(value) < math.inf:
        raise ValueError
    return decimal_value(value) if isinstance(value, str) else exact_value(value)


def read_width(text: str) -> float:
    """Return the width that a specification gives."""
    try:
        width = float(text)
    except ValueError:
        width = math.nan
    if not WIDTH_CONDITION.holds(width):
        raise InputError([Fault("exact.width", str(WIDTH_CONDITION), repr(text))], "backend")
    return width
