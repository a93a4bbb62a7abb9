"""An arm of textbook beam elements, worked out here from drawings alone: nothing of flexarm but its description.

Coordinates are the base's motion, joints' relative rotations, and slope and deflection of every link's nodes relative
to its root. Every place of the arm is rows (x, y, rotation) in these; mass and loads are sums over places.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import radians, sin

import numpy as np
from scipy.integrate import solve_ivp

from flexarm.arm import Arm
from flexarm.links import Link
from flexarm.load_cases import BaseAcceleration, BaseForce, Harmonic, JointTorque, Rayleigh, TipForce

COMPONENTS = ("x", "y", "rotation")


def hermite(s: float, length: float) -> np.ndarray:
    """Cubic shape functions of an element at s from 0 to 1: deflection and slope left, deflection and slope right."""
    left, right = 1 - 3 * s**2 + 2 * s**3, 3 * s**2 - 2 * s**3
    return np.array([left, length * (s - 2 * s**2 + s**3), right, length * (s**3 - s**2)])


def bending(length: float, rigidity: float) -> np.ndarray:
    """The stiffness matrix of a beam element (Przemieniecki, Theory of Matrix Structural Analysis, 5.6)."""
    rows = [[12, 6, -12, 6], [6, 4, -6, 2], [-12, -6, 12, -6], [6, 2, -6, 4]]
    units = np.diag([1.0, length, 1.0, length])
    return rigidity / length**3 * units @ np.array(rows) @ units


@dataclass
class Place:
    """A place of the arm: where it lies from the base's centre, m, and its motion in the coordinates, (3, n)."""

    at: np.ndarray
    rows: np.ndarray

    def beyond(self, lever: np.ndarray) -> "Place":
        """The place a rigid lever away."""
        moved = self.rows.copy()
        moved[0] -= lever[1] * self.rows[2]
        moved[1] += lever[0] * self.rows[2]
        return Place(self.at + lever, moved)


