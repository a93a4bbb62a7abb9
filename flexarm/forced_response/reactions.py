"""The forces by which a base holds the arm over time: the rate of the whole momentum, less the loads.

With participation factors L and q̈ = f − C q̇ − ω² q the rate is Σ L q̈. The modes left out rest under the loads of the
moment: their momentum does not change, and all that the loads come to on the base is handed on to it. What supports
bear is not the base's.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.forced_response.damping import wheel_axis
from flexarm.forced_response.motion import Response
from flexarm.forced_response.outputs import holds, spring_moment
from flexarm.participation import base_projection, pulls_on_base, resultant
from flexarm.section_loads import SectionLoads, held_loads, inertia_loads
from flexarm.tree import Tree

_HOLDS = "by which the base holds the arm"
_FORCES = tuple((f"base_force_{axis}", "N", f"force along {axis} {_HOLDS}") for axis in "xyz")
_COUPLES = tuple(
    (f"base_moment_{axis}", "N m", f"couple about {axis} through the base's centre {_HOLDS}") for axis in "xyz"
)
# Names, units and words of the base's reaction, by the number of components of a motion.
COMPONENTS = {
    3: (*_FORCES[:2], ("base_moment", "N m", f"couple about the base's centre {_HOLDS}")),
    6: (*_FORCES, *_COUPLES),
}


@dataclass(frozen=True, eq=False)
class Reaction:
    """One component of the base's reaction, or of a support's, as `Output` has others.

    `form` returns what it has of coordinates and loads, and of the coordinates' velocities, as `Response.at` takes.
    """

    name: str
    units: str
    long_name: str
    dual: SectionLoads
    inertial: bool
    form: Callable[[Response], tuple[Array, Array]]
    bounded: bool = True
    small: float = np.inf


def reactions(parts: Tree) -> list[Reaction]:
    """Return the reactions of a base where it is held, none of a free one; and of supports."""
    held = [_reaction(i, parts) for i, holding in enumerate(np.diag(base_projection(parts))) if holding > 0.0]
    return held + [_support_reaction(number, parts) for number in range(len(parts.held))]


def _reaction(i: int, parts: Tree) -> Reaction:
    told, about = COMPONENTS[parts.components][i], np.eye(parts.components)[i]

    def form(response: Response) -> tuple[Array, Array]:
        return _weights(response)[:, i], _rates(response)[:, i]

    # What one link alone, on the base's centre, hands on.
    alone = [section.parent for section in parts.sections].count(0) == 1 and not np.any(parts.places[1])
    turned = told[1] == "N m" and parts.base_kind == "fixed" and alone and not holds(parts, {parts.links[0].root})
    if turned and (by_spring := spring_moment(1, about, parts)) is not None:
        return Reaction(*told, by_spring, False, form)
    dual = inertia_loads(parts, base_projection(parts)[[i]])
    return Reaction(*told, dual, True, form, not any(one.grounded for one in parts.held))


def _support_reaction(number: int, parts: Tree) -> Reaction:
    held = parts.held[number]
    support, _, motion = held.name.partition("_")
    force, units = ("couple", "N m") if motion.startswith("about") else ("force", "N")
    words = f"{force} {motion.replace('_', ' ')} by which {support.replace('t', 't ', 1)} holds the arm"
    # A spring's is as the motion; a rigid one has what it takes to leave none.
    of_spring = 0.0 if held.stiffness is None else -float(held.stiffness)
    dual = held_loads(parts).mixed(of_spring * np.eye(len(parts.held))[[number]])

    def form(response: Response) -> tuple[Array, Array]:
        pulled = [_pulled(source)[:, number] for source in response.sources()]
        weights = response.weights(pulled)
        weights[response.count :] += response.carried[1][:, number]
        return -weights, -_pulled_rates(response)[:, number]

    return Reaction(f"{support}_{force}_{motion}", units, words, dual, False, form, held.stiffness is not None)


def _weights(response: Response) -> Array:
    parts, momenta = response.coordinates.parts, response.momenta @ base_projection(response.coordinates.parts)
    elastic, loads = -(response.coordinates.angular_frequency[:, np.newaxis] ** 2) * momenta, response.patterns.loads
    at_once = response.coordinates.forces(loads) @ momenta - resultant(loads, parts)
    whole = np.concatenate([elastic, at_once if response.statics else np.zeros_like(at_once)])
    if not parts.held:
        return whole
    rates, pulled = response.carried
    whole[response.count :] += rates @ base_projection(parts) + pulls_on_base(parts, pulled)
    return whole + response.weights([pulls_on_base(parts, _pulled(source)) for source in response.sources()])


def _pulled(displacements: Displacements) -> Array:
    """Return the arm's forces on its supports, shape (displacements, held)."""
    assert displacements.support_force is not None, "an arm on supports"
    return displacements.support_force


def _pulled_rates(response: Response) -> Array:
    """Return what velocities of coordinates have of the arm's forces on supports by its own damping, (n, held).

    At rest a mode hands on its pull λ; of what its inertia takes, λ/ω² a unit, damping takes a part. A spring's force
    is as its motion, however that is damped.
    """
    coordinates = response.coordinates
    modes = _pulled(coordinates.modes) / coordinates.modes.angular_frequency[:, np.newaxis] ** 2
    taken = np.concatenate([_pulled(coordinates.rigid), modes])
    rigid = np.array([one.stiffness is None for one in coordinates.parts.held])
    return np.asarray(response.modal_damping[:, np.newaxis] * taken * rigid)


def _rates(response: Response) -> Array:
    parts, momenta = response.coordinates.parts, response.momenta @ base_projection(response.coordinates.parts)
    borne = pulls_on_base(parts, _pulled_rates(response)) if parts.held else 0.0
    if not response.case.dampers:
        return np.asarray(borne - response.modal_damping[:, np.newaxis] * momenta)
    # A wheel's torque comes from without; a joint's damper acts between two bodies of the arm, or on the base itself.
    wheels = [damper.joint is None for damper in response.case.dampers]
    torques = np.array([one.coefficient for one in response.case.dampers])[:, np.newaxis] * response.damper_motions
    axes = np.array([wheel_axis(one, parts) for one in response.case.dampers if one.link is not None])
    outside = torques[wheels].T @ axes @ base_projection(parts) if any(wheels) else 0.0
    return np.asarray(borne + outside - response.damping @ momenta)
