"""A load case as patterns of force on an arm's sections, each with its history."""

from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.load_cases import BaseAcceleration, BaseForce, History, Initial, JointTorque, Load, LoadCase
from flexarm.load_cases.load import COMPONENTS
from flexarm.section_loads import SectionLoads, at_section, inertia_loads
from flexarm.superposition import Forcing
from flexarm.tree import Body, Tree


@dataclass(frozen=True, eq=False)
class Patterns:
    """A load case's loads, one pattern a load.

    Parameters
    ----------
    loads
        Forces of a unit of every history.
    base
        Acceleration of the base for a unit of every history, shape (patterns, 3); zero but for prescribed ones.
    histories
        How each goes over time.
    """

    loads: SectionLoads
    base: Array
    histories: tuple[History, ...]


def patterns(parts: Tree, case: LoadCase) -> Patterns:
    """Return the patterns of a load case that fits the arm."""
    count, links = len(case.loads), len(parts.links)
    base = np.zeros((count, 3))
    loads = SectionLoads.none(count, links)
    for i, load in enumerate(case.loads):
        if isinstance(load, BaseAcceleration):
            base[i, COMPONENTS.index(load.component)] = 1.0
        else:
            _add(loads, i, load, parts)
    loads += inertia_loads(parts, base, np.zeros((count, links)))
    return Patterns(loads, base, tuple(load.history for load in case.loads))


def _add(loads: SectionLoads, i: int, load: Load, parts: Tree) -> None:
    """Add one load's unit pattern to row i."""
    if isinstance(load, JointTorque):
        if load.reaction:
            loads.joints[i, load.joint - 1] = 1.0
        else:
            loads.roots[i, load.joint - 1, 2] = 1.0
        return
    component = COMPONENTS.index(load.component)
    if isinstance(load, BaseForce):
        loads.base[i, component] = 1.0
    elif not isinstance(load, BaseAcceleration):
        unit = np.eye(3)[component : component + 1]
        last = len(parts.links) - 1
        if load.link is None:
            loads.tips[i, last] = at_section(unit[:, :2], unit[:, 2], payload_lever(parts))[0]
        else:
            loads.tips[i, load.link - 1] = unit[0]


def payload_lever(parts: Tree) -> Array:
    """Return the payload's centre of mass from the last link's tip, m, base's axes, shape (2,)."""
    return _payload(parts).lever


def _payload(parts: Tree) -> Body:
    return next(body for body in parts.sections[-1].bodies if body.name == "payload")


def impulse(parts: Tree, initial: Initial | None) -> SectionLoads:
    """Return the momenta that the arm has at the start, as one pattern of impulses."""
    links = len(parts.links)
    found = SectionLoads.none(1, links)
    if initial is None:
        return found
    if initial.joint_rates:
        moving = inertia_loads(parts, np.zeros((1, 3)), np.array([initial.joint_rates]))
        found = moving.mixed(np.array([[-1.0]]))
    if initial.moves_payload:
        payload = _payload(parts)
        momentum = payload.mass * np.array([initial.payload_velocity])
        spin = payload.inertia * np.array([initial.payload_rate])
        found.tips[:, -1] += at_section(momentum, spin, payload.lever)
    return found


def values_over_time(histories: tuple[History, ...], duration: float) -> tuple[Array, Array, Array]:
    """Return common break points, and every history's values at the start and the end of the pieces between them.

    Returns
    -------
    breaks : ndarray, shape (pieces + 1,)
    start, end : ndarray, shape (pieces, histories)
    """
    pieces = [history.pieces(duration) for history in histories]
    breaks = np.unique(np.concatenate([[0.0, duration], *(piece[0] for piece in pieces)]))
    start = np.zeros((len(breaks) - 1, len(pieces)))
    end = np.zeros_like(start)
    for i, (own, first, last) in enumerate(pieces):
        k = np.clip(np.searchsorted(own, breaks[:-1], side="right") - 1, 0, len(first) - 1)
        width = own[k + 1] - own[k]
        slope = (last[k] - first[k]) / width
        start[:, i] = first[k] + slope * (breaks[:-1] - own[k])
        end[:, i] = first[k] + slope * (breaks[1:] - own[k])
    return breaks, start, end


def forcing(histories: tuple[History, ...], duration: float, forces: Array) -> Forcing:
    """Return the forces on coordinates over time.

    Parameters
    ----------
    histories
        The histories.
    duration
        Length of time, s.
    forces
        Force of a unit of every history on every coordinate, shape (histories, coordinates).
    """
    breaks, start, end = values_over_time(histories, duration)
    return Forcing(breaks, start @ forces, end @ forces)
