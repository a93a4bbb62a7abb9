"""When a published value holds."""

from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Decimal

from compare.published.cell import BOUND, Cell

CONFIRMED = "confirmed"
WITHIN_ONE_UNIT = "confirmed within one unit"
OWN_APPROXIMATION = "right by its own approximation"
DIFFERS = "differs"
CANNOT_BE_JUDGED = "cannot be judged"
VERDICTS = (CONFIRMED, WITHIN_ONE_UNIT, OWN_APPROXIMATION, DIFFERS, CANNOT_BE_JUDGED)


@dataclass(frozen=True)
class Judgement:
    """What is found about one published value."""

    expected: float  # the value of the model that it claims to come from, in the unit printed; NaN where there is none
    # printed value less the expected one, rounded alike, in units of the last digit printed; NaN where not judged
    units_off: float
    verdict: str  # one of `VERDICTS`
    reason: str = ""  # why it cannot be judged; empty where it can


def judgement(cell: Cell, expected: float) -> Judgement:
    """Return the verdict on a published value; the expected one is in the unit printed, and not NaN."""
    off = units_off(cell.text, expected)
    verdict = CONFIRMED if off == 0 else WITHIN_ONE_UNIT if abs(off) == 1 else DIFFERS
    return Judgement(expected, off, verdict)


def unjudged(reason: str, expected: float = float("nan")) -> Judgement:
    """Return the verdict on a published value that cannot be judged."""
    return Judgement(expected, float("nan"), CANNOT_BE_JUDGED, reason)


def units_off(printed: str, value: float) -> int:
    """Return a printed value less another, rounded to the digits printed, in units of the last of them.

    A bound is off where the other is not less, by how much more.
    """
    number = Decimal(printed.removeprefix(BOUND))
    if printed.startswith(BOUND) and Decimal(value) < number:
        return 0
    unit = Decimal((0, (1,), int(number.as_tuple().exponent)))
    return int((number - Decimal(value).quantize(unit, ROUND_HALF_EVEN)) / unit)


def truncated(printed: str, value: float) -> Decimal:
    """Return a value cut to the digits that another is printed with."""
    unit = Decimal((0, (1,), int(Decimal(printed.removeprefix(BOUND)).as_tuple().exponent)))
    return Decimal(value).quantize(unit, ROUND_DOWN)


def comparison(printed: str, value: float) -> str:
    """Return in words how a value, rounded to the digits printed, compares with what is printed."""
    off = abs(units_off(printed, value))
    if printed.startswith(BOUND):
        return "within the bound" if off == 0 else "≈ the bound" if off == 1 else "beyond the bound"
    return f"{'=' if off == 0 else '≈' if off == 1 else '≠'} printed"


def agrees(printed: str, value: float) -> bool:
    """Say whether a value, rounded to the digits printed, is the one printed, within one unit of the last digit."""
    return value == value and abs(units_off(printed, value)) <= 1


def lies_below(cell: Cell, bound: float) -> bool:
    """Say whether a printed value lies below a bound, even if it has been rounded down by half a unit."""
    return cell.value + cell.last_digit / 2.0 < bound
