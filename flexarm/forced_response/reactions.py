"""The forces by which a base holds the arm over time: the rate of the whole momentum, less the loads.

With participation factors L and q̈ = f − C q̇ − ω² q the rate is Σ L q̈. The modes left out rest under the loads of the
moment: their momentum does not change, and all that the loads come to on the base is handed on to it.
"""

from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.forced_response.motion import Response
from flexarm.forced_response.outputs import spring_moment
from flexarm.participation import base_projection, participation, resultant
from flexarm.section_loads import SectionLoads, inertia_loads
from flexarm.tree import Tree

_COMPONENTS = (
    ("base_force_x", "N", "force along x by which the base holds the arm"),
    ("base_force_y", "N", "force along y by which the base holds the arm"),
    ("base_moment", "N m", "couple about the base's centre by which the base holds the arm"),
)


@dataclass(frozen=True, eq=False)
class Reaction:
    """One component of the base's reaction, as `Output` has others, and its number: 0, 1 or 2."""

    name: str
    units: str
    long_name: str
    dual: SectionLoads
    inertial: bool
    component: int
    small: float = np.inf

    def form(self, response: Response) -> tuple[Array, Array]:
        """Return what it has of coordinates and loads, and of the coordinates' velocities, as `Response.at` takes."""
        return _weights(response)[:, self.component], _rates(response)[:, self.component]


def reactions(parts: Tree) -> list[Reaction]:
    """Return the reactions of a base where it is held; none of a free one."""
    return [_reaction(i, parts) for i, holding in enumerate(np.diag(base_projection(parts))) if holding > 0.0]


def _reaction(i: int, parts: Tree) -> Reaction:
    if _COMPONENTS[i][1] == "N m" and parts.base_kind == "fixed" and parts.spring_of(parts.links[0]) > 0.0:
        return Reaction(*_COMPONENTS[i], spring_moment(1, parts), False, i)
    moved, still = base_projection(parts)[[i]], np.zeros((1, len(parts.links)))
    return Reaction(*_COMPONENTS[i], inertia_loads(parts, moved, still), True, i)


def _momenta(response: Response) -> Array:
    """Return the participation factors of rigid-body modes and modes, shape (rigid + modes, 3)."""
    rigid = participation(response.coordinates.parts, response.coordinates.rigid)
    return np.concatenate([rigid, response.coordinates.modes.participation])


def _weights(response: Response) -> Array:
    elastic = -(response.coordinates.angular_frequency[:, np.newaxis] ** 2) * _momenta(response)
    loads = response.patterns.loads
    at_once = response.coordinates.forces(loads) @ _momenta(response) - resultant(loads, response.coordinates.parts)
    return np.concatenate([elastic, at_once if response.statics else np.zeros_like(at_once)])


def _rates(response: Response) -> Array:
    if not response.case.dampers:
        return -response.modal_damping[:, np.newaxis] * _momenta(response)
    # A wheel's torque comes from without; a joint's damper acts between two bodies of the arm, or on the base itself.
    wheels = np.array([damper.coefficient if damper.joint is None else 0.0 for damper in response.case.dampers])
    outside = np.outer(wheels @ response.damper_rotations, base_projection(response.coordinates.parts)[2])
    return np.asarray(outside - response.damping @ _momenta(response))
