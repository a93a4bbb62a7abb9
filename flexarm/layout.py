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
BENDING = LinkCoordinates(np.eye(2))


@dataclass(frozen=True, eq=False)
class Places:
    """Where the coordinates of a chain stand.

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
    """

    size: int
    joints: tuple[int | None, ...]
    links: tuple[slice, ...]
    rigid: NDArray[np.intp]
    elastic: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Layout(Places):
    """The coordinates of a chain.

    Parameters
    ----------
    size, joints, links, rigid, elastic
        See `Places`.
    rows
        The coordinates' rows, from which kinematics makes every motion.
    """

    rows: Rows


def places(parts: Chain, sizes: Sequence[int], turned: Sequence[bool]) -> Places:
    """Return the numbering of a chain's coordinates: base first, then joint by joint and link by link.

    Parameters
    ----------
    parts
        The chain.
    sizes
        Number of each link's own coordinates.
    turned
        Whether a link's own coordinates turn its root, so that its joint needs none.
    """
    position = FREEDOMS[parts.base_kind]
    rigid = list(range(position))
    joints: list[int | None] = []
    own: list[slice] = []
    for part, size, by_own in zip(parts.links, sizes, turned, strict=True):
        turns = part.turns and not by_own
        joints.append(position if turns else None)
        rigid += [position] if turns and part.free else []
        own.append(slice(position + turns, position + turns + size))
        position = own[-1].stop
    elastic = np.setdiff1d(np.arange(position), rigid)
    return Places(position, tuple(joints), tuple(own), np.array(rigid, dtype=np.intp), elastic)


def layout(parts: Chain, links: Sequence[LinkCoordinates]) -> Layout:
    """Lay out the coordinates of a chain: base first, then joint by joint and link by link.

    Parameters
    ----------
    parts
        The chain.
    links
        Each link's own coordinates; `RIGID` for a rigid link.
    """
    sizes, turned = [link.tip.shape[1] for link in links], [link.root_slope is not None for link in links]
    plan = places(parts, sizes, turned)
    return Layout(plan.size, plan.joints, plan.links, plan.rigid, plan.elastic, _rows(parts, links, plan))


def tip_layout(parts: Chain) -> Layout:
    """Lay out a chain whose flexible links have two coordinates each: deflection and slope at the tip."""
    return layout(parts, [BENDING if link.flexible else RIGID for link in parts.links])


def _rows(parts: Chain, links: Sequence[LinkCoordinates], plan: Places) -> Rows:
    turning, tips = np.zeros((len(links), plan.size)), np.zeros((len(links), 2, plan.size))
    for k, link in enumerate(links):
        own, joint = plan.links[k], plan.joints[k]
        tips[k, :, own] = link.tip
        if joint is not None:
            turning[k, joint] = 1.0
        elif link.root_slope is not None:
            turning[k, own] = link.root_slope
    return Rows(base_rows(parts, plan.size), list(turning), list(tips))


def base_rows(parts: Chain, size: int) -> Array:
    """Return the base's rows, shape (..., 3, size): its freedoms are the first coordinates."""
    lead = parts.base_direction.shape[:-1]
    rows = np.zeros((*lead, 3, size), dtype=parts.base_direction.dtype)
    if parts.base_kind == "free":
        rows[..., :3] = np.eye(3)
    elif parts.base_kind == "guided":
        rows[..., :2, 0] = parts.base_direction
    return rows
