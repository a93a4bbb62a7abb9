"""An arm in space of textbook frame elements in absolute coordinates, 12 × 12 each: its description apart, no flexarm.

Coordinates are the base's motion, joints' relative rotations, and three translations and three rotations of every node
of a beam but its root. J. S. Przemieniecki (1968), Theory of Matrix Structural Analysis, 5.6 and 11.3.
"""

from collections.abc import Callable

import numpy as np
from scipy.linalg import block_diag, eigh
from scipy.spatial.transform import Rotation

from flexarm.arm import Arm
from flexarm.links import Link
from flexarm.parts import Body

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
    """Stiffness and mass of an element in the link's axes: both bendings, stretch and torsion."""
    stiffness, mass = np.zeros((12, 12)), np.zeros((12, 12))
    rod, consistent = np.array([[1, -1], [-1, 1]]) / length, np.array([[2, 1], [1, 2]]) * length / 6
    stiffness[np.ix_([0, 6], [0, 6])] = link.axial_rigidity * rod
    stiffness[np.ix_([3, 9], [3, 9])] = link.torsional_rigidity * rod
    mass[np.ix_([0, 6], [0, 6])] = link.mass_per_length * consistent
    mass[np.ix_([3, 9], [3, 9])] = link.polar_inertia_per_length * consistent
    given = (link.flexural_rigidity, link.rotary_inertia_per_length)
    about_y, about_z = zip(*(value if isinstance(value, tuple) else (value, value) for value in given), strict=True)
    # Upwards, the slope is minus the rotation about y.
    for places, sign, (rigidity, inertia) in (([1, 5, 7, 11], 1, about_z), ([2, 4, 8, 10], -1, about_y)):
        signs = np.diag([1, sign, 1, sign])
        bent, moved, rotated = (signs @ one @ signs for one in bending(length))
        stiffness[np.ix_(places, places)] += rigidity * bent
        mass[np.ix_(places, places)] += link.mass_per_length * moved + inertia * rotated
    return stiffness, mass


class _Frame:
    """Stiffness and mass matrices, as they are added up from base to payload."""

    def __init__(self, arm: Arm, elements: int, nodal: Nodal) -> None:
        flexible = sum(isinstance(link, Link) for link in arm.links)
        self.size = 6 + len(arm.links) + 6 * elements * flexible
        self.stiffness, self.mass = np.zeros((self.size, self.size)), np.zeros((self.size, self.size))
        self.used, self.elements, self.nodal = 0, elements, nodal
        at = self._base(arm)
        axes = np.eye(3)
        for number, link in enumerate(arm.links, 1):
            axis = np.array(link.joint.direction) / np.linalg.norm(link.joint.direction)
            about = np.concatenate([np.zeros(3), axes.T @ axis])
            if link.joint.turns:
                turning = self._new(1)
                at = at + np.outer(about, turning)
                self.stiffness += link.joint.stiffness * np.outer(turning, turning)
                self.mass += link.joint.gear_inertia * np.outer(turning, turning)
            self._add(self.mass, link.joint.hub_inertia * np.outer(about, about), at)
            axes = Rotation.from_rotvec(axis * np.radians(link.angle)).as_matrix().T @ axes
            at = self._beam(link, axes, at) if isinstance(link, Link) else self._rigid(link, axes, at)
            bodies = [link.tip, arm.payload if number == len(arm.links) else None]
            for body in filter(None, bodies):
                self._add(self.mass, self.nodal(body, axes), at)

    def _new(self, number: int) -> np.ndarray:
        """The rows of coordinates that nothing has used yet."""
        self.used += number
        found = np.eye(self.size)[self.used - number : self.used]
        return found if number > 1 else found[0]

    def _add(self, whole: np.ndarray, part: np.ndarray, rows: np.ndarray) -> None:
        whole += rows.T @ part @ rows

    def _base(self, arm: Arm) -> np.ndarray:
        base = arm.base
        if base.kind == "fixed":
            return np.zeros((6, self.size))
        if base.kind == "guided":
            way = vector(base.direction)
            moved = np.outer(np.append(way / np.linalg.norm(way), np.zeros(3)), self._new(1))
            self._add(self.mass, base.mass * np.eye(6), moved)
            return moved
        moved = self._new(6)
        self._add(self.mass, self.nodal(Body(base.mass, base.inertia, 0.0), np.eye(3)), moved)
        return beyond(vector(base.offset)) @ moved

    def _rigid(self, link, axes: np.ndarray, at: np.ndarray) -> np.ndarray:
        across = link.mass * link.length**2 / 12
        own = (0.0, across, across) if link.inertia is None else link.inertia
        own = own if isinstance(own, tuple) else (0.0, own, own)
        self._add(self.mass, self.nodal(Body(link.mass, own, link.length / 2), axes), at)
        return beyond(link.length * axes[0]) @ at

    def _beam(self, link: Link, axes: np.ndarray, at: np.ndarray) -> np.ndarray:
        turn = block_diag(axes, axes, axes, axes)
        stiffness, mass = (turn.T @ one @ turn for one in element(link, link.length / self.elements))
        for _ in range(self.elements):
            ends = np.concatenate([at, after := self._new(6)])
            self._add(self.stiffness, stiffness, ends)
            self._add(self.mass, mass, ends)
            at = after
        return at


def frame_frequencies(arm: Arm, elements: int, count: int, nodal: Nodal = nodal_mass) -> np.ndarray:
    """The first non-zero natural frequencies, rad/s; every link must stretch and twist, and none shear."""
    frame = _Frame(arm, elements, nodal)
    used = slice(frame.used)
    squares = eigh(frame.stiffness[used, used], frame.mass[used, used], eigvals_only=True)
    return np.sqrt(squares[arm.rigid_freedoms :][:count])
