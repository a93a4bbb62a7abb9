"""Which coordinate is what: base, joint rotations, and each link's own coordinates, from base to payload."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flexarm.chain import Array, Chain
from flexarm.kinematics import Rows
from flexarm.parts import FREEDOMS


@dataclass(frozen=True)
class LinkCoordinates:
    """What one link's own coordinates do.

    Parameters
    ----------
    tip
        Deflection and slope at the tip relative to the root, shape (2, own coordinates).
    root_slope
        Rotation of the root where the link has no rotation coordinate of its own, shape (own coordinates,);
        None where it has.
    """

    tip: Array
    root_slope: Array | None = None


RIGID = LinkCoordinates(np.zeros((2, 0)))


@dataclass(frozen=True)
class Layout:
    """The coordinates of a chain.

    Parameters
    ----------
    size
        Number of coordinates.
    joints
        Index of each joint's relative rotation; None where it has none of its own.
    links
        Each link's own coordinates.
    rigid
        Indices of the rigid-body coordinates: base, and joints that nothing holds.
    elastic
        Indices of all others, ascending.
    rows
        The coordinates' rows, from which kinematics makes every motion.
    """

    size: int
    joints: tuple[int | None, ...]
    links: tuple[slice, ...]
    rigid: NDArray[np.intp]
    elastic: NDArray[np.intp]
    rows: Rows


def layout(parts: Chain, links: Sequence[LinkCoordinates]) -> Layout:
    """Lay out the coordinates of a chain: base first, then joint by joint and link by link.

    Parameters
    ----------
    parts
        The chain.
    links
        Each link's own coordinates; `RIGID` for a rigid link.
    """
    position = FREEDOMS[parts.base_kind]
    rigid = list(range(position))
    joints: list[int | None] = []
    own: list[slice] = []
    for part, link in zip(parts.links, links, strict=True):
        turns = part.turns and link.root_slope is None
        joints.append(position if turns else None)
        rigid += [position] if turns and part.free else []
        own.append(slice(position + turns, position + turns + link.tip.shape[1]))
        position = own[-1].stop
    elastic = np.setdiff1d(np.arange(position), rigid)
    rows = _rows(parts, links, joints, own, position)
    return Layout(position, tuple(joints), tuple(own), np.array(rigid, dtype=np.intp), elastic, rows)


def _rows(
    parts: Chain, links: Sequence[LinkCoordinates], joints: Sequence[int | None], own: Sequence[slice], size: int
) -> Rows:
    turning, tips = np.zeros((len(links), size)), np.zeros((len(links), 2, size))
    for k, link in enumerate(links):
        tips[k, :, own[k]] = link.tip
        if joints[k] is not None:
            turning[k, joints[k]] = 1.0
        elif link.root_slope is not None:
            turning[k, own[k]] = link.root_slope
    return Rows(_base_rows(parts, size), list(turning), list(tips))


def _base_rows(parts: Chain, size: int) -> Array:
    """Return the base's rows, shape (..., 3, size): its freedoms are the first coordinates."""
    lead = parts.base_direction.shape[:-1]
    rows = np.zeros((*lead, 3, size), dtype=parts.base_direction.dtype)
    if parts.base_kind == "free":
        rows[..., :3] = np.eye(3)
    elif parts.base_kind == "guided":
        rows[..., :2, 0] = parts.base_direction
    return rows
