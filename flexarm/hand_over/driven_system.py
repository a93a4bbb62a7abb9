"""The modes of an arm between inputs and outputs with those that its dampers and drives act through beside them.

A drive acts as an input, a force or torque on its freedom, and feels an output, that freedom's motion: one pattern is
both.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.closed_loop.control import Control
from flexarm.closed_loop.link_damping import LinkDamping, damping_mass
from flexarm.closed_loop.receptance import all_modes
from flexarm.displacements import Displacements, RigidShape
from flexarm.forced_response.controls import control_loads
from flexarm.forced_response.coordinates import Coordinates, coordinates
from flexarm.forced_response.forms import Named
from flexarm.forced_response.motion import Response
from flexarm.forced_response.outputs import Output
from flexarm.forced_response.patterns import Patterns, patterns
from flexarm.forced_response.reactions import Reaction
from flexarm.hand_over.inputs import Input
from flexarm.hand_over.modal_system import ModalSystem, modal_system
from flexarm.links import Link
from flexarm.load_cases import Harmonic, LoadCase
from flexarm.load_cases.damping import Damping
from flexarm.load_cases.history import History
from flexarm.modes import ModalModel
from flexarm.rigid_modes import rigid_modes
from flexarm.section_loads import SectionLoads, inertia_loads
from flexarm.tree import Held


def driven_system(
    backend: Backend,
    arm: Arm,
    between: tuple[Sequence[Input], Sequence[Named]],
    every: Sequence[Control],
    modes: int | None,
    correct: bool,
) -> tuple[ModalSystem, LinkDamping | None]:
    """Return an arm's modes without drives between inputs and outputs, what drives act on after these; how links damp.

    Where the base is moved, what links with mass damping then bear per unit of its velocity follows the inputs.
    `modes` None takes all that the backend has; what loads come to on the base at once is part of the correction.
    """
    alone = arm.undriven
    taken = _all_coordinates(backend, alone) if modes is None else coordinates(backend, alone, modes)
    response, showing = _response(taken, between, every, correct, 0.0, arm if arm.damped_links else None)
    system = modal_system(response, showing)
    if correct and np.any(response.patterns.loads.held):
        # What stands on a support that swings is carried with it; at the rate one the square of s is −1.
        waves = tuple(Harmonic(1.0, 1.0) for _ in response.patterns.histories)
        swung = modal_system(replace(response, patterns=replace(response.patterns, histories=waves)), showing)
        system = replace(system, swing=system.direct - swung.direct)
    return _with_dashpots(system, showing, every), response.links


def dragged(arm: Arm, base: Array) -> bool:
    """Say whether links' mass damping resists accelerations of the base among some, shape (patterns, 3 or 6)."""
    return bool(np.any(base)) and any(isinstance(link, Link) and link.mass_damping > 0.0 for link in arm.links)


def system_of(
    taken: Coordinates,
    between: tuple[Sequence[Input], Sequence[Named]],
    every: Sequence[Control],
    correct: bool,
    damping: Damping,
) -> ModalSystem:
    """Return coordinates between inputs and outputs, and what drives act on after these."""
    response, showing = _response(taken, between, every, correct, damping)
    return _with_dashpots(modal_system(response, showing), showing, every)


def _response(
    taken: Coordinates,
    between: tuple[Sequence[Input], Sequence[Named]],
    every: Sequence[Control],
    correct: bool,
    damping: Damping,
    damped: Arm | None = None,
) -> tuple[Response, list[Named]]:
    """Return coordinates under units of inputs, and of what drives exert after these; and outputs, and what they feel.

    Both are steps.
    """
    driving, showing = between
    acting, given = control_loads(taken.parts, every), patterns(taken.parts, [one.load for one in driving])
    if damped is not None and dragged(damped, given.base):
        given = given.with_loads(inertia_loads(damping_mass(damped, taken.parts), given.base))
    joined = SectionLoads.joined([given.loads, acting])
    base = np.concatenate([given.base, np.zeros((len(every), taken.parts.components))])
    histories = (*given.histories, *[History.step(1.0)] * len(every))
    statics = taken.statics(joined) if correct else None
    case = LoadCase(1.0, 2, damping=damping)
    response = Response(taken, Patterns(joined, base, histories), case, statics, damped=damped)
    duals = [acting.mixed(row[np.newaxis]) for row in np.eye(len(every))]
    felt = [Output(f"control{i}", "rad", "what a drive feels", dual) for i, dual in enumerate(duals, 1)]
    return response, [*showing, *felt]


def _with_dashpots(system: ModalSystem, showing: Sequence[Named], every: Sequence[Control]) -> ModalSystem:
    """Return a system with what supports' dashpots and drives exert as a part of the forces by which they hold it."""
    names = [one.place.name if isinstance(one.place, Held) else "" for one in every]
    held = [one.held if isinstance(one, Reaction) else "" for one in showing]
    exerted = np.array([[bool(name) and name == of for of in held] for name in names]).reshape(len(names), len(held))
    inputs = len(system.direct) - len(every)
    return replace(system, direct=system.direct + np.pad(exerted.astype(float), ((inputs, 0), (0, 0))))


def _all_coordinates(backend: Backend, arm: Arm) -> Coordinates:
    parts, rigid, model = tree(arm), rigid_modes(arm, backend.spec), all_modes(backend, arm)
    return Coordinates(backend, parts, rigid, _no_modes(rigid) if model is None else model)


def _no_modes(rigid: Displacements) -> ModalModel:
    """Return the modal model of an arm that has rigid-body modes alone."""
    pulled = None if rigid.support_force is None else rigid.support_force[:0]
    shapes = tuple(RigidShape(0, len(shape.moments())) for shape in rigid.shapes)
    own, count = (rigid.base_motion[:0], rigid.joint_motion[:0], shapes), len(rigid.base_motion)
    return ModalModel(rigid.arm, rigid.backend, *own, count, np.zeros(0), count, support_force=pulled)
