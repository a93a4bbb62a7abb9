"""The number of natural frequencies below a decimal number, proved (Wittrick and Williams, 1971)."""

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from math import ceil, log2

from flint import arb

from exact.proof.balls import fraction, precision
from exact.proof.inertia import inertia
from exact.proof.points import beside
from exact.proof.stiffness import BallStiffness, ball_stiffness
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
    """What is known of an arm at one frequency.

    Parameters
    ----------
    omega
        The frequency, rad/s; beside the one asked for, where that is a natural frequency.
    number
        Number of natural frequencies below it, rigid-body modes included.
    determinant
        A smooth function of frequency that vanishes at natural frequencies alone: that of D(ω), its poles taken out.
    """

    omega: Decimal
    number: int
    determinant: arb


class Counter:
    """Counts an arm's natural frequencies.

    Parameters
    ----------
    arm
        The arm.
    """

    def __init__(self, arm: Arm) -> None:
        self.arm = arm
        self._stiffness = cache(self._made)

    def __call__(self, omega: Decimal) -> Count:
        """Count the natural frequencies below a frequency, rad/s, or below one right beside it where that is none.

        Raises
        ------
        QuestionError
            If the highest precision tells no sign of any: they are natural frequencies to that precision.
        """
        for doublings in (_FEW_DOUBLINGS, _DOUBLINGS):
            for point in beside(omega):
                try:
                    return self._at(point, doublings)
                except Undecided:
                    continue
        bits = _first_bits(omega) << _DOUBLINGS
        raise QuestionError(
            f"{self.arm.title}: {omega} rad/s is a natural frequency itself, as far as {bits} bits tell, and cannot "
            "be the end of an interval; take another width"
        )

    def _at(self, omega: Decimal, doublings: int) -> Count:
        for doubling in range(doublings + 1):
            bits = _first_bits(omega) << doubling
            try:
                with precision(bits):
                    return self._count(omega, self._stiffness(bits))
            except Undecided:
                continue
        raise Undecided

    def _count(self, omega: Decimal, system: BallStiffness) -> Count:
        matrix, held, poles = system.matrix(fraction(omega))
        negative, determinant = inertia(matrix)
        return Count(omega, held + negative, determinant * poles)

    def _made(self, bits: int) -> BallStiffness:
        return ball_stiffness(self.arm)


def _first_bits(omega: Decimal) -> int:
    return 64 * ceil((_GUARD + _BITS_A_DIGIT * len(omega.as_tuple().digits)) / 64)
