"""Forces on an arm's sections, many patterns at once: what any load comes down to, and the work it does.

Forces and couples act on the base, on the sections at the links' roots and tips, on the joints' relative rotations,
across the flexible links, spread linearly, and along them and on their sections' rotation, spread evenly. With
D'Alembert's forces, accelerations of the base and of rigid-body motions are loads like any other; and so are motions of
what supports hold on to: in a displacement they do the work of the force by which the arm pulls there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.frames import rotations, turned_back
from flexarm.joint_freedoms import slides
from flexarm.kinematics import Rows, joint_rows, section_motions
from flexarm.tree import PLANES, RODS, Beam, Held, Tree

# Number of loads that are spread over a link, by the number of components of a motion.
SPREAD = {3: 4, 6: 8}
# Which of these are couples, and which rise with the distance from the root, by their number.
SPREAD_COUPLES = {4: ([3], [2]), 8: ([3, 6, 7], [2, 5])}


@dataclass(frozen=True, eq=False)
class SectionLoads:
    """Patterns of load.

    Parameters
    ----------
    base
        Force along x and y and couple on the base's centre, N and N m, shape (patterns, 3), or in space (patterns, 6).
    joints
        Couple or force on every freedom of every joint: on the link outside it, and with the opposite sign on the body
        inside, N m or N, shape (patterns, links, most freedoms of a joint).
    roots, tips
        Force along x and y and couple on every link's root and tip section, N and N m, shape (patterns, links, 3), or
        in space (patterns, links, 6).
    spread
        Load along every link, N/m; p₀ and p₁ of the load p₀ + p₁ x across it, to its left, N/m and N/m²; and couple on
        its sections, N; shape (patterns, links, 4). In space the latter three once more, upwards, and the couple about
        the link's axis, shape (patterns, links, 8).
    held
        What supports impose on the motions that they hold (`flexarm.tree.Tree.held`), m and rad, shape (patterns,
        held): where the ground, or what a spring stands on, is moved to.
    """

    base: Array
    joints: Array
    roots: Array
    tips: Array
    spread: Array
    held: Array

    @classmethod
    def none(cls, patterns: int, links: int, components: int = 3, freedoms: int = 1, held: int = 0) -> "SectionLoads":
        """Return patterns of no load, to be filled.

        Parameters
        ----------
        patterns
            Number of patterns.
        links
            Number of the arm's links.
        components
            Number of components of a motion: 3 in the plane, 6 in space.
        freedoms
            The most freedoms that a joint has (`Tree.joint_freedoms`).
        held
            Number of motions that supports hold.
        """
        along = (patterns, links)
        return cls(
            np.zeros((patterns, components)),
            np.zeros((*along, freedoms)),
            np.zeros((*along, components)),
            np.zeros((*along, components)),
            np.zeros((*along, SPREAD[components])),
            np.zeros((patterns, held)),
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
        return self.base, self.joints, self.roots, self.tips, self.spread, self.held


def held_loads(parts: Tree, held: Sequence[Held]) -> SectionLoads:
    """Return unit forces on motions as supports hold, one a pattern."""
    loads = no_loads(parts, len(held))
    on = {0: loads.base}
    for k, link in enumerate(parts.links):
        on |= {link.root: loads.roots[:, k], link.tip: loads.tips[:, k]}
    for number, one in enumerate(held):
        for section, along in one.ends:
            on[section][number] += along
    return loads


def no_loads(arm: Tree, patterns: int) -> SectionLoads:
    """Return patterns of no load on an arm, to be filled."""
    return SectionLoads.none(patterns, len(arm.links), arm.components, arm.joint_freedoms, len(arm.held))


def generalised_forces(loads: SectionLoads, arm: Tree, rows: Rows, moments: Sequence[Array]) -> Array:
    """Return the work of every pattern on every coordinate or displacement, shape (patterns, n).

    The coordinates or displacements are given by their rows, one a column, and by the `moments` of every link's shape,
    shape (4, n).
    """
    work, motions = loads.base @ rows.base, section_motions(arm, rows)
    for k, link in enumerate(arm.links):
        root, tip = motions[link.root], motions[link.tip]
        work = work + loads.joints[:, k, : len(rows.joints[k])] @ rows.joints[k]
        work += loads.roots[:, k] @ root.array + loads.tips[:, k] @ tip.array
        if link.flexible:
            carried = root.in_axes(link.axes)
            work += loads.spread[:, k] @ (areas(float(link.length), len(carried)) @ carried + moments[k])
    return np.asarray(work)


def areas(length: float, components: int) -> Array:
    """Return the work of a link's spread loads, length in m, in rigid motion in its axes, (loads, components)."""
    even, rising = length**2 / 2.0, length**3 / 3.0
    whole = np.zeros((SPREAD[components], components))
    whole[0, 0] = length
    for plane, (across, turn, sign) in enumerate(PLANES[components]):
        start = 1 + 3 * plane
        whole[start : start + 2, across] = length, even
        whole[start : start + 3, turn] = sign * even, sign * rising, sign * length
    if len(RODS[components]) > 1:
        whole[-1, RODS[components][1]] = length
    return whole


