"""What is eliminated between a section and its parent: the freedoms of a joint or a base, and the tip of a beam.

In the symbols of `exact.recursion`, P e + c r = Eᵀf + g under a load f on the section and g on its own motions e. With
the parent held these are a = P⁻¹(Eᵀf + g), and the parent bears Xᵀf − (P⁻¹c)ᵀ(Eᵀf + g): what `reduction` returns.
`back_substitution` returns t = X r + E e and e = a − P⁻¹c r.
"""

from typing import NamedTuple

import numpy as np

from exact.pivots import Pivots
from exact.tips import Tip
from flexarm.arrays import Array
from flexarm.frames import carried, carried_back, carry_matrix, reversed_axes, turn_matrix, turned, turned_back
from flexarm.tree import Freedoms


class Rigid(NamedTuple):
    """Nothing: the section is carried a lever away from its parent, shape (2, arms)."""

    lever: Array | None

    @property
    def number(self) -> int:
        """Number of motions of its own."""
        return 0

    def reduction(self, force: Array, couples: Array) -> tuple[Array, Array]:
        """Return what moves with the parent held, nothing, and the load on the parent, shape (3, arms)."""
        return couples, carried_back(force, self.lever)

    def back_substitution(self, root: Array, alone: Array) -> tuple[Array, Array]:
        """Return the section's motion, shape (3, arms), and no motion of its own."""
        return carried(root, self.lever), alone


class Freed(NamedTuple):
    """Freedoms of a section: for each, minus its motion per motion of the parent, (3, ...), pivot and stiffness."""

    freedoms: Freedoms
    lever: Array | None
    motion: list[Array]
    pivot: list[Array]
    stiffness: list[Array]

    @property
    def number(self) -> int:
        """Number of motions of its own."""
        return len(self.motion)

    def reduction(self, force: Array, couples: Array) -> tuple[Array, Array]:
        """Return what the freedoms do with the parent held, and the load on the parent, shape (3, arms)."""
        axes, alone = self.freedoms.axes, []
        force = force.copy() if axes is None else turned(force, axes)
        for k, place in enumerate(self.freedoms.places):
            push = force[place] + couples[k]
            alone.append(push / self.pivot[k])
            force = force - self.motion[k] * push
            # f_p − (Z_pp / P)(f_p + g) without the difference, for P = Z_pp + k.
            force[place] = self.stiffness[k] * alone[k] - couples[k]
        force = force if axes is None else turned_back(force, axes)
        return np.array(alone), carried_back(force, self.lever)

    def back_substitution(self, root: Array, alone: Array) -> tuple[Array, Array]:
        """Return the section's motion, shape (3, arms), and that of its freedoms."""
        axes, own = self.freedoms.axes, alone.copy()
        motion = carried(root, self.lever)
        motion = motion if axes is None else turned(motion, axes)
        for k in reversed(range(len(own))):
            place = self.freedoms.places[k]
            own[k] -= np.sum(self.motion[k] * motion, axis=0)
            motion[place] += own[k]
        return motion if axes is None else turned_back(motion, axes), own


Eliminated = Rigid | Freed | Tip


def eliminate_freedoms(whole: Array, lever: Array | None, freedoms: Freedoms, square: Array, pivots: Pivots) -> Freed:
    """Eliminate what a joint or a base can do from Z, shape (3, 3, ...); a soft spring loses no digits beside it."""
    if freedoms.axes is not None:
        turn_matrix(whole, freedoms.axes)
    step = Freed(freedoms, lever, [], [], [])
    for place, spring, inertia in zip(freedoms.places, freedoms.stiffness, freedoms.inertia, strict=True):
        stiffness = spring - square * inertia
        pivot = stiffness + whole[place, place]
        pivots.single(pivot)
        # t = r + e along one component p: P = Z_pp + k, c = Z_p, and Z ← Z − cᵀc / P. Row p of that is
        # c − (Z_pp / P) c = k c / P: no difference that a soft spring k would lose its digits in.
        motion = np.asarray(whole[place] / pivot)
        whole -= whole[place][:, np.newaxis] * motion
        whole[place] = whole[:, place] = stiffness * motion
        step.motion.append(motion)
        step.pivot.append(pivot)
        step.stiffness.append(stiffness)
    if freedoms.axes is not None:
        turn_matrix(whole, reversed_axes(freedoms.axes))
    carry_matrix(whole, lever)
    return step
