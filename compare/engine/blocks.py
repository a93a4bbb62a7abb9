"""Blocks of cells: as many at once as are allowed."""

import math
from collections.abc import Sequence
from itertools import product

Block = tuple[slice, ...]


def block_shape(shape: Sequence[int], first: Sequence[bool], whole: int | None, most: int) -> tuple[int, ...]:
    """Return the shape of a block of `most` cells: axes are divided one by one, those in `first` before others.

    The axis `whole` is not divided; a block has more cells only where that axis has more.
    """
    size = list(shape)
    order = sorted((axis for axis in range(len(shape)) if axis != whole), key=lambda axis: not first[axis])
    for axis in order:
        if math.prod(size) <= most:
            break
        size[axis] = max(1, size[axis] * most // math.prod(size))
    return tuple(size)


def blocks(shape: Sequence[int], size: Sequence[int]) -> tuple[Block, ...]:
    """Return the blocks of a grid of cells, the last axis fastest; those at the ends are what is left."""
    along = ([slice(a, min(a + n, total)) for a in range(0, total, n)] for total, n in zip(shape, size, strict=True))
    return tuple(product(*along))


def block_size(block: Block) -> int:
    """Return the number of a block's cells."""
    return math.prod(part.stop - part.start for part in block)