class Elements:
    """An arm's elements, so many a link: mass and stiffness matrices, and the places that loads act on."""

    def __init__(self, arm: Arm, size: int) -> None:
        self.arm, self.size = arm, size
        self.base = {"fixed": 0, "guided": 1, "free": 3}[arm.base.kind]
        turning = [link.joint.turns for link in arm.links]
        starts = np.cumsum([self.base, *(turns + 2 * size for turns in turning)])
        self.count = int(starts[-1])
        self.unit = np.eye(self.count)
        self.joints = [self.unit[k] if turns else 0 * self.unit[0] for k, turns in zip(starts, turning, strict=False)]
        self.nodes = [start + turns for start, turns in zip(starts, turning, strict=False)]
        self.masses: list[tuple[float, float, Place]] = []  # mass, inertia, place
        self.stiffness = np.zeros((self.count, self.count))
        self.centre = Place(np.zeros(2), self._base_rows())
        self.roots, self.tips = [], []
        self._build()
        self.mass = sum(self._inertia(*lump) for lump in self.masses)
        for link, row in zip(arm.links, self.joints, strict=True):
            self.mass = self.mass + link.joint.gear_inertia * np.outer(row, row)

    def _base_rows(self) -> np.ndarray:
        if self.arm.base.kind == "free":
            return self.unit[:3]
        rows = np.zeros((3, self.count))
        if self.arm.base.kind == "guided":
            rows[:2] = np.outer(np.array(self.arm.base.direction) / np.hypot(*self.arm.base.direction), self.unit[0])
        return rows

    def _build(self) -> None:
        base, angle = self.arm.base, 0.0
        self.masses.append((base.mass, base.inertia, self.centre))
        at = self.centre.beyond(np.array(base.offset))
        for k, link in enumerate(self.arm.links):
            assert isinstance(link, Link)
            angle += np.radians(link.angle)
            axis, left = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
            root = Place(at.at, at.rows + np.outer([0.0, 0.0, 1.0], self.joints[k]))
            self.masses.append((0.0, link.joint.hub_inertia, root))
            self.stiffness += link.joint.stiffness * np.outer(self.joints[k], self.joints[k])
            at = self._link(k, root, axis, left)
            self.roots.append(root)
            self.tips.append(at)
            for body in (link.tip, self.arm.payload if k == len(self.arm.links) - 1 else None):
                if body is not None:
                    self.payload = at.beyond(body.centre[0] * axis + body.centre[1] * left)
                    self.masses.append((body.mass, body.inertia, self.payload))

    def _link(self, k: int, root: Place, axis: np.ndarray, left: np.ndarray) -> Place:
        """Add a link's elements, and return its tip."""
        link, length = self.arm.links[k], self.arm.links[k].length / self.size
        nothing = np.zeros(self.count)
        node = [[nothing, nothing]]  # deflection and slope of the root and of every node
        node += [[self.unit[self.nodes[k] + 2 * i + 1], self.unit[self.nodes[k] + 2 * i]] for i in range(self.size)]
        points, weights = np.polynomial.legendre.leggauss(6)
        for i, (begin, end) in enumerate(pairwise(node)):
            rows = np.array([*begin, *end])
            self.stiffness += rows.T @ bending(length, link.flexural_rigidity) @ rows
            for point, weight in zip(points, weights, strict=True):
                s = 0.5 * (1.0 + point)
                place = root.beyond((i + s) * length * axis)
                place.rows[:2] += np.outer(left, hermite(s, length) @ rows)
                self.masses.append((0.5 * weight * length * link.mass_per_length, 0.0, place))
        tip = root.beyond(link.length * axis)
        tip.rows[:2] += np.outer(left, node[-1][0])
        tip.rows[2] += node[-1][1]
        return tip

    def _inertia(self, mass: float, inertia: float, place: Place) -> np.ndarray:
        x, y, turn = place.rows
        return mass * (np.outer(x, x) + np.outer(y, y)) + inertia * np.outer(turn, turn)

    @property
    def momenta(self) -> np.ndarray:
        """Momentum along x, along y and about the base's centre, by the coordinates' rates, (3, n)."""
        return sum(
            carried(place.at).T @ np.diag([mass, mass, inertia]) @ place.rows for mass, inertia, place in self.masses
        )

    def force(self, load) -> tuple[np.ndarray, np.ndarray]:
        """A unit of a load on the coordinates, (n,), and on a rigid base that carries the arm, (3,)."""
        if isinstance(load, JointTorque):
            if load.reaction:
                return self.joints[load.joint - 1], np.zeros(3)
            return self.roots[load.joint - 1].rows[2], np.array([0.0, 0.0, 1.0])
        unit = np.array([float(load.component == name) for name in COMPONENTS])
        if isinstance(load, BaseAcceleration):
            pushed = -sum(
                carried(place.at).T @ np.diag([mass, mass, inertia]) @ carried(place.at)
                for mass, inertia, place in self.masses[1:]
            )
            return -self.momenta.T @ unit, pushed @ unit
        place = self.centre
        if isinstance(load, TipForce):
            place = self.payload if load.link is None else self.tips[load.link - 1]
        assert isinstance(load, BaseForce | TipForce)
        return place.rows.T @ unit, carried(place.at).T @ unit

    def impulse(self, initial) -> np.ndarray:
        """Momenta at the start, (n,)."""
        found = np.zeros(self.count)
        if initial is None:
            return found
        if initial.moves_payload:
            mass, inertia = self.arm.payload.mass, self.arm.payload.inertia
            speeds = np.array([*initial.payload_velocity, initial.payload_rate])
            found += self.payload.rows.T @ (np.array([mass, mass, inertia]) * speeds)
        if initial.joint_rates:
            # The undeformed arm turns: coordinates are joints' rates, all else rests.
            found += self.mass @ (np.array(self.joints).T @ np.array(initial.joint_rates))
        return found

    def bent(self, initial) -> np.ndarray:
        """The coordinates at rest under the loads that are let go at the start, (n,)."""
        held = () if initial is None else initial.loads
        forces = [self.force(load)[0] * load.history.initial_value for load in held]
        return np.linalg.solve(self.stiffness, sum(forces)) if forces else np.zeros(self.count)

    def turning(self, damper) -> np.ndarray:
        """The rotation that a damper resists; a wheel at a link's tip resists the tip's own."""
        assert damper.station in (None, 1.0)
        return self.joints[damper.joint - 1] if damper.joint else self.tips[damper.link - 1].rows[2]

    def wheel_axis(self, damper) -> np.ndarray:
        """A unit rotation about the axis of a wheel, (3,)."""
        return np.array([0.0, 0.0, 1.0])


