"""What is eliminated between a section and its parent: the freedoms of a joint or a base, and the tip of a beam.

In the symbols of `exact.recursion`, P e + c r = Eᵀf + g under a load f on the section and g on its own motions e. With
the parent held these are a = P⁻¹(Eᵀf + g), and the parent bears Xᵀf − (P⁻¹c)ᵀ(Eᵀf + g): what `reduction` returns.
`back_substitution` returns t = X r + E e and e = a − P⁻¹c r.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exact.pivots import Pivots
from flexarm.arrays import Array
from flexarm.frames import carried, carried_back, carry_matrix, turn_matrix, turned, turned_back
from flexarm.tree import Beam, Freedoms

Mask = NDArray[np.bool_] | bool


class BeamStiffness(NamedTuple):
    """A beam's dynamic stiffness in u, θ of its root and w, w′ of its tip relative to it, or y, y′ where `absolute`.

    N/m, N and N m, shape (4, 4, ...); and in stretch, in u of its root and of its tip relative to it, shape (2, 2,
    ...), None where it keeps its length.
    """

    matrix: Array
    absolute: Mask
    stretch: Array | None = None


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


class Stretched(NamedTuple):
    """A beam's stretch: minus it per motion of the tip without it, shape (3, ...), and its pivot."""

    motion: Array
    pivot: Array


class Bent(NamedTuple):
    """A beam's tip: minus deflection and rotation per motion of the root along, across and in rotation, (2, 3, ...).

    `inverse` is P⁻¹, shape (2, 2, ...). A beam that stretches has its stretch before the two.
    """

    beam: Beam
    stretched: Stretched | None
    motion: Array
    inverse: Array
    absolute: Mask

    @property
    def number(self) -> int:
        """Number of motions of the tip's own."""
        return 2 if self.stretched is None else 3

    def reduction(self, force: Array, couples: Array) -> tuple[Array, Array]:
        """Return what the tip does with the root held, shape (number, arms), and the load on the root, (3, arms)."""
        force, stretch = turned(force, self.beam.axis), couples[:0]
        if self.stretched is not None:
            push = force[0] + couples[0]
            force, stretch = force - self.stretched.motion * push, (push / self.stretched.pivot)[np.newaxis]
        along, across, couple = force
        push = np.array([across + couples[-2], couple + couples[-1]])
        kept = 1 - self.absolute
        force = np.array([along, kept * across, kept * (couple + self.beam.length * across)])
        force = force - self.motion[0] * push[0] - self.motion[1] * push[1]
        alone = self.inverse[:, 0] * push[0] + self.inverse[:, 1] * push[1]
        return np.concatenate([stretch, alone]), turned_back(force, self.beam.axis)

    def back_substitution(self, root: Array, alone: Array) -> tuple[Array, Array]:
        """Return the tip's motion, shape (3, arms), and its own.

        Stretch, deflection and rotation, relative or absolute.
        """
        along, across, turn = motion = turned(root, self.beam.axis)
        bent = alone[-2:] - np.sum(self.motion * motion, axis=1)
        kept = 1 - self.absolute
        tip = np.array([along, kept * (across + self.beam.length * turn) + bent[0], kept * turn + bent[1]])
        stretch = alone[:-2]
        if self.stretched is not None:
            stretch = stretch - np.sum(self.stretched.motion * tip, axis=0)
            tip[0] = tip[0] + stretch[0]
        return turned_back(tip, self.beam.axis), np.concatenate([stretch, bent])


Eliminated = Rigid | Freed | Bent


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
        turn_matrix(whole, _reversed(freedoms.axes))
    carry_matrix(whole, lever)
    return step


def eliminate_tip(whole: Array, beam: Beam, own: BeamStiffness, square: Array, pivots: Pivots) -> Bent:
    """Eliminate a tip's stretch, deflection and rotation from Z, shape (3, 3, ...)."""
    turn_matrix(whole, beam.axis)
    stretched = None if own.stretch is None else _eliminate_stretch(whole, own.stretch, pivots)
    block = whole[1:, 1:] + own.matrix[2:, 2:]
    relative = ~own.absolute if isinstance(own.absolute, np.ndarray) and np.any(own.absolute) else None
    whole[:, 2] += beam.length * whole[:, 1]
    if relative is not None:
        whole[:, 1:] *= relative
    coupling = whole[1:].copy()
    coupling[:, 1:] += own.matrix[2:, :2]
    whole[2] += beam.length * whole[1]
    if relative is not None:
        whole[1:] *= relative
    whole[1:, 1:] += own.matrix[:2, :2]
    if stretched is None:
        # It moves bodily along its axis.
        whole[0, 0] -= square * beam.mass
    (first, off), second = block[0], block[1, 1]
    determinant = first * second - off * off
    pivots.pair(determinant, first)
    inverse = np.array([[second, -off], [-off, first]]) / determinant
    motion = inverse[:, 0, np.newaxis] * coupling[0] + inverse[:, 1, np.newaxis] * coupling[1]
    whole -= coupling[0][:, np.newaxis] * motion[0] + coupling[1][:, np.newaxis] * motion[1]
    turn_matrix(whole, _reversed(beam.axis))
    return Bent(beam, stretched, motion, inverse, own.absolute)


def _eliminate_stretch(whole: Array, own: Array, pivots: Pivots) -> Stretched:
    """Eliminate a tip's motion along the beam relative to the root's from Z, along and across the beam."""
    pivot = whole[0, 0] + own[1, 1]
    pivots.single(pivot)
    coupling = whole[0].copy()
    coupling[0] = coupling[0] + own[1, 0]
    motion = np.asarray(coupling / pivot)
    whole[0, 0] = whole[0, 0] + own[0, 0]
    whole -= coupling[:, np.newaxis] * motion
    return Stretched(motion, pivot)


def _reversed(direction: Array) -> Array:
    return np.array([direction[0], -direction[1]])
