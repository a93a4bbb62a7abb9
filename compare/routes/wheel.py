"""Wiedemann's reaction wheel that damps the first mode of a link (2002, equations 2.75 to 2.86).

The wheel's torque is proportional to the rate of the slope at the tip, so that the mode, which a base turning with α̈
sets vibrating, is damped by a ratio β: M_w = 2 β M₂₁ α̈/W′(L), with M₂₁ of the payload alone.
"""

from math import tau

from compare.published.cell import Cell
from compare.routes.asked import tip_of_first_mode
from compare.routes.formula import Formula
from compare.routes.route import arm_of
from flexarm.backend import find_backend
from flexarm.errors import QuestionError


def _torque(cell: Cell) -> float:
    """Return M_w, N m."""
    arm = arm_of(cell)
    (link,), payload = arm.links, arm.payload
    if payload is None:
        raise QuestionError(f"{arm.title}: (2.75) to (2.86) are those of one link that carries a payload")
    model = find_backend("exact").modes(arm, 1)
    tip, slope = tip_of_first_mode(model, 1)
    offset, reach = payload.centre[0], link.length + payload.centre[0]
    coupling = float(reach * payload.mass * (tip + offset * slope) + payload.inertia * slope)
    return abs(2.0 * float(cell.parameters["beta"]) * coupling * float(cell.parameters["alpha"]) / slope)


def _frequency(cell: Cell) -> float:
    return float(find_backend("exact").modes(arm_of(cell), 1).angular_frequency[0])


def _inertia(cell: Cell, diameter: str) -> float:
    """Return that of a disc, kg m²."""
    return float(cell.parameters["m_w"]) * float(cell.parameters[diameter]) ** 2 / 8.0


def _angle(cell: Cell) -> float:
    """Return the amplitude of the wheel's turn, rad."""
    return _torque(cell) / (_inertia(cell, "d_w") * _frequency(cell) ** 2)


def _power(cell: Cell, diameter: str) -> float:
    """Return the largest power, W."""
    return _torque(cell) ** 2 / (_inertia(cell, diameter) * _frequency(cell))


WHEEL = {
    "wiedemann-2.82": Formula("the torque (2.78) to (2.82)", _torque),
    "wiedemann-2.82-angle": Formula("the amplitude (2.82)", _angle),
    "wiedemann-2.82-revolutions": Formula("the amplitude (2.82)", lambda cell: _angle(cell) / tau),
    "wiedemann-2.86": Formula("the power (2.86)", lambda cell: _power(cell, "d_w")),
    "wiedemann-2.86-1-m": Formula("the power (2.86)", lambda cell: _power(cell, "d_other")),
}
