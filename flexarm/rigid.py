"""Rigid-body freedoms: which they are, and whether each of them moves some inertia."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.holding import rigid_left
from flexarm.kinematics import Motion, lumped_inertia, section_motions
from flexarm.layout import Layout, layout, rigid_coordinates
from flexarm.link_mass import LinkMass, with_link_mass
from flexarm.parts import ABOUT_AXIS
from flexarm.tree import PLANES, RODS, Beam, Tree

# A freedom whose inertia, beyond what the other freedoms share, is below this part of its own is lost to round-off.
_SHARED = 1e-13


def require_inertia(arm: Arm, link_mass: LinkMass = "spread") -> None:
    """Refuse an arm that has a rigid-body freedom without inertia, its flexible links' mass as a model has it."""
    names = freedom_names(arm)
    if not names:
        return
    lacking = [name for name, lacks in zip(names, lacking_inertia(arm, link_mass), strict=True) if lacks]
    if lacking:
        raise QuestionError(
            f"{arm.title}: {' and '.join(lacking)} can move without moving any mass, so the frequencies "
            "are undetermined; give the bodies that it moves a mass or an inertia, or lock it"
        )


def lacking_inertia(arms: Arm | Sequence[Arm], link_mass: LinkMass = "spread") -> NDArray[np.bool_]:
    """Return which rigid-body freedoms move no inertia of their own, shape (..., freedoms)."""
    lead, first = ((), arms) if isinstance(arms, Arm) else ((len(arms),), arms[0])
    freedoms = first.rigid_freedoms
    if not freedoms:
        return np.zeros((*lead, 0), dtype=np.bool_)
    parts = with_link_mass(tree(arms), link_mass)
    factor, _ = rigid_factor(parts)
    if parts.held:
        factor = factor @ rigid_left(parts)[0]
        freedoms = factor.shape[1]
    if lead:
        factor = np.moveaxis(factor, -1, 0)
    norms = np.linalg.norm(factor, axis=-2, keepdims=True)
    rows = factor / np.where(norms > 0.0, norms, 1.0)
    padded = np.concatenate([rows, np.zeros((*rows.shape[:-2], freedoms, freedoms))], axis=-2)
    triangle = np.linalg.qr(padded, mode="r")
    # Written so that NaN, of numbers that overflow, is not taken for a lack of mass here: solvers refuse it as such.
    return np.asarray(np.abs(np.diagonal(triangle, axis1=-2, axis2=-1)) <= _SHARED)


def freedom_names(arm: Arm) -> list[str]:
    """Return what the arm's rigid-body freedoms are called: those of the base, and of joints that nothing holds."""
    turned = [f"the base's rotation about {axis}" for axis in "xyz"] if arm.spatial else ["the base's rotation"]
    free = [f"the base along {axis}" for axis in ("xyz" if arm.spatial else "xy")] + turned
    base = {"fixed": [], "guided": ["the base"], "free": free}[arm.base.kind]
    names = [*base, *(name for name, held in joint_names(arm) if not held)]
    count = rigid_left(tree(arm))[0].shape[1] if arm.supports else len(names)
    return names if count == len(names) else [f"motion {k} that its supports leave" for k in range(1, count + 1)]


def joint_names(arm: Arm) -> list[tuple[str, bool]]:
    """Return what the freedoms of the arm's joints are called, and whether each is held by a spring."""
    return [
        (f"joint {k}" if motion == ABOUT_AXIS else f"joint {k} {motion.replace('_', ' ')}", held)
        for k, link in enumerate(arm.links, 1)
        for motion, held in zip(link.joint.motions, link.joint.held, strict=True)
    ]


def rigid_factor(parts: Tree) -> tuple[Array, Layout]:
    """Return rows C with kinetic energy ½|C q̇|² for rigid-body motion of base and free joints, and the coordinates.

    C has the shape (rows, rigid-body coordinates, ...); the coordinates are those of the arm with all its links rigid.
    """
    plan = layout(parts, [rigid_coordinates(parts.components)] * len(parts.links))
    motions = section_motions(parts, plan.rows)
    inertia, forms = lumped_inertia(parts, plan.rows, motions)
    blocks = [np.sqrt(inertia)[:, np.newaxis] * forms]
    for link in parts.links:
        beam = parts.beam_of(link)
        if beam is not None:
            blocks.append(_link_rows(beam, motions[link.root].at(0.5 * beam.length * beam.axis)))
    rows = np.concatenate([np.broadcast_to(one, (len(one), *blocks[-1].shape[1:])) for one in blocks])
    return rows[:, plan.rigid], plan


def _link_rows(beam: Beam, middle: Motion) -> Array:
    """Return the rows of a flexible link, rigid, that `lumped_inertia` leaves out, from the motion of its middle."""
    moved, rows = middle.in_axes(beam.axes), []
    for (across, turn, _), bending in zip(PLANES[len(moved)], beam.bendings, strict=True):
        rows += [np.sqrt(beam.mass) * moved[across], np.sqrt(beam.mass / 12.0) * beam.length * moved[turn]]
        rows.append(np.sqrt(bending.rotary_inertia * beam.length) * moved[turn])
    for place, rod in zip(RODS[len(moved)], beam.rods, strict=True):
        rows += [np.sqrt(rod.inertia_per_length * beam.length) * moved[place]] if rod.rigidity is not None else []
    return np.stack(rows)
