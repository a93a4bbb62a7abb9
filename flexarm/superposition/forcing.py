"""The forces on modes over time, and the motions that they cause."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.errors import Fault, InputError
from flexarm.superposition.arrays import checked, positive


@dataclass(frozen=True, eq=False)
class Waves:
    """Harmonic forces that begin and end at break points."""

    angular_frequency: Array  # Ω, rad/s, positive, shape (waves,)
    # A sin φ and A cos φ of waves A sin(Ωτ + φ) at the beginning of every piece, shape (pieces, waves, 2)
    states: Array
    forces: Array  # modal forces of a unit of every wave, N for modes of unit modal mass in √kg, shape (waves, modes)

    def __post_init__(self) -> None:
        frequency = checked("Waves", "angular_frequency", self.angular_frequency, (None,), "rad/s, positive", positive)
        states = checked("Waves", "states", self.states, (None, len(frequency), 2), "values, finite")
        forces = checked("Waves", "forces", self.forces, (len(frequency), None), "modal forces, finite")
        for name, values in (("angular_frequency", frequency), ("states", states), ("forces", forces)):
            object.__setattr__(self, name, values)

    def values(self, pieces: NDArray[np.intp], tau: Array, order: int = 0) -> Array:
        """Return derivatives over time, of order 0 to 2, of their forces at τ into pieces, shape (times, modes)."""
        phase = np.multiply.outer(tau, self.angular_frequency) + 0.5 * np.pi * order
        swing = self.states[pieces, :, 0] * np.cos(phase) + self.states[pieces, :, 1] * np.sin(phase)
        return np.asarray((self.angular_frequency**order * swing) @ self.forces)

    def largest(self, pieces: NDArray[np.intp], order: int) -> Array:
        """Return what a derivative of their forces does not exceed in pieces, shape (times, modes)."""
        swing = self.angular_frequency**order * np.hypot(*self.states[pieces].transpose(2, 0, 1))
        return np.asarray(swing @ np.abs(self.forces))


@dataclass(frozen=True, eq=False)
class Forcing:
    """Modal forces that run linearly between break points, where they may jump, and harmonic ones beside them."""

    breaks: Array  # break points, s, shape (pieces + 1,): ascending, the first 0, the last the duration
    start: Array  # modal forces at the start and at the end of every piece, N/√kg, shape (pieces, modes)
    end: Array
    waves: Waves | None = None  # harmonic forces; None for none

    def __post_init__(self) -> None:
        breaks = checked("Forcing", "breaks", self.breaks, (None,), "times, s, finite")
        if len(breaks) < 2 or breaks[0] != 0.0 or np.any(np.diff(breaks) <= 0.0):
            wanted = "two or more times, s, ascending from 0"
            raise InputError([Fault("breaks", wanted, _in_short(breaks))], "Forcing")
        start = checked("Forcing", "start", self.start, (len(breaks) - 1, None), "modal forces, finite")
        end = checked("Forcing", "end", self.end, start.shape, "modal forces, finite")
        for name, values in (("breaks", breaks), ("start", start), ("end", end)):
            object.__setattr__(self, name, values)
        if self.waves is not None:
            checked("Forcing", "waves.states", self.waves.states, (len(breaks) - 1, None, 2), "values, finite")
            checked("Forcing", "waves.forces", self.waves.forces, (None, self.modes), "modal forces, finite")

    @property
    def modes(self) -> int:
        """Number of modes."""
        return int(self.start.shape[1])

    @cached_property
    def harmonic(self) -> Waves:
        """The harmonic forces; where there are none, none of them."""
        pieces, modes = self.start.shape
        return self.waves or Waves(np.zeros(0), np.zeros((pieces, 0, 2)), np.zeros((0, modes)))

    @cached_property
    def widths(self) -> Array:
        """Length of every piece, s, shape (pieces,)."""
        return np.diff(self.breaks)

    @cached_property
    def slopes(self) -> Array:
        """Rates of change of the forces that run linearly, per s, shape (pieces, modes)."""
        return np.asarray((self.end - self.start) / self.widths[:, np.newaxis])

    def located(self, times: Array) -> tuple[NDArray[np.intp], Array]:
        """Return the piece that every time from 0 to the duration lies in, and how far into it, s, shape (times,).

        At a break point it is the piece that begins there.
        """
        pieces = np.minimum(np.searchsorted(self.breaks, times, side="right") - 1, len(self.start) - 1)
        return pieces, times - self.breaks[pieces]

    def increase(self, pieces: NDArray[np.intp], tau: Array) -> Array:
        """Return what the forces that run linearly have grown by at τ into pieces, shape (times, modes)."""
        return np.asarray((tau / self.widths[pieces])[:, np.newaxis] * (self.end - self.start)[pieces])

    def values(self, pieces: NDArray[np.intp], tau: Array) -> Array:
        """Return the whole forces at τ into pieces, shape (times, modes)."""
        return np.asarray(self.start[pieces] + self.increase(pieces, tau) + self.harmonic.values(pieces, tau))

    def rates(self, pieces: NDArray[np.intp], tau: Array) -> Array:
        """Return their rates of change at τ into pieces, per s, shape (times, modes)."""
        return np.asarray(self.slopes[pieces] + self.harmonic.values(pieces, tau, 1))


@dataclass(frozen=True, eq=False)
class Motions:
    """How modes move."""

    displacement: Array  # modal displacement, shape (times, modes)
    velocity: Array  # its rate, per s
    acceleration: Array  # the rate of that, per s²; where the force jumps, its value just after

    def __post_init__(self) -> None:
        for values in (self.displacement, self.velocity, self.acceleration):
            values.flags.writeable = False


def _in_short(breaks: Array) -> str:
    if len(breaks) < 2 or breaks[0] != 0.0:
        return f"{len(breaks)}, the first {float(breaks[0])!r}" if len(breaks) else "none"
    later = int(np.argmax(np.diff(breaks) <= 0.0))
    return f"{float(breaks[later])!r} before {float(breaks[later + 1])!r}"
