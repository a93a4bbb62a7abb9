"""What a published value asks of a response, and the exact answer."""

from compare.published.cell import Cell
from compare.published.measured import Responses
from compare.published.question import Asked
from compare.routes.route import arm_of
from flexarm.errors import QuestionError
from flexarm.forced_response.outputs import outputs
from flexarm.modes import ModalModel
from flexarm.section_loads import work
from flexarm.tree import tree


def asked_of(cell: Cell) -> Asked:
    """Return what a value asks of a response, or refuse one that is none."""
    if cell.asked is None:
        raise QuestionError(f"{cell.table}, {cell.column}: it is no response")
    return cell.asked


def exact_response(cell: Cell) -> float:
    """Return the response that a value asks for by exact modes, in SI units."""
    return Responses().value(arm_of(cell), asked_of(cell), "exact")


def of_first_mode(model: ModalModel, name: str) -> float:
    """Return a deflection in the first mode, m per unit of its modal coordinate."""
    parts = tree(model.arm)
    (output,) = (one for one in outputs(model.arm, parts) if one.name == name)
    return float(work(output.dual, parts, model)[0, 0])
