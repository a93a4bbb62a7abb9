"""Rigid sections: how their motion is carried to another place and turned to other axes, in the plane and in space.

A motion has the components x, y, θ, or x, y, z and rotations about them; what turns it is a direction (cosine, sine) in
the plane, and in space axes, a matrix whose rows are unit vectors, shape (3, 3, ...). Matrices of forces by motions are
carried and turned the same way, Z ← XᵀZX. All is written on components, which come first, in place, in whatever the
numbers are.
"""

from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np

from flexarm.arrays import Array

# Of a force on a point a lever (x, y) away, what it turns the section by: x F_y − y F_x.
_TURNING = 2
_PLANAR = 3


class Mass(Protocol):
    """What has a mass, a moment of inertia about its centre, and that centre a lever away from a section."""

    @property
    def mass(self) -> Array:
        """Mass, kg, shape (arms,)."""
        ...

    @property
    def inertia(self) -> Array:
        """Moment of inertia about the centre, kg m², shape (arms,); in space a tensor, shape (3, 3, arms)."""
        ...

    @property
    def lever(self) -> Array:
        """The centre, m, shape (2 or 3, arms)."""
        ...


def rotations(components: int) -> slice:
    """Return where the rotations of a motion stand among its components."""
    return slice(2, 3) if components == _PLANAR else slice(3, 6)


def point_inertia(bodies: Iterable[Mass], like: Array) -> Array:
    """Return the mass matrix of bodies' translations by their section's motion, shape (3, 3, *like.shape) or (6, 6)."""
    bodies = tuple(bodies)
    if len(bodies) and len(bodies[0].lever) == 3:
        return _spatial_point_inertia(bodies, like)
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


def _spatial_point_inertia(bodies: tuple[Mass, ...], like: Array) -> Array:
    whole = np.zeros((6, 6, *like.shape), dtype=like.dtype)
    for body in bodies:
        point = np.zeros_like(whole)
        for place in range(3):
            point[place, place] += body.mass
        carry_matrix(point, body.lever)
        whole += point
    return whole


def inertia_matrix(bodies: Iterable[Mass]) -> Array:
    """Return the mass matrix of bodies by their section's motion, shape (3, 3, arms), or (6, 6, arms)."""
    bodies = tuple(bodies)
    whole = point_inertia(bodies, bodies[0].mass)
    for body in bodies:
        turning = rotations(len(whole))
        whole[turning, turning] += body.inertia
    return whole


def carry_matrix(matrix: Array, lever: Array | None) -> None:
    """Carry a matrix of forces by motions, shape (3, 3, ...), from a point a lever beyond a section to the section."""
    if lever is None:
        return
    if len(matrix) == _PLANAR:
        x, y = lever
        matrix[_TURNING] += x * matrix[1] - y * matrix[0]
        matrix[:, _TURNING] += x * matrix[:, 1] - y * matrix[:, 0]
        return
    for one in (matrix, np.swapaxes(matrix, 0, 1)):
        one[3:] += _cross(lever, one[:3])


def turn_matrix(matrix: Array, axes: Array) -> None:
    """Express a matrix of forces by motions, shape (3, 3, ...), along and across a direction, or in other axes."""
    if len(matrix) == _PLANAR:
        c, s = axes
        matrix[0], matrix[1] = c * matrix[0] + s * matrix[1], c * matrix[1] - s * matrix[0]
        matrix[:, 0], matrix[:, 1] = c * matrix[:, 0] + s * matrix[:, 1], c * matrix[:, 1] - s * matrix[:, 0]
        return
    for one in (matrix, np.swapaxes(matrix, 0, 1)):
        one[:] = turned(one, axes)


def turned_vector(vector: Array, axes: Array) -> Array:
    """Return a vector given along and across a direction, shape (2, ...), or in axes, in the base's axes."""
    if len(axes) == 2:
        (along, across), (c, s) = vector, axes
        return np.array([along * c - across * s, along * s + across * c])
    return _combined(axes, vector)


