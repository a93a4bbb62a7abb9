"""Rigid-body freedoms: which they are, and whether each of them moves some inertia."""

import numpy as np

from flexarm.arm import Arm
from flexarm.chain import Array, Chain, chain
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
    names = freedom_names(arm)
    if not names:
        return
    factor, _ = rigid_factor(chain(arm))
    norms = np.linalg.norm(factor, axis=0)
    rows = np.vstack([factor / np.where(norms > 0.0, norms, 1.0), np.zeros((len(names), len(names)))])
    pivots = np.abs(np.diag(np.linalg.qr(rows, mode="r")))
    lacking = [name for name, pivot in zip(names, pivots, strict=True) if pivot <= _SHARED]
    if lacking:
        raise QuestionError(
            f"{arm.title}: {' and '.join(lacking)} can move without moving any mass, so the frequencies "
            "are undetermined; give the bodies that it moves a mass or an inertia, or lock it"
        )


def freedom_names(arm: Arm) -> list[str]:
    """Return what the arm's rigid-body freedoms are called: those of the base, and the joints that nothing holds."""
    free = ["the base along x", "the base along y", "the base's rotation"]
    base = {"fixed": [], "guided": ["the base"], "free": free}[arm.base.kind]
    return [*base, *(f"joint {k}" for k, link in enumerate(arm.links, 1) if link.joint.free)]


def rigid_factor(parts: Chain) -> tuple[Array, Layout]:
    """Return rows C with kinetic energy ½|C q̇|² for rigid-body motion of base and free joints, and the coordinates.

    Parameters
    ----------
    parts
        The chain.

    Returns
    -------
    factor
        Shape (rows, rigid-body coordinates).
    plan
        The coordinates of the chain with all its links rigid.
    """
    plan = layout(parts, [RIGID] * len(parts.links))
    motions = link_motions(parts, plan.rows)
    inertia, forms = lumped_inertia(parts, plan.rows, motions)
    found = [np.sqrt(inertia)[:, np.newaxis] * forms]
    for link, motion in zip(parts.links, motions, strict=True):
        mass = link.mass_per_length * link.length
        middle = motion.root.at(0.5 * link.length * link.axis).along(rotated(link.axis))
        spin = np.sqrt(mass / 12.0) * link.length * motion.root.rotation
        found.append(np.stack([np.sqrt(mass) * middle, spin]))
    return np.concatenate(found)[:, plan.rigid], plan
