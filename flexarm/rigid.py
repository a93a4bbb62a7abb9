"""Rigid-body freedoms: which they are, and whether each of them moves some inertia."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from flexarm.arm import Arm
from flexarm.chain import Array, chain
from flexarm.errors import QuestionError
from flexarm.kinematics import link_motions, lumped_inertia, rotated
from flexarm.layout import RIGID, Layout, layout

# A freedom whose inertia, beyond what the other freedoms share, is below this part of its own is lost to round-off.
_SHARED = 1e-13


def require_inertia(arm: Arm) -> None:
    """Refuse an arm that has a rigid-body freedom without inertia.

    Parameters
    ----------
    arm
        The arm, in its posture.

    Raises
    ------
    QuestionError
        If some motion of base and free joints moves no mass: its frequency is undetermined.
    """
    names = _freedom_names(arm)
    if not names:
        return
    lacking = [name for name, lacks in zip(names, lacking_inertia(arm), strict=True) if lacks]
    if lacking:
        raise QuestionError(
            f"{arm.title}: {' and '.join(lacking)} can move without moving any mass, so the frequencies "
            "are undetermined; give the bodies that it moves a mass or an inertia, or lock it"
        )


def lacking_inertia(arms: Arm | Sequence[Arm]) -> NDArray[np.bool_]:
    """Return which rigid-body freedoms move no inertia of their own, shape (..., freedoms).

    Parameters
    ----------
    arms
        An arm (no leading axis), or arms of one make-up (one leading axis).
    """
    factor, _ = rigid_factor(arms)
    freedoms = factor.shape[-1]
    if not freedoms:
        return np.zeros((*factor.shape[:-2], 0), dtype=np.bool_)
    norms = np.linalg.norm(factor, axis=-2, keepdims=True)
    rows = factor / np.where(norms > 0.0, norms, 1.0)
    padded = np.concatenate([rows, np.zeros((*rows.shape[:-2], freedoms, freedoms))], axis=-2)
    triangle = np.linalg.qr(padded, mode="r")
    # Written so that NaN, of numbers that overflow, is not taken for a lack of mass here: solvers refuse it as such.
    return np.asarray(np.abs(np.diagonal(triangle, axis1=-2, axis2=-1)) <= _SHARED)


def _freedom_names(arm: Arm) -> list[str]:
    free = ["the base along x", "the base along y", "the base's rotation"]
    base = {"fixed": [], "guided": ["the base"], "free": free}[arm.base.kind]
    return [*base, *(f"joint {k}" for k, link in enumerate(arm.links, 1) if link.joint.free)]


def rigid_factor(arms: Arm | Sequence[Arm]) -> tuple[Array, Layout]:
    """Return rows C with kinetic energy ½|C q̇|² for rigid-body motion of base and free joints, and the coordinates.

    Parameters
    ----------
    arms
        An arm (no leading axis), or arms of one make-up (one leading axis).

    Returns
    -------
    factor
        Shape (..., rows, rigid-body coordinates).
    plan
        The coordinates of the arm with all its links rigid.
    """
    parts = chain(arms)
    plan = layout(parts, [RIGID] * len(parts.links))
    motions = link_motions(parts, plan.rows)
    inertia, forms = lumped_inertia(parts, plan.rows, motions)
    found = [np.sqrt(inertia)[..., np.newaxis] * forms]
    for link, motion in zip(parts.links, motions, strict=True):
        mass = (link.mass_per_length * link.length)[..., np.newaxis]
        middle = motion.root.at(0.5 * link.length[..., np.newaxis] * link.axis).along(rotated(link.axis))
        spin = np.sqrt(mass / 12.0) * link.length[..., np.newaxis] * motion.root.rotation
        found.append(np.stack([np.sqrt(mass) * middle, spin], axis=-2))
    return np.concatenate(_broadcast(found), axis=-2)[..., plan.rigid], plan


def _broadcast(rows: list[Array]) -> list[Array]:
    """Return rows that all have the same leading axes."""
    lead = np.broadcast_shapes(*(one.shape[:-2] for one in rows))
    return [np.broadcast_to(one, (*lead, *one.shape[-2:])) for one in rows]
