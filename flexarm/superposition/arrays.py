"""The conditions that arrays of numbers must meet, each with the words for refusing one."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from flexarm.arrays import Array
from flexarm.errors import Fault, InputError

Shape = tuple[int | None, ...]


def checked(
    source: str,
    path: str,
    value: ArrayLike,
    shape: Shape,
    wanted: str = "finite numbers",
    holds: Callable[[Array], NDArray[np.bool_]] = np.isfinite,
) -> Array:
    """Return a read-only float64 copy of an array of a shape, None for any length, all whose numbers `holds`.

    It is refused, and the first wrong entry named, with the source, the array's path and the condition in words.
    """
    array = _numbers(source, path, value, wanted)
    if len(shape) != array.ndim or any(n not in (None, m) for n, m in zip(shape, array.shape, strict=True)):
        raise InputError([Fault(path, f"{wanted}, shape {_shown(shape)}", f"shape {_shown(array.shape)}")], source)
    wrong = np.argwhere(~(np.isfinite(array) & holds(array)))
    if len(wrong):
        place = tuple(map(int, wrong[0]))
        raise InputError([Fault(f"{path}{list(place)}", wanted, repr(float(array[place])))], source)
    array.flags.writeable = False
    return array


def not_negative(values: Array) -> NDArray[np.bool_]:
    """Say which numbers are zero or greater."""
    return values >= 0.0


def positive(values: Array) -> NDArray[np.bool_]:
    """Say which numbers are greater than zero."""
    return values > 0.0


def _numbers(source: str, path: str, value: ArrayLike, wanted: str) -> Array:
    try:
        array = np.asarray(value)
    except ValueError:  # rows of different lengths
        array = np.asarray(None)
    if array.dtype.kind not in "iuf":
        raise InputError([Fault(path, wanted, f"an object of type {type(value).__name__}")], source)
    return array.astype(np.float64)


def _shown(shape: Sequence[int | None]) -> str:
    lengths = ["any" if n is None else str(n) for n in shape]
    return f"({lengths[0]},)" if len(lengths) == 1 else f"({', '.join(lengths)})"
