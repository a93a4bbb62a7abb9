"""Proved intervals of the first natural frequencies, as narrow as asked for.

Counts at some points cut the frequency axis into cells; a cell holds as many natural frequencies as the count rises by
from end to end. The first points stand on both sides of where the frequencies are thought to be. Cells that hold some
and are too wide are cut again: beside the secant where they hold one, in halves where they hold more or it fails.
Wrong guesses cost counts, never truth.
"""

from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from itertools import pairwise

from exact.proof.cells import Cell
from exact.proof.counting import Count
from exact.proof.points import interval, midpoint
from flexarm.errors import QuestionError

# Distances at which a guess is looked for before its cell is halved: float64's round-off, and a thousand times more.
_NEAR = tuple(Fraction(1, 10**digits) for digits in (14, 12, 9, 6))
# How often the searched range is widened, by 4, 16, 256, …: to a hundred and fifty decades.
_WIDENINGS = 9


class Axis:
    """Counted points of the frequency axis."""

    def __init__(self, count: Callable[[Decimal], Count]) -> None:
        self._count = count
        self._known: dict[Decimal, Count] = {}
        self.points: list[Count] = []

    def add(self, *omega: Decimal) -> None:
        """Count at further frequencies, rad/s."""
        for one in omega:
            self.at(one)

    def at(self, omega: Decimal) -> Count:
        """Return the count at a frequency, rad/s."""
        if omega not in self._known:
            self._known[omega] = self._count(omega)
            insort(self.points, self._known[omega], key=lambda point: point.omega)
        return self._known[omega]

    def cell(self, number: int) -> Cell:
        """Return the cell that holds the frequency of a number, rigid-body modes counted."""
        place = next(k for k, point in enumerate(self.points) if point.number >= number)
        return Cell(self.points[place - 1], self.points[place])

    def holding(self, numbers: Sequence[int]) -> Iterator[Cell]:
        """Yield the cells that hold any of some frequencies, rigid-body modes counted, numbered in one run."""
        for low, high in pairwise(self.points):
            if low.number < high.number and low.number < numbers[-1] and high.number >= numbers[0]:
                yield Cell(low, high)

    def reach(self, title: str, numbers: Sequence[int]) -> None:
        """Count farther out, until all of some frequencies lie between the outermost points."""
        wide, steps = Context(prec=3), [Decimal(4) ** 2**k for k in range(_WIDENINGS)]
        for step in steps:
            if self.points[0].number >= numbers[0]:
                self.add(wide.divide(self.points[0].omega, step))
            if self.points[-1].number < numbers[-1]:
                self.add(wide.multiply(self.points[-1].omega, step))
        first, last = self.points[0], self.points[-1]
        if first.number >= numbers[0]:
            raise QuestionError(
                f"{title}: natural frequencies below {first.omega} rad/s; bring masses, lengths and stiffnesses nearer "
                "to one another: are they in SI units?"
            )
        if last.number < numbers[-1]:
            raise QuestionError(
                f"{title}: {last.number - first.number} natural frequencies between {first.omega} and {last.omega} "
                f"rad/s, {len(numbers)} were looked for; ask for fewer"
            )


def narrow_cells(
    axis: Axis, title: str, rigid: int, guesses: Sequence[Fraction], near: Fraction, width: Fraction
) -> list[Cell]:
    """Return narrow cells that hold all of the first natural frequencies."""
    numbers = range(rigid + 1, rigid + len(guesses) + 1)
    for guess in _distinct(guesses, near):
        axis.add(*interval(guess, near))
    axis.reach(title, numbers)
    for step in _NEAR:
        for number, guess in zip(numbers, guesses, strict=True):
            if step > near and axis.cell(number).half_width > step:
                axis.add(*interval(guess, step))
    while wide := [cell for cell in axis.holding(numbers) if cell.half_width > width]:
        for cell in wide:
            _cut(axis, cell, width)
    return list(axis.holding(numbers))


def _distinct(guesses: Sequence[Fraction], near: Fraction) -> list[Fraction]:
    """Return guesses with one in the middle for those that cannot be told apart."""
    groups: list[list[Fraction]] = []
    for guess in guesses:
        if groups and guess <= groups[-1][0] * (1 + near / 2):
            groups[-1].append(guess)
        else:
            groups.append([guess])
    return [(group[0] + group[-1]) / 2 for group in groups]


def _cut(axis: Axis, cell: Cell, width: Fraction) -> None:
    points = cell.secant(width)
    if points:
        axis.add(*(omega for omega in points if cell.low.omega < omega < cell.high.omega))
    if not points or not cell.narrowed_by(axis.cell(cell.high.number)):
        axis.add(midpoint(cell.low.omega, cell.high.omega))
