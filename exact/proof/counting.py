"""The number of natural frequencies below a decimal number, proved (Wittrick and Williams, 1971)."""

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from math import ceil, log2

from flint import arb

from exact.proof.balls import fraction, precision
from exact.proof.points import neighbours
from exact.proof.system import ball_system
from exact.proof.undecided import Undecided
from flexarm.arm import Arm
from flexarm.errors import QuestionError

# Next to a frequency, at a distance of one in the last digit, a pivot is known to half of these bits a digit; the
# rest, and the guard, are for what elimination loses.
_BITS_A_DIGIT, _GUARD = 2.0 * log2(10.0), 64
# Doublings of the precision before another point is tried, and before a sign is given up: at a frequency itself no
# precision tells it.
_FEW_DOUBLINGS, _DOUBLINGS = 2, 7


@dataclass(frozen=True)
class Count:
    """What is known of an arm at one frequency."""

    omega: Decimal  # the frequency, rad/s; beside the one asked for, where that is a natural frequency
    number: int  # number of natural frequencies below it, rigid-body modes included
    determinant: arb  # vanishes at natural frequencies alone: the product of all pivots


class Counter:
    """Counts an arm's natural frequencies; or, of a number of unstable modes, growth rates."""

    def __init__(self, arm: Arm, unstable: int | None = None) -> None:
        self.arm, self.unstable = arm, unstable
        self._system = cache(lambda bits: ball_system(arm))

    def __call__(self, omega: Decimal) -> Count:
        """Count the natural frequencies below a frequency, rad/s, or below one right beside it where that is none."""
        for doublings in (_FEW_DOUBLINGS, _DOUBLINGS):
            for point in neighbours(omega):
                try:
                    return self._count(point, self.unstable is not None, doublings)
                except Undecided:
                    continue
        bits = _first_bits(omega) << _DOUBLINGS
        raise QuestionError(
            f"{self.arm.title}: {omega} rad/s is a natural frequency itself, as far as {bits} bits tell, and cannot "
            "be the end of an interval; take another width"
        )

    def growing(self, rate: Decimal) -> int:
        """Count the unstable modes of an arm under static loads that grow faster than at a rate, 1/s."""
        try:
            return self._count(rate, True, _DOUBLINGS).number
        except Undecided:
            text = f"{self.arm.title} is at the edge of stability: a mode's ω² is zero, as far as balls tell; "
            raise QuestionError(text + "change its loads by a little") from None

    def _count(self, point: Decimal, growing: bool, doublings: int) -> Count:
        square = fraction(point) ** 2
        for doubling in range(doublings + 1):
            bits = _first_bits(point) << doubling
            try:
                with precision(bits):
                    pivots = self._system(bits).pivots(-square if growing else square)
                    number = pivots.count if self.unstable is None else self.unstable - pivots.count
                    return Count(point, number, pivots.product)
            except Undecided:
                continue
        raise Undecided


def _first_bits(omega: Decimal) -> int:
    return 64 * ceil((_GUARD + _BITS_A_DIGIT * len(omega.as_tuple().digits)) / 64)