def carried(place: np.ndarray) -> np.ndarray:
    """Motion of a place that the base carries rigidly, by the base's motion, (3, 3)."""
    return np.array([[1.0, 0.0, -place[1]], [0.0, 1.0, place[0]], [0.0, 0.0, 1.0]])


def levels(loads, start, end):
    """The levels of loads at a time between two neighbouring break points, which they run straight or swing between."""
    ends = [[load.history(np.array([t]))[0] for load in loads] for t in (start, np.nextafter(end, 0.0))]
    begun, gained = np.array(ends[0]), np.subtract(*reversed(ends)) / (end - start)
    waves = [(k, load.history) for k, load in enumerate(loads) if isinstance(load.history, Harmonic)]
    swinging = [(k, wave) for k, wave in waves if wave.start <= start and (wave.end is None or end <= wave.end)]

    def at(t):
        found = begun + (t - start) * gained
        for k, wave in swinging:
            found[k] = wave.amplitude * sin(wave.angular_frequency * (t - wave.start) + radians(wave.phase))
        return found

    return at


def by_integration(model, given):
    """Coordinates of an element model and its base's reactions by an integrator: M q̈ + D q̇ + K q = f."""
    forces, resultants = map(np.array, zip(*map(model.force, given.loads), strict=True)) if given.loads else ([], [])
    components = len(model.centre.rows)
    rows = [model.turning(damper) for damper in given.dampers]
    damping = sum((d.coefficient * np.outer(row, row) for d, row in zip(given.dampers, rows, strict=True)), 0.0)
    damping = np.zeros_like(model.mass) + damping
    if isinstance(given.damping, Rayleigh):
        damping += given.damping.mass * model.mass + given.damping.stiffness * model.stiffness
    inverse, momenta = np.linalg.inv(model.mass), model.momenta
    sprung, damped = inverse @ model.stiffness, inverse @ damping
    driven = np.reshape(forces, (-1, model.count)) @ inverse.T
    outside = np.reshape(resultants, (-1, components))

    def reaction(levels, q, v):
        # What the momentum gains comes from the base, from the loads and from wheels, which turn against themselves.
        wheels = [(d, -d.coefficient * row @ v) for d, row in zip(given.dampers, rows, strict=True) if d.link]
        turned = sum((torque * model.wheel_axis(d) for d, torque in wheels), np.zeros(components))
        return momenta @ (levels @ driven - sprung @ q - damped @ v) - levels @ outside - turned

    times, at = given.times, 0.0
    state = np.concatenate([model.bent(given.initial), inverse @ model.impulse(given.initial)])
    breaks = sorted({t for load in given.loads for t in load.history.breaks(given.duration)})
    sampled, reactions = np.zeros((len(times), model.count)), np.zeros((len(times), components))
    for end in [*breaks, given.duration]:
        # At a break point the load is that of the piece that begins there.
        inside = (times >= at) & ((times < end) | (end == given.duration))
        wanted = np.unique(np.concatenate([times[inside], [end]]))
        pushed = levels(given.loads, at, end)

        def rate(t, state, pushed=pushed, n=model.count):
            q, v = state[:n], state[n:]
            return np.concatenate([v, pushed(t) @ driven - sprung @ q - damped @ v])

        piece = solve_ivp(rate, (at, end), state, "DOP853", wanted, rtol=1e-11, atol=1e-13)
        for i in np.flatnonzero(inside):
            q, v = np.split(piece.y[:, np.searchsorted(wanted, times[i])], 2)
            sampled[i], reactions[i] = q, reaction(pushed(times[i]), q, v)
        state, at = piece.y[:, -1], end
    return sampled, reactions
