"""Ways tried to a published value: by its table's causes, each with what it gives."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from compare.judging.solutions import Solutions
from compare.judging.verdict import agrees
from compare.published.cell import BOUND, Cell
from compare.published.table import ARITHMETIC, MODEL, Cause, Table
from compare.routes.catalogue import ROUTES, formula_of
from compare.routes.route import NOTHING, Route
from flexarm.errors import Fault, InputError, QuestionError

# A route that misses a value by more than this share of it is not the one that the value came from.
NEAR = 5e-3


@dataclass(frozen=True)
class Attempt:
    """One way tried to a printed value; numbers in the unit printed, NaN where it gives none."""

    text: str  # the cause, as a clause
    value: float
    completed: float = np.nan  # the same with all that it leaves out put back
    error: str = MODEL  # the kind of error that it would be
    digits: str = ""  # what must be printed to the digit; empty: the value within one unit
    stated: bool = False
    gives: bool = True  # whether it gives the value itself, and not why it might be any
    fitted: str = ""
    failure: str = ""  # what to tell where it does not meet the value

    def meets(self, cell: Cell) -> bool:
        """Say whether it gives what is printed; of a bound, whether it gives the number printed."""
        return cell.text == self.digits if self.digits else agrees(cell.text.removeprefix(BOUND), self.value)

    def off(self, cell: Cell) -> float:
        """Return by how much it misses what is printed, relative."""
        return abs(self.value / cell.value - 1.0) if cell.value else np.inf


def attempt(table: Table, cell: Cell, cause: Cause, expected: float, solutions: Solutions) -> Attempt:
    """Return what a table's cause gives for a value of it; `expected` is what the value's own model gives."""
    if cause.instead is not None:
        return _of_another_row(table, cell, cause, expected, solutions)
    if cause.route is not None:
        return _by_route(table, cell, cause, expected, solutions)
    if cause.said:
        return _said(cell, cause, expected)
    other = table.under(cell, cause)
    other = replace(other, unit=cause.unit or other.unit, expression=cause.expression or other.expression)
    try:
        value, failure = _recomputed(other, cause, solutions), f"it is not that {cause.text}"
    except QuestionError as error:
        value, failure = np.nan, str(error)
    return _attempt(cause, value, expected, failure)


def route_of(table: Table, name: str) -> Route:
    """Return the recomputation that a cause of a table names, or refuse the name."""
    if name not in ROUTES:
        fault = Fault("cause.route", f"a recomputation that flexarm knows: {', '.join(ROUTES)}", repr(name))
        raise InputError([fault], table.name)
    return ROUTES[name]


def _attempt(cause: Cause, value: float, expected: float, failure: str) -> Attempt:
    return Attempt(
        cause.text,
        value,
        expected,
        error=cause.error,
        stated=cause.stated,
        fitted=cause.fitted,
        failure=failure,
    )


def _recomputed(other: Cell, cause: Cause, solutions: Solutions) -> float:
    if cause.spectral_line is not None:
        return solutions.by_lines(other, other.model, cause.spectral_line)
    if other.expression is not None:
        return solutions.by_expression(other)
    if other.formula:
        return other.to_unit(formula_of(other).value(other))
    return solutions.by_backend(other, other.model)


def _said(cell: Cell, cause: Cause, expected: float) -> Attempt:
    """Return a number that the source gives elsewhere: it explains what is printed here if it is the right one."""
    right = agrees(cause.said, expected)
    made = _attempt(cause, float(cause.said), expected, f"it is not that {cause.text}")
    return replace(made, digits=cell.text if right else cause.said)


def _of_another_row(table: Table, cell: Cell, cause: Cause, expected: float, solutions: Solutions) -> Attempt:
    """Return what a cause gives for the value of another row of the same column."""
    other = next((one for one in table.cells if (one.row, one.column) == (cause.instead, cell.column)), None)
    if other is None:
        fault = Fault("cause.instead", "a row with a value in the same column", str(cause.instead))
        raise InputError([fault], table.name)
    made = attempt(table, other, replace(cause, instead=None), expected, solutions)
    return replace(made, text=cause.text, completed=expected, failure=f"it is not that {cause.text}", error=cause.error)


def _by_route(table: Table, cell: Cell, cause: Cause, expected: float, solutions: Solutions) -> Attempt:
    """Return what a source's own equations give, and which terms they leave out."""
    route, plain = route_of(table, str(cause.route)), cell
    if cause.variants:
        cell = table.under(cell, cause)
        expected = solutions.by_backend(cell, cell.model)

    def value(kept: frozenset[str], of: Cell = cell) -> float:
        return solutions.by_route(of, str(cause.route), route, kept)

    recomputed = value(NOTHING)
    gives = "gives another value" if np.isfinite(recomputed) else "gives no such frequency"
    fitted = "; ".join(filter(None, (route.fitted, cause.fitted)))
    made = Attempt(
        route.equations,
        recomputed,
        error=cause.error if cause.variants else route.error,
        stated=cause.stated,
        fitted=fitted,
        failure=f"{route.equations} {gives} too",
    )
    missed = not made.meets(cell) and np.isfinite(recomputed)
    if missed and route.lost is not None and (why := route.lost(cell, recomputed * cell.in_si)):
        return replace(made, text=why, error=ARITHMETIC, digits=cell.text, gives=False)
    if not (made.meets(cell) or made.off(cell) <= NEAR):
        return made
    text = ", with ".join([_left_out(cell, route, recomputed, expected, value), *cause.variants])
    return replace(made, text=text, completed=value(frozenset(route.terms), plain))


def _left_out(
    cell: Cell, route: Route, recomputed: float, expected: float, value: Callable[[frozenset[str]], float]
) -> str:
    """Return which terms a route leaves out: the fewest that give the expected digits and most of the difference."""
    for kept in _selections(route):
        rest = abs(value(kept) - expected)
        if rest <= min(cell.last_digit / 2.0, abs(recomputed - expected) / 2.0):
            clauses = [clause for name, clause in route.terms.items() if name in kept]
            return f"{route.equations} leaves out {_listed(clauses)}"
    return f"{route.equations} gives it; what it leaves out is not found"


def _selections(route: Route) -> Iterator[frozenset[str]]:
    """Yield the fewest terms first."""
    for size in range(1, len(route.terms) + 1):
        yield from map(frozenset, combinations(route.terms, size))


def _listed(clauses: list[str]) -> str:
    *first, last = clauses
    return f"{'; '.join(first)}; and {last}" if first else last
