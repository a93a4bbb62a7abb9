"""An arm in space of textbook frame elements in absolute coordinates, 12 × 12 each: its description apart, no flexarm.

Coordinates are the base's motion, joints' relative rotations, and three translations and three rotations of every node
of a beam but its root. J. S. Przemieniecki (1968), Theory of Matrix Structural Analysis, 5.6 and 11.3.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.linalg import block_diag, eigh
from scipy.spatial.transform import Rotation

from flexarm.arm import Arm
from flexarm.links import Link
from flexarm.load_cases import BaseAcceleration, JointTorque, TipForce
from flexarm.parts import Body, Joint

from .spatial import tensor, vector

# What a body, or a base, adds to the mass matrix of its node, from its own axes as rows.
Nodal = Callable[[Body, np.ndarray], np.ndarray]


def skew(lever: np.ndarray) -> np.ndarray:
    """The matrix whose product with a vector is the lever's cross product with it."""
    x, y, z = lever
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def beyond(lever: np.ndarray) -> np.ndarray:
    """What a rigid lever makes of a node's motion."""
    return np.block([[np.eye(3), -skew(lever)], [np.zeros((3, 3)), np.eye(3)]])


def nodal_mass(body: Body, axes: np.ndarray) -> np.ndarray:
    """The mass matrix of a body by the motion of the node that it is fixed to, in the base's axes."""
    carry = beyond(axes.T @ vector(body.offset))
    own = block_diag(body.mass * np.eye(3), axes.T @ tensor(body.inertia) @ axes)
    return carry.T @ own @ carry


