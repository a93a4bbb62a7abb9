"""Small planar motion of a chain, as linear forms, written once for every backend.

A row holds one coefficient a coordinate. With unit rows the recursion gives the linear forms
of every body in the coordinates; with a mode's values as rows it gives that mode's motion.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flexarm.chain import Array, Chain, ChainLink, RigidBody

# Whole numbers, so that vectors in any arithmetic stay in it.
_LEFT = np.array([-1, 1])


def rotated(vector: Array) -> Array:
    """Return plane vectors, shape (..., 2), turned left by a right angle."""
    return np.asarray(vector[..., ::-1] * _LEFT)


@dataclass(frozen=True)
class Motion:
    """Motion of a point that belongs to a rigid section.

    Parameters
    ----------
    translation
        Along the base's axes x and y, m, shape (..., 2, n).
    rotation
        Anticlockwise, rad, shape (..., n).
    """

    translation: Array
    rotation: Array

    def at(self, lever: Array) -> "Motion":
        """Return the motion of another point of the section, `lever` away, m, shape (..., 2)."""
        swing = rotated(lever)[..., :, np.newaxis] * self.rotation[..., np.newaxis, :]
        return Motion(self.translation + swing, self.rotation)

    def along(self, vector: Array) -> Array:
        """Return the component of the translation along a unit vector, shape (..., n)."""
        x, y = vector[..., :1], vector[..., 1:]
        return np.asarray(x * self.translation[..., 0, :] + y * self.translation[..., 1, :])


@dataclass(frozen=True)
class Rows:
    """The coordinates' rows: what the recursion starts from.

    Parameters
    ----------
    base
        Translation x, y and rotation of the base's centre, shape (..., 3, n).
    joints
        A joint's relative rotation, rad, one array of shape (..., n) a link.
    tips
        A link's deflection and slope at its tip relative to its root, m and rad, shape (..., 2, n) a link; or the
        tip's whole motion across the link and its rotation, where absolute.
    absolute
        Which of the two `tips` holds, booleans of shape (...) a link; none: all are relative.
    """

    base: Array
    joints: Sequence[Array]
    tips: Sequence[Array]
    absolute: Sequence[NDArray[np.bool_]] = ()


def mixed(rows: Rows, mixture: Array) -> Rows:
    """Return the rows of combinations of displacements, shape (combinations, displacements)."""
    joints, tips = ([row @ mixture.T for row in part] for part in (rows.joints, rows.tips))
    return Rows(rows.base @ mixture.T, joints, tips)


@dataclass(frozen=True)
class LinkMotion:
    """Motion of a link's root section (outside the joint) and of its tip section."""

    root: Motion
    tip: Motion


def link_motions(chain: Chain, rows: Rows) -> tuple[LinkMotion, ...]:
    """Return the motion of every link's root and tip, from base to payload."""
    point = Motion(rows.base[..., :2, :], rows.base[..., 2, :]).at(chain.base_offset)
    motions = []
    absolute = rows.absolute or [np.array(False)] * len(chain.links)
    for link, joint, tip, whole in zip(chain.links, rows.joints, rows.tips, absolute, strict=True):
        root = Motion(point.translation, point.rotation + joint)
        point = _carry(root, link, tip, whole[..., np.newaxis])
        motions.append(LinkMotion(root, point))
    return tuple(motions)


def _carry(root: Motion, link: ChainLink, tip: Array, absolute: NDArray[np.bool_]) -> Motion:
    straight = root.at(link.length[..., np.newaxis] * link.axis)
    along = link.axis[..., :, np.newaxis] * root.along(link.axis)[..., np.newaxis, :]
    across = rotated(link.axis)[..., :, np.newaxis] * tip[..., np.newaxis, 0, :]
    translation = np.where(absolute[..., np.newaxis], along, straight.translation) + across
    return Motion(translation, np.where(absolute, 0.0, straight.rotation) + tip[..., 1, :])


def bodies(chain: Chain, rows: Rows, motions: Sequence[LinkMotion]) -> Iterator[tuple[RigidBody, Motion]]:
    """Yield every rigid body with the motion of its centre of mass, from base to payload."""
    if chain.base_kind != "fixed":
        yield chain.base, Motion(rows.base[..., :2, :], rows.base[..., 2, :])
    for link, motion in zip(chain.links, motions, strict=True):
        for body in link.root_bodies:
            yield body, motion.root.at(body.lever)
        for body in link.tip_bodies:
            yield body, motion.tip.at(body.lever)


def lumped_inertia(chain: Chain, rows: Rows, motions: Sequence[LinkMotion]) -> tuple[Array, Array]:
    """Return all inertia that is not spread over a link's bending, one row an inertia.

    Bodies, hubs and gear boxes; and each flexible link's mass along its own axis, where it moves bodily.

    Returns
    -------
    inertia
        Masses, kg, and moments of inertia, kg m², shape (..., rows).
    forms
        The velocity that each belongs to, shape (..., rows, n).
    """
    found: list[tuple[Array, Array]] = []
    for body, motion in bodies(chain, rows, motions):
        found += [(body.mass, motion.translation[..., 0, :]), (body.mass, motion.translation[..., 1, :])]
        found += [(body.inertia, motion.rotation)]
    for link, joint, ends in zip(chain.links, rows.joints, motions, strict=True):
        found += [(link.hub_inertia, ends.root.rotation), (link.gear_inertia, joint)]
        if link.flexible:
            found += [(link.mass_per_length * link.length, ends.root.along(link.axis))]
    present = [(inertia, form) for inertia, form in found if np.any(inertia)]
    n = rows.base.shape[-1]
    if not present:
        return np.zeros(0), np.zeros((0, n))
    shape = np.broadcast_shapes(*(form.shape[:-1] for _, form in present), *(np.shape(i) for i, _ in present))
    inertia = np.empty((*shape, len(present)), np.result_type(*(np.asarray(i).dtype for i, _ in present)))
    forms = np.empty((*shape, len(present), n), np.result_type(*(form.dtype for _, form in present)))
    for k, (one, form) in enumerate(present):
        inertia[..., k], forms[..., k, :] = one, form
    return inertia, forms
