"""What modal superposition is asked, and what it answers."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flexarm.arrays import Array
from flexarm.errors import Fault, InputError
from flexarm.superposition.arrays import checked

# Numbers of one array worked on at a time, so that the twenty such arrays in use stay in a processor's cache.
_BLOCK = 2**14


@dataclass(frozen=True, eq=False)
class Forcing:
    """Modal forces that run linearly between break points, where they may jump.

    Parameters
    ----------
    breaks
        Break points, s, shape (pieces + 1,): ascending, the first 0, the last the duration.
    start, end
        Modal force at the start and at the end of every piece, N for modes of unit modal mass in √kg, shape
        (pieces, modes).

    Raises
    ------
    InputError
        If an array's shape or a number does not fit.
    """

    breaks: Array
    start: Array
    end: Array

    def __post_init__(self) -> None:
        breaks = checked("Forcing", "breaks", self.breaks, (None,), "times, s, finite")
        if len(breaks) < 2 or breaks[0] != 0.0 or np.any(np.diff(breaks) <= 0.0):
            wanted = "two or more times, s, ascending from 0"
            raise InputError([Fault("breaks", wanted, _in_short(breaks))], "Forcing")
        start = checked("Forcing", "start", self.start, (len(breaks) - 1, None), "modal forces, finite")
        end = checked("Forcing", "end", self.end, start.shape, "modal forces, finite")
        for name, values in (("breaks", breaks), ("start", start), ("end", end)):
            object.__setattr__(self, name, values)

    @property
    def modes(self) -> int:
        """Number of modes."""
        return int(self.start.shape[1])

    @property
    def widths(self) -> Array:
        """Length of every piece, s, shape (pieces,)."""
        return np.diff(self.breaks)

    def located(self, times: Array) -> tuple[NDArray[np.intp], Array, Array]:
        """Return where times lie.

        Parameters
        ----------
        times
            Times from 0 to the duration, s, shape (times,).

        Returns
        -------
        pieces : ndarray, shape (times,)
            The piece that every time lies in; at a break point the one that begins there.
        tau : ndarray, shape (times,)
            The time since that piece began, s.
        increase : ndarray, shape (times, modes)
            What the force has grown by since then.
        """
        pieces = np.minimum(np.searchsorted(self.breaks, times, side="right") - 1, len(self.start) - 1)
        tau = times - self.breaks[pieces]
        return pieces, tau, (tau / self.widths[pieces])[:, np.newaxis] * (self.end - self.start)[pieces]


@dataclass(frozen=True, eq=False)
class Motions:
    """How modes move.

    Parameters
    ----------
    displacement
        Modal displacement, shape (times, modes).
    velocity
        Its rate, per s.
    acceleration
        The rate of that, per s²; where the force jumps, its value just after.
    """

    displacement: Array
    velocity: Array
    acceleration: Array

    def __post_init__(self) -> None:
        for values in (self.displacement, self.velocity, self.acceleration):
            values.flags.writeable = False


@dataclass(frozen=True, eq=False)
class Question:
    """The times asked for and the state at the start, checked against the forcing.

    Parameters
    ----------
    times
        Times, s, shape (times,), in any order.
    displacement, velocity
        At time 0, shape (modes,).
    """

    times: Array
    displacement: Array
    velocity: Array

    def blocks(self) -> Iterator[slice]:
        """Yield parts of the times, all of them one after another."""
        step = max(1, _BLOCK // max(1, len(self.displacement)))
        for first in range(0, len(self.times), step):
            yield slice(first, first + step)


def checked_question(
    source: str, forcing: Forcing, times: ArrayLike, displacement0: ArrayLike, velocity0: ArrayLike
) -> Question:
    """Return the times and the initial state, or refuse them.

    Raises
    ------
    InputError
        If a time lies outside the forcing's duration, or an array does not fit the number of modes.
    """
    duration, modes = float(forcing.breaks[-1]), (forcing.modes,)
    within = f"times from 0 to the duration, {duration!r} s"
    return Question(
        checked(source, "times", times, (None,), within, lambda t: (t >= 0.0) & (t <= duration)),
        checked(source, "displacement0", displacement0, modes),
        checked(source, "velocity0", velocity0, modes),
    )


def _in_short(breaks: Array) -> str:
    if len(breaks) < 2 or breaks[0] != 0.0:
        return f"{len(breaks)}, the first {float(breaks[0])!r}" if len(breaks) else "none"
    later = int(np.argmax(np.diff(breaks) <= 0.0))
    return f"{float(breaks[later])!r} before {float(breaks[later + 1])!r}"
