"""Momentum of all that a section of a chain carries, as rows; divided by iω of a harmonic motion."""

from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.kinematics import Motion
from flexarm.tree import Body


def cross(lever: Array, vector: Array) -> Array:
    """Return the plane cross product of a lever, shape (2,), with vectors of rows, shape (2, ..., n)."""
    return np.asarray(lever[0] * vector[1] - lever[1] * vector[0])


@dataclass(frozen=True)
class Momentum:
    """Linear momentum, shape (2, ..., n), and angular momentum about a point, shape (..., n)."""

    linear: Array
    angular: Array

    def about(self, lever: Array) -> "Momentum":
        """Return the same momentum about another point, from which `lever`, m, leads to this one."""
        return Momentum(self.linear, self.angular + cross(lever, self.linear))

    def with_body(self, body: Body, motion: Motion) -> "Momentum":
        """Return this momentum and that of a body whose lever starts at the point, which moves so."""
        own = body.mass * motion.at(body.lever).translation
        return Momentum(self.linear + own, self.angular + body.inertia * motion.rotation + cross(body.lever, own))