def turned_tensor(tensor: Array, axes: Array) -> Array:
    """Return a tensor given in axes, shape (3, 3, ...), in the base's axes."""
    half = np.array([_combined(axes, tensor[i]) for i in range(3)])
    return np.array([_combined(axes, half[:, j]) for j in range(3)])


def carried(motion: Array, lever: Array | None) -> Array:
    """Return the motion, shape (3, ...), of a point a lever away from a section, from the section's."""
    if lever is None:
        return motion.copy()
    if len(motion) == _PLANAR:
        x, y = lever
        return np.array([motion[0] - y * motion[2], motion[1] + x * motion[2], motion[2]])
    return np.concatenate([motion[:3] + _cross(motion[3:], lever), motion[3:]])


def carried_back(force: Array, lever: Array | None) -> Array:
    """Return a force and couple, shape (3, ...), on a point a lever beyond a section as such on the section."""
    if lever is None:
        return force
    if len(force) == _PLANAR:
        x, y = lever
        return np.array([force[0], force[1], force[2] + x * force[1] - y * force[0]])
    return np.concatenate([force[:3], force[3:] + _cross(lever, force[:3])])


def turned(vector: Array, axes: Array) -> Array:
    """Return a motion or force, shape (3, ...), along and across a direction, or in other axes."""
    if len(vector) == _PLANAR:
        c, s = axes
        return np.array([c * vector[0] + s * vector[1], c * vector[1] - s * vector[0], vector[2]])
    return _in_halves(axes.swapaxes(0, 1), vector)


def turned_back(vector: Array, axes: Array) -> Array:
    """Return a motion or force, shape (3, ...), given along and across a direction, or in axes, in the base's axes."""
    if len(vector) == _PLANAR:
        c, s = axes
        return np.array([c * vector[0] - s * vector[1], s * vector[0] + c * vector[1], vector[2]])
    return _in_halves(axes, vector)


def reversed_axes(axes: Array) -> Array:
    """Return the axes that turn back what axes turn."""
    return np.array([axes[0], -axes[1]]) if len(axes) == 2 else np.swapaxes(axes, 0, 1)


def axes_along(vector: Array) -> Array:
    """Return axes whose first is a unit vector, shape (3, ...), as rows, shape (3, 3, ...).

    The other two are made without a difference that small components lose digits in (Frisvad 2012).
    """
    x, y, z = vector
    # Of a vector that points down, the axes of its mirror image.
    sign = 1 - 2 * (z < 0)
    share = 1 / (1 + sign * z)
    first = np.array([1 - x * x * share, -x * y * share, -sign * x])
    return np.array([vector, first, _cross(vector, first)])


def rotation(axis: Array, cosine: Array, sine: Array) -> Array:
    """Return the axes that a turn about a unit vector, shape (3, ...), makes of those before, as rows (Rodrigues)."""
    x, y, z = axis
    zero = 0 * cosine
    skew = np.array([[zero, -z + zero, y + zero], [z + zero, zero, -x + zero], [-y + zero, x + zero, zero]])
    outer = axis * axis[:, np.newaxis]
    turn = [
        [outer[i, j] * (1 - cosine) + sine * skew[i, j] + (cosine if i == j else 0) for j in range(3)] for i in range(3)
    ]
    return np.swapaxes(np.array(turn), 0, 1)


def _in_halves(axes: Array, vector: Array) -> Array:
    """Return Σ axes[i] vector[i] of the first three and of the last three components, shape (6, ...)."""
    both = _combined(axes, vector.reshape(2, 3, *vector.shape[1:]).swapaxes(0, 1))
    return both.swapaxes(0, 1).reshape(vector.shape)


def _combined(axes: Array, vector: Array) -> Array:
    """Return Σ axes[i] vector[i], the arms' axis, if any, last in both."""
    between = (1,) * (vector.ndim - axes.ndim + 1)
    x, y, z = axes.reshape(3, 3, *between, *axes.shape[2:])
    return np.asarray(x * vector[0] + y * vector[1] + z * vector[2])


def _cross(one: Any, other: Any) -> Array:
    (a, b, c), (x, y, z) = one, other
    return np.array([b * z - c * y, c * x - a * z, a * y - b * x])
