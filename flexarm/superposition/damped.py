"""Modes coupled by dampers, under forces that run linearly between break points: no time stepping.

The state is modal displacement and velocity, carried from break point to break point and from there to any time by the
exact transition. In float64 its error is about 2e-16 (ω + c) T of the largest motion, ω the highest frequency, c the
largest eigenvalue of the damping matrix and T the longest piece: that of a phase ωT, or of a decay cT.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flexarm.arrays import Array
from flexarm.errors import Fault, InputError
from flexarm.superposition.arrays import checked, finite_answer, not_negative
from flexarm.superposition.damping_matrix import damping_matrix
from flexarm.superposition.forcing import Forcing, Motions, Question, checked_question
from flexarm.superposition.ladder import Ladder, ladder

_SOURCE = "coupled modes"
# (ω + c) T at which fewer than six digits would be left.
LONGEST = 1e10


def coupled(
    angular_frequency: ArrayLike,
    damping: ArrayLike,
    forcing: Forcing,
    times: ArrayLike,
    displacement0: ArrayLike,
    velocity0: ArrayLike,
) -> Motions:
    """Return the motions of modes coupled by dampers, q̈ + C q̇ + diag(ω²) q = f.

    Parameters
    ----------
    angular_frequency
        Undamped angular frequencies ω, rad/s, shape (modes,); 0 for a rigid-body mode.
    damping
        C, 1/s, shape (modes, modes): symmetric, without negative eigenvalues. A damper of coefficient c that resists
        the motion rᵀq adds c r rᵀ.
    forcing
        Modal forces.
    times
        Times from 0 to the forcing's duration, s, shape (times,), in any order.
    displacement0, velocity0
        The state at time 0, shape (modes,).

    Raises
    ------
    InputError
        If an array's shape or a number does not fit, or the answer is beyond float64.
    """
    modes = _modes(angular_frequency, damping, forcing, times, displacement0, velocity0)
    with np.errstate(all="ignore"):
        found = modes.motions()
    finite_answer(_SOURCE, found)
    return Motions(*found)


def coupled_work(
    angular_frequency: ArrayLike,
    damping: ArrayLike,
    forcing: Forcing,
    times: ArrayLike,
    displacement0: ArrayLike,
    velocity0: ArrayLike,
) -> Array:
    """Return the work of every modal force since time 0, ∫ f q̇ dt.

    What the dampers have dissipated, ∫ q̇ᵀC q̇ dt, is the work of all less the increase of ½Σq̇² + ½Σω²q².

    Parameters
    ----------
    angular_frequency, damping, forcing, times, displacement0, velocity0
        As for `coupled`.

    Returns
    -------
    ndarray, shape (times, modes)
        In J, for modes of unit modal mass.

    Raises
    ------
    InputError
        As `coupled`.
    """
    modes = _modes(angular_frequency, damping, forcing, times, displacement0, velocity0)
    with np.errstate(all="ignore"):
        found = modes.work()
    finite_answer(_SOURCE, found)
    return found


@dataclass(frozen=True, eq=False)
class _Modes:
    """A checked question, and a bound of the norm of its state matrix, 1/s."""

    omega: Array
    damping: Array
    norm: float
    forcing: Forcing
    asked: Question

    def motions(self) -> Array:
        """Return displacement, velocity and acceleration, shape (3, times, modes)."""
        found = np.empty((3, len(self.asked.times), self.forcing.modes))
        rungs = self.ladder(self.matrix())
        states = self.starts(rungs)
        for rows in self.asked.blocks():
            pieces, tau, increase = self.forcing.located(self.asked.times[rows])
            force = self.forcing.start[pieces]
            q, v = np.split(rungs.carried(states[:, pieces], force.T, self.slopes()[:, pieces], tau).T, 2, axis=1)
            found[:, rows] = q, v, force + increase - v @ self.damping - self.omega**2 * q
        return found

    def work(self) -> Array:
        """Return the work of every force, shape (times, modes)."""
        found = np.empty((len(self.asked.times), self.forcing.modes))
        states = self.starts(self.ladder(self.matrix()))
        rungs = self.ladder(self.matrix_with_integral())
        of_piece = self.work_since(rungs, states, np.arange(len(self.forcing.start)), self.forcing.widths)
        before = np.concatenate([np.zeros((1, self.forcing.modes)), np.cumsum(of_piece[:-1], axis=0)])
        for rows in self.asked.blocks():
            pieces, tau, _ = self.forcing.located(self.asked.times[rows])
            found[rows] = before[pieces] + self.work_since(rungs, states, pieces, tau)
        return found

    def work_since(self, rungs: Ladder, states: Array, pieces: NDArray[np.intp], tau: Array) -> Array:
        """Return the work from the pieces' beginnings until τ, by parts, shape (times, modes).

        With displacements gained since then, so that a large one that was there before takes no digits.
        """
        q, v = np.split(states[:, pieces], 2)
        force, slope = self.forcing.start[pieces].T, self.slopes()[:, pieces]
        begun = np.concatenate([np.zeros_like(q), v, np.zeros_like(q)])
        gained, _, integral = np.split(rungs.carried(begun, force - self.omega[:, np.newaxis] ** 2 * q, slope, tau), 3)
        return np.asarray(force * gained + slope * (tau * gained - integral)).T

    def starts(self, rungs: Ladder) -> Array:
        """Return the states at the pieces' beginnings, shape (states, pieces)."""
        widths = self.forcing.widths
        forced = rungs.carried(np.zeros((len(rungs.matrix), len(widths))), self.forcing.start.T, self.slopes(), widths)
        found = np.empty_like(forced)
        state = np.concatenate([self.asked.displacement, self.asked.velocity])
        for k in range(len(widths)):
            found[:, k] = state
            state = rungs.free(state[:, np.newaxis], widths[[k]])[:, 0] + forced[:, k]
        return found

    def slopes(self) -> Array:
        """Return the forces' rates of change, per s, shape (modes, pieces)."""
        return ((self.forcing.end - self.forcing.start) / self.forcing.widths[:, np.newaxis]).T

    def matrix(self) -> Array:
        """Return the state matrix of displacement and velocity."""
        modes = len(self.omega)
        return np.block([[np.zeros((modes, modes)), np.eye(modes)], [-np.diag(self.omega**2), -self.damping]])

    def matrix_with_integral(self) -> Array:
        """Return the state matrix of displacement, velocity and the integral of displacement."""
        modes = len(self.omega)
        still = np.zeros((2 * modes, modes))
        return np.block([[self.matrix(), still], [np.eye(modes), still.T]])

    def ladder(self, matrix: Array) -> Ladder:
        """Return the ladder of a state matrix; forces enter where velocities are."""
        modes = len(self.omega)
        entry = np.zeros((len(matrix), modes))
        entry[modes : 2 * modes] = np.eye(modes)
        return ladder(matrix, entry, self.norm, float(np.max(self.forcing.widths)))


def _modes(
    angular_frequency: ArrayLike,
    damping: ArrayLike,
    forcing: Forcing,
    times: ArrayLike,
    displacement0: ArrayLike,
    velocity0: ArrayLike,
) -> _Modes:
    shape, positive = (forcing.modes,), "rad/s, zero or greater, finite"
    omega = checked(_SOURCE, "angular_frequency", angular_frequency, shape, positive, not_negative)
    matrix, largest = damping_matrix(_SOURCE, damping, forcing.modes)
    norm = float(np.max(omega, initial=0.0)) + largest
    if not norm * np.max(forcing.widths) < LONGEST:
        wanted = f"highest frequency and damping, 1/s, whose sum times the longest piece is below {LONGEST:.0e}"
        raise InputError([Fault("", wanted, f"{norm * np.max(forcing.widths):.0e}")], _SOURCE)
    return _Modes(omega, matrix, norm, forcing, checked_question(_SOURCE, forcing, times, displacement0, velocity0))
