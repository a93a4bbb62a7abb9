"""How a joint's angle goes over time in a manoeuvre: smoothly from value to value, of the angle or of its rate."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from flexarm.checks import finite, non_negative, numbers_faults, shown
from flexarm.errors import Fault, InputError

if TYPE_CHECKING:
    from flexarm.arrays import Array

Quantity = Literal["angle", "rate"]


@dataclass(frozen=True)
class Course:
    """A joint's angle over time, relative to the posture; it starts at rest, where acceleration has no jump.

    Between two angles it goes from rest to rest by the polynomial of fifth degree; between two rates, acceleration is a
    full wave of a cosine (Kane, Ryan and Banerjee 1987).

    Parameters
    ----------
    times
        Times, s; ascending, none negative, two or more.
    values
        Angles, rad, or rates, rad/s, at those times; the first is zero, the last holds.
    quantity
        ``"angle"`` or ``"rate"``: what the values are.

    Raises
    ------
    InputError
        If a number is not finite, times are negative or out of order, there is not one value a time, or the first
        value is not zero.
    """

    times: tuple[float, ...]
    values: tuple[float, ...]
    quantity: Quantity = "angle"

    def __post_init__(self) -> None:
        faults = numbers_faults("times", self.times, non_negative("s"))
        faults += numbers_faults("values", self.values, finite("rad or rad/s"))
        faults = faults or self._order_faults()
        if self.quantity not in ("angle", "rate"):
            faults.append(Fault("quantity", '"angle" or "rate"', shown(self.quantity)))
        if faults:
            raise InputError(faults, "Course")
        for name in ("times", "values"):
            object.__setattr__(self, name, tuple(map(float, getattr(self, name))))

    def _order_faults(self) -> list[Fault]:
        times, values = self.times, self.values
        faults = [
            Fault(f"times{k}", f"a time after the one before it, {shown(before)} s", shown(time))
            for k, (before, time) in enumerate(pairwise(times), 2)
            if not time > before
        ]
        if len(times) != len(values) or len(times) < 2:
            faults.append(Fault("values", "two or more, one for each of the times", f"{len(values)} of them"))
        elif values[0] != 0.0:
            faults.append(Fault("values1", "0: a course starts in the posture, at rest", shown(values[0])))
        return faults

    def __call__(self, t: "Array") -> "tuple[Array, Array, Array]":
        """Return angle, rad, rate, rad/s, and acceleration, rad/s², at times, s, of any shape."""
        import numpy as np  # late: describing a manoeuvre needs no numpy

        times, values = np.array(self.times), np.array(self.values)
        k = np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(times) - 2)
        width, step = times[k + 1] - times[k], values[k + 1] - values[k]
        part = np.clip((t - times[k]) / width, 0.0, 1.0)
        if self.quantity == "angle":
            return (
                values[k] + step * part**3 * (10.0 + part * (6.0 * part - 15.0)),
                step / width * 30.0 * (part * (1.0 - part)) ** 2,
                step / width**2 * 60.0 * part * (1.0 - part) * (1.0 - 2.0 * part),
            )
        wave = 2.0 * np.pi * part
        turned = np.append(0.0, np.cumsum(np.diff(times) * (values[1:] + values[:-1]) / 2.0))
        # ∫ (p − sin 2πp / 2π) dp = p²/2 − (1 − cos 2πp) / 4π², of which 1 − cos keeps its digits as 2 sin².
        within = values[k] * part + step * (part**2 / 2.0 - (np.sin(wave / 2.0) / np.pi) ** 2 / 2.0)
        beyond = np.maximum(t - times[-1], 0.0) * values[-1]
        return (
            turned[k] + width * within + beyond,
            values[k] + step * (part - np.sin(wave) / (2.0 * np.pi)),
            step / width * 2.0 * np.sin(wave / 2.0) ** 2,
        )

    def stretched(self, factor: float) -> "Course":
        """Return the course through the same angles in another time.

        Parameters
        ----------
        factor
            How many times as long it takes, without a unit.
        """
        slower = factor if self.quantity == "rate" else 1.0
        times = tuple(factor * time for time in self.times)
        return replace(self, times=times, values=tuple(value / slower for value in self.values))

    def breaks(self, duration: float) -> tuple[float, ...]:
        """Return its times within a duration, s.

        Parameters
        ----------
        duration
            The duration, s.
        """
        return tuple(time for time in self.times if 0.0 < time < duration)
