"""Wiedemann's estimate of the amplitude after a payload is grappled (2002, equations 10.1 to 10.7), on a free base."""

from dataclasses import replace

import numpy as np

from compare.published.cell import Cell
from compare.routes.asked import asked_of, exact_response, of_first_mode
from compare.routes.route import Route, arm_of
from flexarm.arrays import Array
from flexarm.backend import find_backend


def _estimate(cell: Cell, count: int, put_back: frozenset[str]) -> Array:
    """Return the payload's largest deflection, m, with all the energy that it brings in the first mode."""
    asked, arm = asked_of(cell), arm_of(cell)
    estimate = exact_response(replace(cell, asked=replace(asked, measure="energy_estimate")))
    rest = exact_response(cell) - estimate if "modes" in put_back else 0.0
    if "rotation" in put_back:
        return np.array([estimate + rest])
    model = find_backend("exact").modes(arm, 1)
    deflection = of_first_mode(model, asked.output)
    reach = sum(link.length for link in arm.links) + (arm.payload.centre[0] if arm.payload else 0.0)
    return np.array([estimate * abs((deflection + reach * model.base_motion[0, 2]) / deflection) + rest])


ENERGY_ESTIMATE = Route(
    "the estimate (10.7), from the kinematics (10.6) of a base that does not turn,",
    {
        "rotation": "that the Shuttle's rotation times the arm's reach is no deflection",
        "modes": "that the payload's energy goes into other modes too",
    },
    _estimate,
)
