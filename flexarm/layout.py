"""Which coordinate is what: base, motions of joints, and each link's own coordinates, from base to payload."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.frames import turned_back
from flexarm.kinematics import Rows
from flexarm.tree import RODS, Tree


@dataclass(frozen=True)
class LinkCoordinates:
    """What one link's own coordinates do."""

    tip: Array  # what the tip does relative to the root in the link's axes, shape (3 or 6, own coordinates)
    root_slope: Array | None = None  # the root's rotation where no coordinate is it, shape (own coordinates,)


def rigid_coordinates(components: int) -> LinkCoordinates:
    """Return those of a rigid link."""
    return LinkCoordinates(np.zeros((components, 0)))


def tip_coordinates(components: int, rods: Sequence[bool]) -> LinkCoordinates:
    """Return those of a flexible link that are what its tip does; its rods may stretch and twist, or not."""
    rigid = [place for place, pulled in zip(RODS[components], rods, strict=True) if not pulled]
    return LinkCoordinates(np.delete(np.eye(components), rigid, axis=1))


@dataclass(frozen=True, eq=False)
class Places:
    """Where the coordinates of a chain stand."""

    size: int  # number of coordinates
    joints: tuple[slice, ...]  # each joint's relative motions, none where a link's own coordinates turn its root
    links: tuple[slice, ...]  # each link's own coordinates
    rigid: NDArray[np.intp]  # indices of the rigid-body coordinates: base, and joints that nothing holds
    elastic: NDArray[np.intp]  # indices of all others, ascending


@dataclass(frozen=True, eq=False)
class Layout(Places):
    """The coordinates of a chain."""

    rows: Rows  # the coordinates' rows, from which kinematics makes every motion


def places(parts: Tree, sizes: Sequence[int], turned: Sequence[bool]) -> Places:
    """Return the numbering of a chain's coordinates: base first, then joint by joint and link by link."""
    position = parts.base_freedoms
    rigid = list(range(position))
    joints: list[slice] = []
    own: list[slice] = []
    for part, size, by_own in zip(parts.links, sizes, turned, strict=True):
        held = () if by_own else part.held
        joints.append(slice(position, position + len(held)))
        rigid += [position + number for number, spring in enumerate(held) if not spring]
        own.append(slice(joints[-1].stop, joints[-1].stop + size))
        position = own[-1].stop
    elastic = np.setdiff1d(np.arange(position), rigid)
    return Places(position, tuple(joints), tuple(own), np.array(rigid, dtype=np.intp), elastic)


def layout(parts: Tree, links: Sequence[LinkCoordinates]) -> Layout:
    """Lay out the coordinates of a chain: base first, then joint by joint and link by link."""
    sizes, turned = [link.tip.shape[1] for link in links], [link.root_slope is not None for link in links]
    plan = places(parts, sizes, turned)
    return Layout(plan.size, plan.joints, plan.links, plan.rigid, plan.elastic, _rows(parts, links, plan))


def tip_layout(parts: Tree) -> Layout:
    """Lay out a chain whose flexible links have what their tips do for coordinates."""
    beams, size = [parts.beam_of(link) for link in parts.links], parts.components
    rods = [None if beam is None else [rod.rigidity is not None for rod in beam.rods] for beam in beams]
    return layout(parts, [rigid_coordinates(size) if own is None else tip_coordinates(size, own) for own in rods])


def _rows(parts: Tree, links: Sequence[LinkCoordinates], plan: Places) -> Rows:
    # Of many arms, every row has an axis for them.
    many = parts.gravity.shape[1:]
    unit, tips = np.eye(plan.size), np.zeros((len(links), parts.components, plan.size))
    joints = [unit[joint] for joint in plan.joints]
    for k, link in enumerate(links):
        own = plan.links[k]
        tips[k, :, own] = link.tip
        if link.root_slope is not None:
            joints[k] = np.zeros((1, plan.size))
            joints[k][0, own] = link.root_slope
    moved, each = ([np.multiply.outer(row, np.ones(many)) for row in rows] for rows in (joints, tips))
    return Rows(base_rows(parts, plan.size), moved, each)


def base_rows(parts: Tree, size: int) -> Array:
    """Return the base's rows, shape (components, size, ...): its freedoms are the first coordinates."""
    rows = np.zeros((parts.components, size, *parts.gravity.shape[1:]), dtype=parts.gravity.dtype)
    base = parts.sections[0].freedoms
    if base is None:
        return rows
    for number, place in enumerate(base.places):
        rows[place, number] = 1
    return rows if base.axes is None else turned_back(rows, base.axes)
