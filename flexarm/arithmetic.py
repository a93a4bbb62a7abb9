"""What an arm's numbers are computed in: float64, unless exact fractions and balls are asked for."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flexarm.decimals import exact_value


def direction(degrees: NDArray[np.float64] | float) -> tuple[Any, Any]:
    """Return cosines and sines of angles in degrees, exact at multiples of 90°."""
    quarter, rest = np.divmod(np.asarray(degrees) + 45.0, 90.0)
    c, s = np.cos(np.radians(rest - 45.0)), np.sin(np.radians(rest - 45.0))
    place = quarter.astype(int) % 4
    return np.choose(place, [c, -s, -c, s]), np.choose(place, [s, c, -s, -c])


def reduced_angle(degrees: float) -> float:
    """Return an angle without its full turns, which would cost a sum its digits: 1e17° + 45.1°."""
    if abs(degrees) < 360.0:
        return float(degrees)
    return math.copysign(float(abs(exact_value(degrees)) % 360), degrees)


def unit(vector: tuple[float, ...]) -> NDArray[np.float64]:
    """Return a vector divided by its length, whatever its size."""
    array = np.array(vector) / np.max(np.abs(vector))
    return np.asarray(array / (np.hypot(*array) if len(array) == 2 else np.sqrt(np.sum(array * array))))


@dataclass(frozen=True)
class Arithmetic:
    """What an arm's numbers are computed in: float64, or exact numbers and balls."""

    dtype: type  # of the arrays: float, or object
    number: Callable[[float], Any]  # makes such a number of one of the arm's
    angle: Callable[[float], Any]  # makes such a number of one of its angles, degrees
    direction: Callable[[Any], tuple[Any, Any]]  # cosines and sines of an array of angles in degrees
    unit: Callable[[tuple[Any, ...]], Any]  # a vector divided by its length


FLOAT64 = Arithmetic(float, float, reduced_angle, direction, unit)
