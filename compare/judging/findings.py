"""Everything that is found about the values of one published table."""

from dataclasses import dataclass, replace

import numpy as np

from compare.judging.alternatives import Alternative, alternatives, definition_fits, in_words
from compare.judging.answers import Answers
from compare.judging.explain import Explainer, Explanation
from compare.judging.orthogonality import REASON, Orthogonality
from compare.judging.record import PublishedTable, Value
from compare.judging.solutions import Solutions
from compare.judging.verdict import DIFFERS, OWN_APPROXIMATION, Judgement, judgement, lies_below, unjudged
from compare.published.cell import Cell
from compare.published.table import Source, Table
from compare.routes.catalogue import formula_of
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
    alternatives: tuple[Alternative, ...]
    proved: bool

    @property
    def record(self) -> Value:
        """The same as a record of texts and numbers."""
        cell, judgement, explanation, asked = self.cell, self.judgement, self.explanation, self.cell.asked
        expected = judgement.expected
        of_model = judgement.verdict == DIFFERS and cell.quantity != "response" and cell.model != EXACT
        return Value(
            of_table=cell.table,
            row=cell.row,
            column=cell.column,
            label=cell.label,
            quantity=cell.quantity,
            case=asked.name if asked else "",
            output=asked.output if asked else "",
            measure=asked.measure if asked else "",
            mode=cell.mode,
            value_method=cell.method,
            unit=cell.unit,
            printed=cell.text,
            decimals=cell.decimals,
            published=cell.value,
            model=cell.claim,
            exact=self.exact,
            certified=self.proved,
            assumed_modes=self.assumed_modes,
            fem=self.fem,
            expected=expected,
            units_off=judgement.units_off,
            relative_difference=(cell.value - expected) / expected if expected else np.nan,
            verdict=judgement.verdict,
            reason=judgement.reason,
            assumed=cell.assumed,
            cause=explanation.text,
            error=explanation.error,
            fitted="; ".join(text for text in (cell.fitted, explanation.fitted) if text),
            tried=explanation.tried,
            chance=explanation.chance,
            alternatives=in_words(cell.text, self.alternatives),
            recomputed=explanation.recomputed,
            completed=explanation.completed,
            confirmed_by_route=explanation.reproduces,
            below_ritz=of_model and lies_below(cell, expected),
        )


def judged_table(table: Table, assumed_modes: str, fem: str, answers: Answers) -> PublishedTable:
    """Return a table with what is found about its values; beside the exact ones stand those of two backends."""
    solutions, orthogonality = Solutions(table, answers), Orthogonality()
    shapes = max((max(cell.mode, cell.partner) for cell in table.cells), default=0)
    judged_cells = [(cell, _judgement(solutions, cell)) for cell in table.cells]
    explainer = Explainer(table, judged_cells, solutions)

    def finding(cell: Cell, judgement: Judgement) -> Finding:
        exact, ritz, elements = (_value(solutions, cell.whole, spec) for spec in (EXACT, assumed_modes, fem))
        explanation = explainer.explanation(cell, judgement)
        if cell.quantity == "orthogonality":
            explanation = orthogonality.explanation(cell, shapes)
        if explanation.stated and explanation.reproduces:
            judgement = replace(judgement, verdict=OWN_APPROXIMATION)
        others, proved = alternatives(table, cell, solutions), solutions.proved(cell.whole)
        return Finding(cell, exact, ritz, elements, judgement, explanation, others, proved)

    findings = [finding(cell, judgement) for cell, judgement in judged_cells]
    return PublishedTable(
        table=table.name,
        caption=table.caption,
        source=_cited(table.source),
        title=table.source.title,
        place=table.source.place,
        method=table.method,
        note=table.note,
        figure=table.figure,
        parameters=_parameters(table),
        definitions=definition_fits([(one.cell, one.judgement, one.alternatives) for one in findings]),
        routes=explainer.sentences(),
        choices=explainer.choices(),
        values=tuple(one.record for one in findings),
    )


def _cited(source: Source) -> str:
    return source.author if source.year is None else f"{source.author} ({source.year})"


def _parameters(table: Table) -> str:
    """Return the parameters of a table's arms as they are printed, by name."""
    given = {name: f"{one.value:.10g} {one.unit}".removesuffix(" 1") for name, one in table.parameters.items()}
    return ", ".join(f"{name} = {text}" for name, text in given.items())


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
    try:
        expected = _expected(solutions, cell)
    except QuestionError as error:
        return unjudged(str(error))
    return judgement(cell, expected) if np.isfinite(expected) else unjudged(f"{cell.claim} gives no such value")


def _expected(solutions: Solutions, cell: Cell) -> float:
    if cell.expression is not None:
        return solutions.by_expression(cell)
    if cell.formula:
        return cell.to_unit(formula_of(cell).value(cell))
    return solutions.by_backend(cell, cell.model)
