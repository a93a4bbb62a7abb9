"""The coordinates of a chain in trial functions, and the few that move its sections.

Bodies move with the base, the joints and the links' tips: a handful of section coordinates, whatever the number of
functions. Kinematics is written in those, so that time and memory grow with the number of functions and no faster.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from flexarm.arrays import Array
from flexarm.kinematics import Rows
from flexarm.layout import Layout, LinkCoordinates, Places, layout, places, rigid_coordinates, tip_coordinates
from flexarm.link_functions import LinkFunctions
from flexarm.tree import Tree


@dataclass(frozen=True, eq=False)
class TrialLayout(Places):
    """The coordinates of a chain in trial functions."""

    sections: Layout  # the layout of the section coordinates
    to_sections: sparse.csr_array  # section coordinates of the coordinates, shape (section coordinates, size)

    def rows_of(self, q: Array) -> Rows:
        """Return displacements, shape (size, k), as the rows that kinematics starts from."""
        return self.sections.rows.mixed(np.asarray(self.to_sections @ q))

    def in_numbers_of(self, parts: Tree, spaces: Sequence[LinkFunctions | None]) -> "TrialLayout":
        """Return the same coordinates of the same arm, its numbers in another arithmetic."""
        return replace(self, sections=_sections(parts, spaces))


def trial_layout(parts: Tree, spaces: Sequence[LinkFunctions | None]) -> TrialLayout:
    """Lay out the coordinates of a chain in trial functions: base first, then joint by joint and link by link."""
    sizes = [0 if space is None else space.size for space in spaces]
    turned = [space is not None and space.root_slope is not None for space in spaces]
    plan = places(parts, sizes, turned)
    sections = _sections(parts, spaces)
    blocks = [np.eye(parts.base_freedoms)]
    for joint, space in zip(plan.joints, spaces, strict=True):
        blocks += [np.eye(joint.stop - joint.start), *([] if space is None else [_section_rows(space)])]
    to_sections = _block_diagonal(blocks)
    return TrialLayout(plan.size, plan.joints, plan.links, plan.rigid, plan.elastic, sections, to_sections)


def _block_diagonal(blocks: Sequence[Array]) -> sparse.csr_array:
    """Return blocks along the diagonal; by their entries, for there are many arms and each has few of them."""
    rows, columns = (np.cumsum([0, *(block.shape[k] for block in blocks)]) for k in (0, 1))
    places = [np.nonzero(block) for block in blocks]
    entries = np.concatenate([block[place] for block, place in zip(blocks, places, strict=True)])
    down, across = (
        np.concatenate([place[k] + start for place, start in zip(places, starts, strict=False)])
        for k, starts in ((0, rows), (1, columns))
    )
    return sparse.csr_array((entries, (down, across)), shape=(int(rows[-1]), int(columns[-1])))


def _sections(parts: Tree, spaces: Sequence[LinkFunctions | None]) -> Layout:
    return layout(parts, [_section_coordinates(parts.components, space) for space in spaces])


def _section_coordinates(components: int, space: LinkFunctions | None) -> LinkCoordinates:
    """Return a link's section coordinates: what its tip does, and its root's rotation where its functions turn that."""
    if space is None:
        return rigid_coordinates(components)
    tip = _tip(space)
    if space.root_slope is None:
        return LinkCoordinates(tip)
    count = tip.shape[1]
    return LinkCoordinates(np.append(tip, np.zeros((components, 1)), axis=1), np.eye(count + 1)[count])


def _tip(space: LinkFunctions) -> Array:
    """Return what the tip does, one coordinate after the other, shape (3 or 6, coordinates)."""
    return tip_coordinates(space.components, [rod is not None for rod in space.rods]).tip


def _section_rows(space: LinkFunctions) -> Array:
    tip = _tip(space).T @ space.tip
    return tip if space.root_slope is None else np.vstack([tip, space.root_slope])
