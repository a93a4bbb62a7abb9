"""What damps and drives an arm: freedoms of its joints and its base, each with a dynamic stiffness d(s)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.drives import Drive
from flexarm.frames import rotations
from flexarm.tree import Tree

# A freedom that nothing drives has twice the eigenvalue zero: s² is what is left.
_FREE = 2


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
    """Return what damps and drives an arm, its own numbers as floats or as something else makes them."""
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


def still(parts: Tree, every: Sequence[Control]) -> int:
    """Return how often zero is an eigenvalue: rigid-body motions that nothing brings back.

    Of each free freedom, 2 where nothing acts on it, 1 where a damper alone does, 0 where what acts holds it.
    """
    acting = {(one.section, one.number): one.order for one in every}
    roots = [link.root for link in parts.links]
    total = 0
    for section, one in enumerate(parts.sections):
        if one.freedoms is None:
            continue
        for number, spring in enumerate(one.freedoms.stiffness):
            if section in roots and np.all(spring != 0.0):
                continue
            total += int(np.clip(acting.get((section, number), _FREE), 0, _FREE))
    return total
