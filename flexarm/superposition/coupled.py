"""Modes that dampers couple, or that harmonic forces drive, from a piece's beginning to a time within it.

The state is modal displacement and velocity, and beside them every harmonic force as an oscillator of its own, so that
resonance is a case like any other. It is carried by the exact transition. In float64 its error is about
2e-16 (ω + c) T of the largest motion, ω the highest frequency, c the largest eigenvalue of the damping matrix and T the
longest piece: that of a phase ωT, or of a decay cT.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.superposition.forcing import Forcing, Waves
from flexarm.superposition.ladder import Ladder, ladder


@dataclass(frozen=True, eq=False)
class Coupled:
    """Modes q̈ + C q̇ + K q = f: K, 1/s², C, 1/s, both of shape (modes, modes), and a bound of the state matrix, 1/s."""

    stiffness: Array
    damping: Array
    forcing: Forcing
    norm: float

    def motions(self, q: Array, v: Array, pieces: NDArray[np.intp], tau: Array) -> Array:
        """Return q, q̇ and q̈ at τ into pieces, shape (3, times, modes), from q and q̇ at these pieces' beginnings."""
        state = np.concatenate([q.T, v.T, self._wave_states(pieces)])
        states = self._rungs.states(state, self.forcing.start[pieces].T, self.forcing.slopes[pieces].T, tau).T
        displacement, velocity = states[:, self._q], states[:, self._v]
        pushed = self.forcing.values(pieces, tau)
        resisted = velocity @ self.damping.T + displacement @ self.stiffness.T
        return np.stack([displacement, velocity, pushed - resisted])

    def growth(self, q: Array, v: Array, pieces: NDArray[np.intp], tau: Array) -> Array:
        """Return q(τ) − q(0) and its integral over time, shape (2, times, modes)."""
        still, force = np.zeros_like(q).T, self.forcing.start[pieces] - q @ self.stiffness.T
        state = np.concatenate([still, v.T, self._wave_states(pieces), still])
        states = self._rungs_with_integral.states(state, force.T, self.forcing.slopes[pieces].T, tau).T
        return np.stack([states[:, self._q], states[:, self._states :]])

    def free_motion(self, q: Array, v: Array, piece: int) -> Array:
        """Return q and q̇ at a piece's end, from those at its beginning, without forces, shape (2, modes)."""
        state = np.concatenate([q, v, np.zeros(self._states - 2 * len(q))])[:, np.newaxis]
        moved = self._rungs.free_state(state, self.forcing.widths[[piece]])[:, 0]
        return np.stack([moved[self._q], moved[self._v]])

    def wave_work(self, q: Array, v: Array, pieces: NDArray[np.intp], tau: Array) -> Array:
        """Return the work ∫ f q̇ dt of the harmonic forces from the pieces' beginnings until τ, shape (times, modes)."""
        begun = np.concatenate([q.T, v.T, self._wave_states(pieces), self.forcing.start[pieces].T])
        begun = np.concatenate([begun, self.forcing.slopes[pieces].T, np.zeros_like(v).T]).astype(complex)
        nothing, work = np.zeros((0, len(tau))), np.zeros_like(q)
        for j, (frequency, force) in enumerate(zip(self._waves.angular_frequency, self._waves.forces, strict=True)):
            turned = self._turned_matrix(1j * frequency)
            rungs = ladder(turned, np.zeros((len(turned), 0)), self.norm + frequency, self._longest)
            integral = rungs.states(begun, nothing, nothing, tau)[-self._modes :].T
            value, quarter = self._waves.states[pieces, j].T[:, :, np.newaxis]
            work += force * np.real((value - 1j * quarter) * integral)
        return work

    def _turned_matrix(self, turn: complex) -> Array:
        """Return the matrix of e^{iΩτ} y, e^{iΩτ} f, e^{iΩτ} ḟ and ∫ e^{iΩτ} q̇ dτ, for iΩ."""
        modes, states = self._modes, self._states
        force, slope, work = (slice(start, start + modes) for start in states + modes * np.arange(3))
        matrix = np.zeros((work.stop, work.stop), dtype=complex)
        matrix[:states, :states] = self._matrix
        matrix[self._v, force] = matrix[force, slope] = matrix[work, self._v] = np.eye(modes)
        turning = np.arange(work.start)
        matrix[turning, turning] += turn
        return matrix

    @property
    def _waves(self) -> Waves:
        return self.forcing.harmonic

    def _wave_states(self, pieces: NDArray[np.intp]) -> Array:
        """Return the waves' values at the pieces' beginnings, and those a quarter later, shape (2 waves, times)."""
        return np.concatenate(list(self._waves.states[pieces].T))

    @property
    def _modes(self) -> int:
        return len(self.stiffness)

    @property
    def _q(self) -> slice:
        return slice(0, self._modes)

    @property
    def _v(self) -> slice:
        return slice(self._modes, 2 * self._modes)

    @property
    def _states(self) -> int:
        return 2 * self._modes + 2 * len(self._waves.angular_frequency)

    @property
    def _longest(self) -> float:
        return float(np.max(self.forcing.widths))

    @cached_property
    def _matrix(self) -> Array:
        """The state matrix of displacements, velocities, and waves with those a quarter later."""
        matrix, waves = np.zeros((self._states, self._states)), self._waves
        value, quarter = np.split(np.arange(2 * self._modes, self._states), 2)
        matrix[self._q, self._v] = np.eye(self._modes)
        matrix[self._v, self._q], matrix[self._v, self._v] = -self.stiffness, -self.damping
        matrix[self._v, value] = waves.forces.T
        matrix[value, quarter], matrix[quarter, value] = waves.angular_frequency, -waves.angular_frequency
        return matrix

    @cached_property
    def _rungs(self) -> Ladder:
        return self._ladder(self._matrix)

    @cached_property
    def _rungs_with_integral(self) -> Ladder:
        """The ladder of the same with the integrals of displacements last."""
        modes = self._modes
        matrix = np.pad(self._matrix, (0, modes))
        matrix[self._states :, self._q] = np.eye(modes)
        return self._ladder(matrix)

    def _ladder(self, matrix: Array) -> Ladder:
        """Return the ladder of a state matrix; forces enter where velocities are."""
        entry = np.zeros((len(matrix), self._modes))
        entry[self._v] = np.eye(self._modes)
        return ladder(matrix, entry, self.norm, self._longest)
