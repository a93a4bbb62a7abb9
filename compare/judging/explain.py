"""Why a published value differs: found by computing it again by its source's own equations."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from compare.judging.solutions import Solutions
from compare.judging.verdict import agrees
from compare.published.cell import Cell
from compare.published.table import Cause, Table
from compare.routes.formula import Formula
from compare.routes.formulas import FORMULAS
from compare.routes.route import NOTHING, Route
from compare.routes.table import ROUTES
from flexarm.errors import Fault, InputError, QuestionError

UNEXPLAINED = "unexplained"
EXPERIMENT = "experiment"


@dataclass(frozen=True)
class Explanation:
    """What the source's own route says of one published value.

    Parameters
    ----------
    text
        The cause as a clause; `UNEXPLAINED`, with what was tried, where nothing reproduces the value.
    recomputed
        The value by the source's own route, in the unit printed; NaN where none was tried or it gives none.
    completed
        The same with all that the source leaves out put back; NaN where nothing reproduces the printed value.
    reproduces
        Whether `recomputed`, rounded to the digits printed, is the printed value within one unit of the last digit.
    """

    text: str = ""
    recomputed: float = np.nan
    completed: float = np.nan
    reproduces: bool = False


def explained(table: Table, cell: Cell, expected: float, solutions: Solutions) -> Explanation:
    """Return the first of a table's causes that reproduces a value, else what they give instead.

    Parameters
    ----------
    table
        The table.
    cell
        A value of it that differs.
    expected
        The value that the model gives, in the unit printed.
    solutions
        The table's answers.

    Raises
    ------
    InputError
        If a cause names a route that flexarm does not know.
    """
    if cell.method.startswith(EXPERIMENT) and not table.causes:
        return Explanation(f"{UNEXPLAINED}: a measured value")
    tried = [_by_cause(table, cell, cause, expected, solutions) for cause in table.causes if cause.concerns(cell)]
    if found := next((one for one in tried if one.reproduces), None):
        return found
    if cell.asked is not None and len(tried) > 1:
        return Explanation(f"{UNEXPLAINED}: none of the alternatives that were computed gives it")
    if cell.method.startswith(EXPERIMENT) and tried:
        return Explanation(f"{UNEXPLAINED}: a measured value, and nothing that was tried gives it")
    return tried[-1] if tried else Explanation(UNEXPLAINED)


def _by_cause(table: Table, cell: Cell, cause: Cause, expected: float, solutions: Solutions) -> Explanation:
    if cause.route is not None:
        return _by_route(cell, cause, route_of(table, cause.route), expected, solutions)
    other = table.under(cell, cause)
    try:
        recomputed = _recomputed(other, cause, solutions)
    except QuestionError as error:
        return Explanation(f"{UNEXPLAINED}: {error}")
    if not agrees(cell, recomputed):
        return Explanation(f"{UNEXPLAINED}: it is not that {cause.text}", recomputed)
    return Explanation(cause.text, recomputed, expected, True)


def _recomputed(other: Cell, cause: Cause, solutions: Solutions) -> float:
    if cause.spectral_line is None:
        return solutions.by_backend(other, other.model)
    return solutions.by_lines(other, other.model, cause.spectral_line)


def route_of(table: Table, name: str) -> Route:
    """Return the recomputation that a cause of a table names, or refuse the name."""
    if name not in ROUTES:
        fault = Fault("cause.route", f"a recomputation that flexarm knows: {', '.join(ROUTES)}", repr(name))
        raise InputError([fault], table.name)
    return ROUTES[name]


def formula_of(cell: Cell) -> Formula:
    """Return the formula that a cell claims to come from, or refuse its name."""
    if cell.formula not in FORMULAS:
        fault = Fault("formula", f"a formula that flexarm knows: {', '.join(FORMULAS)}", repr(cell.formula))
        raise InputError([fault.under(f"column {cell.column}")], cell.table)
    return FORMULAS[cell.formula]


def _by_route(cell: Cell, cause: Cause, route: Route, expected: float, solutions: Solutions) -> Explanation:
    def value(kept: frozenset[str]) -> float:
        return solutions.by_route(cell, str(cause.route), route, kept)

    recomputed = value(NOTHING)
    if not agrees(cell, recomputed):
        gives = "gives another value" if np.isfinite(recomputed) else "gives no such frequency"
        return Explanation(f"{UNEXPLAINED}: {route.equations} {gives} too", recomputed)
    completed = value(frozenset(route.terms))
    for kept in _selections(route):
        if _same_digits(cell, value(kept), expected):
            left_out = _listed([clause for name, clause in route.terms.items() if name in kept])
            return Explanation(f"{route.equations} leaves out {left_out}", recomputed, completed, True)
    return Explanation(f"{route.equations} gives it; what it leaves out is not found", recomputed, completed, True)


def _selections(route: Route) -> Iterator[frozenset[str]]:
    """Yield the fewest terms first."""
    for size in range(1, len(route.terms) + 1):
        yield from map(frozenset, combinations(route.terms, size))


def _listed(clauses: list[str]) -> str:
    *first, last = clauses
    return f"{'; '.join(first)}; and {last}" if first else last


def _same_digits(cell: Cell, value: float, expected: float) -> bool:
    """Say whether two values agree to half a unit of the last digit printed."""
    return abs(value - expected) <= cell.last_digit / 2.0
