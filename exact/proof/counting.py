"""The number of natural frequencies below a decimal number, proved (Wittrick and Williams, 1971)."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from math import ceil, log2

from flint import arb

from exact.proof.balls import fraction, precision
from exact.proof.inertia import inertia
from exact.proof.points import beside
from exact.proof.stiffness import BallStiffness, ball_stiffness
from exact.proof.tensioned_stiffness import LoadedBallStiffness, loaded_ball_stiffness
from exact.proof.undecided import Undecided
from flexarm.arm import Arm
from flexarm.errors import QuestionError

Stiffness = BallStiffness | LoadedBallStiffness

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

    def growing(self, rate: Decimal) -> int:
        """Count the unstable modes of an arm under static loads that grow faster than at a rate, 1/s.

        Raises
        ------
        QuestionError
            If the highest precision does not tell: the arm is at the edge of stability.
        """
        try:
            return self._tried(rate, _DOUBLINGS, self._growing).number
        except Undecided:
            text = f"{self.arm.title} is at the edge of stability: a mode's ω² is zero, as far as balls tell; "
            raise QuestionError(text + "change its loads by a little") from None

    def _at(self, omega: Decimal, doublings: int) -> Count:
        return self._tried(omega, doublings, self._count)

    def _tried(self, omega: Decimal, doublings: int, count: Callable[[Decimal, Stiffness], Count]) -> Count:
        for doubling in range(doublings + 1):
            bits = _first_bits(omega) << doubling
            try:
                with precision(bits):
                    return count(omega, self._stiffness(bits))
            except Undecided:
                continue
        raise Undecided

    def _count(self, omega: Decimal, system: Stiffness) -> Count:
        matrix, held, poles = system.matrix(fraction(omega))
        negative, determinant = inertia(matrix)
        return Count(omega, held + negative, determinant * poles)

    def _growing(self, rate: Decimal, system: Stiffness) -> Count:
        assert isinstance(system, LoadedBallStiffness), "an arm that bears static loads"
        matrix, held, poles = system.at(-(fraction(rate) ** 2))
        negative, determinant = inertia(matrix)
        return Count(rate, held + negative, determinant * poles)

    def _made(self, bits: int) -> Stiffness:
        return loaded_ball_stiffness(self.arm) if self.arm.static_loads else ball_stiffness(self.arm)


def _first_bits(omega: Decimal) -> int:
    return 64 * ceil((_GUARD + _BITS_A_DIGIT * len(omega.as_tuple().digits)) / 64)
