"""Ways in which a right number is printed wrong, each cheap to test."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from itertools import pairwise
from math import isfinite, tau

from compare.judging.attempts import Attempt
from compare.judging.verdict import agrees
from compare.published.cell import BOUND, Cell
from compare.published.table import ARITHMETIC, MISPRINT

# Powers of ten between units that are taken for one another: mm, cm, m.
_TENS = (-3, -2, -1, 1, 2, 3)
# How many places a mode's number may be off.
_PLACES = (-2, -1, 1, 2)


@dataclass(frozen=True)
class Reference:
    """A number that might have been meant, in the unit printed, and whose it is, in words."""

    value: float
    words: str


def misprints(
    cell: Cell,
    references: Sequence[Reference],
    beside: Sequence[tuple[str, Cell, Sequence[Reference]]],
    of_mode: Callable[[int], float],
) -> Iterator[Attempt]:
    """Yield the misprints of a value: of what might be meant (expected one first), beside it, or in another mode."""
    for reference in references:
        yield from _exchanged_digits(cell, reference)
    for place, other, meant in beside:
        yield from _of_a_neighbour(cell, references, place, other, meant)
    for step in _PLACES if cell.mode else ():
        if cell.mode + step > 0:
            text = f"the value of mode {cell.mode + step} stands here"
            yield Attempt(text, of_mode(cell.mode + step), error=MISPRINT)
    for factor, words in _units(cell):
        yield Attempt(f"{words}", factor * references[0].value, error=MISPRINT)


def _exchanged_digits(cell: Cell, reference: Reference) -> Iterator[Attempt]:
    right = _rounded(cell, reference.value)
    places = [k for k, letter in enumerate(right) if letter.isdigit()]
    for first, second in pairwise(places):
        letters = list(right)
        letters[first], letters[second] = letters[second], letters[first]
        swapped = "".join(letters)
        if swapped != right:
            text = f"two digits of {right}, {reference.words}, are exchanged"
            yield Attempt(text, float(swapped), error=MISPRINT, digits=swapped)


def wrong_digits(cell: Cell, reference: Reference) -> Iterator[Attempt]:
    """Yield what a value would be with one digit printed wrong, or one printed twice, of what might be meant."""
    right, shorter = _rounded(cell, reference.value), _rounded(cell, reference.value, cell.decimals - 1)
    for k, letter in enumerate(right):
        for digit in "0123456789" if letter.isdigit() else "":
            if digit != letter:
                text = f"one of its digits is wrong: {right}, {reference.words}, has {letter} in place of {digit}"
                printed = right[:k] + digit + right[k + 1 :]
                yield Attempt(text, float(printed), error=MISPRINT, digits=printed)
    for k, letter in enumerate(shorter if cell.decimals > 1 else ""):
        printed = shorter[:k] + letter + shorter[k:]
        if letter.isdigit() and len(printed) == len(right) and printed != right:
            text = f"a digit of {shorter}, {reference.words}, is printed twice"
            yield Attempt(text, float(printed), error=MISPRINT, digits=printed)


def _of_a_neighbour(
    cell: Cell, references: Sequence[Reference], place: str, other: Cell, meant: Sequence[Reference]
) -> Iterator[Attempt]:
    """Yield that a neighbour's value stands here too, that the two are exchanged, and that their mean is printed."""
    there = other.text.removeprefix(BOUND)
    if any(agrees(there, one.value) for one in meant):
        yield Attempt(f"the value {place} stands here too", other.value, error=MISPRINT, digits=other.text)
    for one in meant:
        here = next((mine for mine in references if agrees(there, mine.value)), None)
        if here is not None and not agrees(there, one.value):
            text = f"it is exchanged with the value {place}: {_rounded(cell, one.value)} is {one.words}"
            yield Attempt(text, one.value, error=MISPRINT)
    yield Attempt(
        f"the mean of the value and of the one {place} is printed",
        (references[0].value + meant[0].value) / 2.0,
        error=ARITHMETIC,
    )


def _units(cell: Cell) -> Iterator[tuple[float, str]]:
    """Yield factors between units that are taken for one another."""
    if cell.quantity in ("frequency", "frequency_change"):
        yield tau, "it is in rad/s, not Hz"
        yield 1.0 / tau, "it is in Hz, not rad/s"
    for power in _TENS if cell.quantity in ("frequency", "response", "number") else ():
        yield 10.0**power, f"its decimal point or its unit is off by 10^{power}"


def _rounded(cell: Cell, value: float, decimals: int | None = None) -> str:
    """Return a value rounded to the digits printed, or to so many decimals."""
    if not isfinite(value):
        return ""
    places = cell.decimals if decimals is None else decimals
    return str(Decimal(value).quantize(Decimal((0, (1,), -places)), ROUND_HALF_EVEN))
