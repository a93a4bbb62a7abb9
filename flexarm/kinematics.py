"""Small motion of an arm, in the plane or in space, as linear forms, written once for every backend.

A row holds one coefficient a coordinate. With unit rows the recursion gives the linear forms of every section in the
coordinates; with a mode's values as rows it gives that mode's motion.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.frames import carried, rotations, turned, turned_back
from flexarm.tree import RODS, Body, Freedoms, Tree

# Of a tensor's trace: a pivot that small is what rounding leaves of none, as of a hub, which turns about one axis.
_ROUNDING = 1e-15


def rotated(vector: Array) -> Array:
    """Return plane vectors, shape (2, ...), turned left by a right angle."""
    return np.array([-vector[1], vector[0]])


@dataclass(frozen=True)
class Motion:
    """Motion of a rigid section at one of its points: along the base's axes x and y, m, and anticlockwise, rad.

    Shape (3, n), or (3, n, arms); in space along x, y and z and about them, shape (6, n).
    """

    array: Array

    @property
    def translation(self) -> Array:
        """Along x and y, m, shape (2, n), and z in space."""
        return self.array[: rotations(len(self.array)).start]

    @property
    def rotation(self) -> Array:
        """Anticlockwise, rad, shape (n,); in space about x, y and z, shape (3, n)."""
        turned_by = self.array[rotations(len(self.array))]
        return np.asarray(turned_by[0] if len(turned_by) == 1 else turned_by)

    def at(self, lever: Array) -> "Motion":
        """Return the motion of another point of the section, `lever` away, m, shape (2, ...), or (3, ...) in space."""
        return Motion(carried(self.array, lever))

    def along(self, vector: Array) -> Array:
        """Return the component of the translation along a unit vector, shape (n, ...)."""
        return np.asarray(sum(part * moved for part, moved in zip(vector, self.array, strict=False)))

    def in_axes(self, axes: Array) -> Array:
        """Return the motion in a link's axes, shape (3 or 6, n, ...)."""
        return turned(self.array, axes)


@dataclass(frozen=True)
class Rows:
    """The coordinates' rows: what the recursion starts from."""

    base: Array  # translation x, y and rotation of the base's centre, shape (3, n, ...), or in space (6, n, ...)
    joints: Sequence[Array]  # relative motions of a joint's freedoms, rad or m, an array of shape (freedoms, n) a link
    # what a link's tip does relative to its root, in the link's axes: stretch, deflection and rotation, m, m and rad,
    # shape (3, n), the latter two absolute where so; in space shape (6, n)
    tips: Sequence[Array]
    absolute: Sequence[bool] = ()  # which of the two `tips` holds, one a link; none: all are relative

    def mixed(self, mixture: Array) -> "Rows":
        """Return the rows of other displacements, combinations of these, shape (n, combinations)."""
        joints, tips = ([row @ mixture for row in part] for part in (self.joints, self.tips))
        return Rows(self.base @ mixture, joints, tips)

    @property
    def joint_motion(self) -> Array:
        """Relative motions of all joints, shape (n, links, most freedoms of a joint); zero where one has fewer."""
        most = max(1, *map(len, self.joints))
        whole = np.zeros((self.base.shape[1], len(self.joints), most))
        for k, joint in enumerate(self.joints):
            whole[:, k, : len(joint)] = joint.T
        return whole


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
        own[link.root] = relative_motion(parts.sections[link.root].freedoms, joint, parts.components)
        own[link.tip] = turned_back(tip, link.axes)
        if whole:
            bodily[link.tip] = link.axes
    motions: list[Motion] = []
    for k, section in enumerate(parts.sections):
        parent = motions[section.parent].array if section.parent >= 0 else 0 * rows.base
        start = _axial_part(parent, bodily[k]) if k in bodily else carried(parent, section.lever)
        motions.append(Motion(start + own[k]))
    return tuple(motions)


def joint_rows(parts: Tree, joint_motion: Array) -> list[Array]:
    """Return joints' rows from what `Rows.joint_motion` holds, shape (n, links, most freedoms of a joint)."""
    return [joint_motion[:, k, : len(link.held)].T for k, link in enumerate(parts.links)]


def relative_motion(freedoms: Freedoms | None, joint: Array, components: int) -> Array:
    """Return what a joint lets its link do besides; a rotation in the plane also where its section has no freedom."""
    places = (components - 1,) if freedoms is None else freedoms.places
    moved = np.zeros((components, *joint.shape[1:]), dtype=joint.dtype)
    for place, row in zip(places, joint, strict=False):
        moved[place] = row
    return moved if freedoms is None or freedoms.axes is None else turned_back(moved, freedoms.axes)


def _axial_part(motion: Array, axis: Array) -> Array:
    """Return the part of a motion in the plane that a link's tip shares however the link bends: along its axis."""
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
        lumps += [(body.mass, moved) for moved in motion.translation] + list(_turning(body.inertia, motion))
    for link, joint in zip(parts.links, rows.joints, strict=True):
        freedoms, beam = parts.sections[link.root].freedoms, parts.sections[link.tip].beam
        lumps += [] if freedoms is None else zip(freedoms.inertia, joint, strict=True)
        if beam is not None:
            moved = motions[link.root].in_axes(beam.axes)
            for place, rod in zip(RODS[parts.components], beam.rods, strict=True):
                lumps += [(rod.inertia_per_length * beam.length, moved[place])] if rod.rigidity is None else []
    present = [(inertia, form) for inertia, form in lumps if np.any(inertia)]
    if not present:
        return np.zeros((0, *rows.base.shape[2:])), np.zeros((0, *rows.base.shape[1:]))
    forms = np.broadcast_arrays(*(form for _, form in present))
    return np.stack(np.broadcast_arrays(*(inertia for inertia, _ in present))), np.stack(forms)


def _turning(inertia: Array, motion: Motion) -> Iterator[tuple[Array, Array]]:
    """Yield moments of inertia and rotations that they belong to: of a tensor, LDLᵀ, those of its factor's rows."""
    if len(motion.array) == 3:
        yield inertia, motion.rotation
        return
    left, least = inertia.copy(), _ROUNDING * (inertia[0, 0] + inertia[1, 1] + inertia[2, 2])
    for k in range(3):
        pivot = np.where(left[k, k] > least, left[k, k], 0 * least)
        # Of a body without inertia about some axis the rest of the row is zero, to round-off.
        row = np.array([left[k, j] / np.where(pivot > 0, pivot, 1) for j in range(3)])
        yield pivot, sum(row[j] * motion.rotation[j] for j in range(k, 3))
        left = left - pivot * row * row[:, np.newaxis]
