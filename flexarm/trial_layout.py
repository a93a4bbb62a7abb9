"""The coordinates of a chain in trial functions, and the few that move its sections.

Bodies move with the base, the joints and the links' tips: a handful of section coordinates, whatever the number of
functions. Kinematics is written in those, so that time and memory grow with the number of functions and no faster.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from flexarm.arrays import Array
from flexarm.kinematics import Rows
from flexarm.layout import BENDING, RIGID, Layout, LinkCoordinates, Places, layout, places
from flexarm.tree import Tree
from flexarm.trial import TrialSpace

# A flexible link's section coordinates where its functions turn its root: deflection and slope at the tip, and that.
_TURNED = LinkCoordinates(np.eye(2, 3), np.eye(3)[2])


@dataclass(frozen=True, eq=False)
class TrialLayout(Places):
    """The coordinates of a chain in trial functions."""

    sections: Layout  # the layout of the section coordinates
    to_sections: sparse.csr_array  # section coordinates of the coordinates, shape (section coordinates, size)

    def rows_of(self, q: Array) -> Rows:
        """Return displacements, shape (size, k), as the rows that kinematics starts from."""
        return self.sections.rows.mixed(np.asarray(self.to_sections @ q))


def trial_layout(parts: Tree, spaces: Sequence[TrialSpace | None]) -> TrialLayout:
    """Lay out the coordinates of a chain in trial functions: base first, then joint by joint and link by link."""
    sizes = [0 if space is None else space.size for space in spaces]
    turned = [space is not None and space.root_slope is not None for space in spaces]
    plan = places(parts, sizes, turned)
    sections = layout(parts, [_section_coordinates(space) for space in spaces])
    blocks = [sparse.csr_array(np.eye(freedoms))] if (freedoms := parts.base_freedoms) else []
    for joint, space in zip(plan.joints, spaces, strict=True):
        blocks += [] if joint is None else [sparse.csr_array(np.eye(1))]
        blocks += [] if space is None else [sparse.csr_array(_section_rows(space))]
    to_sections = sparse.csr_array(sparse.block_diag(blocks) if blocks else (0, plan.size))
    return TrialLayout(plan.size, plan.joints, plan.links, plan.rigid, plan.elastic, sections, to_sections)


def _section_coordinates(space: TrialSpace | None) -> LinkCoordinates:
    if space is None:
        return RIGID
    return BENDING if space.root_slope is None else _TURNED


def _section_rows(space: TrialSpace) -> Array:
    return space.tip if space.root_slope is None else np.vstack([space.tip, space.root_slope])
