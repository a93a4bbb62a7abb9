"""Natural frequencies found in float64, or claimed, and proved."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np

from exact.proof.cells import Cell
from exact.proof.counting import Counter
from exact.proof.locating import Axis, narrow_cells
from exact.proof.points import interval
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.certificate import CertifiedInterval
from flexarm.errors import QuestionError
from flexarm.freedoms import rigid_count
from flexarm.modes import ModalModel

# About how far off float64 leaves a frequency, relative, and what it hardly ever exceeds: only an interval this narrow
# says more of a frequency than float64 does.
_ROUND_OFF, _MOST_ROUND_OFF = Fraction(1, 10**14), Fraction(1, 10**13)

# An unstable mode grows at more than this part of the first frequency; one that does not is found among these.
_SLOW = Fraction(1, 10**6)
# A frequency with no other this near, relative, is alone: an interval as narrow as above does not see the next one.
_ALONE = Fraction(1, 10**6)


def proved_model(model: ModalModel, width: Fraction) -> ModalModel:
    """Return a modal model with proved intervals, and its frequencies refined."""
    refined, certificate = proved_frequencies(model.arm, model.angular_frequency, width)
    return replace(model, angular_frequency=refined, certificate=certificate, digits=None)


def proved_frequencies(arm: Arm, omega: Array, width: Fraction) -> tuple[Array, tuple[CertifiedInterval, ...]]:
    """Return an arm's first frequencies, of which round-off has left so many digits, refined, and proved intervals."""
    guesses = [Fraction(value) for value in omega]
    counter, width = Counter(arm), min(width, _MOST_ROUND_OFF)
    axis, before = Axis(counter), _before(counter, guesses[0])
    cells = narrow_cells(axis, arm.title, before, guesses, max(width, _ROUND_OFF), width)
    refined: list[float] = []
    for cell, gap in zip(cells, _gaps(axis, cells), strict=True):
        refined += cell.estimates(omega[len(refined) :][: cell.held].tolist(), gap)
    return np.array(refined), _certificate(before, cells)


def _gaps(axis: Axis, cells: Sequence[Cell]) -> list[Fraction]:
    """Return how far from each cell other frequencies are at least, relative; one count tells it of the last cell."""
    last = cells[-1].high
    beyond = axis.at(interval(Fraction(last.omega), _ALONE)[1])
    after = [*(cell.low.omega for cell in cells[1:]), beyond.omega if beyond.number == last.number else last.omega]
    before = [Decimal(0), *(cell.high.omega for cell in cells[:-1])]
    return [
        min(Fraction(cell.low.omega) - Fraction(b), Fraction(a) - Fraction(cell.high.omega)) / Fraction(a)
        for b, cell, a in zip(before, cells, after, strict=True)
    ]


def proved_claims(arm: Arm, claims: Sequence[Fraction], width: Fraction) -> tuple[CertifiedInterval, ...]:
    """Return proved intervals of claimed frequencies: all of an arm's first ones."""
    counter = Counter(arm)
    axis, before = Axis(counter), _before(counter, claims[0])
    cells = narrow_cells(axis, arm.title, before, claims, width, width)
    for number, claim in enumerate(claims, 1):
        ends = [axis.at(omega) for omega in interval(claim, width)]
        below = [end.number - before for end in ends]
        if not below[0] < number <= below[1]:
            cell = axis.cell(before + number)
            low, high, first, last = (_text(point.omega) for point in (*ends, cell.low, cell.high))
            raise QuestionError(
                f"{arm.title}: frequency {number} is not {float(claim):.17g} rad/s: {_many(below[0])} natural "
                f"frequencies lie below {low} and {_many(below[1])} below {high}, rigid-body modes not counted; number "
                f"{number} lies between {first} and {last} rad/s; correct it, or leave out what is not among the first "
                f"{len(claims)}"
            )
    return _certificate(before, cells)


def _before(counter: Counter, first: Fraction) -> int:
    """Return the number of modes without a natural frequency: rigid-body modes, and unstable ones as proved."""
    if not counter.arm.static_loads:
        return rigid_count(counter.arm)
    slow, _ = interval(first * _SLOW, Fraction(1, 10))
    return rigid_count(counter.arm) + counter.growing(slow)


def _certificate(before: int, cells: Sequence[Cell]) -> tuple[CertifiedInterval, ...]:
    return tuple(
        CertifiedInterval(_text(cell.low.omega), _text(cell.high.omega), cell.held, cell.low.number - before + 1)
        for cell in cells
    )


def _many(number: int) -> str:
    return str(number) if number < 10**6 else f"about {number:.0e}"


def _text(omega: Decimal) -> str:
    """Return a number without zeros at its end."""
    digits, *power = str(omega).split("E")
    return "E".join([digits.rstrip("0").rstrip(".") if "." in digits else digits, *power])
