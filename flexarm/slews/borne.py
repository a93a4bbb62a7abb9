"""What springs and dashpots of supports make of an arm's large motion.

The motion that a support resists is told in axes of the other section that it stands on, which carries them along, or
in the base's axes, of the ground; from the posture, φ. With its derivatives J by the coordinates, what stands on it is

    f = −Jᵀ(k φ + c φ̇),

the force of a potential, however far sections turn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import every_motion_held
from flexarm.arrays import Array
from flexarm.curves.curve import Shape
from flexarm.drives import Drive
from flexarm.errors import QuestionError
from flexarm.frames import rotations
from flexarm.tree import Held

_END, _PLANAR = slice(-1, None), 3
# How far what is held in space may turn, rad: beyond a half-turn rotation vectors jump.
_FARTHEST = 0.95 * np.pi


class Motions(NamedTuple):
    """Motions φ that supports resist, m or rad, shape (..., supports), and J, shape (..., supports, n)."""

    amounts: Array
    rows: Array


@dataclass(frozen=True, eq=False)
class Supports:
    """Springs, N/m or N m/rad, and dashpots, N s/m or N m s/rad, one a motion, shape (supports,)."""

    held: tuple[Held, ...]
    stiffness: Array
    damping: Array

    def motions(self, sections: Sequence[Shape], rates: Array) -> Motions:
        """Return places and rotations of sections as supports resist them, not yet from the posture."""
        pairs = [_motion(one, sections, rates) for one in self.held]
        amounts, rows = zip(*pairs, strict=True)
        return Motions(np.stack(amounts, axis=-1), np.stack(rows, axis=-2))

    def forces(self, moved: Motions, rates: Array) -> Array:
        """Return the forces on the arm along the motions, N or N m, shape (..., supports)."""
        moving = (moved.rows @ rates[..., np.newaxis])[..., 0]
        return np.asarray(-self.stiffness * moved.amounts - self.damping * moving)

    def require_followed(self, sections: Sequence[Shape], title: str) -> None:
        """Refuse rotations in space that rotation vectors do not follow, which are of π at most."""
        for held in self.held:
            (number, along), *others = held.ends
            turning = rotations(len(along))
            if len(along) == _PLANAR or np.any(along[: turning.start]):
                continue
            at, other = sections[number].part(_END), sections[others[0][0]].part(_END) if others else None
            farthest = float(np.max(np.linalg.norm([at.about(axis, other)[0] for axis in np.eye(3)], axis=0)))
            if farthest > _FARTHEST:
                raise QuestionError(
                    f"{title}: what {held.name.partition('_')[0]} holds turns by {np.degrees(farthest):.0f}°, and a "
                    "support in space resists rotations of up to 171°; hold motions along axes, or drive the joint"
                )


def _motion(held: Held, sections: Sequence[Shape], rates: Array) -> tuple[Array, Array]:
    (number, along), *others = held.ends
    at, lever = sections[number].part(_END), held.levers[0]
    at = at if lever is None else at.beside(lever, rates)
    other = sections[others[0][0]].part(_END) if others else None
    turning = rotations(len(along))
    if np.any(along[: turning.start]):
        return at.along(along[: turning.start], other)
    return at.about(along[turning], other)


def supports_of(arm: Arm) -> Supports | None:
    """Return springs and dashpots of an arm's supports, None where it has none; what holds rigidly is refused."""
    if not arm.supports:
        return None
    held, damping = every_motion_held(arm), list[float]()
    for k, support in enumerate(arm.supports, 1):
        drive = support.drive or Drive()
        if None in support.springs:
            raise QuestionError(
                f"{arm.title}: support{k} holds rigidly, and large motion is answered where springs and dashpots hold; "
                "give it a stiffness: one that yields by less than matters"
            )
        if not drive.passive or drive.wheel is not None:
            raise QuestionError(
                f"{arm.title}: support{k}.drive is more than a spring and a damper, and in a support large motion of "
                "that is not modelled; leave its proportional and derivative gains alone, or drive a joint"
            )
        damping += [own + drive.derivative for own in support.dashpots]
    gains = [(one.drive or Drive()).proportional for one in arm.supports for _ in one.holds]
    stiffness = np.array([float(one.stiffness) for one in held if one.stiffness is not None])
    return Supports(held, stiffness + np.array(gains), np.array(damping))
