"""What springs and dashpots of supports make of an arm's large motion.

The motion that a support resists is told in axes of the other section that it stands on, which carries them along, or
in the base's axes, of the ground; from the posture, φ. With its derivatives J by the coordinates, what stands on it is

    f = −Jᵀ(k φ + c φ̇),

the force of a potential, however far sections turn. What is held rigidly is a constraint φ = 0, its index reduced, and
kept as Baumgarte (1972) does: φ̈ + 2α φ̇ + α² φ = 0, and f = Jᵀλ (`flexarm.slews.constraints`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from flexarm.arm import Arm
from flexarm.arm_tree import every_motion_held, tree
from flexarm.arrays import Array
from flexarm.closed_loop.control import Control, controls
from flexarm.curves.curve import Seen, Shape
from flexarm.errors import QuestionError
from flexarm.frames import rotations
from flexarm.tree import Held

_END, _PLANAR = slice(-1, None), 3
# How far what is held in space may turn, rad: beyond a half-turn rotation vectors jump.
_FARTHEST = 0.95 * np.pi


class Motions(NamedTuple):
    """Motions φ that supports resist, m or rad, shape (..., supports), and J, shape (..., supports, n).

    And what of φ̈ the rates alone make.
    """

    amounts: Array
    rows: Array
    bias: Array

    def moving(self, rates: Array) -> Array:
        """Return φ̇, shape (..., supports)."""
        return np.asarray((self.rows @ rates[..., np.newaxis])[..., 0])


@dataclass(frozen=True, eq=False)
class Supports:
    """Springs, N/m or N m/rad, and dashpots, N s/m or N m s/rad, one a motion, shape (supports,).

    What holds rigidly has neither, and is a constraint; a drive that is more than both is none of them.
    """

    held: tuple[Held, ...]
    stiffness: Array
    damping: Array

    @cached_property
    def rigid(self) -> NDArray[np.intp]:
        """Which motions are held rigidly."""
        return np.flatnonzero([one.stiffness is None for one in self.held])

    def motions(self, sections: Sequence[Shape], rates: Array) -> Motions:
        """Return places and rotations of sections as supports resist them, not yet from the posture."""
        every = zip(*(_motion(one, sections, rates) for one in self.held), strict=True)
        amounts, rows, bias = (np.broadcast_arrays(*one) for one in every)
        return Motions(np.stack(amounts, axis=-1), np.stack(rows, axis=-2), np.stack(bias, axis=-1))

    def forces(self, moved: Motions, rates: Array) -> Array:
        """Return the forces on the arm along the motions, N or N m, shape (..., supports)."""
        return np.asarray(-self.stiffness * moved.amounts - self.damping * moved.moving(rates))

    def require_followed(self, sections: Sequence[Shape], rates: Array, title: str) -> None:
        """Refuse rotations in space that rotation vectors do not follow, which are of π at most."""
        for held in self.held:
            (number, along), *others = held.ends
            turning = rotations(len(along))
            if len(along) == _PLANAR or np.any(along[: turning.start]):
                continue
            at, other = sections[number].part(_END), sections[others[0][0]].part(_END) if others else None
            farthest = float(
                np.max(np.linalg.norm([at.about(axis, other, rates).amount for axis in np.eye(3)], axis=0))
            )
            if farthest > _FARTHEST:
                raise QuestionError(
                    f"{title}: what {held.name.partition('_')[0]} holds turns by {np.degrees(farthest):.0f}°, and a "
                    "support in space resists rotations of up to 171°; hold motions along axes, or drive the joint"
                )


def _motion(held: Held, sections: Sequence[Shape], rates: Array) -> Seen:
    (number, along), *others = held.ends
    at, lever = sections[number].part(_END), held.levers[0]
    at = at if lever is None else at.beside(lever, rates)
    other = sections[others[0][0]].part(_END) if others else None
    turning = rotations(len(along))
    if np.any(along[: turning.start]):
        return at.along(along[: turning.start], other, rates)
    return at.about(along[turning], other, rates)


def supports_of(arm: Arm) -> Supports | None:
    """Return what an arm's supports hold by, None where it has none."""
    if not arm.supports:
        return None
    held, acting = every_motion_held(arm), support_controls(arm)
    gains = [acting[one.name].gains if one.name in acting and acting[one.name].passive else (0.0, 0.0) for one in held]
    stiffness, damping = zip(*gains, strict=True)
    springs = np.array([0.0 if one.stiffness is None else float(one.stiffness) for one in held])
    return Supports(held, springs + stiffness, np.array(damping))


def support_controls(arm: Arm) -> dict[str, Control]:
    """Return what damps and drives the motions that supports resist, by their names; wheels are refused."""
    for k, support in enumerate(arm.supports, 1):
        if support.drive is not None and support.drive.wheel is not None:
            raise QuestionError(
                f"{arm.title}: support{k}.drive spins a wheel, and in a support large motion of that is not modelled; "
                "leave the wheel out, or let the base's attitude have it"
            )
    # What a posture holds already may move beyond it.
    parts = tree(arm)._replace(resisted=every_motion_held(arm))
    every = controls(arm.undamped, parts)
    return {one.place.name: one for one in every if isinstance(one.place, Held)}
