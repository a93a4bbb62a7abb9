"""What supports hold of an arm that is not held already, and which rigid-body motions they leave: ranks, from geometry.

Lengths count in units of the arm's size, so that translations and rotations are of one kind.
"""

from collections.abc import Sequence

import numpy as np

from flexarm.arrays import Array
from flexarm.frames import rotations
from flexarm.kinematics import section_motions
from flexarm.layout import Layout, layout, rigid_coordinates, tip_layout
from flexarm.tree import Held, Tree

# What is left of a motion beside those that are held already is none below this part of it, or of the motion of a link
# that turns by one where it is as long as the arm: 1e-7 degrees.
REDUNDANT = 1e-9


def independent(parts: Tree, held: Sequence[Held]) -> tuple[int, ...]:
    """Return the numbers, ascending, of motions held that are not held already: rigid ones first, then springs.

    A rigid one that depends on rigid ones before is redundant; so is a spring that depends on all rigid ones.
    """
    rows = held_rows(parts, held, tip_layout(parts))
    basis, found = np.zeros((0, rows.shape[1])), list[int]()
    for k, one in enumerate(held):
        if one.stiffness is None and (left := _left(rows[k], basis)) is not None:
            basis, found = np.vstack([basis, left]), [*found, k]
    found += [k for k, one in enumerate(held) if one.stiffness is not None and _left(rows[k], basis) is not None]
    return tuple(sorted(found))


def _left(row: Array, basis: Array) -> Array | None:
    """Return what is left of a row beside an orthonormal basis, a unit vector; None where nothing is."""
    left = row
    for _ in range(2):
        left = left - (left @ basis.T) @ basis
    rest = float(np.linalg.norm(left))
    # Of a row that cancels but for round-off its own size says nothing.
    return np.asarray(left / rest) if rest > REDUNDANT * max(1.0, float(np.linalg.norm(row))) else None


def rigid_left(parts: Tree) -> tuple[Array, Array]:
    """Return rigid-body motions that supports leave, and those that they do not, as coordinates, (rigid, n) each.

    Coordinates are base freedoms and joints that nothing holds; the motions are orthonormal in them, lengths scaled.
    """
    plan = _rigid_layout(parts)
    rows, scale = held_rows(parts, parts.held, plan)[:, plan.rigid], coordinate_units(parts, plan)[plan.rigid]
    size = len(plan.rigid)
    if not size or not len(rows):
        return np.diag(scale), np.zeros((size, 0))
    _, values, right = np.linalg.svd(rows, full_matrices=True)
    rank = int(np.sum(values > REDUNDANT * max(1.0, values[0])))
    return scale[:, np.newaxis] * right[rank:].T, scale[:, np.newaxis] * right[:rank].T


def _rigid_layout(parts: Tree) -> Layout:
    return layout(parts, [rigid_coordinates(parts.components)] * len(parts.links))


def rigid_forms(parts: Tree, held: Sequence[Held]) -> Array:
    """Return motions as supports hold in rigid-body coordinates of the arm's units, each of size one, (held, n)."""
    plan = _rigid_layout(parts)
    rows = held_rows(parts, held, plan)[:, plan.rigid]
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), REDUNDANT))


def rigid_units(parts: Tree) -> Array:
    """Return units of rigid-body coordinates: lengths the arm's size, rotations one."""
    plan = _rigid_layout(parts)
    return np.asarray(coordinate_units(parts, plan)[plan.rigid])


def held_rows(parts: Tree, held: Sequence[Held], plan: Layout) -> Array:
    """Return the motions held in coordinates, lengths in units of the arm's size, shape (held, coordinates)."""
    motions, size = section_motions(parts, plan.rows), _size(parts)
    rows = np.array([one.of([motion.array for motion in motions]) for one in held]).reshape(len(held), plan.size)
    turning = rotations(parts.components)
    shifts = [any(np.any(np.delete(direction, turning)) for _, direction in one.ends) for one in held]
    units = [1.0 if shift else size for shift in shifts]
    return np.asarray(rows * coordinate_units(parts, plan) * np.array(units)[:, np.newaxis] / size)


def coordinate_units(parts: Tree, plan: Layout) -> Array:
    """Return units of the coordinates: lengths the arm's size, rotations one."""
    size, scale = _size(parts), np.ones(plan.size)
    turning, tips = rotations(parts.components), np.zeros(plan.size)
    moved = plan.rows.base
    scale[np.any(np.delete(moved, range(turning.start, turning.stop), axis=0) != 0.0, axis=0)] = size
    for link, joint in zip(parts.links, plan.joints, strict=True):
        freedoms = parts.sections[link.root].freedoms
        places = () if freedoms is None else freedoms.places
        tips[joint] = [place < turning.start for place in places][: joint.stop - joint.start]
    for own, rows in zip(plan.links, plan.rows.tips, strict=True):
        shifts = np.delete(rows, range(turning.start, turning.stop), axis=0)
        tips[own] = np.any(shifts[:, own] != 0.0, axis=0)
    return np.where(tips > 0.0, size, scale)


def _size(parts: Tree) -> float:
    """Return the arm's size, m: the sum of its links' lengths."""
    return float(sum(link.length for link in parts.links)) or 1.0
