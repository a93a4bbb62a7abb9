"""Numbers as the page shows them."""

from dataclasses import dataclass
from math import floor, isfinite, log10

from compare.judging.record import Value

# To eight digits the discretised backends' discretisation shows, and float64's round-off does not.
DISCRETISED_DIGITS = 8
MINUS, TIMES, NO_BREAK = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}", "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Shown:
    """A number in two parts.

    Parameters
    ----------
    digits
        As far as the published value has digits.
    beyond
        The digits after those.
    """

    digits: str
    beyond: str = ""

    @property
    def whole(self) -> str:
        """Both parts."""
        return self.digits + self.beyond

    @property
    def places(self) -> int:
        """Width of what stands behind the units' digit, the point included: it lines columns up at their points."""
        text = self.digits + self.beyond
        return len(text) - text.find(".") if "." in text else 0


def shown(value: float, digits: int, decimals: int) -> Shown:
    """Return a number to some significant digits, parted where the published value ends.

    Parameters
    ----------
    value
        The number; one that is not finite is shown as nothing.
    digits
        Significant digits.
    decimals
        Decimals of the published value that it stands beside; none or less where that is a whole number.
    """
    if not isfinite(value):
        return Shown("")
    if value == 0.0:
        return Shown("0")
    text = f"{value:#.{digits}g}".rstrip(".").replace("-", MINUS)
    point = text.find(".")
    if "e" in text or point < 0:
        return Shown(text)
    end = point + 1 + decimals if decimals > 0 else point
    return Shown(text[:end], text[end:])


def digits_to(value: float, places: int) -> int:
    """Return how many significant digits a number has down to some decimal place; one at least."""
    return max(floor(log10(abs(value))) + 1 + places, 1) if value else 1


def units_off(value: float) -> str:
    """Return a difference in units of the last printed digit: a whole number with its sign; nothing for NaN."""
    if not isfinite(value):
        return ""
    whole = round(value)
    return f"{whole:+,}".replace("-", MINUS).replace(",", NO_BREAK) if whole else "0"


def relative(value: float, exact: float) -> str:
    """Return how far a value is from the exact one, relative, to one digit; nothing where there is no saying."""
    if not (isfinite(value) and isfinite(exact)) or exact == 0.0:
        return ""
    off = value / exact - 1.0
    return f"{off:+.0e}".replace("-", MINUS) if off else "0"


def deviation(relative: float) -> str:
    """Return a relative difference in words: a factor where it doubles or halves the value, else per cent.

    Parameters
    ----------
    relative
        Published value over expected value, less one; one that is not finite is shown as nothing.
    """
    if not isfinite(relative):
        return ""
    ratio = 1.0 + relative
    if ratio >= 2.0 or 0.0 < ratio <= 0.5:
        return f"factor {ratio:.3g}"
    return f"{100.0 * relative:+.3g}{NO_BREAK}%".replace("-", MINUS)


def expected(value: Value) -> Shown:
    """Return the expected value beside the printed one, to three digits more: they tell by how much."""
    if not isfinite(value.expected):
        return Shown("")
    return shown(value.expected, digits_to(value.expected, value.decimals + 3), value.decimals)
