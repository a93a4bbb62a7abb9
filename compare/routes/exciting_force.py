"""Wiedemann's amplitudes of the two-link arms (2002, sections 3.3 and 4.3), by the first mode alone.

As the arm turns with an angular acceleration α, the first mode φ vibrates with α |p φ|/ω² about its rest, p = ∫ r φ dm.
The source's p is that of the first link's deflection alone: what lies beyond is carried on straight.
"""

from dataclasses import replace

import numpy as np

from compare.published.cell import Cell
from compare.routes.asked import asked_of, exact_response, of_first_mode, tip_of_first_mode
from compare.routes.route import Route, arm_of
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.backend import find_backend
from flexarm.errors import QuestionError
from flexarm.frames import turned_vector
from flexarm.kinematics import rotated
from flexarm.links import Link
from flexarm.modes import ModalModel
from flexarm.quadrature import gauss

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
    tip, slope = tip_of_first_mode(model, 1)
    own = first.mass_per_length * first.length * float(weights @ (x * (model.deflection(1, x)[0] + turn * x)))
    parts, elbow = tree(arm), np.array([first.length, 0.0])
    back = parts.links[0].axis * np.array([1.0, -1.0])  # turns the first link to x
    total, root = own + arm.payload.inertia * slope, elbow

    def about(place: Array) -> float:
        """Return r φ at a place, m from the first joint, with the first link along x."""
        motion = np.array([0.0, tip]) + slope * rotated(place - elbow)
        return float(rotated(place) @ motion)

    for link, part in zip(others, parts.links[1:], strict=True):
        axis = turned_vector(part.axis, back)
        if isinstance(link, Link):
            places = root + np.outer(link.length * nodes, axis)
            total += link.mass * float(weights @ [about(place) for place in places])
        root = root + link.length * axis
    return float(total + arm.payload.mass * about(root + arm.payload.centre[0] * axis))


EXCITING_FORCE = Route(
    "the first mode, excited as the first link's deflection alone would be,",
    {
        "force": "the second joint's turn and the second link's bending in the force that excites the mode",
        "modes": "the modes after the first",
    },
    _amplitude,
)
