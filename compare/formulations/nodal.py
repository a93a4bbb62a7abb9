"""Absolute nodal coordinates of a chain: base, rotation of each link's root, deflection and rotation of each node."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.kinematics import LinkMotion, Rows, link_motions, lumped_inertia, rotated, section_motions
from flexarm.layout import base_rows
from flexarm.tree import Beam, Tree


@dataclass(frozen=True, eq=False)
class Nodal:
    """A chain in nodal coordinates."""

    parts: Tree
    size: int  # of coordinates
    rows: Rows
    motions: tuple[LinkMotion, ...]
    # each link's first nodal coordinate after those of its root; they alternate, deflection and rotation
    first: tuple[int, ...]
    elements: int  # a flexible link

    def beams(self) -> Iterator[tuple[int, Beam]]:
        """Yield the links that bend, by their number from 0."""
        for k, link in enumerate(self.parts.links):
            beam = self.parts.beam_of(link)
            if beam is not None:
                yield k, beam

    def nodes(self, k: int) -> sparse.csr_array:
        """Return deflection and rotation of a flexible link's nodes, root first, shape (2 elements + 2, size)."""
        link, root = self.parts.links[k], self.motions[k].root
        own = np.arange(2 * self.elements)
        others = sparse.coo_array((np.ones(len(own)), (own, self.first[k] + own)), (len(own), self.size))
        ends = np.stack([root.along(rotated(link.axis)), root.rotation])
        return sparse.csr_array(sparse.vstack([sparse.csr_array(ends), others]))

    def springs(self) -> sparse.csr_array:
        """Return the joints' part of the stiffness matrix."""
        turns = sparse.csr_array(np.concatenate(self.rows.joints))
        stiffness = np.array([self.parts.spring_of(link) for link in self.parts.links])
        return sparse.csr_array(turns.T @ sparse.diags_array(stiffness) @ turns)

    def lumps(self) -> sparse.csr_array:
        """Return the mass matrix but for the links' motion across their axes."""
        inertia, forms = lumped_inertia(self.parts, self.rows, section_motions(self.parts, self.rows))
        rows = sparse.csr_array(forms)
        return sparse.csr_array(rows.T @ sparse.diags_array(inertia) @ rows)


def nodal(arm: Arm, elements: int = 1) -> Nodal:
    """Return an arm in nodal coordinates."""
    parts = tree(arm)
    first, position = [], parts.base_freedoms
    for link in parts.links:
        first.append(position + link.turns)
        position = first[-1] + 2 * elements * link.flexible
    return Nodal(parts, position, *_rows(parts, first, position, elements), tuple(first), elements)


def _rows(parts: Tree, first: list[int], size: int, elements: int) -> tuple[Rows, tuple[LinkMotion, ...]]:
    """Return the rows of joints and tips, the motion of every tip given as a whole, and the motions they make."""
    base, still = base_rows(parts, size), np.zeros((3, size))
    before, joints, tips = base[2], [], []
    for link, start in zip(parts.links, first, strict=True):
        root = _unit([start - 1], size)[0] if link.turns else before
        joints.append((root - before)[np.newaxis])
        end = start + 2 * elements
        tips.append(np.concatenate([still[:1], _unit([end - 2, end - 1], size)]) if link.flexible else still)
        before = tips[-1][2] if link.flexible else root
    rows = Rows(base, joints, tips, [link.flexible for link in parts.links])
    return rows, link_motions(parts, rows)


def _unit(places: list[int], size: int) -> Array:
    """Return the rows of some coordinates, shape (places, size)."""
    rows = np.zeros((len(places), size))
    rows[range(len(places)), places] = 1.0
    return rows
