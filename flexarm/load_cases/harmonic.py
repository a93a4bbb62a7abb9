"""How a load goes over time: harmonic."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from flexarm.checks import Condition, finite, non_negative, positive, require

if TYPE_CHECKING:
    from flexarm.arrays import Array


@dataclass(frozen=True)
class Harmonic:
    """A load that swings, A sin(Ω(t − t₀) + φ), between its start t₀ and its end; zero outside.

    Parameters
    ----------
    amplitude
        A, in the load's own unit.
    angular_frequency
        Ω, rad/s; positive.
    phase
        φ, deg: 90 for a cosine.
    start
        t₀, s; not negative.
    end
        When it ends, s, after the start; None for never.

    Raises
    ------
    InputError
        If a number is out of its range.
    """

    amplitude: float
    angular_frequency: float
    phase: float = 0.0
    start: float = 0.0
    end: float | None = None
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "amplitude": finite("the load's unit"),
        "angular_frequency": positive("rad/s"),
        "phase": finite("deg"),
        "start": non_negative("s"),
    }

    def __post_init__(self) -> None:
        conditions = dict(self._CONDITIONS)
        if self.end is not None:
            conditions["end"] = Condition("a time after the start", lambda end: end > float(self.start), "s")
        require(self, conditions)

    def breaks(self, duration: float) -> tuple[float, ...]:
        """Return when it starts and ends, where that is within a duration.

        Parameters
        ----------
        duration
            Length of time, s.
        """
        ends = (self.start,) if self.end is None else (self.start, self.end)
        return tuple(time for time in ends if 0.0 < time < duration)

    @property
    def initial_value(self) -> float:
        """The load at time 0, in its own unit."""
        return self.amplitude * math.sin(math.radians(self.phase)) if self.start == 0.0 else 0.0

    def __call__(self, t: "Array") -> "Array":
        """Return the load at times, s, of any shape; where it jumps, its value just after."""
        return self.state(t)[0]

    def state(self, t: "Array") -> tuple["Array", "Array"]:
        """Return the load at times, s, and its rate over Ω, each of the times' shape.

        Parameters
        ----------
        t
            The times, s, of any shape.
        """
        import numpy as np  # late: describing a load needs no numpy

        times = np.asarray(t, dtype=np.float64)
        acts = (times >= self.start) & (times < (math.inf if self.end is None else self.end))
        phase = self.angular_frequency * (times - self.start) + math.radians(self.phase)
        return np.where(acts, self.amplitude * np.sin(phase), 0.0), np.where(acts, self.amplitude * np.cos(phase), 0.0)
