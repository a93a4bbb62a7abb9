"""Rigid sections in the plane: how their motion x, y, θ is carried to another place and turned to other axes.

Matrices of forces by motions are carried and turned the same way, Z ← XᵀZX. All is written on components, which come
first, in place, in whatever the numbers are.
"""

from collections.abc import Iterable
from typing import Protocol

import numpy as np

from flexarm.arrays import Array

# Of a force on a point a lever (x, y) away, what it turns the section by: x F_y − y F_x.
_TURNING = 2


class Mass(Protocol):
    """What has a mass, a moment of inertia about its centre, and that centre a lever away from a section."""

    @property
    def mass(self) -> Array:
        """Mass, kg, shape (arms,)."""
        ...

    @property
    def inertia(self) -> Array:
        """Moment of inertia about the centre, kg m², shape (arms,)."""
        ...

    @property
    def lever(self) -> Array:
        """The centre, m, shape (2, arms)."""
        ...


def point_inertia(bodies: Iterable[Mass], like: Array) -> Array:
    """Return the mass matrix of bodies' translations by their section's motion, shape (3, 3, *like.shape)."""
    whole = np.zeros((3, 3, *like.shape), dtype=like.dtype)
    for body in bodies:
        mass, (x, y) = body.mass, body.lever
        whole[0, 0] += mass
        whole[1, 1] += mass
        whole[0, 2] -= mass * y
        whole[1, 2] += mass * x
        whole[2, 2] += mass * (x * x + y * y)
    whole[2, :2] = whole[:2, 2]
    return whole


def inertia_matrix(bodies: Iterable[Mass]) -> Array:
    """Return the mass matrix of bodies by their section's motion, shape (3, 3, arms)."""
    bodies = tuple(bodies)
    whole = point_inertia(bodies, bodies[0].mass)
    for body in bodies:
        whole[2, 2] += body.inertia
    return whole


def carry_matrix(matrix: Array, lever: Array | None) -> None:
    """Carry a matrix of forces by motions, shape (3, 3, ...), from a point a lever beyond a section to the section."""
    if lever is None:
        return
    x, y = lever
    matrix[_TURNING] += x * matrix[1] - y * matrix[0]
    matrix[:, _TURNING] += x * matrix[:, 1] - y * matrix[:, 0]


def turn_matrix(matrix: Array, direction: Array) -> None:
    """Express a matrix of forces by motions, shape (3, 3, ...), along and across a direction (cosine, sine)."""
    c, s = direction
    matrix[0], matrix[1] = c * matrix[0] + s * matrix[1], c * matrix[1] - s * matrix[0]
    matrix[:, 0], matrix[:, 1] = c * matrix[:, 0] + s * matrix[:, 1], c * matrix[:, 1] - s * matrix[:, 0]


def turned_vector(vector: Array, direction: Array) -> Array:
    """Return a vector given along and across a direction (cosine, sine), shape (2, ...), in the base's axes."""
    (along, across), (c, s) = vector, direction
    return np.array([along * c - across * s, along * s + across * c])


def carried(motion: Array, lever: Array | None) -> Array:
    """Return the motion, shape (3, ...), of a point a lever away from a section, from the section's."""
    if lever is None:
        return motion.copy()
    x, y = lever
    return np.array([motion[0] - y * motion[2], motion[1] + x * motion[2], motion[2]])


def carried_back(force: Array, lever: Array | None) -> Array:
    """Return a force and couple, shape (3, ...), on a point a lever beyond a section as such on the section."""
    if lever is None:
        return force
    x, y = lever
    return np.array([force[0], force[1], force[2] + x * force[1] - y * force[0]])


def turned(vector: Array, direction: Array) -> Array:
    """Return a motion or force, shape (3, ...), along and across a direction (cosine, sine)."""
    c, s = direction
    return np.array([c * vector[0] + s * vector[1], c * vector[1] - s * vector[0], vector[2]])


def turned_back(vector: Array, direction: Array) -> Array:
    """Return a motion or force, shape (3, ...), given along and across a direction, in the base's axes."""
    c, s = direction
    return np.array([c * vector[0] - s * vector[1], s * vector[0] + c * vector[1], vector[2]])
