"""Brackets of frequencies, each narrowed until the count steps over its frequency's number."""

import numpy as np
from numpy.typing import NDArray

from flexarm.chain import Array

# A refined frequency is accepted when the count steps within the first of these distances of it, relative; where
# another frequency was found instead, the others narrow the bracket down to the two.
_STEP = 1e-13
_SIDES = 1.0 + np.array([-_STEP, _STEP, -1e-10, 1e-10, -1e-7, 1e-7])[:, np.newaxis]


def middle(low: Array, high: Array) -> Array:
    """Return the geometric middle of brackets, shape (count,)."""
    return np.asarray(np.sqrt(low) * np.sqrt(high))


def moved(omega: Array, distance: Array, low: Array, high: Array) -> Array:
    """Return the frequency at a distance in ω² from another, rad/s, kept inside its bracket."""
    return np.asarray(np.clip(np.sqrt(np.maximum(omega**2 + distance, 0.0)), low, high))


def beside(omega: Array, low: Array, high: Array) -> Array:
    """Return where estimates, and what else may lie in their brackets, are told by counting, shape (points, count)."""
    return np.concatenate([omega * _SIDES, middle(low, high)[np.newaxis]])


def cut(reached: NDArray[np.bool_], at: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """Return the parts of brackets between neighbouring ones of some frequencies.

    Parameters
    ----------
    reached
        Whether the count has reached the bracket's number, shape (points, count).
    at
        Where, rad/s, shape (points, count).
    low, high
        The brackets' ends, rad/s, shape (count,).
    """
    inside = (at > low) & (at < high)
    high = np.min(np.where(inside & reached, at, high), axis=0)
    return np.max(np.where(inside & ~reached & (at < high), at, low), axis=0), high


def wide(low: Array, high: Array) -> NDArray[np.intp]:
    """Return the places of brackets that are wider than an accepted frequency leaves them."""
    return np.flatnonzero(high > low * (1.0 + 3.0 * _STEP))
