"""Small planar motion of an arm, as linear forms, written once for every backend.

A row holds one coefficient a coordinate. With unit rows the recursion gives the linear forms of every section in the
coordinates; with a mode's values as rows it gives that mode's motion.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.frames import carried, turned, turned_back
from flexarm.tree import Body, Tree


def rotated(vector: Array) -> Array:
    """Return plane vectors, shape (2, ...), turned left by a right angle."""
    return np.array([-vector[1], vector[0]])


@dataclass(frozen=True)
class Motion:
    """Motion of a rigid section at one of its points: along the base's axes x and y, m, and anticlockwise, rad.

    Shape (3, n), or (3, n, arms).
    """

    array: Array

    @property
    def translation(self) -> Array:
        """Along x and y, m, shape (2, n)."""
        return self.array[:2]

    @property
    def rotation(self) -> Array:
        """Anticlockwise, rad, shape (n,)."""
        return np.asarray(self.array[2])

    def at(self, lever: Array) -> "Motion":
        """Return the motion of another point of the section, `lever` away, m, shape (2, ...)."""
        return Motion(carried(self.array, lever))

    def along(self, vector: Array) -> Array:
        """Return the component of the translation along a unit vector, shape (n, ...)."""
        return np.asarray(vector[0] * self.array[0] + vector[1] * self.array[1])


@dataclass(frozen=True)
class Rows:
    """The coordinates' rows: what the recursion starts from."""

    base: Array  # translation x, y and rotation of the base's centre, shape (3, n, ...)
    joints: Sequence[Array]  # a joint's relative rotation, rad, one array of shape (n,) a link
    # stretch, deflection and rotation at a link's tip relative to its root, m, m and rad, shape (3, n); the latter two
    # absolute where so
    tips: Sequence[Array]
    absolute: Sequence[bool] = ()  # which of the two `tips` holds, one a link; none: all are relative

    def mixed(self, mixture: Array) -> "Rows":
        """Return the rows of other displacements, combinations of these, shape (n, combinations)."""
        joints, tips = ([row @ mixture for row in part] for part in (self.joints, self.tips))
        return Rows(self.base @ mixture, joints, tips)


@dataclass(frozen=True)
class LinkMotion:
    """Motion of a link's root section (outside the joint) and of its tip section."""

    root: Motion
    tip: Motion


def section_motions(parts: Tree, rows: Rows) -> tuple[Motion, ...]:
    """Return the motion of every section: its parent's, carried a lever away, and what joint or link let it do."""
    own, bodily = {0: rows.base}, {}
    absolute = rows.absolute or [False] * len(parts.links)
    for link, joint, tip, whole in zip(parts.links, rows.joints, rows.tips, absolute, strict=True):
        own[link.root] = np.array([0 * joint, 0 * joint, joint])
        own[link.tip] = turned_back(tip, link.axis)
        if whole:
            bodily[link.tip] = link.axis
    motions: list[Motion] = []
    for k, section in enumerate(parts.sections):
        parent = motions[section.parent].array if section.parent >= 0 else 0 * rows.base
        start = _axial_part(parent, bodily[k]) if k in bodily else carried(parent, section.lever)
        motions.append(Motion(start + own[k]))
    return tuple(motions)


def _axial_part(motion: Array, axis: Array) -> Array:
    """Return the part of a motion that a link's tip shares however the link bends: along its axis."""
    along = turned(motion, axis)
    return turned_back(np.array([along[0], 0 * along[1], 0 * along[2]]), axis)


def link_motions(parts: Tree, rows: Rows) -> tuple[LinkMotion, ...]:
    """Return the motion of every link's root and tip, from base to payload."""
    motions = section_motions(parts, rows)
    return tuple(LinkMotion(motions[link.root], motions[link.tip]) for link in parts.links)


def bodies(parts: Tree, motions: Sequence[Motion]) -> Iterator[tuple[Body, Motion]]:
    """Yield every rigid body with the motion of its centre of mass, from base to payload; hubs have no name."""
    for section, motion in zip(parts.sections, motions, strict=True):
        for body in section.bodies:
            yield body, motion.at(body.lever)


def lumped_inertia(parts: Tree, rows: Rows, motions: Sequence[Motion]) -> tuple[Array, Array]:
    """Return all inertia that is not spread over a link's own motion, one row an inertia, shape (rows, ...).

    Bodies, hubs and gear boxes; and each flexible link's mass along its own axis, where it keeps its length.
    """
    lumps: list[tuple[Array, Array]] = []
    for body, motion in bodies(parts, motions):
        lumps += [(body.mass, motion.array[0]), (body.mass, motion.array[1]), (body.inertia, motion.array[2])]
    for link, joint in zip(parts.links, rows.joints, strict=True):
        freedoms, beam = parts.sections[link.root].freedoms, parts.sections[link.tip].beam
        if freedoms is not None:
            lumps.append((freedoms.inertia[0], joint))
        if beam is not None and not beam.stretches:
            lumps.append((beam.mass, motions[link.root].along(link.axis)))
    present = [(inertia, form) for inertia, form in lumps if np.any(inertia)]
    if not present:
        return np.zeros((0, *rows.base.shape[2:])), np.zeros((0, *rows.base.shape[1:]))
    forms = np.broadcast_arrays(*(form for _, form in present))
    return np.stack(np.broadcast_arrays(*(inertia for inertia, _ in present))), np.stack(forms)
