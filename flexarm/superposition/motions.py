"""Modal superposition: how modes move, and the work done on them, under forces given piece by piece; no time stepping.

States at the break points follow from one another, states at other times from the break point before. Modes that are
coupled, or driven by harmonic forces, are carried by their exact transition (`Coupled`); those that are neither by
closed forms (`Uncoupled`), with the same answers two to four times as fast. In float64 the phase ωτ is rounded: answers
are those of a frequency changed in its last digits, wrong in phase by about 2e-16 ωτ radians.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flexarm.arrays import Array
from flexarm.errors import Fault, InputError
from flexarm.superposition.arrays import checked, not_negative
from flexarm.superposition.coupled import Coupled
from flexarm.superposition.feedback import Feedback
from flexarm.superposition.forcing import Forcing, Motions
from flexarm.superposition.uncoupled import Uncoupled

_SOURCE = "modal superposition"
# Of coupled modes (ω + c) T at which fewer than six digits would be left.
LONGEST = 1e10
# Numbers of one array worked on at a time, so that the twenty such arrays in use stay in a processor's cache.
_BLOCK = 2**14
# A matrix that was multiplied together is symmetric, and without negative eigenvalues, to round-off only.
_ROUNDING = 1e-12


def motions(
    angular_frequency: ArrayLike,
    damping: ArrayLike | Feedback,
    forcing: Forcing,
    times: ArrayLike,
    displacement0: ArrayLike,
    velocity0: ArrayLike,
) -> Motions:
    """Return the motions of modes, q̈ + C q̇ + diag(ω²) q = f; with feedback the stiffness is its own."""
    return carried(angular_frequency, damping, forcing, displacement0, velocity0).motions(times)


def work_done(
    angular_frequency: ArrayLike,
    damping: ArrayLike | Feedback,
    forcing: Forcing,
    times: ArrayLike,
    displacement0: ArrayLike,
    velocity0: ArrayLike,
) -> Array:
    """Return the work of every modal force since time 0, ∫ f q̇ dt, shape (times, modes).

    What has been dissipated, ∫ q̇ᵀC q̇ dt, is the work of all less the increase of ½Σq̇² + ½Σω²q².
    """
    return carried(angular_frequency, damping, forcing, displacement0, velocity0).work_done(times)


@dataclass(frozen=True, eq=False)
class Carried:
    """How modes are carried through time from their state at time 0, each of shape (modes,)."""

    transition: Uncoupled | Coupled
    displacement: Array
    velocity: Array

    def motions(self, times: ArrayLike) -> Motions:
        """Return the modes' motions at times, s."""
        with np.errstate(all="ignore"):
            parts = [self.transition.motions(q, v, pieces, tau) for (q, v), pieces, tau in self._samples(times)]
            answer = np.concatenate(parts, axis=1)
        _require_finite(answer)
        return Motions(*answer)

    def work_done(self, times: ArrayLike) -> Array:
        """Return the work of every modal force from time 0 to times, s, shape (times, modes)."""
        with np.errstate(all="ignore"):
            of_pieces = self._work(self.starts, *self.pieces)
            before = np.cumsum(of_pieces, axis=0) - of_pieces
            work = np.concatenate(
                [before[pieces] + self._work(state, pieces, tau) for state, pieces, tau in self._samples(times)]
            )
        _require_finite(work)
        return work

    @property
    def forcing(self) -> Forcing:
        """The forces."""
        return self.transition.forcing

    @property
    def pieces(self) -> tuple[NDArray[np.intp], Array]:
        """All pieces, and their whole lengths, s."""
        return np.arange(len(self.forcing.start)), self.forcing.widths

    def _samples(self, times: ArrayLike) -> Iterator[tuple[Array, NDArray[np.intp], Array]]:
        """Yield the times in parts: states where their pieces begin, the pieces, and how far into these they are, s."""
        duration = float(self.forcing.breaks[-1])
        within = f"times from 0 to the duration, {duration!r} s"
        given = checked(_SOURCE, "times", times, (None,), within, lambda t: (t >= 0.0) & (t <= duration))
        step = max(1, _BLOCK // max(1, self.forcing.modes))
        for first in range(0, max(1, len(given)), step):
            pieces, tau = self.forcing.located(given[first : first + step])
            yield self.starts[:, pieces], pieces, tau

    @cached_property
    def starts(self) -> Array:
        """Displacements and velocities where the pieces begin, shape (2, pieces, modes)."""
        nothing = np.zeros_like(self.forcing.start)
        forced = self.transition.motions(nothing, nothing, *self.pieces)[:2]
        states, q, v = np.empty_like(forced), self.displacement, self.velocity
        for piece in range(forced.shape[1]):
            states[:, piece] = q, v
            q, v = self.transition.free_motion(q, v, piece) + forced[:, piece]
        return states

    def _work(self, states: Array, pieces: NDArray[np.intp], tau: Array) -> Array:
        """Return the work from the pieces' beginnings until τ, by parts, shape (times, modes).

        With displacements gained since then, so that a large one that was there before takes no digits.
        """
        q, v = states
        gained, integral = self.transition.growth(q, v, pieces, tau)
        late = tau[:, np.newaxis] * gained - integral
        work = self.forcing.start[pieces] * gained + self.forcing.slopes[pieces] * late
        if isinstance(self.transition, Coupled):
            work += self.transition.wave_work(q, v, pieces, tau)
        return np.asarray(work)


def carried(
    angular_frequency: ArrayLike,
    damping: ArrayLike | Feedback,
    forcing: Forcing,
    displacement0: ArrayLike,
    velocity0: ArrayLike,
) -> Carried:
    """Return how modes, q̈ + C q̇ + diag(ω²) q = f, are carried through time; with feedback the stiffness is its own."""
    shape = (forcing.modes,)
    wanted = "rad/s, zero or greater, finite"
    omega = checked(_SOURCE, "angular_frequency", angular_frequency, shape, wanted, not_negative)
    return Carried(
        _transition(omega, damping, forcing),
        checked(_SOURCE, "displacement0", displacement0, shape),
        checked(_SOURCE, "velocity0", velocity0, shape),
    )


def _transition(omega: Array, damping: ArrayLike | Feedback, forcing: Forcing) -> Uncoupled | Coupled:
    if isinstance(damping, Feedback):
        stiffness, resisting = (checked(_SOURCE, "feedback", one, (len(omega),) * 2) for one in damping)
        norm = max([damping.norm, *forcing.harmonic.angular_frequency])
        _require_digits(norm, forcing)
        return Coupled(stiffness, resisting, forcing, norm)
    if np.ndim(damping) == 1:
        diagonal = checked(_SOURCE, "damping", damping, omega.shape, "1/s, zero or greater, finite", not_negative)
        if forcing.waves is None:
            return Uncoupled(omega, diagonal, forcing)
        matrix, largest = np.diag(diagonal), float(np.max(diagonal, initial=0.0))
    else:
        matrix, largest = _damping_matrix(damping, forcing.modes)
    fastest = np.max([0.0, *omega, *forcing.harmonic.angular_frequency])
    norm = float(fastest + largest)
    _require_digits(norm, forcing)
    return Coupled(np.diag(omega**2), matrix, forcing, norm)


def _require_digits(norm: float, forcing: Forcing) -> None:
    longest = float(np.max(forcing.widths))
    if not norm * longest < LONGEST:
        wanted = f"highest frequency and damping, 1/s, whose sum times the longest piece is below {LONGEST:.0e}"
        raise InputError([Fault("", wanted, f"{norm * longest:.0e}")], _SOURCE)


def _damping_matrix(damping: ArrayLike, modes: int) -> tuple[Array, float]:
    """Return a damping matrix, made exactly symmetric, and its largest eigenvalue, 1/s; refuse what makes energy."""
    wanted = "a symmetric matrix without negative eigenvalues, 1/s"
    matrix = checked(_SOURCE, "damping", damping, (modes, modes), wanted)
    scale = np.max(np.abs(matrix), initial=0.0)
    skew = np.max(np.abs(matrix - matrix.T), initial=0.0)
    if skew > _ROUNDING * scale:
        raise InputError([Fault("damping", wanted, f"entries up to {skew:.3g} apart from those across")], _SOURCE)
    symmetric = 0.5 * (matrix + matrix.T)
    eigenvalues = np.linalg.eigvalsh(symmetric)
    if np.any(eigenvalues < -_ROUNDING * scale):
        raise InputError([Fault("damping", wanted, f"an eigenvalue of {eigenvalues[0]:.3g}")], _SOURCE)
    return symmetric, float(np.max(eigenvalues, initial=0.0))


def _require_finite(answer: Array) -> None:
    if not np.all(np.isfinite(answer)):
        wanted = "frequencies, damping, forces and times whose answer stays below 1e308"
        raise InputError([Fault("", wanted, "a larger answer")], _SOURCE)
