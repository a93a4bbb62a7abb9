"""A study: one question in every cell over some axes, and the Dataset that the answers make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, Protocol, TypeVar

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from compare.engine.blocks import Block, blocks
from compare.engine.field import Field
from flexarm.datasets import Variable, variable

T = TypeVar("T")
Index = tuple[int, ...]
Values = Mapping[str, NDArray[np.generic]]


class Question(Protocol):
    """What is asked in every cell of a study; a frozen dataclass, so that it can be sent to other processes."""

    @property
    def fields(self) -> Mapping[str, Field]:
        """The variables of the answer, by name."""

    def values(self, cells: Sequence[Index]) -> Values:
        """Return all fields in some cells, one cell an entry of the first axis."""


def stacked(cells: Sequence[Mapping[str, object]]) -> Values:
    """Return the fields of cells that were asked one by one."""
    return {name: np.array([cell[name] for cell in cells]) for name in cells[0]}


@dataclass(frozen=True, eq=False)
class Study:
    """One question in every cell over some axes."""

    axes: tuple[str, ...]
    coordinates: Mapping[str, Variable]  # of the axes, and of what every cell's answer has beside them
    question: Question
    attributes: Mapping[Any, object]
    block: tuple[int, ...]  # how many cells are solved at once along every axis
    words: str = ""  # what tells it from studies of the same coordinates and attributes

    @property
    def shape(self) -> tuple[int, ...]:
        """Numbers of cells along the axes."""
        return tuple(self._size(axis) for axis in self.axes)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of cells, the last axis fastest."""
        return blocks(self.shape, self.block)

    def own(self, name: str, each: Sequence[T]) -> tuple[T, ...]:
        """Return those of some things, one an axis, that stand at the axes of a field."""
        axes = self.question.fields[name].axes
        return tuple(one for axis, one in zip(self.axes, each, strict=True) if axes is None or axis in axes)

    def field_shape(self, name: str, cells: Sequence[int]) -> tuple[int, ...]:
        """Return a field's shape where there are so many cells along the axes."""
        return (*self.own(name, cells), *map(self._size, self.question.fields[name].dimensions))

    def solved(self, block: Block) -> dict[str, NDArray[np.generic]]:
        """Return all fields in a block."""
        ranges = [range(part.start, part.stop) for part in block]
        found = self.question.values(list(product(*ranges)))
        sizes = tuple(map(len, ranges))
        return {name: self._placed(name, found[name], sizes) for name in self.question.fields}

    def _placed(self, name: str, values: NDArray[np.generic], sizes: tuple[int, ...]) -> NDArray[np.generic]:
        """Return a field's values along its own axes; those along others are all alike."""
        every = np.asarray(values).reshape(*sizes, *np.shape(values)[1:])
        along = self.own(name, self.axes)
        first = tuple(slice(None) if axis in along else 0 for axis in self.axes)
        return np.asarray(every[first]).astype(self.question.fields[name].dtype)

    def dataset(self, arrays: Mapping[str, object]) -> xr.Dataset:
        """Return the Dataset that the fields' arrays make."""
        variables = {
            name: variable((*self.own(name, self.axes), *field.dimensions), arrays[name], field.units, field.long_name)
            for name, field in self.question.fields.items()
        }
        return xr.Dataset(variables, dict(self.coordinates), dict(self.attributes))

    def _size(self, dimension: str) -> int:
        return len(np.atleast_1d(np.asarray(self.coordinates[dimension][1])))
