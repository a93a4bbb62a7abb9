"""What a table's causes give for its responses, and other models for its frequencies.

A response depends on conventions and definitions that a source may leave open: what they come to is told of every
value, also of those that need no explanation. So is what other models of a frequency give, where a table names some.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from compare.judging.attempts import route_of
from compare.judging.solutions import Solutions
from compare.judging.verdict import comparison
from compare.published.cell import Cell
from compare.published.table import Cause, Table
from compare.routes.route import NOTHING
from flexarm.errors import QuestionError


@dataclass(frozen=True)
class Alternative:
    """What one cause gives for a response, or one other model for a frequency."""

    text: str  # the cause, or the model, as a clause
    value: float  # what it gives, in the unit printed
    # whether it asks something else of the same arm, by the same backend and modes: another load case, output or
    # measure
    definition: bool


def alternatives(table: Table, cell: Cell, solutions: Solutions) -> tuple[Alternative, ...]:
    """Return what every cause of a table gives for a response, and every model beside for another quantity."""
    if cell.unstated or cell.quantity == "number":
        return ()
    tried = table.besides if cell.asked is None else table.causes
    found = (_alternative(table, cell, cause, solutions) for cause in tried if cause.concerns(cell) and not cause.said)
    return tuple(one for one in found if np.isfinite(one.value))


def in_words(printed: str, given: Sequence[Alternative]) -> str:
    """Return what causes give beside a value as printed."""
    return "; ".join(f"{one.text}: {one.value:.4g} {comparison(printed, one.value)}" for one in given)


def _alternative(table: Table, cell: Cell, cause: Cause, solutions: Solutions) -> Alternative:
    if cause.route is not None:
        value = solutions.by_route(cell, cause.route, route_of(table, cause.route), NOTHING)
        return Alternative(cause.text, value, False)
    other = table.under(cell, cause)
    try:
        value = solutions.by_backend(other, other.model)
    except QuestionError:
        value = np.nan
    return Alternative(cause.text, value, _asks_otherwise(cell, other))


def _asks_otherwise(cell: Cell, other: Cell) -> bool:
    if cell.asked is None or other.asked is None or (other.arm, other.model) != (cell.arm, cell.model):
        return False
    modes = [(asked.modes, asked.static_correction) for asked in (cell.asked, other.asked)]
    return modes[0] == modes[1] and other.asked != cell.asked
