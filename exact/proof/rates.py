"""Rates of given numbers, found by counting in balls: what float64 could not prove."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from exact.proof.counting import Counter
from exact.proof.locating import Axis, located
from flexarm.arm import Arm
from flexarm.arrays import Array

# How far off guesses are thought to be, relative, and how near a rate is to be known: to the last digit.
_NEAR, _WIDTH = Fraction(1, 10**12), Fraction(1, 10**16)


def proved_rates(arm: Arm, before: int, rates: Array, proved: NDArray[np.bool_], unstable: int | None = None) -> Array:
    """Return rates after `before` others, rad/s, shape (count,), with those that are not proved looked for in balls.

    They are natural frequencies, or the growth rates of `unstable` modes; guesses may be NaN.
    """
    axis, refined = Axis(Counter(arm, unstable)), rates.copy()
    known = np.where(np.isfinite(rates) & (rates > 0.0), rates, np.nanmax([1.0, *rates[proved]]))
    for k in np.flatnonzero(~proved).tolist():
        (cell,) = located(axis, arm.title, before + k, [Fraction(known[k])], _NEAR, _WIDTH)
        refined[k] = float((Fraction(cell.low.omega) + Fraction(cell.high.omega)) / 2)
    return refined
