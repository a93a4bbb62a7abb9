"""Wiedemann's ways to responses (2002) that are no choice of a definition: sections 4.4 and 9.4."""

from math import log, sqrt

import numpy as np

from compare.published.cell import Cell
from compare.routes.asked import asked_of, exact_response, tip_of_first_mode
from compare.routes.route import Route, arm_of
from flexarm.arrays import Array
from flexarm.backend import find_backend
from flexarm.errors import QuestionError
from flexarm.links import Link
from flexarm.modes import ModalModel
from flexarm.quadrature import gauss

# Gauss points that integrate the square of a low mode's curvature to round-off.
_POINTS = 32


# Section 4.4 --------------------------------------------------------------------------------------


def _sum_of_deflections(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
    """Return the second link's deflection at its tip, (4.21) to (4.27), m."""
    arm, torque = arm_of(cell), float(cell.parameters["T"])
    if "masses" in put_back:
        return np.array([exact_response(cell)])
    first, second = arm.links
    if not isinstance(first, Link) or not isinstance(second, Link) or arm.payload is None:
        raise QuestionError("equations (4.18) to (4.27) are those of two flexible links and a payload")
    a, beyond = arm.payload.centre[0], second.length + arm.payload.centre[0]
    force = torque / (first.length + beyond)
    slopes = [_bent(link, force, lever) for link, lever in ((first, beyond), (second, a))]
    total = sum(
        force * (link.length + lever) * link.length / link.joint.stiffness + deflection
        for link, lever, (deflection, _) in zip((first, second), (beyond, a), slopes, strict=True)
    )
    if "slope" in put_back:
        turn = force * (first.length + beyond) / first.joint.stiffness + slopes[0][1]
        total += turn * second.length
    return np.array([total])


def _bent(link: Link, force: float, lever: float) -> tuple[float, float]:
    """Return the tip's deflection, m, and slope under a force that acts `lever` beyond it."""
    length, rigidity = link.length, link.flexural_rigidity
    deflection = force * length**3 / (3.0 * rigidity) + force * lever * length**2 / (2.0 * rigidity)
    return deflection, force * length**2 / (2.0 * rigidity) + force * lever * length / rigidity


SUM_OF_DEFLECTIONS = Route(
    "the sum of partial deflections (4.27)",
    {
        "slope": "what the first link's rotation at its tip moves the second one's",
        "masses": "the inertia of the links and of the payload's rotation",
    },
    _sum_of_deflections,
)


# Section 9.4 --------------------------------------------------------------------------------------


def _damped_coordinates(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
    """Return the decay time (9.29), s, of the first mode with the damping (9.3), (9.4) of each link's coordinate."""
    if put_back:
        return np.array([exact_response(cell)])
    decay = asked_of(cell).decay
    if decay is None:
        raise QuestionError(f"{cell.table}, {cell.column}: there are no amplitudes to decay between")
    arm = arm_of(cell)
    model = find_backend("exact").modes(arm, 1)
    ratios = [float(cell.parameters[f"beta_{k}"]) for k in range(1, len(arm.links) + 1)]
    damping = sum(
        2.0 * ratio * sqrt(link_inertia(model, k) * _stiffness(model, k)) for k, ratio in enumerate(ratios, 1)
    )
    return np.array([log(decay[0] / decay[1]) * 2.0 * _modal_mass(model) / damping])


def link_inertia(model: ModalModel, k: int) -> float:
    """Return what link k's coordinate alone has in the mode's mass, each link's third of its mass at its tip."""
    arm, (deflection, slope) = model.arm, tip_of_first_mode(model, k)
    mass, reach = 0.0, 0.0
    for j in range(k, len(arm.links) + 1):
        link = arm.links[j - 1]
        reach += link.length if j > k else 0.0
        if isinstance(link, Link):
            mass += link.mass_per_length * link.length / 3.0 * (deflection + slope * reach) ** 2
    payload = arm.payload
    if payload is None:
        raise QuestionError("equations (7.8) are those of an arm with a payload")
    turning = float(payload.inertia) * slope**2
    return mass + payload.mass * (deflection + slope * (reach + float(payload.centre[0]))) ** 2 + turning


def _modal_mass(model: ModalModel) -> float:
    """Return the mode's mass with a third of each link's mass at its tip, as in equations (7.8)."""
    arm = model.arm
    moving = arm.base.mass * np.sum(model.base_motion[0, :2] ** 2) + arm.base.inertia * model.base_motion[0, 2] ** 2
    for link, motion in zip(arm.links, model.link_motions, strict=True):
        if isinstance(link, Link):
            moving += link.mass_per_length * link.length / 3.0 * np.sum(motion.tip.translation[:, 0] ** 2)
    if arm.payload is not None:
        moved = model.body_motions["payload"]
        moving += arm.payload.mass * np.sum(moved.translation[:, 0] ** 2) + arm.payload.inertia * moved.rotation[0] ** 2
    return float(moving)


def _stiffness(model: ModalModel, k: int) -> float:
    """Return what link k's coordinate has in the mode's stiffness: its bending and its joint's spring."""
    link = model.arm.links[k - 1]
    spring = link.joint.stiffness * float(model.joint_rotation[0, k - 1]) ** 2
    if not isinstance(link, Link):
        return spring
    points, weights = gauss(_POINTS)
    moment = model.bending_moment(k, link.length * points)[0]
    return spring + link.length * float(weights @ moment**2) / float(link.flexural_rigidity)


DAMPED_COORDINATES = Route(
    "the damping (9.3), (9.4)",
    {"modal": "that the ratio is the mode's: it damps each link's own coordinate by it, and not the base's"},
    _damped_coordinates,
)
