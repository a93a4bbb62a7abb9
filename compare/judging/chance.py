"""How easily a cause fits: how many values as far off as the printed one some of the numbers tried would have met."""

from collections.abc import Sequence
from decimal import Decimal
from math import log10

from compare.judging.attempts import Attempt
from compare.judging.verdict import units_off
from compare.published.cell import BOUND, Cell

# Values half as far off as the printed one, to twice as far: those that might as well have been printed.
_NEARER, _FARTHER = 0.5, 2.0
# A value differs from this many units of its last digit on.
_DIFFERS = 2
# Farther off than any printed value is.
_HUGE = 1e30


def chance(cell: Cell, expected: float, attempts: Sequence[Attempt]) -> float:
    """Return the share of values, about as far from the expected one as that printed, that an attempt would have met.

    Values are those that can be printed, in steps of the last digit, or all, in decades: the larger share counts. An
    attempt meets what lies within one unit of it, or the one value with its digits.
    """
    if any(one.digits and not one.gives for one in attempts):
        return 1.0
    windows = [(one.value, bool(one.digits)) for one in attempts if abs(one.value) < _HUGE]
    printed = cell.text.removeprefix(BOUND)
    shares = [_of_steps(printed, expected, windows)]
    if cell.value * expected > 0.0:
        shares.append(_of_decades(cell, expected, windows))
    return max(shares)


def _of_steps(printed: str, expected: float, windows: Sequence[tuple[float, bool]]) -> float:
    """Return the share of values in steps of the last digit, on both sides of the expected one, of its sign."""
    off = units_off(printed, expected)
    nearest, farthest = max(round(_NEARER * abs(off)), _DIFFERS), max(round(_FARTHER * abs(off)), _DIFFERS)
    unit = float(Decimal((0, (1,), int(Decimal(printed).as_tuple().exponent))))
    inwards = int(abs(expected) / unit) if expected else farthest
    values = farthest - nearest + 1 + max(min(farthest, inwards) - nearest + 1, 0)
    met: set[int] = set()
    for value, exactly in windows:
        place = (off - units_off(printed, value)) * (-1 if expected < 0.0 else 1)
        met.update(range(place - (not exactly), place + (not exactly) + 1))
    return sum(nearest <= abs(place) <= farthest and -place <= inwards for place in met) / values


def _of_decades(cell: Cell, expected: float, windows: Sequence[tuple[float, bool]]) -> float:
    """Return the share of values by their ratio to the expected one."""
    off = abs(log10(cell.value / expected))
    met = 0.0
    for value, exactly in windows:
        width = (0.5 if exactly else 1.5) * cell.last_digit
        low, high = abs(value) - width, abs(value) + width
        if value * expected > 0.0 and low > 0.0 and _NEARER * off <= abs(log10(value / expected)) <= _FARTHER * off:
            met += log10(high / low)
    return min(met / (2.0 * (_FARTHER - _NEARER) * off), 1.0) if off else 1.0
