"""Modes that no damper couples, from a piece's beginning to a time within it: Duhamel's integral in closed form.

Source: R. W. Clough, J. Penzien, Dynamics of Structures: response to general dynamic loading.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.superposition.forcing import Forcing
from flexarm.superposition.kernels import Kernels, kernels


@dataclass(frozen=True, eq=False)
class Uncoupled:
    """Modes q̈ + c q̇ + ω² q = f; arrays of ω, rad/s, and c, 1/s, of shape (modes,)."""

    omega: Array
    damping: Array
    forcing: Forcing

    def motions(self, q: Array, v: Array, pieces: NDArray[np.intp], tau: Array) -> Array:
        """Return q, q̇ and q̈ at τ into pieces, shape (3, times, modes), from q and q̇ at these pieces' beginnings."""
        at, force, increase, t = self._at(tau), *self._forces(pieces, tau), tau[:, np.newaxis]
        unbalanced = force - self.omega**2 * q
        displacement = at.displacement * q + t * (at.impulse * v + t * (at.step * force + at.ramp * increase))
        velocity = at.velocity * v + t * (at.impulse * unbalanced + at.step * increase)
        # q̈ obeys the same equation as q, under the force's rate of change.
        at_once = unbalanced - self.damping * v
        acceleration = at.velocity * at_once + at.impulse * (increase - self.omega**2 * t * v)
        return np.stack([displacement, velocity, acceleration])

    def growth(self, q: Array, v: Array, pieces: NDArray[np.intp], tau: Array) -> Array:
        """Return q(τ) − q(0) and its integral over time, shape (2, times, modes)."""
        at, force, increase, t = self._at(tau), *self._forces(pieces, tau), tau[:, np.newaxis]
        unbalanced = force - self.omega**2 * q
        gained = at.impulse * v + t * (at.step * unbalanced + at.ramp * increase)
        mean = at.step * v + t * (at.ramp * unbalanced + at.parabola * increase)
        return np.stack([t * gained, t**2 * mean])

    def free_motion(self, q: Array, v: Array, piece: int) -> Array:
        """Return q and q̇ at a piece's end, from those at its beginning, without forces, shape (2, modes)."""
        at, width = self._whole, self.forcing.widths[piece]
        pulled = width * at.impulse[piece]
        velocity = at.velocity[piece] * v - pulled * self.omega**2 * q
        return np.stack([at.displacement[piece] * q + pulled * v, velocity])

    @cached_property
    def _whole(self) -> Kernels:
        return self._at(self.forcing.widths)

    def _at(self, tau: Array) -> Kernels:
        return kernels(self.omega, 0.5 * self.damping, tau)

    def _forces(self, pieces: NDArray[np.intp], tau: Array) -> tuple[Array, Array]:
        """Return the forces at the pieces' beginnings, and what they grow by until τ, shape (times, modes)."""
        return self.forcing.start[pieces], self.forcing.increase(pieces, tau)
