"""Wiedemann's reaction wheels (2002): one on a link, equations 2.75 to 2.86, and two on an arm, 9.26 and 9.31.

A wheel's torque is proportional to the rate of a link's own coordinate, which it damps by a ratio β. Its largest power
is taken for the product of the amplitudes of torque and speed, M_w²/(I ω), which are a quarter of a period apart.
"""

from math import tau

import numpy as np

from compare.published.cell import Cell
from compare.routes.asked import asked_of, exact_response, tip_of_first_mode
from compare.routes.formula import Formula
from compare.routes.route import Route, arm_of
from compare.routes.wiedemann_responses import link_inertia
from flexarm.arrays import Array
from flexarm.backend import find_backend
from flexarm.errors import QuestionError
from flexarm.modes import ModalModel


def _first_mode(cell: Cell) -> ModalModel:
    return find_backend("exact").modes(arm_of(cell), 1)


def _power(torque: float, cell: Cell, model: ModalModel) -> float:
    """Return the product of the amplitudes of torque and speed, W."""
    return torque**2 / (float(cell.parameters["I_w"]) * float(model.angular_frequency[0]))


def _torque(cell: Cell) -> float:
    """Return M_w = 2 β M₂₁ α̈/W′(L) on one link, with M₂₁ of the payload alone, N m."""
    model, arm = _first_mode(cell), arm_of(cell)
    (link,), payload = arm.links, arm.payload
    if payload is None:
        raise QuestionError(f"{arm.title}: (2.75) to (2.86) are those of one link that carries a payload")
    tip, slope = tip_of_first_mode(model, 1)
    offset, reach = payload.centre[0], link.length + payload.centre[0]
    coupling = float(reach * payload.mass * (tip + offset * slope) + payload.inertia * slope)
    return abs(2.0 * float(cell.parameters["beta"]) * coupling * float(cell.parameters["alpha"]) / slope)


def _angle(cell: Cell) -> float:
    """Return the amplitude of the wheel's turn, rad."""
    return _torque(cell) / (float(cell.parameters["I_w"]) * float(_first_mode(cell).angular_frequency[0]) ** 2)


def _of_one_link(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
    """Return (2.82) or (2.86), N m or W."""
    if put_back:
        return np.array([exact_response(cell)])
    torque = _torque(cell)
    return np.array([torque if asked_of(cell).output.endswith("torque") else _power(torque, cell, _first_mode(cell))])


def _of_two_links(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
    """Return (9.26) of a link's wheel, W: M_w = 2 β ω M ṗ/W′(L), with the link's own inertia in the first mode."""
    if put_back:
        return np.array([exact_response(cell)])
    model, k = _first_mode(cell), int(asked_of(cell).output.removeprefix("damper")[0])
    omega, slope = float(model.angular_frequency[0]), tip_of_first_mode(model, k)[1]
    # The load on the base swings the mode as far about its rest as that is away.
    rate = float(cell.parameters["F_Th"]) * float(model.base_motion[0, 0]) / omega
    torque = 2.0 * omega * float(cell.parameters["beta_w"]) * link_inertia(model, k) * rate / slope
    return np.array([_power(torque, cell, model)])


_LEFT_OUT = {
    "course": "how torque and speed of a wheel that was at rest go together: they are not largest at one time, and the "
    "speed swings about a mean that is not zero",
}
AMPLITUDES = Route("the amplitudes (2.82), (2.86)", _LEFT_OUT, _of_one_link)
POWERS = Route(
    "the power (9.26)",
    {"course": f"{_LEFT_OUT['course']}; and that a wheel feels its section's rotation, not the link's own alone"},
    _of_two_links,
)
WHEEL = {
    "wiedemann-2.82-angle": Formula("the amplitude (2.82)", _angle),
    "wiedemann-2.82-revolutions": Formula("the amplitude (2.82)", lambda cell: _angle(cell) / tau),
}
