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
from flexarm.forced_response.damping import Dashpot, damper_loads, on_sections, wheel_axis
from flexarm.forced_response.link_forces import on_base, on_supports, with_losses
from flexarm.forced_response.motion import Response
from flexarm.forced_response.outputs import holds, spring_moment
from flexarm.load_cases import Damper
from flexarm.participation import base_projection, pulls_on_base, resultant
from flexarm.section_loads import SectionLoads, held_loads, inertia_loads
from flexarm.tree import Held, Tree

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

    `form` returns what it has of coordinates and loads, and of the coordinates' velocities, as `Response.at` takes;
    `held` names what a support holds.
    """

    name: str
    units: str
    long_name: str
    dual: SectionLoads
    inertial: bool
    form: Callable[[Response], tuple[Array, Array]]
    bounded: bool = True
    small: float = np.inf
    held: str = ""


def reactions(parts: Tree) -> list[Reaction]:
    """Return the reactions of a base where it is held, none of a free one; and of supports."""
    found = [_reaction(i, parts) for i, holding in enumerate(np.diag(base_projection(parts))) if holding > 0.0]
    holding = [one.name for one in parts.held]
    found += [_support_reaction(number, one, parts) for number, one in enumerate(parts.held)]
    return found + [_support_reaction(None, one, parts) for one in parts.resisted if one.name not in holding]


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


def _support_reaction(number: int | None, held: Held, parts: Tree) -> Reaction:
    """Return the force of what a support holds, by its number there, or of a dashpot alone, which has none."""
    support, _, motion = held.name.partition("_")
    force, units = ("couple", "N m") if motion.startswith("about") else ("force", "N")
    words = f"{force} {motion.replace('_', ' ')} by which {support.replace('t', 't ', 1)} holds the arm"
    # A spring's is as the motion; a rigid one has what it takes to leave none.
    of_spring = 0.0 if held.stiffness is None else -float(held.stiffness)
    dual = held_loads(parts, [held]).mixed(np.array([[of_spring]]))

    def form(response: Response) -> tuple[Array, Array]:
        damped = sum(
            (
                damper.coefficient * moved
                for damper, moved in zip(response.dampers, response.damper_motions, strict=True)
                if isinstance(damper, Dashpot) and damper.held.name == held.name
            ),
            np.zeros(response.count),
        )
        driven = np.zeros(response.count + len(response.patterns.histories))
        if response.controls is not None:
            driven[len(driven) - response.torques :] = [one == held.name for one in response.controls.supports]
        if number is None:
            return driven, -damped
        pulled = [_pulled(source)[:, number] for source in response.sources()]
        weights = response.weights(pulled)
        weights[response.count :] += response.carried[1][:, number]
        weights = with_losses(weights, on_supports(response)[0][:, number])
        return driven - weights, -_pulled_rates(response)[:, number] - damped

    sprung = number is not None and held.stiffness is not None
    return Reaction(f"{support}_{force}_{motion}", units, words, dual, False, form, sprung, held=held.name)


def _weights(response: Response) -> Array:
    parts, momenta = response.coordinates.parts, response.momenta @ base_projection(response.coordinates.parts)
    elastic, loads = -(response.coordinates.angular_frequency[:, np.newaxis] ** 2) * momenta, response.patterns.loads
    at_once = response.coordinates.forces(loads) @ momenta - resultant(loads, parts)
    if response.statics is None:
        # Drives act on the modes taken, whatever else is left out.
        at_once[: len(at_once) - response.torques] = 0.0
    # Velocities have it of dampers: what they resist is their part of C q̇.
    at_once[response.damper_places] = 0.0
    whole = with_losses(np.concatenate([elastic, at_once]), on_base(response, momenta)[0])
    if not parts.held:
        return whole
    rates, pulled = response.carried
    whole[response.count :] += rates @ base_projection(parts) + pulls_on_base(parts, pulled)
    whole = with_losses(whole, pulls_on_base(parts, on_supports(response)[0]))
    return whole + response.weights([pulls_on_base(parts, _pulled(source)) for source in response.sources()])


def _pulled(displacements: Displacements) -> Array:
    """Return the arm's forces on its supports, shape (displacements, held)."""
    assert displacements.support_force is not None, "an arm on supports"
    return displacements.support_force


def _pulled_rates(response: Response) -> Array:
    """Return what velocities of coordinates have of the arm's forces on supports by its own damping, (n, held).

    At rest a mode hands on its pull λ; of what its inertia takes, λ/ω² a unit, damping takes a part. A damper's force
    hands on what it would at rest, less what modes do: as other loads, where modes left out are corrected for. A
    spring's force is as its motion, however that is damped.
    """
    coordinates = response.coordinates
    rigid = np.array([one.stiffness is None for one in coordinates.parts.held])
    rates = response.modal_damping[:, np.newaxis] * response.pulls_taken * rigid + on_supports(response)[1]
    apart = np.full(len(response.dampers), response.statics is None) | ~on_sections(response.dampers)
    if np.any(apart) and np.any(rigid):
        still = coordinates.statics(damper_loads(response.dampers, coordinates.parts).mixed(np.eye(len(apart))[apart]))
        by_modes = np.concatenate([_pulled(coordinates.rigid), _pulled(coordinates.modes)])
        resisting = response.damper_forces[apart].T
        rates -= resisting @ (_pulled(still.displacements) - still.part @ by_modes) * rigid
    return np.asarray(rates)


def _rates(response: Response) -> Array:
    parts, momenta = response.coordinates.parts, response.momenta @ base_projection(response.coordinates.parts)
    borne = pulls_on_base(parts, _pulled_rates(response)) if parts.held else 0.0
    inside = on_base(response, momenta)[1] - response.resisted(momenta)
    if not response.dampers:
        return np.asarray(borne + inside)
    outside = response.damper_forces.T @ np.array([_from_without(one, parts) for one in response.dampers])
    return np.asarray(borne + outside + inside)


def _from_without(damper: Damper | Dashpot, parts: Tree) -> Array:
    """Return what a unit of a damper's force comes to on the base, shape (components,).

    A wheel's torque, and a dashpot's force, come from without; a joint's damper acts between two bodies of the arm, or
    on the base itself.
    """
    if isinstance(damper, Dashpot):
        return np.asarray(resultant(held_loads(parts, [damper.held]), parts)[0])
    if damper.link is not None:
        return np.asarray(wheel_axis(damper, parts) @ base_projection(parts))
    return np.zeros(parts.components)
