"""The forces by which a base holds the arm over time: the rate of the whole momentum, less the loads.

With participation factors L and q̈ = f − C q̇ − ω² q the rate is Σ L q̈. The modes left out rest under the loads of the
moment: their momentum does not change, and all that the loads come to on the base is handed on to it.
"""

from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.forced_response.damping import wheel_axis
from flexarm.forced_response.motion import Response
from flexarm.forced_response.outputs import spring_moment
from flexarm.participation import base_projection, participation, resultant
from flexarm.section_loads import SectionLoads, inertia_loads
from flexarm.tree import Tree

_HOLDS = "by which the base holds the arm"
_FORCES = tuple((f"base_force_{axis}", "N", f"force along {axis} {_HOLDS}") for axis in "xyz")
_COUPLES = tuple(
    (f"base_moment_{axis}", "N m", f"couple about {axis} through the base's centre {_HOLDS}") for axis in "xyz"
)
_COMPONENTS = {
    3: (*_FORCES[:2], ("base_moment", "N m", f"couple about the base's centre {_HOLDS}")),
    6: (*_FORCES, *_COUPLES),
}


@dataclass(frozen=True, eq=False)
class Reaction:
    """One component of the base's reaction, as `Output` has others, and its number: 0, 1 or 2, to 5 in space."""

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
    told, about = _COMPONENTS[parts.components][i], np.eye(parts.components)[i]
    # What one link alone, on the base's centre, hands on.
    alone = [section.parent for section in parts.sections].count(0) == 1 and not np.any(parts.places[1])
    turned = told[1] == "N m" and parts.base_kind == "fixed" and alone
    if turned and (by_spring := spring_moment(1, about, parts)) is not None:
        return Reaction(*told, by_spring, False, i)
    return Reaction(*told, inertia_loads(parts, base_projection(parts)[[i]]), True, i)


def _momenta(response: Response) -> Array:
    """Return the participation factors of rigid-body modes and modes, shape (rigid + modes, 3), or (…, 6)."""
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
    parts = response.coordinates.parts
    wheels = [damper.joint is None for damper in response.case.dampers]
    torques = np.array([one.coefficient for one in response.case.dampers])[:, np.newaxis] * response.damper_motions
    axes = np.array([wheel_axis(one, parts) for one in response.case.dampers if one.link is not None])
    outside = torques[wheels].T @ axes @ base_projection(parts) if any(wheels) else 0.0
    return np.asarray(outside - response.damping @ _momenta(response))
