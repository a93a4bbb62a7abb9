"""What a published value asks of a response, and the exact answer."""

from compare.published.cell import Cell
from compare.published.question import Asked
from compare.responding.measured import Responses
from compare.routes.route import arm_of
from flexarm.errors import QuestionError


def asked_of(cell: Cell) -> Asked:
    """Return what a value asks of a response, or refuse one that is none."""
    if cell.asked is None:
        raise QuestionError(f"{cell.table}, {cell.column}: it is no response")
    return cell.asked


def exact_response(cell: Cell) -> float:
    """Return the response that a value asks for by exact modes, in SI units."""
    return Responses().value(arm_of(cell), asked_of(cell), "exact")
