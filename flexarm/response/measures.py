"""Amplitude, offset and peak of outputs, from their motion in closed form and not from samples."""

from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.response.extremes import largest
from flexarm.response.history import Response


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
        When it is reached first, s; within 1e-5 of a period, over which a peak known to 1e-10 is flat.
    beyond
        How far off amplitude, offset and the peak's size may be at most where the search was cut short, else 0.
    """

    amplitude: float
    offset: float
    peak: float
    peak_time: float
    beyond: float


def measured(found: Response, weights: Array, rates: Array, effort: float = 1.0) -> list[Measures]:
    """Return the measures of outputs over the case's whole duration.

    Parameters
    ----------
    found
        The response.
    weights, rates
        The outputs, as `Response.at` takes them, shape (…, outputs).
    effort
        Part of the usual work that the search may take.
    """
    both = largest(found, np.concatenate([weights, -weights], axis=1), np.concatenate([rates, -rates], axis=1), effort)
    high, low = np.split(both.value, 2) * np.array([[1.0], [-1.0]])
    times = np.split(both.time, 2)
    peak, peak_time = np.where(high >= -low, [high, times[0]], [low, times[1]])
    beyond = np.maximum(*np.split(both.beyond, 2))
    columns = (high - low) / 2.0, (high + low) / 2.0, peak, peak_time, beyond
    return [Measures(*map(float, one)) for one in zip(*columns, strict=True)]
