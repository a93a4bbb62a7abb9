"""A load case as patterns of force on an arm's sections, each with its history."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.errors import Fault, InputError
from flexarm.frames import carried_back, inertia_matrix
from flexarm.load_cases import BaseAcceleration, BaseForce, Harmonic, History, Initial, JointTorque, Load, SupportMotion
from flexarm.load_cases.load import IN_THE_PLANE, Component, direction
from flexarm.section_loads import SectionLoads, inertia_loads, no_loads
from flexarm.superposition import Forcing, Waves
from flexarm.tree import Body, Tree


@dataclass(frozen=True, eq=False)
class Patterns:
    """A load case's loads, one pattern a load.

    Forces, and accelerations of the base, shape (patterns, 3), in space (patterns, 6), of a unit of every history; the
    latter are zero but for prescribed ones.
    """

    loads: SectionLoads
    base: Array
    histories: tuple[History | Harmonic, ...]

    def forcing(self, duration: float, forces: Array) -> Forcing:
        """Return the forces on coordinates over time, from those of units of the histories, (patterns, coordinates)."""
        breaks = np.unique([0.0, duration, *(t for history in self.histories for t in history.breaks(duration))])
        running = [_running(history, breaks) for history in self.histories]
        start, end = np.zeros((2, len(breaks) - 1, 0)) if not running else np.stack(running, axis=-1)
        which = [i for i, history in enumerate(self.histories) if isinstance(history, Harmonic)]
        waves = [history for history in self.histories if isinstance(history, Harmonic)]
        start, end = finite_forces(start @ forces), finite_forces(end @ forces)
        if not waves:
            return Forcing(breaks, start, end)
        states = np.stack([np.stack(wave.state(breaks[:-1]), axis=-1) for wave in waves], axis=1)
        frequency = np.array([wave.angular_frequency for wave in waves])
        return Forcing(breaks, start, end, Waves(frequency, finite_forces(states), finite_forces(forces[which])))

    def with_loads(self, loads: SectionLoads) -> "Patterns":
        """Return the same with more patterns after them, on which nothing acts but what the motion makes of them."""
        still = (History.step(0.0),) * len(loads.base)
        base = np.concatenate([self.base, np.zeros_like(loads.base)])
        return Patterns(SectionLoads.joined([self.loads, loads]), base, (*self.histories, *still))

    def values(self, times: Array, duration: float) -> Array:
        """Return the histories at times, s, (times, patterns); what jumps at the very end has not jumped yet."""
        within = np.minimum(times, np.nextafter(duration, 0.0))
        values = [history(within) for history in self.histories]
        return np.stack(values, axis=1) if values else np.zeros((len(times), 0))


def finite_forces(forces: Array) -> Array:
    """Return forces or momenta of a load case, refused where they overflow."""
    if not np.all(np.isfinite(forces)):
        wanted = "loads and an initial motion whose forces and momenta stay below 1.8e308"
        raise InputError([Fault("", wanted, "larger ones; are they in SI units?")], "load case")
    return forces


def patterns(parts: Tree, given: Sequence[Load]) -> Patterns:
    """Return the patterns of loads that fit the arm."""
    count = len(given)
    base = np.zeros((count, parts.components))
    loads = no_loads(parts, count)
    for i, load in enumerate(given):
        if isinstance(load, BaseAcceleration):
            base[i] = _along(load.component, parts)
        else:
            _add(loads, i, load, parts)
    loads += inertia_loads(parts, base)
    return Patterns(loads, base, tuple(load.history for load in given))


def _add(loads: SectionLoads, i: int, load: Load, parts: Tree) -> None:
    """Add one load's unit pattern to row i."""
    if isinstance(load, JointTorque):
        link = parts.links[load.joint - 1]
        number = parts.freedom_of(link, load.freedom)
        if load.reaction:
            loads.joints[i, load.joint - 1, number] = 1.0
        else:
            loads.roots[i, load.joint - 1] = parts.motion_of(link, number)
        return
    if isinstance(load, SupportMotion):
        named = [one.name for one in parts.held]
        loads.held[i, named.index(f"support{load.support}_{load.motion}")] = 1.0
        return
    unit = _along(load.component, parts)
    if isinstance(load, BaseForce):
        loads.base[i] = unit
    elif not isinstance(load, BaseAcceleration):
        if load.link is None:
            loads.tips[i, -1] = carried_back(unit, payload(parts).lever)
        else:
            loads.tips[i, load.link - 1] = unit


def _along(component: Component, parts: Tree) -> Array:
    """Return a load's components, shape (3,), or in space (6,)."""
    whole = np.array(direction(component))
    return whole if parts.components == len(whole) else whole[list(IN_THE_PLANE)]


def payload(parts: Tree) -> Body:
    """Return the payload of an arm that has one."""
    return next(body for body in parts.sections[-1].bodies if body.name == "payload")


def payload_momentum(parts: Tree, initial: Initial) -> tuple[Array, Array]:
    """Return the motion of a payload's centre as it is grappled, and its momentum, each of shape (3,) or (6,)."""
    body, moved = payload(parts), _along(initial.payload_motion, parts)
    return moved, np.asarray(inertia_matrix([body._replace(lever=0.0 * body.lever)]) @ moved)


def impulse(parts: Tree, initial: Initial | None) -> SectionLoads:
    """Return the momenta that the arm has at the start, as one pattern of impulses."""
    momenta = no_loads(parts, 1)
    if initial is None:
        return momenta
    if initial.joint_rates:
        moving = inertia_loads(parts, np.zeros((1, parts.components)), _joint_rates(parts, initial))
        momenta = moving.mixed(np.array([[-1.0]]))
    if initial.moves_payload:
        momenta.tips[0, -1] += carried_back(payload_momentum(parts, initial)[1], payload(parts).lever)
    return momenta


def _joint_rates(parts: Tree, initial: Initial) -> Array:
    """Return the rates of all joints' freedoms, shape (1, links, most freedoms of a joint)."""
    whole = np.zeros((1, len(parts.links), parts.joint_freedoms))
    for k, rate in enumerate(initial.joint_rates):
        given = np.atleast_1d(rate)
        whole[0, k, : len(given)] = given
    return whole


def _running(history: History | Harmonic, breaks: Array) -> Array:
    """Return what of a load runs linearly where pieces between break points start and end, shape (2, pieces)."""
    if isinstance(history, Harmonic):
        return np.zeros((2, len(breaks) - 1))
    return np.stack(history.between(breaks[:-1], breaks[1:]))


def initial_loads(parts: Tree, initial: Initial | None) -> SectionLoads:
    """Return the loads that are let go at the start, as one pattern."""
    held = () if initial is None else initial.loads
    unit = patterns(parts, held)
    return unit.loads.mixed(np.array([[load.history.initial_value for load in held]]).reshape(1, len(held)))
