"""What damps and drives an arm: freedoms of its joints and its base, each with a dynamic stiffness d(s)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import null_space

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.closed_loop.link_damping import resisting
from flexarm.drives import Drive
from flexarm.errors import QuestionError
from flexarm.frames import rotations
from flexarm.holding import rigid_left
from flexarm.links import LINK_DAMPING
from flexarm.tree import Tree

# A freedom that nothing drives has twice the eigenvalue zero: s² is what is left.
_FREE = 2
# A rigid-body motion that damped links resist less than this, of what they resist most, is one that they do not.
_UNRESISTED = 1e-9


@dataclass(frozen=True, eq=False)
class Control:
    """A freedom, by its section and its number there, on which −d(s) times its motion acts; d(s) = c s + e^(−τs) N/D.

    Coefficients come highest power first.
    """

    section: int
    number: int
    damping: Any
    numerator: Array
    denominator: Array
    delay: Any

    def parts(self, s: Array) -> tuple[Array, Array]:
        """Return numerator and denominator of d(s) at points of any shape."""
        top, below = np.asarray(np.polyval(self.numerator, s)), np.asarray(np.polyval(self.denominator, s))
        return np.asarray(self.damping * s * below + top * np.exp(-self.delay * s)), below

    @property
    def order(self) -> int:
        """The lowest power of s in d(s): negative with integral action."""
        powers = [1] if self.damping else []
        if len(self.numerator):
            powers.append(_trailing(self.numerator) - _trailing(self.denominator))
        return min(powers, default=_FREE)


def _trailing(coefficients: Array) -> int:
    return int(np.argmax(coefficients[::-1] != 0.0))


def controls(arm: Arm, parts: Tree, number: Callable[[float], Any] = float) -> tuple[Control, ...]:
    """Return what damps and drives an arm, its own numbers as floats or as something else makes them.

    Damping of its links is none of these, and refused.
    """
    if arm.damped_links:
        named = ", ".join(name for name in arm.driven if name.split(".")[-1] in LINK_DAMPING)
        raise QuestionError(
            f"{arm.title}: with {named} its eigenvalues alone are answered; remove them, or ask for eigenvalues"
        )
    return tuple(_controls(arm, parts, number))


def _controls(arm: Arm, parts: Tree, value: Callable[[float], Any]) -> Iterator[Control]:
    base = parts.sections[0].freedoms
    turning = range(parts.components)[rotations(parts.components)]
    for number, place in enumerate(() if base is None else base.places):
        held = arm.base.attitude if place in turning else arm.base.position
        if held is not None:
            yield _control(0, number, 0.0, held, value)
    for link, numbers in zip(arm.links, parts.links, strict=True):
        for number, (damping, drive) in enumerate(link.joint.driving):
            if damping or drive is not None:
                yield _control(numbers.root, number, damping, drive or Drive(), value)


def _control(section: int, number: int, damping: float, drive: Drive, value: Callable[[float], Any]) -> Control:
    top, below = drive.transfer(value)
    return Control(section, number, value(damping), np.array(top), np.array(below), value(drive.delay if top else 0.0))


def passive(arm: Arm) -> bool:
    """Return whether all that damps and drives an arm is springs and dampers: nothing then gives it energy."""
    joints = (drive for link in arm.links for _, drive in link.joint.driving)
    drives = [arm.base.attitude, arm.base.position, *joints]
    return all(drive is None or drive.passive for drive in drives)


def still(arm: Arm, parts: Tree, every: Sequence[Control]) -> int:
    """Return how often zero is an eigenvalue: rigid-body motions that nothing brings back.

    Of each of these 2 where nothing resists it, 1 where dampers or links do; their number is a rank.
    """
    acting = {(one.section, one.number): one.order for one in every}
    roots, orders = [link.root for link in parts.links], list[int]()
    for section, one in enumerate(parts.sections):
        for number, spring in enumerate(() if one.freedoms is None else one.freedoms.stiffness):
            if section not in roots or np.any(spring == 0.0):
                orders.append(acting.get((section, number), _FREE))
    left = np.eye(len(orders))
    if parts.held:
        left = rigid_left(parts)[0]
    left = left @ null_space(left[[k for k, order in enumerate(orders) if order < 1]], rcond=_UNRESISTED)
    dampers = np.eye(len(orders))[[k for k, order in enumerate(orders) if order == 1]]
    links = resisting(arm, parts) if arm.damped_links else np.zeros((0, len(orders)))
    rows = np.vstack([links / np.max(np.abs(links), axis=0, initial=1e-300), dampers]) @ left
    resisted = np.linalg.matrix_rank(rows, tol=_UNRESISTED) if rows.size else 0
    return 2 * left.shape[1] - int(resisted)
