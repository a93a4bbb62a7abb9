"""A sweep before it runs: its arms, its question, its blocks, and what the result will look like."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from compare.sweeping.arms import ArmGrid, arm_grid
from compare.sweeping.blocks import MEMORY, Block, block_shape, block_size, blocks, most_points
from compare.sweeping.grid import Values as GridValues
from compare.sweeping.grid import grid_keys
from compare.sweeping.quantities import Field, Frequencies, Quantity, Values, one_of_each_make_up
from compare.sweeping.tracking import MAC, tracked
from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.checks import unknown_name
from flexarm.datasets import Variable
from flexarm.errors import Fault, InputError

# Characters of a reason that are kept.
REASON = 256
ANSWERED, DOUBTFUL, MISSING = 0, 1, 2
_STATUS = Field((), "i1", "1", "0: answered; 1: answered, with few digits left; 2: missing, or some of it")
_REASON = Field((), f"<U{REASON}", "1", "why values are missing or have few digits left")


@dataclass(frozen=True)
class Plan:
    """All that a sweep computes, and in which blocks.

    Parameters
    ----------
    arms
        The arms of the grid.
    quantity
        What is asked.
    backend
        Who is asked.
    track
        The dimension along which modes are followed, or None.
    block
        The shape of a block.
    coordinates
        Coordinates that values have beside the grid's.
    """

    arms: ArmGrid
    quantity: Quantity
    backend: Backend
    track: int | None
    block: tuple[int, ...]
    coordinates: Mapping[str, Variable]

    @property
    def shape(self) -> tuple[int, ...]:
        """Numbers of values of the grid's dimensions."""
        return tuple(len(key.values) for key in self.arms.axes)

    @property
    def points(self) -> int:
        """Number of the grid's points."""
        return int(np.prod(self.shape, dtype=np.int64))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks, the last dimension fastest."""
        return blocks(self.shape, self.block)

    @property
    def fields(self) -> dict[str, Field]:
        """The variables of the result."""
        own = {**self.quantity.fields(), "status": _STATUS, "reason": _REASON}
        return own if self.track is None else {**own, "mac": MAC}

    def solved(self, block: Block) -> dict[str, NDArray[np.generic]]:
        """Return all variables in a block, each of the block's shape and its own dimensions.

        Parameters
        ----------
        block
            The block.
        """
        found = self._values(block)
        shape = tuple(part.stop - part.start for part in block)
        told = np.array([reason != "" for reason in found.reasons])
        whole = np.array([np.isfinite(values).reshape(len(told), -1).all(axis=1) for values in found.fields.values()])
        status = np.where(told, np.where(whole.all(axis=0), DOUBTFUL, MISSING), ANSWERED)
        every = {**found.fields, "status": status, "reason": np.array(found.reasons)}
        return {
            name: every[name].astype(field.dtype).reshape((*shape, *every[name].shape[1:]))
            for name, field in self.fields.items()
        }

    def _values(self, block: Block) -> Values:
        if self.track is None:
            return self.quantity.values(self.backend, list(self.arms.within(block)), self.coordinates)
        return _in_order(tracked(self.backend, list(self._lines(block)), self.quantity.count), block, self.track)

    def _lines(self, block: Block) -> Iterator[list[Arm]]:
        """Yield a block's arms along the dimension that is tracked, line by line."""
        assert self.track is not None
        ranges = [range(part.start, part.stop) for part in block]
        along = ranges.pop(self.track)
        for place in product(*ranges):
            yield [self.arms.at((*place[: self.track], k, *place[self.track :])) for k in along]


def _in_order(values: Values, block: Block, track: int) -> Values:
    """Return values that go line by line in the order of the grid."""
    shape = [part.stop - part.start for part in block]
    along = shape.pop(track)
    order = np.moveaxis(np.arange(block_size(block)).reshape(*shape, along), -1, track).ravel()
    fields = {name: found[order] for name, found in values.fields.items()}
    return Values(fields, tuple(values.reasons[k] for k in order))


def sweep_plan(
    arm: Arm,
    grid: Mapping[str, GridValues],
    quantity: Quantity,
    backend: Backend,
    track: str | None = None,
    memory: float = MEMORY,
) -> Plan:
    """Return the plan of a sweep, all that is wrong with it refused.

    Parameters
    ----------
    arm, grid, quantity, backend, track, memory
        See `compare.sweep`.

    Raises
    ------
    InputError
        If something of it is wrong; all arms are checked.
    """
    _check(arm, backend, memory)
    arms = arm_grid(arm, grid_keys(grid))
    axis = None if track is None else _track_axis(arms, quantity, track)
    shape = tuple(len(key.values) for key in arms.axes)
    size = block_shape(shape, arms.structural, axis, most_points(arm, quantity.count, memory))
    return Plan(arms, quantity, backend, axis, size, quantity.coordinates(_each_make_up(arms)))


def _check(arm: object, backend: object, memory: float) -> None:
    faults = []
    if not isinstance(arm, Arm):
        faults.append(Fault("arm", "an Arm", repr(arm)))
    if not isinstance(backend, Backend):
        faults.append(Fault("backend", "a Backend", repr(backend)))
    if not memory > 0:
        faults.append(Fault("memory", "a positive number (bytes)", repr(memory)))
    if faults:
        raise InputError(faults, "sweep")


def _track_axis(arms: ArmGrid, quantity: Quantity, track: str) -> int:
    names = [key.name for key in arms.axes]
    if track not in names:
        raise InputError([unknown_name("track", track, names)], "sweep")
    axis = names.index(track)
    if not isinstance(quantity, Frequencies):
        raise InputError([Fault("track", "nothing, unless natural frequencies are asked for", track)], "sweep")
    if arms.structural[axis]:
        raise InputError([Fault("track", "a dimension of numbers, along which modes can be followed", track)], "sweep")
    return axis


def _each_make_up(arms: ArmGrid) -> Sequence[Arm]:
    """Return one arm of each make-up: of all values of structural dimensions, the first of the others."""
    ranges = [
        range(len(key.values)) if structural else range(1)
        for key, structural in zip(arms.axes, arms.structural, strict=True)
    ]
    return one_of_each_make_up([arms.at(index) for index in product(*ranges)])
