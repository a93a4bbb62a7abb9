"""Rigid-body freedoms: which they are, and whether each of them moves some inertia."""

import numpy as np

from flexarm.arm import Arm
from flexarm.chain import Array, Chain, chain
from flexarm.errors import QuestionError
from flexarm.kinematics import Rows, link_motions, lumped_inertia, rotated

# A freedom whose inertia, beyond what the other freedoms share, is below this part of its own is lost to round-off.
_SHARED = 1e-13


def base_rows(link_chain: Chain, size: int) -> Array:
    """Return the base's rows, shape (..., 3, size): its freedoms are the first coordinates."""
    lead = link_chain.base_direction.shape[:-1]
    rows = np.zeros((*lead, 3, size))
    if link_chain.base_kind == "free":
        rows[..., :3] = np.eye(3)
    elif link_chain.base_kind == "guided":
        rows[..., :2, 0] = link_chain.base_direction
    return rows


def base_freedoms(link_chain: Chain) -> int:
    """Return the number of the base's rigid-body freedoms."""
    return {"fixed": 0, "guided": 1, "free": 3}[link_chain.base_kind]


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
    factor = _rigid_factor(arm, len(names))
    norms = np.linalg.norm(factor, axis=0)
    rows = np.vstack([factor / np.where(norms > 0.0, norms, 1.0), np.zeros((len(names), len(names)))])
    pivots = np.abs(np.diag(np.linalg.qr(rows, mode="r")))
    lacking = [name for name, pivot in zip(names, pivots, strict=True) if pivot <= _SHARED]
    if lacking:
        raise QuestionError(
            f"{arm.name or 'the arm'}: {' and '.join(lacking)} can move without moving any mass, so the frequencies "
            "are undetermined; give the bodies that it moves a mass or an inertia, or lock it"
        )


def _freedom_names(arm: Arm) -> list[str]:
    free = ["the base along x", "the base along y", "the base's rotation"]
    base = {"fixed": [], "guided": ["the base"], "free": free}[arm.base.kind]
    return [*base, *(f"joint {k}" for k, link in enumerate(arm.links, 1) if link.joint.free)]


def _rigid_factor(arm: Arm, size: int) -> Array:
    """Return rows C with kinetic energy ½|C q̇|² for rigid-body motion of base and free joints."""
    parts = chain(arm)
    joint = base_freedoms(parts)
    joints = []
    for link in parts.links:
        row = np.zeros(size)
        row[joint : joint + int(link.free)] = 1.0
        joint += int(link.free)
        joints.append(row)
    rows = Rows(base_rows(parts, size), joints, [np.zeros((2, size))] * len(parts.links))
    motions = link_motions(parts, rows)
    inertia, forms = lumped_inertia(parts, rows, motions)
    found = [np.sqrt(inertia)[:, np.newaxis] * forms]
    for link, motion in zip(parts.links, motions, strict=True):
        mass = link.mass_per_length * link.length
        middle = motion.root.at(0.5 * link.length * link.axis).along(rotated(link.axis))
        spin = np.sqrt(mass / 12.0) * link.length * motion.root.rotation
        found.append(np.stack([np.sqrt(mass) * middle, spin]))
    return np.concatenate(found)
