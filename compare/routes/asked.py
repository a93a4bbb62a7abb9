"""What a published value asks of a response, the exact answer, and what the first mode has of it."""

from compare.published.cell import Cell
from compare.published.measured import responses
from compare.published.question import Asked
from compare.routes.route import arm_of
from flexarm.arm_tree import tree
from flexarm.errors import QuestionError
from flexarm.forced_response.outputs import outputs
from flexarm.modes import ModalModel
from flexarm.section_loads import work


def asked_of(cell: Cell) -> Asked:
    """Return what a value asks of a response, or refuse one that is none."""
    if cell.asked is None:
        raise QuestionError(f"{cell.table}, {cell.column}: it is no response")
    return cell.asked


def exact_response(cell: Cell) -> float:
    """Return the response that a value asks for by exact modes, in SI units."""
    arm = arm_of(cell)
    return responses(arm).value(arm, asked_of(cell), "exact")


def tip_of_first_mode(model: ModalModel, k: int) -> tuple[float, float]:
    """Return link k's own deflection, m, and slope at its tip in the first mode, the turn of its joint included."""
    length, turn = model.arm.links[k - 1].length, float(model.joint_rotation[0, k - 1])
    deflection = float(model.deflection(k, [length])[0, 0]) + turn * length
    return deflection, float(model.slope(k, [length])[0, 0]) + turn


def of_first_mode(model: ModalModel, name: str) -> float:
    """Return a deflection in the first mode, m per unit of its modal coordinate."""
    parts = tree(model.arm)
    (output,) = (one for one in outputs(model.arm, parts) if one.name == name)
    return float(work(output.dual, parts, model)[0, 0])
