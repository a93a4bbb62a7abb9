"""How a load goes over time: piecewise constant or piecewise linear."""

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from flexarm.checks import finite, non_negative, number_fault, numbers_faults, positive, shown
from flexarm.errors import Fault, InputError

if TYPE_CHECKING:
    from flexarm.arrays import Array

Shape = Literal["constant", "linear"]


@dataclass(frozen=True)
class History:
    """A load over time; zero before its first time.

    Parameters
    ----------
    times
        Times, s; ascending, none negative, one or more.
    values
        The load at those times, in its own unit.
    shape
        ``"constant"``: every value holds until the next time, the last for ever. ``"linear"``: straight between the
        times, constant after the last; a first value that is not zero is a jump.

    Raises
    ------
    InputError
        If a number is not finite, the times are negative or out of order, or there is not one value a time.
    """

    times: tuple[float, ...]
    values: tuple[float, ...]
    shape: Shape = "constant"

    def __post_init__(self) -> None:
        faults = _number_faults(self) or _order_faults(self)
        if self.shape not in ("constant", "linear"):
            faults.append(Fault("shape", '"constant" or "linear"', shown(self.shape)))
        if faults:
            raise InputError(faults, "History")
        for name in ("times", "values"):
            object.__setattr__(self, name, tuple(map(float, getattr(self, name))))

    @classmethod
    def step(cls, value: float, start: float = 0.0) -> "History":
        """Return a load that steps to a value and holds it for ever.

        Parameters
        ----------
        value
            The load, in its own unit.
        start
            When, s.
        """
        return cls((start,), (value,))

    @property
    def initial_value(self) -> float:
        """The load at time 0, in its own unit."""
        return self.values[0] if self.times[0] == 0.0 else 0.0

    def pieces(self, duration: float) -> tuple["Array", "Array", "Array"]:
        """Return the stretches of time on which the load runs linearly.

        Parameters
        ----------
        duration
            Length of time, s; positive.

        Returns
        -------
        breaks : ndarray, shape (pieces + 1,)
            Where the pieces meet, s: ascending from 0 to the duration.
        at_start, at_end : ndarray, shape (pieces,)
            The load just after the start and just before the end of every piece.

        Raises
        ------
        InputError
            If the duration is not positive and finite.
        """
        import numpy as np  # late: describing a load needs no numpy

        if (fault := number_fault("duration", duration, positive("s"))) is not None:
            raise InputError([fault], "History")
        breaks = np.array([0.0, *self.breaks(duration), duration], dtype=np.float64)
        return breaks, *self.between(breaks[:-1], breaks[1:])

    def breaks(self, duration: float) -> tuple[float, ...]:
        """Return its times within a duration.

        Parameters
        ----------
        duration
            Length of time, s.
        """
        return tuple(time for time in self.times if 0.0 < time < duration)

    def __call__(self, t: "Array") -> "Array":
        """Return the load at times, s, of any shape; where it jumps, its value just after."""
        return self.between(t, t)[0]

    def between(self, start: "Array", end: "Array") -> tuple["Array", "Array"]:
        """Return the load just after some times and just before others, each pair in one stretch between its times.

        Parameters
        ----------
        start, end
            The times, s, of any shape, the same for both.
        """
        import numpy as np  # late: describing a load needs no numpy

        start, end = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
        times, values = np.array(self.times), np.array(self.values)
        k = np.searchsorted(times, start, side="right") - 1
        before, after = np.maximum(k, 0), np.minimum(k + 1, len(times) - 1)
        sloping = (after > before) & (self.shape == "linear")
        width = np.where(sloping, times[after] - times[before], 1.0)

        def at(t: "Array") -> "Array":
            # Weights, not a slope: the difference of two values may overflow, and so may one divided by a short time.
            share = np.where(sloping, (t - times[before]) / width, 0.0)
            return np.where(k < 0, 0.0, (1.0 - share) * values[before] + share * values[after])

        return at(start), at(end)


def _number_faults(history: History) -> list[Fault]:
    """Return the faults of the numbers one by one."""
    faults = numbers_faults("times", history.times, non_negative("s"))
    if not faults and not history.times:
        faults.append(Fault("times", "one time or more", "none"))
    return faults + numbers_faults("values", history.values, finite("the load's unit"))


def _order_faults(history: History) -> list[Fault]:
    """Return the faults of times out of order, or without a value."""
    times, values = history.times, history.values
    faults = [
        Fault(f"times{k}", f"a time after the one before it, {shown(before)} s", shown(time))
        for k, (before, time) in enumerate(pairwise(times), 2)
        if not float(time) > float(before)
    ]
    if len(times) != len(values):
        faults.append(Fault("values", f"one for each of the {len(times)} times", f"{len(values)} of them"))
    return faults
