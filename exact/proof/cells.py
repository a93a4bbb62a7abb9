"""Stretches of the frequency axis between two counts, and where to count next inside one."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from exact.proof.balls import fraction, precision
from exact.proof.counting import Count
from exact.proof.points import interval

# A secant's relative error is some part of the cell's relative half-width squared, of the order of the determinant's
# curvature over its slope. Where it is more, halving takes over until it is not.
_CURVATURE = 16
# What float64 rounds off, relative.
_LAST_DIGIT = Fraction(1, 2**53)
# The two points beside a secant are worth their while where they narrow a cell more than halving it twice does.
_WORTHWHILE = Fraction(1, 8)


@dataclass(frozen=True)
class Cell:
    """Two neighbouring counts."""

    low: Count  # the counts at its ends
    high: Count  # the counts at its ends

    @property
    def held(self) -> int:
        """Number of natural frequencies between the ends."""
        return self.high.number - self.low.number

    @property
    def half_width(self) -> Fraction:
        """Half the distance of the ends, relative to their middle."""
        low, high = Fraction(self.low.omega), Fraction(self.high.omega)
        return (high - low) / (high + low)

    def narrowed_by(self, other: "Cell") -> bool:
        """Say whether another cell, inside this one, is so much narrower that it was worth two counts."""
        return other.half_width < _WORTHWHILE * self.half_width

    def secant(self, width: Fraction) -> tuple[Decimal, Decimal] | None:
        """Return points on both sides of where the determinant's chord crosses zero; None where that is no use."""
        error = max(_CURVATURE * self.half_width**2, width)
        if self.held != 1 or error > _WORTHWHILE * self.half_width:
            return None
        crossing = self._crossing(error)
        return None if crossing is None else interval(crossing, error)

    def estimates(self, guesses: Sequence[float], gap: Fraction) -> list[float]:
        """Return where the frequencies are, most likely, ascending, rad/s.

        A single one is at the chord's zero, where others are too far away to bend the determinant. Else guesses are as
        good, if they are inside; those outside are put in the middle.
        """
        low, high = Fraction(self.low.omega), Fraction(self.high.omega)
        straight = self.held == 1 and _CURVATURE * self.half_width**2 <= _LAST_DIGIT * gap
        crossing = self._crossing(self.half_width**2) if straight else None
        if crossing is not None:
            return [float(crossing)]
        return sorted(guess if low < guess < high else float((low + high) / 2) for guess in guesses)

    def _crossing(self, error: Fraction) -> Fraction | None:
        """Return where the determinant's chord crosses zero, to some relative error; None where it does not."""
        with precision(64 + 2 * _bits(error)):
            part = (self.low.determinant / (self.low.determinant - self.high.determinant)).mid()
            if not 0 < part < 1:
                return None
            low, high = fraction(self.low.omega), fraction(self.high.omega)
            crossing = low + part.fmpq() * (high - low)
        return Fraction(int(crossing.p), int(crossing.q))


def _bits(small: Fraction) -> int:
    return small.denominator.bit_length() - small.numerator.bit_length()
