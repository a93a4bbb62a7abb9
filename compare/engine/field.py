"""A variable of a study before it is filled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flexarm.datasets import Variable

# Characters of a reason that a store keeps.
TEXT = "<U512"


@dataclass(frozen=True)
class Field:
    """A variable of a study's Dataset."""

    dimensions: tuple[str, ...]  # beside the axes
    dtype: str
    units: str
    long_name: str
    axes: tuple[str, ...] | None = None  # those that it depends on; None for all

    @classmethod
    def like(cls, known: Variable, dtype: str) -> "Field":
        """Return a variable that has the dimensions, the unit and the name of another."""
        dimensions, _, told = known
        return cls(dimensions, dtype, told["units"], told["long_name"])


def blanks(fields: Mapping[str, Field], **sizes: int) -> dict[str, NDArray[np.generic]]:
    """Return what every field is in a cell without an answer: NaN, an empty text or zero; sizes by dimension."""
    return {name: _blank(field, [sizes[one] for one in field.dimensions]) for name, field in fields.items()}


def _blank(field: Field, shape: Sequence[int]) -> NDArray[np.generic]:
    return np.full(shape, np.nan) if field.dtype[0] == "f" else np.zeros(shape, field.dtype)
