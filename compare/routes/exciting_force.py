"""Wiedemann's amplitudes of the two-link arms (2002, sections 3.3 and 4.3), by the first mode alone.

As the arm turns with an angular acceleration α, the first mode φ vibrates with α |p φ|/ω² about its rest, p = ∫ r φ dm.
The source's p is that of the first link's deflection alone: what lies beyond is carried on straight.
"""

from dataclasses import replace

import numpy as np

from compare.published.cell import Cell
from compare.routes.asked import asked_of, exact_response, of_first_mode
from compare.routes.route import Route, arm_of
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import find_backend
from flexarm.errors import QuestionError
from flexarm.modes import ModalModel
from flexarm.parts import Link
from flexarm.quadrature import gauss
from flexarm.tree import tree

# Gauss points for products of a low mode with a straight line.
_POINTS = 20


def _amplitude(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
    """Return the amplitude of an output, m."""
    first = exact_response(replace(cell, asked=replace(asked_of(cell), modes=1, static_correction=False)))
    amplitude = first if "force" in put_back else _first_mode(cell)
    return np.array([amplitude + exact_response(cell) - first if "modes" in put_back else amplitude])


def _first_mode(cell: Cell) -> float:
    """Return the amplitude of an output in the first mode, excited as the source has it, m."""
    arm, name = arm_of(cell), asked_of(cell).output
    model = find_backend("exact").modes(arm, 1)
    force = float(cell.parameters["alpha_rigid"]) * _participation(model, arm)
    return abs(force * of_first_mode(model, name) / float(model.angular_frequency[0]) ** 2)


def _participation(model: ModalModel, arm: Arm) -> float:
    """Return ∫ r φ dm, r from the first joint, of a motion by the first link's deflection alone."""
    first, *others = arm.links
    if not isinstance(first, Link) or arm.payload is None or arm.base.kind != "fixed":
        raise QuestionError(f"{arm.title}: sections 3.3 and 4.3 are those of a flexible link that carries a payload")
    nodes, weights = gauss(_POINTS)
    x, turn = first.length * nodes, model.joint_rotation[0, 0]
    tip = float(model.deflection(1, [first.length])[0, 0] + turn * first.length)
    slope = float(model.slope(1, [first.length])[0, 0] + turn)
    own = first.mass_per_length * first.length * float(weights @ (x * (model.deflection(1, x)[0] + turn * x)))
    parts, elbow = tree(arm), np.array([first.length, 0.0])
    total, root = own + arm.payload.inertia * slope, elbow

    def about(place: Array) -> float:
        """Return r φ at a place, m from the first joint, with the first link along x."""
        motion = np.array([0.0, tip]) + slope * _left(place - elbow)
        return float(_left(place) @ motion)

    for link, part in zip(others, parts.links[1:], strict=True):
        axis = _turned(part.axis, -np.radians(first.angle))
        if isinstance(link, Link):
            places = root + np.outer(link.length * nodes, axis)
            total += link.mass * float(weights @ [about(place) for place in places])
        root = root + link.length * axis
    return total + arm.payload.mass * about(root + arm.payload.centre[0] * axis)


def _left(vector: Array) -> Array:
    return np.array([-vector[1], vector[0]])


def _turned(vector: Array, angle: float) -> Array:
    return np.asarray(np.cos(angle) * vector + np.sin(angle) * _left(vector))


EXCITING_FORCE = Route(
    "the first mode, excited as the first link's deflection alone would be,",
    {
        "force": "the second joint's turn and the second link's bending in the force that excites the mode",
        "modes": "the modes after the first",
    },
    _amplitude,
)
