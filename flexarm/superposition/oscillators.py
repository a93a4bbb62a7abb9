"""Uncoupled modes under forces that run linearly between break points: exact at any time, with no time stepping.

Between break points q̈ + 2ζω q̇ + ω² q = f₀ + (f₁ − f₀) τ/T has a closed form (Duhamel's integral). States at the break
points follow from one another, states at other times from the break point before. In float64 the phase ωτ is rounded:
answers are those of a frequency changed in its last digits, wrong in phase by about 2e-16 ωτ radians.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flexarm.arrays import Array
from flexarm.superposition.arrays import checked, finite_answer, not_negative
from flexarm.superposition.forcing import Forcing, Motions, Question, checked_question
from flexarm.superposition.spans import Span, spans_until, starts, whole_pieces


def oscillations(
    angular_frequency: ArrayLike,
    damping_ratio: ArrayLike,
    forcing: Forcing,
    times: ArrayLike,
    displacement0: ArrayLike,
    velocity0: ArrayLike,
) -> Motions:
    """Return the motions of uncoupled modes, q̈ + 2ζω q̇ + ω² q = f.

    Parameters
    ----------
    angular_frequency
        Undamped angular frequencies ω, rad/s, shape (modes,); 0 for a rigid-body mode.
    damping_ratio
        Damping ratios ζ, 0 or greater, shape (modes,); 1 is critical. Rigid-body modes have no damping, whatever ζ.
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

    References
    ----------
    R. W. Clough, J. Penzien, Dynamics of Structures: response to general dynamic loading, Duhamel's integral.
    """
    modes = _modes(angular_frequency, damping_ratio, forcing, times, displacement0, velocity0)
    found = np.empty((3, len(modes.asked.times), forcing.modes))
    with np.errstate(all="ignore"):
        for rows, _, span, (q, v) in modes.samples():
            found[:, rows] = span.displacement(q, v), span.velocity(q, v), span.acceleration(q, v)
    finite_answer("oscillations", found)
    return Motions(*found)


def oscillations_work(
    angular_frequency: ArrayLike,
    damping_ratio: ArrayLike,
    forcing: Forcing,
    times: ArrayLike,
    displacement0: ArrayLike,
    velocity0: ArrayLike,
) -> Array:
    """Return the work of every modal force since time 0, ∫ f q̇ dt.

    What has been dissipated, ∫ 2ζω q̇² dt, is the work less the increase of ½q̇² + ½ω²q².

    Parameters
    ----------
    angular_frequency, damping_ratio, forcing, times, displacement0, velocity0
        As for `oscillations`.

    Returns
    -------
    ndarray, shape (times, modes)
        In J, for modes of unit modal mass.

    Raises
    ------
    InputError
        As `oscillations`.
    """
    modes = _modes(angular_frequency, damping_ratio, forcing, times, displacement0, velocity0)
    found = np.empty((len(modes.asked.times), forcing.modes))
    with np.errstate(all="ignore"):
        before = modes.work_before()
        for rows, pieces, span, (q, v) in modes.samples():
            found[rows] = before[pieces] + span.work(q, v)
    finite_answer("oscillations", found)
    return found


@dataclass(frozen=True, eq=False)
class _Modes:
    """A checked question."""

    omega: Array
    zeta: Array
    forcing: Forcing
    asked: Question

    def samples(self) -> Iterator[tuple[slice, NDArray[np.intp], Span, Array]]:
        """Yield parts of the times, their pieces, the spans since these began, and the states at these beginnings."""
        states = self.states(self.whole())
        for rows in self.asked.blocks():
            pieces, span = spans_until(self.omega, self.zeta, self.forcing, self.asked.times[rows])
            yield rows, pieces, span, states[:, pieces]

    def work_before(self) -> Array:
        """Return the work until every piece begins, shape (pieces, modes)."""
        whole = self.whole()
        of_piece = whole.work(*self.states(whole))
        return np.concatenate([np.zeros((1, self.forcing.modes)), np.cumsum(of_piece[:-1], axis=0)])

    def whole(self) -> Span:
        return whole_pieces(self.omega, self.zeta, self.forcing)

    def states(self, whole: Span) -> Array:
        return starts(whole, self.asked.displacement, self.asked.velocity)


def _modes(
    angular_frequency: ArrayLike,
    damping_ratio: ArrayLike,
    forcing: Forcing,
    times: ArrayLike,
    displacement0: ArrayLike,
    velocity0: ArrayLike,
) -> _Modes:
    source, shape = "oscillations", (forcing.modes,)
    return _Modes(
        checked(source, "angular_frequency", angular_frequency, shape, "rad/s, zero or greater, finite", not_negative),
        checked(source, "damping_ratio", damping_ratio, shape, "damping ratios, zero or greater, finite", not_negative),
        forcing,
        checked_question(source, forcing, times, displacement0, velocity0),
    )