def work(loads: SectionLoads, arm: Tree, displacements: Displacements) -> Array:
    """Return the work of every pattern on every displacement, J, shape (patterns, displacements)."""
    of_forces = generalised_forces(loads, arm, displacements.rows, [shape.moments() for shape in displacements.shapes])
    return of_forces if displacements.support_force is None else of_forces + loads.held @ displacements.support_force.T


def magnitudes(loads: SectionLoads, displacements: Displacements) -> Array:
    """Return work of patterns if every force stood where displacements are largest, J, (patterns, displacements)."""
    sections = [end.array for motion in displacements.link_motions for end in (motion.root, motion.tip)]
    turning = rotations(len(sections[0]))
    moved = np.max([np.linalg.norm(end[: turning.start], axis=0) for end in sections], axis=0)
    turned = np.max([np.linalg.norm(end[turning], axis=0) for end in sections], axis=0)
    lengths = np.array([link.length for link in displacements.arm.links])
    ends = np.concatenate([loads.base[:, np.newaxis], loads.roots, loads.tips], axis=1)
    couples, rising = SPREAD_COUPLES[loads.spread.shape[-1]]
    spread = np.abs(loads.spread) * lengths[:, np.newaxis]
    spread[..., rising] *= 0.5 * lengths[:, np.newaxis]
    force = np.sum(np.linalg.norm(ends[..., : turning.start], axis=-1), axis=1)
    force += np.sum(np.delete(spread, couples, axis=-1), axis=(1, 2))
    couple = np.sum(np.linalg.norm(ends[..., turning], axis=-1), axis=1)
    for k, link in enumerate(displacements.arm.links):
        for number, motion in enumerate(link.joint.motions):
            push = np.abs(loads.joints[:, k, number])
            force, couple = (force + push, couple) if slides(motion) else (force, couple + push)
    couple += np.sum(spread[..., couples], axis=(1, 2))
    most = np.outer(force, moved) + np.outer(couple, turned)
    pulled = displacements.support_force
    return np.asarray(most if pulled is None else most + np.abs(loads.held) @ np.abs(pulled).T)


def inertia_loads(arm: Tree, base: Array, joint_motion: Array | None = None) -> SectionLoads:
    """Return D'Alembert's forces of an arm that accelerates as an arm of rigid bodies, its joints held where None.

    Accelerations of the base and of joints have the shapes (patterns, 3 or 6) and (patterns, links, most freedoms), the
    latter (patterns, links) where no joint has more than one.
    """
    count, size, links = len(base), arm.components, len(arm.links)
    most = arm.joint_freedoms
    given = np.zeros((count, links, most)) if joint_motion is None else joint_motion
    joints = joint_rows(arm, given.reshape(count, links, most))
    motions = section_motions(arm, Rows(base.T, joints, [np.zeros((size, count))] * links))
    forces = [
        np.zeros((count, size)) if section.inertia is None else -(section.inertia @ motion.array).T
        for section, motion in zip(arm.sections, motions, strict=True)
    ]
    loads = no_loads(arm, count)
    loads.base[:] += forces[0]
    for k, link in enumerate(arm.links):
        freedoms, beam, motion = arm.sections[link.root].freedoms, arm.beam_of(link), motions[link.root]
        loads.roots[:, k], loads.tips[:, k] = forces[link.root], forces[link.tip]
        if freedoms is not None:
            loads.joints[:, k, : len(joints[k])] -= (freedoms.inertia[:, np.newaxis] * joints[k]).T
        if beam is not None:
            root, spread = _beam_loads(beam, motion.in_axes(beam.axes))
            loads.roots[:, k] -= turned_back(root, beam.axes).T
            loads.spread[:, k] -= spread.T
    return loads


def _beam_loads(beam: Beam, moved: Array) -> tuple[Array, Array]:
    """Return a link's momenta as its root moves, in its axes: what is concentrated there, and what is spread."""
    size = len(moved)
    root, spread = 0.0 * moved, np.zeros((SPREAD[size], moved.shape[1]))
    for number, (place, rod) in enumerate(zip(RODS[size], beam.rods, strict=True)):
        momentum = rod.inertia_per_length * moved[place]
        if rod.rigidity is None:
            root[place] = beam.length * momentum
        else:
            spread[0 if number == 0 else -1] = momentum
    for plane, ((across, turn, sign), bending) in enumerate(zip(PLANES[size], beam.bendings, strict=True)):
        rotation = sign * moved[turn]
        momenta = beam.mass_per_length * moved[across], beam.mass_per_length * rotation
        spread[1 + 3 * plane : 4 + 3 * plane] = *momenta, bending.rotary_inertia * rotation
    return root, spread
