"""Rigid-body freedoms: which they are, and whether each of them moves some inertia."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.holding import rigid_left
from flexarm.joint_freedoms import joint_names
from flexarm.kinematics import Motion, lumped_inertia, section_motions
from flexarm.layout import Layout, layout, rigid_coordinates
from flexarm.link_mass import LinkMass, with_link_mass
from flexarm.parts import FREEDOMS
from flexarm.tree import PLANES, RODS, Beam, Tree

# A freedom whose inertia, beyond what the other freedoms share, is below this part of its own is lost to round-off.
_SHARED = 1e-13
# A motion with less than this part of the arm's largest inertia has none: its levers cancel but for round-off.
_CANCELLED = 1e-15
# What a massless motion has of another freedom, beside what it has most of, below this is round-off.
_ROUND_OFF = 1e-9
_OF_SPACE = FREEDOMS["free"][1]


def require_inertia(arm: Arm, link_mass: LinkMass = "spread") -> None:
    """Refuse an arm that has a rigid-body freedom without inertia, its flexible links' mass as a model has it."""
    if np.any(lacking_inertia(arm, link_mass)):
        raise QuestionError(
            f"{arm.title}: {' and '.join(_massless_motions(arm, link_mass))} can move without moving any mass, so the "
            "frequencies are undetermined; give the bodies that it moves a mass or an inertia, or lock it"
        )


def lacking_inertia(arms: Arm | Sequence[Arm], link_mass: LinkMass = "spread") -> NDArray[np.bool_]:
    """Return which rigid-body freedoms move no inertia of their own, shape (..., freedoms)."""
    lead, first = ((), arms) if isinstance(arms, Arm) else ((len(arms),), arms[0])
    freedoms = first.rigid_freedoms
    if not freedoms:
        return np.zeros((*lead, 0), dtype=np.bool_)
    rows, _ = _scaled_factor(arms, link_mass)
    freedoms = rows.shape[1]
    if lead:
        rows = np.moveaxis(rows, -1, 0)
    padded = np.concatenate([rows, np.zeros((*rows.shape[:-2], freedoms, freedoms))], axis=-2)
    triangle = np.linalg.qr(padded, mode="r")
    # Written so that NaN, of numbers that overflow, is not taken for a lack of mass here: solvers refuse it as such.
    return np.asarray(np.abs(np.diagonal(triangle, axis1=-2, axis2=-1)) <= _SHARED)


def _scaled_factor(arms: Arm | Sequence[Arm], link_mass: LinkMass) -> tuple[Array, Array]:
    """Return the columns of `rigid_factor`, each of unit length, and these lengths; what is zero stays."""
    parts = with_link_mass(tree(arms), link_mass)
    factor, _ = rigid_factor(parts)
    if parts.held:
        factor = factor @ rigid_left(parts)[0]
    norms = np.linalg.norm(factor, axis=0, keepdims=True)
    norms = np.where(norms > _CANCELLED * _largest(parts), norms, 1.0)
    return factor / norms, norms[0]


def _largest(parts: Tree) -> Array:
    """Return √m L of the whole arm, beside which a rotation about a link's own axis is round-off in most postures."""
    bodies = [body.mass for section in parts.sections for body in section.bodies]
    return np.asarray(
        np.sqrt(sum(bodies) + sum(beam.mass for beam in parts.beams)) * sum(x.length for x in parts.links)
    )


def _massless_motions(arm: Arm, link_mass: LinkMass) -> list[str]:
    """Return the motions of base and free joints that move no inertia, in words."""
    rows, norms = _scaled_factor(arm, link_mass)
    lacks = lacking_inertia(arm, link_mass)
    rest, told = np.flatnonzero(~lacks), []
    for k in np.flatnonzero(lacks):
        motion = np.zeros(len(lacks))
        motion[k] = 1.0
        motion[rest] = -np.linalg.lstsq(rows[:, rest], rows[:, k], rcond=_SHARED)[0]
        motion[np.abs(motion) <= _ROUND_OFF * np.max(np.abs(motion))] = 0.0
        told.append(_in_words(arm, motion / norms))
    return told


def _in_words(arm: Arm, motion: Array) -> str:
    """Return a motion of base and free joints in words, the rotations of a base in space by their axis."""
    names, told = freedom_names(arm), []
    if arm.supports:
        return " with ".join(names[k] for k in np.flatnonzero(motion))
    size = arm.base.freedoms[arm.spatial]
    shift, turn = motion[: size // 2], motion[size // 2 : size]
    if size == _OF_SPACE and np.count_nonzero(turn):
        axis = turn / np.linalg.norm(turn)
        # A turn about a line that the base's centre is not on moves that centre.
        through = np.cross(turn, shift) / (turn @ turn)
        place = f" through {_listed(through)} m from its centre" if np.any(through) else ""
        told.append(f"the base's rotation about {_direction(axis)}{place}")
    elif size == _OF_SPACE and np.count_nonzero(shift):
        told.append(f"the base along {_direction(shift / np.linalg.norm(shift))}")
    else:
        told += [names[k] for k in np.flatnonzero(motion[:size])]
    return " with ".join([*told, *(names[k] for k in range(size, len(names)) if motion[k])])


def _direction(axis: Array) -> str:
    """Return the letter of one of the base's axes, or a vector, its largest component positive."""
    if np.count_nonzero(axis) == 1:
        return "xyz"[int(np.argmax(np.abs(axis)))]
    return _listed(axis * np.sign(axis[np.argmax(np.abs(axis))]))


def _listed(vector: Array) -> str:
    return f"[{', '.join(f'{value + 0.0:.4g}' for value in vector)}]"


def freedom_names(arm: Arm) -> list[str]:
    """Return what the arm's rigid-body freedoms are called: those of the base, and of joints that nothing holds."""
    turned = [f"the base's rotation about {axis}" for axis in "xyz"] if arm.spatial else ["the base's rotation"]
    free = [f"the base along {axis}" for axis in ("xyz" if arm.spatial else "xy")] + turned
    base = {"fixed": [], "guided": ["the base"], "free": free}[arm.base.kind]
    names = [*base, *(name for name, held in joint_names(arm) if not held)]
    count = rigid_left(tree(arm))[0].shape[1] if arm.supports else len(names)
    return names if count == len(names) else [f"motion {k} that its supports leave" for k in range(1, count + 1)]


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
