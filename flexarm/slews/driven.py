"""An arm in a manoeuvre: which coordinates are prescribed, what forces act, and how the others accelerate."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.load_cases.load import IN_THE_PLANE, BaseForce, JointTorque, Load, TipForce, direction
from flexarm.slews.borne import Motions, accelerated
from flexarm.slews.chain import Chain
from flexarm.slews.course import Course
from flexarm.slews.manoeuvre import Manoeuvre
from flexarm.slews.massless import drag, lag
from flexarm.slews.state import State

# How often in the duration what is held rigidly is brought back, by a factor e: what steps err by does not add up.
_KEPT = 100.0
# Beyond this condition supports depend on one another; below this part a motion is round-off.
_DEPENDENT, _MOVED = 1e10, 1e-9


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
    """An arm's equations in a manoeuvre; `rigid` is the same arm with rigid links, for torques that are computed.

    Coordinates that are `held`, shape (n,), follow what acts on them without vibrating; None for none.
    """

    chain: Chain
    manoeuvre: Manoeuvre
    rigid: Chain
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

    @property
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
        behind = lag(self._at_rest.mass[free], self.chain.stiffness[free], self.manoeuvre.accuracy)
        return replace(self, chain=replace(self.chain, lag=behind))

    @property
    def start(self) -> Array:
        """The state y at the start, shape (states,): free coordinates, their rates, a quaternion's scalar, drives."""
        rates = np.zeros(self.chain.size)
        for number, rate in enumerate(self.manoeuvre.joint_rates, 1):
            if rate:
                rates[self.joint(number)] = rate
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
    def borne(self) -> Array:
        """What springs and drives of supports carry in the posture, N or N m, shape (supports,)."""
        return self._statics[1]

    @cached_property
    def _statics(self) -> tuple[Array, Array]:
        """What springs and beams, and springs of supports, carry of the weight in the posture, (n,) and (supports,).

        That is one of equilibrium: they share the weight as they yield to it.
        """
        chain, supports, moved = self.chain, self.chain.supports, self._at_rest.supported
        weight = np.asarray(self._at_rest.force)
        if supports is None or moved is None:
            return np.where(chain.elastic, weight, 0.0), np.zeros(0)
        whole = chain.stiffness + moved.rows.T @ (supports.stiffness[:, np.newaxis] * moved.rows)
        # What drives hold, or turn, does not yield; what nothing holds by a spring does as it likes.
        still = np.concatenate([supports.rigid, chain.bearing])
        held = chain.elastic & (np.diag(chain.stiffness) == 0.0)
        held[list(self.prescribed)] = True
        free = np.flatnonzero(~held)
        sizes = np.diag(whole)[free]
        units = 1.0 / np.sqrt(np.where(sizes > 0.0, sizes, np.max(sizes, initial=0.0) or 1.0))
        rigid = moved.rows[np.ix_(still, free)] * units
        scaled = units[:, np.newaxis] * whole[np.ix_(free, free)] * units
        border = np.zeros((len(rigid), len(rigid)))
        bordered = np.block([[scaled, rigid.T], [rigid, border]])
        yielded = np.zeros(chain.size)
        wanted = np.append(units * weight[free], np.zeros(len(rigid)))
        found = np.linalg.lstsq(bordered, wanted)[0]
        yielded[free] = units * found[: len(free)]
        borne = supports.stiffness * (moved.rows @ yielded)
        borne[chain.bearing] += found[len(free) + len(supports.rigid) :]
        own = chain.stiffness @ yielded
        return np.where(held & chain.elastic, weight - borne @ moved.rows, own), borne

    @cached_property
    def _at_rest(self) -> State:
        """The arm in its posture."""
        return self.chain.state(self.chain.rest, np.zeros(self.chain.size))

    @cached_property
    def _held_damping(self) -> Array:
        """What damps coordinates that are held, critically where they vibrate slowest, else by more, shape (n, n)."""
        whole = np.zeros((self.chain.size, self.chain.size))
        held = np.zeros(0, np.intp) if self.held is None else np.flatnonzero(self.held[self.free])
        if len(held):
            free, own = np.ix_(self.free, self.free), np.ix_(held, held)
            yielding = np.linalg.inv(self._at_rest.mass[free])[own]
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
        chain, links = self.rigid, self.rigid.parts.links
        rates, accelerations = (np.zeros((*np.shape(t), chain.size)) for _ in range(2))
        q = np.zeros((*np.shape(t), len(chain.rest))) + chain.rest
        for part in self.manoeuvre.turned:
            k = chain.places[links[part.joint - 1].root].start
            q[..., k], rates[..., k], accelerations[..., k] = part.course(t)
        state = chain.state(q, rates)
        taken = state.taken(accelerations) - state.force
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
        held = self.constraints(rates, state)
        wanted = None if held is None else -held.bias - (held.rows @ whole[..., np.newaxis])[..., 0]
        rows = None if held is None else held.rows[..., free]
        whole[..., free] = accelerated(inner, force[..., free], rows, wanted)
        return whole

    def require_consistent(self) -> None:
        """Refuse supports that hold rigidly what cannot move, and a start at which what they hold moves."""
        rates = self.start[len(self.free) : 2 * len(self.free)]
        held, free = self.constraints(np.zeros(self.chain.size), self._at_rest), self.free
        if held is None:
            return
        title, rows = self.manoeuvre.title, held.rows[:, free]
        yielding = rows @ np.linalg.solve(self._at_rest.mass[np.ix_(free, free)], rows.T)
        sizes = np.sqrt(np.diag(yielding))
        moved = np.max(np.abs(rows), axis=1)
        still = np.any(moved < _MOVED * max(1.0, float(moved.max())))
        if still or np.linalg.cond(yielding / np.outer(sizes, sizes)) > _DEPENDENT:
            raise QuestionError(
                f"{title}: supports hold rigidly what links that keep their length, joints that are turned, or other "
                "supports hold already in the posture, and in large motion it is not known what each bears; leave such "
                "motions out, or give these supports a stiffness, or links an axial_rigidity"
            )
        if np.any(np.abs(rows @ rates) > _MOVED * (np.abs(rows) @ np.abs(rates))):
            raise QuestionError(f"{title}: joint_rates move what supports hold rigidly; leave them out, or fit them")

    def constraints(self, rates: Array, state: State) -> Motions | None:
        """Return what is held rigidly, its bias with what keeps it so; None where nothing is."""
        supports, moved = self.chain.supports, state.supported
        if supports is None or moved is None or not len(supports.rigid):
            return None
        amounts, rows, bias = moved.amounts[..., supports.rigid], moved.rows[..., supports.rigid, :], moved.bias
        moving, kept = (rows @ rates[..., np.newaxis])[..., 0], _KEPT / self.manoeuvre.duration
        return Motions(amounts, rows, bias[..., supports.rigid] + 2.0 * kept * moving + kept**2 * amounts)

    def reactions(self, state: State, left: Array) -> Array:
        """Return the forces of supports that hold rigidly, shape (..., rigid), from M q̈ − f without them, (..., n)."""
        supports, moved = self.chain.supports, state.supported
        if supports is None or moved is None or not len(supports.rigid):
            return np.zeros((*left.shape[:-1], 0))
        rows = moved.rows[..., supports.rigid[:, np.newaxis], self.free]
        return np.asarray((np.linalg.pinv(np.swapaxes(rows, -1, -2)) @ left[..., self.free, np.newaxis])[..., 0])

    def pulled(self, state: State, left: Array) -> Array:
        """Return what these forces are on the coordinates, shape (..., n)."""
        supports, moved = self.chain.supports, state.supported
        if supports is None or moved is None or not len(supports.rigid):
            return np.zeros_like(left)
        forces = self.reactions(state, left)[..., np.newaxis, :]
        return np.asarray((forces @ moved.rows[..., supports.rigid, :])[..., 0, :])

    def rates(self, t: Array) -> Callable[[Array], Array]:
        """Return the derivative of y by time at some times, as a function of y there, shape (..., states)."""
        given = self.given(t)

        def derivative(y: Array) -> Array:
            q, rates, prescribed = self.whole(given, y)
            state = self.chain.state(q, rates)
            accelerations = self.accelerations(given, q, rates, prescribed, state)
            return self.packed(self.chain.changes(q, rates, state.supported), accelerations)

        return derivative


def torques(driven: Driven, given: Given, q: Array, rates: Array, state: State, accelerations: Array) -> Array:
    """Return the torques that prescribed coordinates take and drives give, N m, shape (..., n)."""
    taken = state.taken(accelerations) - driven.force(given, q, rates, state)
    taken = taken - driven.pulled(state, taken)
    whole = driven.drives(given, q, rates)
    for k in driven.prescribed:
        whole[..., k] = taken[..., k]
    return whole
