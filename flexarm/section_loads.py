"""Forces on an arm's sections, many patterns at once: what any load comes down to, and the work it does.

Forces and couples act on the base, on the sections at the links' roots and tips, on the joints' relative rotations,
across the flexible links, spread linearly, and along them and on their sections' rotation, spread evenly. With
D'Alembert's forces, accelerations of the base and of rigid-body motions are loads like any other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.kinematics import Rows, rotated, section_motions
from flexarm.tree import Tree


@dataclass(frozen=True, eq=False)
class SectionLoads:
    """Patterns of load.

    Parameters
    ----------
    base
        Force along x and y and couple on the base's centre, N and N m, shape (patterns, 3).
    joints
        Couple on every joint: on the link outside it, and with the opposite sign on the body inside, N m, shape
        (patterns, links).
    roots, tips
        Force along x and y and couple on every link's root and tip section, N and N m, shape (patterns, links, 3).
    spread
        Load along every link, N/m; p₀ and p₁ of the load p₀ + p₁ x across it, to its left, N/m and N/m²; and couple on
        its sections, N; shape (patterns, links, 4).
    """

    base: Array
    joints: Array
    roots: Array
    tips: Array
    spread: Array

    @classmethod
    def none(cls, patterns: int, links: int) -> "SectionLoads":
        """Return patterns of no load, to be filled.

        Parameters
        ----------
        patterns
            Number of patterns.
        links
            Number of the arm's links.
        """
        along = (patterns, links)
        return cls(
            np.zeros((patterns, 3)),
            np.zeros(along),
            np.zeros((*along, 3)),
            np.zeros((*along, 3)),
            np.zeros((*along, 4)),
        )

    @classmethod
    def joined(cls, patterns: Sequence["SectionLoads"]) -> "SectionLoads":
        """Return patterns, one set or more, one after another.

        Parameters
        ----------
        patterns
            The sets, of one arm.
        """
        return cls(*map(np.concatenate, zip(*(one._parts() for one in patterns), strict=True)))

    def mixed(self, matrix: Array) -> "SectionLoads":
        """Return combinations of the patterns.

        Parameters
        ----------
        matrix
            Factors of the patterns, one combination a row, in no unit, shape (combinations, patterns).
        """
        return SectionLoads(*(np.tensordot(matrix, part, 1) for part in self._parts()))

    def __add__(self, other: "SectionLoads") -> "SectionLoads":
        return SectionLoads(*(a + b for a, b in zip(self._parts(), other._parts(), strict=True)))

    def _parts(self) -> tuple[Array, ...]:
        return self.base, self.joints, self.roots, self.tips, self.spread


def generalised_forces(loads: SectionLoads, arm: Tree, rows: Rows, moments: Sequence[Array]) -> Array:
    """Return the work of every pattern on every coordinate or displacement, shape (patterns, n).

    The coordinates or displacements are given by their rows, one a column, and by the `moments` of every link's shape,
    shape (4, n).
    """
    work, motions = loads.base @ rows.base, section_motions(arm, rows)
    for k, link in enumerate(arm.links):
        root, tip = motions[link.root], motions[link.tip]
        work = work + np.outer(loads.joints[:, k], rows.joints[k])
        work += loads.roots[:, k] @ root.array + loads.tips[:, k] @ tip.array
        if link.flexible:
            carried = np.stack([root.along(link.axis), root.along(rotated(link.axis)), root.rotation])
            work += loads.spread[:, k] @ (areas(float(link.length)) @ carried + moments[k])
    return np.asarray(work)


def areas(length: float) -> Array:
    """Return the work of a link's spread loads, length in m, in rigid motion along, across and in rotation, (4, 3)."""
    even, rising = length**2 / 2.0, length**3 / 3.0
    return np.array([[length, 0.0, 0.0], [0.0, length, even], [0.0, even, rising], [0.0, 0.0, length]])


def work(loads: SectionLoads, arm: Tree, displacements: Displacements) -> Array:
    """Return the work of every pattern on every displacement, J, shape (patterns, displacements)."""
    return generalised_forces(loads, arm, displacements.rows, [shape.moments() for shape in displacements.shapes])


def magnitudes(loads: SectionLoads, displacements: Displacements) -> Array:
    """Return work of patterns if every force stood where displacements are largest, J, (patterns, displacements)."""
    sections = [end for motion in displacements.link_motions for end in (motion.root, motion.tip)]
    moved = np.max([np.hypot(*end.translation) for end in sections], axis=0)
    turned = np.max([np.abs(end.rotation) for end in sections], axis=0)
    lengths = np.array([link.length for link in displacements.arm.links])
    ends = np.concatenate([loads.base[:, np.newaxis], loads.roots, loads.tips], axis=1)
    spread = np.abs(loads.spread) * np.stack([lengths, lengths, 0.5 * lengths**2, lengths], axis=-1)
    force = np.sum(np.hypot(ends[..., 0], ends[..., 1]), axis=1) + np.sum(spread[..., :3], axis=(1, 2))
    couple = (
        np.sum(np.abs(ends[..., 2]), axis=1) + np.sum(np.abs(loads.joints), axis=1) + np.sum(spread[..., 3], axis=1)
    )
    return np.asarray(np.outer(force, moved) + np.outer(couple, turned))


def inertia_loads(arm: Tree, base: Array, joints: Array) -> SectionLoads:
    """Return D'Alembert's forces of an arm that accelerates as an arm of rigid bodies."""
    count, links = joints.shape
    motions = section_motions(arm, Rows(base.T, list(joints.T), [np.zeros((3, count))] * links))
    forces = [
        np.zeros((count, 3)) if section.inertia is None else -(section.inertia @ motion.array).T
        for section, motion in zip(arm.sections, motions, strict=True)
    ]
    loads = SectionLoads.none(count, links)
    loads.base[:] += forces[0]
    for k, link in enumerate(arm.links):
        freedoms, beam, motion = arm.sections[link.root].freedoms, arm.beam_of(link), motions[link.root]
        loads.roots[:, k], loads.tips[:, k] = forces[link.root], forces[link.tip]
        if freedoms is not None:
            loads.joints[:, k] -= freedoms.inertia[0] * joints[:, k]
        if beam is not None:
            along = beam.mass_per_length * motion.along(link.axis)
            if beam.stretches:
                loads.spread[:, k, 0] -= along
            else:
                loads.roots[:, k, :2] -= np.outer(beam.length * along, link.axis)
            loads.spread[:, k, 1] -= beam.mass_per_length * motion.along(rotated(link.axis))
            loads.spread[:, k, 2] -= beam.mass_per_length * motion.rotation
            loads.spread[:, k, 3] -= beam.rotary_inertia * motion.rotation
    return loads


def at_section(force: Array, couple: Array, lever: Array) -> Array:
    """Return forces, shape (patterns, 2), and couples `lever` away from a section as forces on it, (patterns, 3)."""
    return np.concatenate([force, (couple + force @ rotated(lever))[:, np.newaxis]], axis=1)
