"""Rows of a chain's motion where the motion of links' ends is given as a whole, not relative to the link before."""

from collections.abc import Sequence

import numpy as np

from flexarm.chain import Array, Chain
from flexarm.kinematics import Rows
from flexarm.layout import RIGID, layout
from flexarm.parts import FREEDOMS


def absolute_rows(parts: Chain, base: Array, roots: Sequence[Array | None], tips: Sequence[Array | None]) -> Rows:
    """Return the rows of which `flexarm.kinematics` makes every motion.

    Parameters
    ----------
    parts
        The chain.
    base
        Translation and rotation of the base's centre, shape (..., 3, n).
    roots
        Rotation of every link's root, shape (..., n); None where it is that of the section before.
    tips
        Deflection across the link and rotation of every flexible link's tip, shape (..., 2, n); None for a rigid link.
    """
    before, joints = base[..., 2, :], []
    for root, tip in zip(roots, tips, strict=True):
        joints.append(np.zeros_like(before) if root is None else root - before)
        before = before if root is None else root
        before = before if tip is None else tip[..., 1, :]
    still = np.zeros((*before.shape[:-1], 2, before.shape[-1]))
    flexible = [np.array(link.flexible) for link in parts.links]
    return Rows(base, joints, [still if tip is None else tip for tip in tips], flexible)


def base_rows(parts: Chain, size: int) -> Array:
    """Return translation and rotation of the base, its freedoms the first of some coordinates, shape (3, size).

    Parameters
    ----------
    parts
        The chain.
    size
        Number of coordinates.
    """
    freedoms = FREEDOMS[parts.base_kind]
    rows = np.zeros((3, size))
    rows[:, :freedoms] = layout(parts, [RIGID] * len(parts.links)).rows.base[:, :freedoms]
    return rows
