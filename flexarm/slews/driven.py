"""An arm in a manoeuvre: which coordinates are prescribed, what forces act, and how the others accelerate."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.load_cases.load import IN_THE_PLANE, BaseForce, JointTorque, Load, TipForce, direction
from flexarm.slews.borne import Motions
from flexarm.slews.chain import Chain, unit_motions
from flexarm.slews.constraints import Constraints, accelerated, constraints
from flexarm.slews.course import Course
from flexarm.slews.manoeuvre import Manoeuvre
from flexarm.slews.massless import drag, lag
from flexarm.slews.state import State
from flexarm.slews.statics import carried

# How often in the duration what is held rigidly is brought back, by a factor e: what steps err by does not add up.
_KEPT = 100.0


class Given(NamedTuple):
    """What a manoeuvre gives at times of any shape, whatever the arm does."""

    turned: tuple[tuple[Array, Array, Array], ...]  # prescribed coordinates, their rates and accelerations, one by one
    tracked: tuple[tuple[Array, Array, Array], ...]  # what drives are to follow, its rate, and torques besides, N m
    loads: tuple[Array, ...]  # how large loads are

    @property
    def frozen(self) -> "Given":
        """The same, what is prescribed kept where it is."""
        return self._replace(turned=tuple((q, 0.0 * rate, 0.0 * change) for q, rate, change in self.turned))


@dataclass(frozen=True, eq=False)
class Driven:
    """An arm's equations in a manoeuvre; `rigid` are those of the same with rigid links, for torques that are computed.

    Coordinates that are `held`, shape (n,), follow what acts on them without vibrating; None for none.
    """

    chain: Chain
    manoeuvre: Manoeuvre
    rigid: "Driven | None" = None
    held: NDArray[np.bool_] | None = None

    def joint(self, number: int, freedom: str | None = None) -> int:
        """Return which coordinate a joint's angle is, or one of its freedoms by name."""
        parts = self.chain.parts
        link = parts.links[number - 1]
        return int(self.chain.places[link.root].start) + parts.freedom_of(link, freedom)

    @cached_property
    def prescribed(self) -> dict[int, Course]:
        """Coordinates that are prescribed, with their courses."""
        return {self.joint(turn.joint): turn.course for turn in self.manoeuvre.turns}

    @cached_property
    def turned(self) -> Array:
        """How far coordinates are turned as prescribed, rad, shape (n,)."""
        whole, times = np.zeros(self.chain.size), np.append(self.manoeuvre.times, self.manoeuvre.breaks)
        for k, course in self.prescribed.items():
            whole[k] = np.max(np.abs(course(times)[0]))
        return whole

    @cached_property
    def free(self) -> NDArray[np.intp]:
        """Which coordinates are not, shape (free,)."""
        return np.setdiff1d(np.arange(self.chain.size), list(self.prescribed))

    @property
    def lagging(self) -> "Driven":
        """The same, links without mass, if there are any, with what lets them follow (`flexarm.slews.massless`)."""
        if all(curve.beam.mass_per_length > 0.0 for curve in self.chain.beams.values()):
            return self
        free = np.ix_(self.free, self.free)
        behind = lag(self.at_rest.mass[free], self.chain.stiffness[free], self.manoeuvre.accuracy)
        return replace(self, chain=replace(self.chain, lag=behind))

    @property
    def start(self) -> Array:
        """The state y at the start, shape (states,): free coordinates, their rates, a quaternion's scalar, drives."""
        rates = np.zeros(self.chain.size)
        for number, rate in enumerate(self.manoeuvre.joint_rates, 1):
            if rate:
                rates[self.joint(number)] = rate
        base, motion = self.chain.parts.sections[0].freedoms, np.array(self.manoeuvre.base_motion)
        if base is not None:
            given = motion if self.chain.spatial else motion[list(IN_THE_PLANE)]
            rates[self.chain.places[0]] = given @ unit_motions(base, len(given))
        return self.packed(self.chain.rest, rates)

    def packed(self, q: Array, rates: Array) -> Array:
        """Return y, shape (..., states), of coordinates and rates, or its derivative of theirs."""
        return np.concatenate([q[..., self.free], rates[..., self.free], q[..., self.chain.size :]], axis=-1)

    def given(self, t: Array) -> Given:
        """Return what the manoeuvre gives at times."""
        manoeuvre = self.manoeuvre
        torques = self._computed(t) if any(drive.feedforward for drive in manoeuvre.trackings) else None
        followed = []
        for drive in manoeuvre.trackings:
            besides = torques[..., drive.joint - 1] if torques is not None and drive.feedforward else np.zeros(())
            followed.append((*drive.course(t)[:2], besides))
        return Given(
            tuple(course(t) for course in self.prescribed.values()),
            tuple(followed),
            tuple(np.asarray(load.history(t)) for load in manoeuvre.loads),
        )

    def whole(self, given: Given, y: Array) -> tuple[Array, Array, Array]:
        """Return coordinates, rates and prescribed accelerations, shape (..., n), of y."""
        many, count = y.shape[:-1], len(self.free)
        rates, accelerations = np.zeros((*many, self.chain.size)), np.zeros((*many, self.chain.size))
        q = np.zeros((*many, len(self.chain.rest)))
        q[..., self.free], rates[..., self.free] = y[..., :count], y[..., count : 2 * count]
        q[..., self.chain.size :] = y[..., 2 * count :]
        for k, turned in zip(self.prescribed, given.turned, strict=True):
            q[..., k], rates[..., k], accelerations[..., k] = turned
        return q, rates, accelerations

    def force(self, given: Given, q: Array, rates: Array, state: State) -> Array:
        """Return f with drives and loads, shape (..., n)."""
        carried, borne = self._statics
        whole = state.force - carried
        if given.tracked:
            whole = whole + self.drives(given, q, rates)
        if self.held is not None:
            whole = whole - rates @ self._held_damping
        if state.supported is not None:
            whole = whole - (borne @ state.supported.rows)
        if self.chain.lag:
            inner = self.free[:, np.newaxis], self.free
            whole[..., self.free] -= drag(
                self.chain.lag, state.mass[..., *inner], self.chain.stiffness[inner], rates[..., self.free]
            )
        for load, value in zip(self.manoeuvre.loads, given.loads, strict=True):
            whole = whole + value[..., np.newaxis] * self._pattern(load, state.reference)
        return whole

    @property
    def carried(self) -> Array:
        """What springs, beams and drives carry of the weight in the posture, shape (n,)."""
        return self._statics[0]

    @property
    def borne(self) -> Array:
        """What springs and drives of supports carry in the posture, N or N m, shape (supports,)."""
        return self._statics[1]

    @cached_property
    def _statics(self) -> tuple[Array, Array]:
        return carried(self.chain, self.at_rest, list(self.prescribed))

    @cached_property
    def at_rest(self) -> State:
        """The arm in its posture."""
        return self.chain.state(self.chain.rest, np.zeros(self.chain.size))

    @cached_property
    def _held_damping(self) -> Array:
        """What damps coordinates that are held, critically where they vibrate slowest, else by more, shape (n, n)."""
        whole = np.zeros((self.chain.size, self.chain.size))
        held = np.zeros(0, np.intp) if self.held is None else np.flatnonzero(self.held[self.free])
        if len(held):
            free, own = np.ix_(self.free, self.free), np.ix_(held, held)
            yielding = np.linalg.inv(self.at_rest.mass[free])[own]
            stiffness = self.chain.stiffness[free][own]
            slowest = np.sqrt(np.min(np.linalg.eigvals(yielding @ stiffness).real))
            whole[np.ix_(self.free[held], self.free[held])] = 2.0 / slowest * stiffness
        return whole

    def drives(self, given: Given, q: Array, rates: Array) -> Array:
        """Return the drives' torques, N m, shape (..., n)."""
        whole = np.zeros_like(rates)
        for drive, (angle, rate, besides) in zip(self.manoeuvre.trackings, given.tracked, strict=True):
            k = self.joint(drive.joint)
            sprung = drive.proportional * (angle - q[..., k]) + drive.derivative * (rate - rates[..., k])
            whole[..., k] = sprung + besides
        return whole

    def _computed(self, t: Array) -> Array:
        """Return the torques in the joints that the arm with rigid links would take to follow, N m, (..., links)."""
        assert self.rigid is not None, "the same arm with rigid links"
        chain, links = self.rigid.chain, self.rigid.chain.parts.links
        rates, accelerations = (np.zeros((*np.shape(t), chain.size)) for _ in range(2))
        q = np.zeros((*np.shape(t), len(chain.rest))) + chain.rest
        for part in self.manoeuvre.turned:
            k = chain.places[links[part.joint - 1].root].start
            q[..., k], rates[..., k], accelerations[..., k] = part.course(t)
        state = chain.state(q, rates)
        taken = state.taken(accelerations) - self.rigid.force(Given((), (), ()), q, rates, state)
        places = [chain.places[link.root] for link in links]
        return np.stack([taken[..., own].sum(axis=-1) for own in places], axis=-1)

    def _pattern(self, load: Load, state: State) -> Array:
        """Return what a unit of a load does on the coordinates, shape (..., n)."""
        links, parts = self.chain.parts.links, self.chain.parts
        if isinstance(load, JointTorque):
            own, link = np.zeros(self.chain.size), links[load.joint - 1]
            own[self.joint(load.joint, load.freedom)] = 1.0
            unit = parts.motion_of(link, parts.freedom_of(link, load.freedom))
            return own if load.reaction else state.sections[link.root].pushed(unit, following=True)
        assert isinstance(load, BaseForce | TipForce), "a load that the manoeuvre's fit lets pass"
        if isinstance(load, BaseForce):
            at = state.sections[0]
        elif load.link is None:
            at = next(one.at for one in state.inertias if one.name == "payload")
        else:
            at = state.sections[links[load.link - 1].tip]
        push = np.array(direction(load.component))
        return at.pushed(push if self.chain.spatial else push[list(IN_THE_PLANE)])

    def accelerations(self, given: Given, q: Array, rates: Array, prescribed: Array, state: State) -> Array:
        """Return all coordinates' accelerations, shape (..., n), those that are prescribed given."""
        free, whole, mass = self.free, prescribed.copy(), state.mass
        force = self.force(given, q, rates, state)
        for k in self.prescribed:
            force = force - mass[..., k] * whole[..., k, np.newaxis]
        inner = mass[..., free[:, np.newaxis], free] if self.prescribed else mass
        held = self.constrained(rates, state)
        if held is None or self.constraints is None:
            whole[..., free] = accelerated(inner, force[..., free])
        else:
            wanted = -held.bias - (held.rows @ whole[..., np.newaxis])[..., 0]
            whole[..., free] = self.constraints.accelerated(inner, force[..., free], held.rows[..., free], wanted)
        return whole

    @cached_property
    def constraints(self) -> Constraints | None:
        """What supports hold rigidly; None where that is nothing."""
        supports, moved = self.chain.supports, self.at_rest.supported
        if supports is None or moved is None or not len(supports.rigid):
            return None
        return constraints(self.at_rest.mass, moved, supports, self.free, _KEPT / self.manoeuvre.duration)

    def constrained(self, rates: Array, state: State) -> Motions | None:
        """Return what is held rigidly, its bias with what keeps it so; None where nothing is."""
        if self.constraints is None or state.supported is None:
            return None
        return self.constraints.motions(state.supported, rates)

    def reactions(self, state: State, left: Array) -> Array:
        """Return the forces of supports that hold rigidly, shape (..., rigid), from M q̈ − f without them, (..., n).

        They are in units of the constraints.
        """
        own, free = self.constraints, self.free
        if own is None or state.supported is None:
            return np.zeros((*left.shape[:-1], 0))
        rows = own.rows(state.supported)[..., free]
        return own.forces(state.mass[..., free[:, np.newaxis], free], rows, left[..., free])

    def pulled(self, state: State, left: Array) -> Array:
        """Return what these forces are on the coordinates, shape (..., n)."""
        if self.constraints is None or state.supported is None:
            return np.zeros_like(left)
        forces = self.reactions(state, left)[..., np.newaxis, :]
        return np.asarray((forces @ self.constraints.rows(state.supported))[..., 0, :])

    def rates(self, t: Array) -> Callable[[Array], Array]:
        """Return the derivative of y by time at some times, as a function of y there, shape (..., states)."""
        given = self.given(t)

        def derivative(y: Array) -> Array:
            q, rates, prescribed = self.whole(given, y)
            state = self.chain.state(q, rates)
            accelerations = self.accelerations(given, q, rates, prescribed, state)
            return self.packed(self.chain.changes(q, rates, state.supported), accelerations)

        return derivative


def torques(driven: Driven, given: Given, q: Array, rates: Array, state: State, left: Array) -> Array:
    """Return the torques that prescribed coordinates take and drives give, N m, from M q̈ − f, shape (..., n) both."""
    taken = left - driven.pulled(state, left)
    whole = driven.drives(given, q, rates)
    for k in driven.prescribed:
        whole[..., k] = taken[..., k]
    return whole
