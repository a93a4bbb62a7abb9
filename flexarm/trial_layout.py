"""The coordinates of a chain in trial functions, and the few that move its sections.

Bodies move with the base, the joints and the links' tips: a handful of section coordinates, whatever the number of
functions. Kinematics is written in those, so that time and memory grow with the number of functions and no faster.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from flexarm.chain import Array, Chain
from flexarm.kinematics import Rows
from flexarm.layout import RIGID, Layout, LinkCoordinates, layout
from flexarm.parts import FREEDOMS
from flexarm.trial import TrialSpace

# A flexible link's section coordinates: deflection and slope at the tip; and the root's rotation, where the functions
# turn it.
_TIP = np.eye(2)
_TIP_AND_ROOT = np.eye(2, 3)


@dataclass(frozen=True, eq=False)
class TrialLayout:
    """The coordinates of a chain in trial functions.

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
    sections
        The layout of the section coordinates.
    to_sections
        Section coordinates of the coordinates, shape (section coordinates, size).
    """

    size: int
    joints: tuple[int | None, ...]
    links: tuple[slice, ...]
    rigid: NDArray[np.intp]
    elastic: NDArray[np.intp]
    sections: Layout
    to_sections: sparse.csr_array

    @cached_property
    def rows(self) -> Rows:
        """The coordinates' rows, dense: for small numbers of functions."""
        return self.moved(np.eye(self.size))

    def moved(self, q: Array) -> Rows:
        """Return displacements, shape (size, k), as the rows that kinematics starts from."""
        z = np.asarray(self.to_sections @ q)
        rows = self.sections.rows
        return replace(
            rows, base=rows.base @ z, joints=[row @ z for row in rows.joints], tips=[row @ z for row in rows.tips]
        )


def trial_layout(parts: Chain, spaces: Sequence[TrialSpace | None]) -> TrialLayout:
    """Lay out the coordinates of a chain in trial functions: base first, then joint by joint and link by link.

    Parameters
    ----------
    parts
        The chain.
    spaces
        A flexible link's trial functions, None for a rigid link.
    """
    sections = layout(parts, [_section_coordinates(space) for space in spaces])
    position = FREEDOMS[parts.base_kind]
    blocks = [sparse.csr_array(np.eye(position))] if position else []
    joints: list[int | None] = []
    links: list[slice] = []
    for joint, space in zip(sections.joints, spaces, strict=True):
        joints.append(None if joint is None else position)
        blocks += [] if joint is None else [sparse.csr_array(np.eye(1))]
        start = position + (joint is not None)
        position = start + (0 if space is None else space.size)
        links.append(slice(start, position))
        blocks += [] if space is None else [sparse.csr_array(_section_rows(space))]
    free = [joint for joint, part in zip(joints, parts.links, strict=True) if joint is not None and part.free]
    rigid = np.array([*range(FREEDOMS[parts.base_kind]), *free], dtype=np.intp)
    elastic = np.setdiff1d(np.arange(position), rigid)
    to_sections = sparse.csr_array(sparse.block_diag(blocks) if blocks else (0, position))
    return TrialLayout(position, tuple(joints), tuple(links), rigid, elastic, sections, to_sections)


def _section_coordinates(space: TrialSpace | None) -> LinkCoordinates:
    if space is None:
        return RIGID
    return LinkCoordinates(_TIP) if space.root_slope is None else LinkCoordinates(_TIP_AND_ROOT, np.eye(3)[2])


def _section_rows(space: TrialSpace) -> Array:
    return space.tip if space.root_slope is None else np.vstack([space.tip, space.root_slope])
