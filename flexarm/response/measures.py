"""Amplitude, offset and peak of an output, from its motion in closed form and not from samples alone."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from flexarm.chain import Array

# Every round looks at as many places around the last best one; the fourth tells 1e-6 of a sampling step apart, where a
# smooth extremum is flat to round-off.
_PLACES, _ROUNDS = 33, 4


@dataclass(frozen=True)
class Measures:
    """One output over the whole time.

    Parameters
    ----------
    amplitude
        Half of largest minus smallest.
    offset
        Half of largest plus smallest.
    peak
        The value farthest from zero.
    peak_time
        When it is reached first, s.
    """

    amplitude: float
    offset: float
    peak: float
    peak_time: float


def measures(times: Array, values: Array, at: Callable[[Array], Array]) -> Measures:
    """Return the measures of an output.

    Parameters
    ----------
    times, values
        Samples, shape (times,).
    at
        Returns the output at other times, s.
    """
    low_time, low = _extremum(times, values, at, -1.0)
    high_time, high = _extremum(times, values, at, 1.0)
    peak, peak_time = (high, high_time) if high >= -low else (low, low_time)
    return Measures((high - low) / 2.0, (high + low) / 2.0, peak, peak_time)


def _extremum(times: Array, values: Array, at: Callable[[Array], Array], sign: float) -> tuple[float, float]:
    """Return time and value of the largest value, or with sign −1 of the smallest."""
    best = int(np.argmax(sign * values))
    time, value = float(times[best]), float(values[best])
    step = float(times[1] - times[0]) if len(times) > 1 else 0.0
    for _ in range(_ROUNDS if step > 0.0 else 0):
        places = np.unique(np.clip(time + step * np.linspace(-1.0, 1.0, _PLACES), times[0], times[-1]))
        found = at(places)
        k = int(np.argmax(sign * found))
        if sign * found[k] > sign * value:
            time, value = float(places[k]), float(found[k])
        step *= 2.0 / (_PLACES - 1)
    return time, value
