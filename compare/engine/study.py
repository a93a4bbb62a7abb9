"""A study: one question in every cell over some axes, and the Dataset that the answers make."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, TypeVar

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from compare.engine.blocks import Block, blocks
from compare.engine.field import Field
from flexarm.datasets import Variable, variable

T = TypeVar("T")
Place = tuple[Any, ...]  # what a question is asked with: one value an axis
Values = Mapping[str, NDArray[np.generic]]  # fields, one cell an entry of the first axis
Ask = Callable[[Sequence[Place]], Values]


@dataclass(frozen=True)
class Axis:
    """One axis of a study: the values that cells are asked with, and how the Dataset shows them."""

    values: Sequence[Any]
    shown: Sequence[Any]
    units: str
    long_name: str


def names_axis(values: Sequence[Any], names: Sequence[str], long_name: str) -> Axis:
    """Return an axis of things that have a name each."""
    return Axis(values, list(names), "1", long_name)


def numbers_axis(values: Sequence[float], units: str, long_name: str) -> Axis:
    """Return an axis of numbers."""
    return Axis(values, values, units, long_name)


@dataclass(frozen=True, eq=False)
class Study:
    """One question in every cell over some axes; what is asked must be fit to be sent to other processes."""

    axes: Mapping[str, Axis]
    fields: Mapping[str, Field]  # the answer's variables
    ask: Ask
    coordinates: Mapping[str, Variable]  # that an answer has beside the axes
    attributes: Mapping[Any, object]
    block: tuple[int, ...]  # how many cells are solved at once along every axis
    words: str = ""  # what tells it from studies of the same coordinates and attributes

    @property
    def shape(self) -> tuple[int, ...]:
        """Numbers of cells along the axes."""
        return tuple(len(axis.values) for axis in self.axes.values())

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of cells, the last axis fastest."""
        return blocks(self.shape, self.block)

    def own(self, name: str, each: Sequence[T]) -> tuple[T, ...]:
        """Return those of some things, one an axis, that stand at the axes of a field."""
        axes = self.fields[name].axes
        return tuple(one for axis, one in zip(self.axes, each, strict=True) if axes is None or axis in axes)

    def field_shape(self, name: str, cells: Sequence[int]) -> tuple[int, ...]:
        """Return a field's shape where there are so many cells along the axes."""
        inner = (len(np.atleast_1d(np.asarray(self.coordinates[one][1]))) for one in self.fields[name].dimensions)
        return (*self.own(name, cells), *inner)

    def solved(self, block: Block) -> dict[str, NDArray[np.generic]]:
        """Return all fields in a block."""
        along = [axis.values[part] for axis, part in zip(self.axes.values(), block, strict=True)]
        answers = self.ask(list(product(*along)))
        return {name: self._placed(name, answers[name], tuple(map(len, along))) for name in self.fields}

    def _placed(self, name: str, values: NDArray[np.generic], sizes: tuple[int, ...]) -> NDArray[np.generic]:
        """Return a field's values along its own axes; those along others are all alike."""
        every = np.asarray(values).reshape((*sizes, *np.shape(values)[1:]))
        along = self.own(name, list(self.axes))
        first = tuple(slice(None) if axis in along else 0 for axis in self.axes)
        return np.asarray(every[first]).astype(self.fields[name].dtype)

    def dataset(self, arrays: Mapping[str, object]) -> xr.Dataset:
        """Return the Dataset that the fields' arrays make."""
        along = list(self.axes)
        variables = {
            name: variable((*self.own(name, along), *one.dimensions), arrays[name], one.units, one.long_name)
            for name, one in self.fields.items()
        }
        axes = {name: variable((name,), list(one.shown), one.units, one.long_name) for name, one in self.axes.items()}
        return xr.Dataset(variables, {**axes, **self.coordinates}, dict(self.attributes))


def cell_by_cell(ask: Callable[..., Mapping[str, object]], **empty: object) -> Ask:
    """Return a question to many cells that is asked of one after the other; what an answer leaves out is empty."""
    return lambda cells: stack([{**empty, **ask(*cell)} for cell in cells])


def stack(answers: Sequence[Mapping[str, object]]) -> Values:
    """Return the fields of cells that were asked one by one."""
    return {name: np.array([answer[name] for answer in answers]) for name in answers[0]}