def bending(length: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Stiffness by EI, mass by mass per length and by rotary inertia, of deflection and slope at both ends."""
    l = length
    stiffness = [[12, 6 * l, -12, 6 * l], [6 * l, 4 * l**2, -6 * l, 2 * l**2]]
    stiffness += [[-12, -6 * l, 12, -6 * l], [6 * l, 2 * l**2, -6 * l, 4 * l**2]]
    mass = [[156, 22 * l, 54, -13 * l], [22 * l, 4 * l**2, 13 * l, -3 * l**2]]
    mass += [[54, 13 * l, 156, -22 * l], [-13 * l, -3 * l**2, -22 * l, 4 * l**2]]
    rotary = [[36, 3 * l, -36, 3 * l], [3 * l, 4 * l**2, -3 * l, -(l**2)]]
    rotary += [[-36, -3 * l, 36, -3 * l], [3 * l, -(l**2), -3 * l, 4 * l**2]]
    return np.array(stiffness) / l**3, np.array(mass) * l / 420, np.array(rotary) / (30 * l)


def element(link: Link, length: float) -> tuple[np.ndarray, np.ndarray]:
    """Stiffness and mass of an element in the link's axes: both bendings, stretch and torsion, under an axial force.

    The force's geometric stiffness is N ∫ w′² dx in both planes, and of the twist N I_p / A ∫ ϑ′² dx.
    """
    stiffness, mass = np.zeros((12, 12)), np.zeros((12, 12))
    rod, consistent = np.array([[1, -1], [-1, 1]]) / length, np.array([[2, 1], [1, 2]]) * length / 6
    stiffness[np.ix_([0, 6], [0, 6])] = link.axial_rigidity * rod
    wagner = link.axial_force * link.polar_inertia_per_length / link.mass_per_length
    stiffness[np.ix_([3, 9], [3, 9])] = (link.torsional_rigidity + wagner) * rod
    mass[np.ix_([0, 6], [0, 6])] = link.mass_per_length * consistent
    mass[np.ix_([3, 9], [3, 9])] = link.polar_inertia_per_length * consistent
    given = (link.flexural_rigidity, link.rotary_inertia_per_length)
    about_y, about_z = zip(*(value if isinstance(value, tuple) else (value, value) for value in given), strict=True)
    # Upwards, the slope is minus the rotation about y.
    for places, sign, (rigidity, inertia) in (([1, 5, 7, 11], 1, about_z), ([2, 4, 8, 10], -1, about_y)):
        signs = np.diag([1, sign, 1, sign])
        bent, moved, rotated = (signs @ one @ signs for one in bending(length))
        stiffness[np.ix_(places, places)] += rigidity * bent + link.axial_force * rotated
        mass[np.ix_(places, places)] += link.mass_per_length * moved + inertia * rotated
    return stiffness, mass


def freedoms(joint: Joint, about: np.ndarray, axes: np.ndarray) -> Iterator[tuple[np.ndarray, float, float]]:
    """What each freedom of a joint does, about its axis or in the axes of the link beyond, with stiffness and gear."""
    if joint.state in ("locked", "unlocked"):
        yield about, joint.stiffness, joint.gear_inertia
    for part, along in (("along", True), ("about", False)):
        for name, axis in zip("xyz", axes, strict=True):
            freedom = getattr(joint, f"{part}_{name}")
            if freedom is not None:
                way = np.concatenate([axis * along, axis * (not along)])
                yield way, freedom.stiffness, freedom.gear_inertia


@dataclass
class Place:
    """A place of the arm: where it lies from the base's centre, m, and its motion in the coordinates, (6, n)."""

    at: np.ndarray
    rows: np.ndarray

    def beyond(self, lever: np.ndarray) -> "Place":
        """The place a rigid lever away."""
        return Place(self.at + lever, beyond(lever) @ self.rows)


class Frame:
    """Stiffness and mass matrices, as they are added up from base to payload, and the places that loads act on.

    They are added up as if the base were free, its motion the first six coordinates; `held` is what its kind leaves.
    """

    def __init__(self, arm: Arm, elements: int, nodal: Nodal = nodal_mass) -> None:
        flexible = sum(isinstance(link, Link) for link in arm.links)
        turning = sum(len(link.joint.motions) for link in arm.links)
        self.arm, self.size = arm, 6 + turning + 6 * elements * flexible
        self.whole_stiffness, self.whole_mass = np.zeros((self.size, self.size)), np.zeros((self.size, self.size))
        self.used, self.elements, self.nodal = 0, elements, nodal
        # What a motion of the base makes of the coordinates where it carries the undeformed arm.
        self.carried = np.zeros((self.size, 6))
        self.nodes: list[tuple[slice, np.ndarray]] = []
        self.joints: list[np.ndarray] = []
        self.roots: list[Place] = []
        self.tips: list[Place] = []
        self.axes: list[np.ndarray] = []
        self._build()
        held = self._held()
        self.mass, self.stiffness = (held.T @ one @ held for one in (self.whole_mass, self.whole_stiffness))
        self.momenta = self.carried.T @ self.whole_mass @ held
        for place in (self.centre, self.payload, *self.roots, *self.tips):
            place.rows = place.rows @ held
        self.joints = [row @ held for row in self.joints]
        self.count, self.held = held.shape[1], held

    def _build(self) -> None:
        base = self.arm.base
        self.centre = Place(np.zeros(3), self._new(6, np.zeros(3)))
        if base.kind != "fixed":
            own = self.nodal(Body(base.mass, base.inertia, 0.0), np.eye(3))
            self._add(self.whole_mass, own, self.centre.rows)
        at, axes = self.centre.beyond(vector(base.offset)), np.eye(3)
        for number, link in enumerate(self.arm.links, 1):
            axis = np.array(link.joint.direction) / np.linalg.norm(link.joint.direction)
            about = np.concatenate([np.zeros(3), axes.T @ axis])
            axes = Rotation.from_rotvec(axis * np.radians(link.angle)).as_matrix().T @ axes
            at, turning = Place(at.at, at.rows), np.zeros(self.size)
            for way, stiffness, inertia in freedoms(link.joint, about, axes):
                turning = self._new(1)[0]
                at.rows = at.rows + np.outer(way, turning)
                self.whole_stiffness += stiffness * np.outer(turning, turning)
                self.whole_mass += inertia * np.outer(turning, turning)
            self._add(self.whole_mass, link.joint.hub_inertia * np.outer(about, about), at.rows)
            self.joints.append(turning)
            self.roots.append(at)
            self.axes.append(axes)
            at = self._beam(link, axes, at) if isinstance(link, Link) else self._rigid(link, axes, at)
            self.tips.append(Place(at.at, at.rows))
            bodies = [link.tip, self.arm.payload if number == len(self.arm.links) else None]
            for body in filter(None, bodies):
                self._add(self.whole_mass, self.nodal(body, axes), at.rows)
        offset = 0.0 if self.arm.payload is None else self.arm.payload.offset
        self.payload = at.beyond(axes.T @ vector(offset))

    def _new(self, number: int, at: np.ndarray | None = None) -> np.ndarray:
        """The rows of coordinates that nothing has used yet: of a node at a place, or of a joint."""
        self.used += number
        if at is not None:
            self.carried[self.used - number : self.used] = beyond(at)
            self.nodes.append((slice(self.used - number, self.used), at))
        return np.eye(self.size)[self.used - number : self.used]

    def _add(self, whole: np.ndarray, part: np.ndarray, rows: np.ndarray) -> None:
        whole += rows.T @ part @ rows

    def _held(self) -> np.ndarray:
        """The coordinates by those that the base leaves, (size, n)."""
        base, free = self.arm.base, np.eye(self.size)
        if base.kind == "free":
            return free
        way = vector(base.direction)
        along = np.append(way / np.linalg.norm(way), np.zeros(self.size - 3))
        return free[:, 6:] if base.kind == "fixed" else np.column_stack([along, free[:, 6:]])

    def _rigid(self, link, axes: np.ndarray, at: Place) -> Place:
        across = link.mass * link.length**2 / 12
        own = (0.0, across, across) if link.inertia is None else link.inertia
        own = own if isinstance(own, tuple) else (0.0, own, own)
        self._add(self.whole_mass, self.nodal(Body(link.mass, own, link.length / 2), axes), at.rows)
        across = np.eye(3) - np.outer(axes[0], axes[0])
        self._add(self.whole_stiffness, link.axial_force * link.length * across, at.rows[3:])
        return at.beyond(link.length * axes[0])

    def _beam(self, link: Link, axes: np.ndarray, at: Place) -> Place:
        turn, length = block_diag(axes, axes, axes, axes), link.length / self.elements
        stiffness, mass = (turn.T @ one @ turn for one in element(link, length))
        for _ in range(self.elements):
            after = Place(at.at + length * axes[0], self._new(6, at.at + length * axes[0]))
            ends = np.concatenate([at.rows, after.rows])
            self._add(self.whole_stiffness, stiffness, ends)
            self._add(self.whole_mass, mass, ends)
            at = after
        return at

    def force(self, load) -> tuple[np.ndarray, np.ndarray]:
        """A unit of a load on the coordinates, (n,), and on a rigid base that carries the arm, (6,)."""
        if isinstance(load, JointTorque):
            about = self.about(load.joint - 1)
            if load.reaction:
                return self.joints[load.joint - 1], np.zeros(6)
            return self.roots[load.joint - 1].rows.T @ about, about
        unit = UNITS[load.component] if isinstance(load.component, str) else np.append(load.component, np.zeros(6))[:6]
        if isinstance(load, BaseAcceleration):
            return -self.momenta.T @ unit, -self.carried.T @ self.whole_mass @ self.carried @ unit
        place = self.centre
        if isinstance(load, TipForce):
            place = self.payload if load.link is None else self.tips[load.link - 1]
        return place.rows.T @ unit, beyond(place.at).T @ unit

    def impulse(self, initial) -> np.ndarray:
        """Momenta at the start, (n,)."""
        found = np.zeros(self.count)
        if initial is None:
            return found
        if initial.moves_payload:
            body, axes = self.arm.payload, self.axes[-1]
            own = block_diag(body.mass * np.eye(3), axes.T @ tensor(body.inertia) @ axes)
            rates = np.append(np.append(initial.payload_velocity, 0.0)[:3], initial.payload_rate)
            found += self.payload.rows.T @ own @ rates
        for k, rate in enumerate(initial.joint_rates):
            # The undeformed arm turns: so do all nodes beyond the joint.
            turned = rate * self.held @ self.joints[k]
            root, inside = self.roots[k].at, sum(isinstance(link, Link) for link in self.arm.links[:k])
            for number, (place, at) in enumerate(self.nodes):
                if number > inside * self.elements:
                    turned[place] = rate * beyond(at - root) @ self.about(k)
            found += self.held.T @ self.whole_mass @ turned
        return found

    def about(self, k: int) -> np.ndarray:
        """A unit rotation in a joint, from 0, (6,)."""
        axis = np.array(self.arm.links[k].joint.direction)
        return np.append(np.zeros(3), [np.eye(3), *self.axes][k].T @ axis / np.linalg.norm(axis))

    def bent(self, initial) -> np.ndarray:
        """The coordinates at rest under the loads that are let go at the start, (n,)."""
        held = () if initial is None else initial.loads
        forces = [self.force(load)[0] * load.history.initial_value for load in held]
        return np.linalg.solve(self.stiffness, sum(forces)) if forces else np.zeros(self.count)

    def turning(self, damper) -> np.ndarray:
        """The rotation that a damper resists; a wheel at a link's tip resists the tip's own."""
        if damper.joint:
            return self.joints[damper.joint - 1]
        return self.wheel_axis(damper) @ self.tips[damper.link - 1].rows

    def wheel_axis(self, damper) -> np.ndarray:
        """A unit rotation about the axis of a wheel, (6,)."""
        axis = np.array(damper.direction)
        return np.append(np.zeros(3), self.axes[damper.link - 1].T @ axis / np.linalg.norm(axis))


UNITS = {name: np.eye(6)[place] for place, name in enumerate(("x", "y", "z", "rotation_x", "rotation_y", "rotation_z"))}


def frame_frequencies(arm: Arm, elements: int, count: int, nodal: Nodal = nodal_mass) -> np.ndarray:
    """The first non-zero natural frequencies, rad/s; every link must stretch and twist, and none shear."""
    frame = Frame(arm, elements, nodal)
    squares = eigh(frame.stiffness, frame.mass, eigvals_only=True)
    return np.sqrt(squares[arm.rigid_freedoms :][:count])
