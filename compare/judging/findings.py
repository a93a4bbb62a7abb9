"""Everything that is found about the values of one published table."""

from dataclasses import dataclass

import numpy as np

from compare.judging.alternatives import Alternative, alternatives
from compare.judging.explain import Explanation, explained, formula_of
from compare.judging.round_off import REASON, RoundOff
from compare.judging.solutions import Solutions
from compare.judging.verdict import DIFFERS, WITHIN_ONE_UNIT, Judgement, judged, units_off, unjudged
from compare.published.cell import Cell
from compare.published.table import Table
from flexarm.errors import QuestionError

EXACT = "exact"


@dataclass(frozen=True)
class Finding:
    """One published value with all that is found about it; numbers in the unit printed, NaN where there is none."""

    cell: Cell
    exact: float
    assumed_modes: float
    fem: float
    judgement: Judgement
    explanation: Explanation
    alternatives: tuple[Alternative, ...] = ()
    proved: bool = False


def findings(table: Table, assumed_modes: str, fem: str) -> list[Finding]:
    """Return what is found about every value of a table.

    Parameters
    ----------
    table
        The table.
    assumed_modes, fem
        Specifications of the discretised backends whose values stand beside the exact ones.
    """
    solutions, round_off = Solutions(table.cells), RoundOff()
    shapes = max((max(cell.mode, cell.partner) for cell in table.cells), default=0)

    def finding(cell: Cell) -> Finding:
        exact, ritz, elements = (_value(solutions, cell.whole, spec) for spec in (EXACT, assumed_modes, fem))
        judgement = _judgement(solutions, cell)
        explanation = _explanation(table, cell, judgement, solutions)
        if cell.quantity == "orthogonality":
            explanation = round_off.explanation(cell, shapes)
        others, proved = alternatives(table, cell, solutions), solutions.proved(cell.whole)
        return Finding(cell, exact, ritz, elements, judgement, explanation, others, proved)

    return [finding(cell) for cell in table.cells]


def _explanation(table: Table, cell: Cell, judgement: Judgement, solutions: Solutions) -> Explanation:
    """Return why a value differs; or is one unit off, where its source's own equations give it to the digit."""
    if judgement.verdict == DIFFERS:
        return explained(table, cell, judgement.expected, solutions)
    if judgement.verdict == WITHIN_ONE_UNIT and table.causes:
        found = explained(table, cell, judgement.expected, solutions)
        if found.reproduces and units_off(cell.text, found.recomputed) == 0:
            return found
    return Explanation()


def _value(solutions: Solutions, cell: Cell, spec: str) -> float:
    if cell.quantity == "number":
        return np.nan
    try:
        return solutions.by_backend(cell, spec)
    except QuestionError:
        return np.nan


def _judgement(solutions: Solutions, cell: Cell) -> Judgement:
    if cell.unstated:
        return unjudged(cell.unstated)
    if cell.quantity == "orthogonality":
        return unjudged(REASON)
    if cell.formula:
        return judged(cell, cell.to_unit(formula_of(cell).value(cell)))
    try:
        expected = solutions.by_backend(cell, cell.model)
    except QuestionError as error:
        return unjudged(str(error))
    return judged(cell, expected) if np.isfinite(expected) else unjudged(f"{cell.model} has no such mode")
