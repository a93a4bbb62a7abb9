"""Decimal numbers as they are written, where float64 does not hold all their digits."""

import math
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Decimal, localcontext
from fractions import Fraction


class Written(float):
    """A float64 that also keeps the decimal number it was read from; it computes and compares as the float64."""

    text: str  # the decimal number

    def __new__(cls, text: str) -> "Written":
        """Make the nearest float64, and keep the text."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __repr__(self) -> str:
        """Return the number as it was written."""
        return self.text

    def __getnewargs__(self) -> tuple[str]:  # type: ignore[override]
        """Say how to make a copy, or the same number in another process."""
        return (self.text,)


def read_decimal(text: str) -> float:
    """Return the number that a text in decimal digits is: a `Written` where float64 would lose some of them."""
    number = float(text)
    beyond = number == 0.0 or not math.isfinite(number)
    return number if beyond or Decimal(text) == Decimal(repr(number)) else Written(text)


def kept(number: float) -> float:
    """Return a number as a float that keeps what its decimal digits say: whole numbers of any length too."""
    if isinstance(number, Written):
        return number
    return read_decimal(str(number)) if isinstance(number, int) else float(number)


def exact_value(number: float) -> Fraction:
    """Return the decimal number that a finite number is written as: 1/10 for 0.1, not its float64 neighbour."""
    return decimal_value(repr(number) if isinstance(number, Written) else repr(float(number)))


def difference(larger: float, smaller: float) -> float:
    """Return the difference of two decimal numbers as a decimal number: 0.2 from 0.3 and 0.1."""
    with localcontext(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN):
        return read_decimal(str(Decimal(repr(larger)) - Decimal(repr(smaller))))


def decimal_value(text: str) -> Fraction:
    """Return the number that a text in decimal digits is; of any length, which `Fraction` does not read."""
    return Fraction(*Decimal(text).as_integer_ratio())
