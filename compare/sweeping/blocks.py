"""Blocks of a grid: as many points at once as memory allows, those of one make-up together."""

import math
from collections.abc import Sequence
from itertools import product

from flexarm.arm import Arm

Block = tuple[slice, ...]

MEMORY = 256 * 2**20
# What solving one point together with others takes: matrices over the arm's coordinates at trial frequencies, so many
# a frequency, with as many copies.
_TRIALS, _COPIES = 16, 4
# A block is what a killed sweep loses, and what progress is told by: no larger than this, however small the arm.
_LARGEST = 4096


def most_points(arm: Arm, count: int, memory: float) -> int:
    """Return how many points may be solved at once.

    Parameters
    ----------
    arm
        An arm of the sweep.
    count
        Number of frequencies.
    memory
        What a worker may use, bytes.
    """
    coordinates = 3 + 3 * len(arm.links)
    each = 8 * coordinates**2 * _TRIALS * _COPIES * count
    return min(max(int(memory) // each, 1), _LARGEST)


def block_shape(shape: Sequence[int], first: Sequence[bool], whole: int | None, most: int) -> tuple[int, ...]:
    """Return the shape of a block: dimensions are divided one after the other until few enough points are left.

    Parameters
    ----------
    shape
        Numbers of values of the grid's dimensions.
    first
        Which dimensions are to be divided before others.
    whole
        The dimension that must not be divided, or None.
    most
        How many points a block may have; more only where `whole` has more.
    """
    found = list(shape)
    order = sorted((axis for axis in range(len(shape)) if axis != whole), key=lambda axis: not first[axis])
    for axis in order:
        if math.prod(found) <= most:
            break
        found[axis] = max(1, found[axis] * most // math.prod(found))
    return tuple(found)


def blocks(shape: Sequence[int], size: Sequence[int]) -> tuple[Block, ...]:
    """Return the blocks of a grid, the last dimension fastest.

    Parameters
    ----------
    shape
        Numbers of values of the grid's dimensions.
    size
        The shape of a block; those at the ends are what is left.
    """
    along = ([slice(a, min(a + n, total)) for a in range(0, total, n)] for total, n in zip(shape, size, strict=True))
    return tuple(product(*along))


def block_size(block: Block) -> int:
    """Return the number of a block's points."""
    return math.prod(part.stop - part.start for part in block)
