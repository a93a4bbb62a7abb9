"""The tip of a beam: how it stretches, twists and bends beside its root, eliminated one after another.

Each is P e + c r = Eᵀf + g, as `exact.elimination` has it, in a component of the motion in the beam's axes, or in two.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exact.pivots import Pivots
from flexarm.arrays import Array
from flexarm.frames import reversed_axes, turn_matrix, turned, turned_back
from flexarm.tree import PLANES, RODS, Beam

Mask = NDArray[np.bool_] | bool


class BeamStiffness(NamedTuple):
    """A beam's dynamic stiffness in bending, about one axis or two, and as a rod, in stretch and in space in twist.

    In bending in u, θ of its root and w, φ of its tip relative to it, or y, φ where `absolute`, N/m, N and N m, shape
    (4, 4, ...); as a rod in the motion of its root and that of its tip relative to it, shape (2, 2, ...), None where it
    keeps its length or does not twist.
    """

    bent: tuple[tuple[Array, Mask], ...]
    rods: tuple[Array | None, ...] = (None,)


class Pulled(NamedTuple):
    """A rod's tip: minus what it does per motion of the tip without it, shape (components, ...), and its pivot."""

    place: int
    motion: Array
    pivot: Array

    @property
    def number(self) -> int:
        """Number of motions of the tip's own."""
        return 1

    def reduction(self, force: Array, couples: Array) -> tuple[Array, Array]:
        """Return what the tip does with the root held, shape (1, arms), and the load on the root."""
        push = force[self.place] + couples[0]
        return (push / self.pivot)[np.newaxis], force - self.motion * push

    def back_substitution(self, root: Array, alone: Array) -> tuple[Array, Array]:
        """Return the tip's motion, and its own, shape (1, arms)."""
        own = alone[0] - np.sum(self.motion * root, axis=0)
        tip = root.copy()
        tip[self.place] = tip[self.place] + own
        return tip, own[np.newaxis]


class Bent(NamedTuple):
    """A beam's tip: minus deflection and rotation per motion of the root, shape (2, components, ...).

    They are those about one axis, at `places` of a motion (`flexarm.tree.PLANES`); `inverse` is P⁻¹, shape (2, 2, ...).
    """

    places: tuple[int, int, int]
    length: Array
    motion: Array
    inverse: Array
    absolute: Mask

    @property
    def number(self) -> int:
        """Number of motions of the tip's own."""
        return 2

    def reduction(self, force: Array, couples: Array) -> tuple[Array, Array]:
        """Return what the tip does with the root held, shape (2, arms), and the load on the root."""
        (across, turn, sign), kept = self.places, 1 - self.absolute
        push = np.array([force[across] + couples[0], sign * force[turn] + couples[1]])
        force = force.copy()
        force[turn] = kept * (force[turn] + sign * self.length * force[across])
        force[across] = kept * force[across]
        force = force - self.motion[0] * push[0] - self.motion[1] * push[1]
        return self.inverse[:, 0] * push[0] + self.inverse[:, 1] * push[1], force

    def back_substitution(self, root: Array, alone: Array) -> tuple[Array, Array]:
        """Return the tip's motion, and its own, shape (2, arms): deflection and rotation, relative or absolute."""
        (across, turn, sign), kept = self.places, 1 - self.absolute
        own = alone - np.sum(self.motion * root, axis=1)
        tip = root.copy()
        tip[across] = kept * (root[across] + sign * self.length * root[turn]) + own[0]
        tip[turn] = kept * root[turn] + sign * own[1]
        return tip, own


class Tip(NamedTuple):
    """A beam's tip: how it stretches, twists and bends, one after the other, in the beam's axes."""

    axes: Array
    steps: tuple[Pulled | Bent, ...]

    @property
    def number(self) -> int:
        """Number of motions of the tip's own."""
        return sum(step.number for step in self.steps)

    def reduction(self, force: Array, couples: Array) -> tuple[Array, Array]:
        """Return what the tip does with the root held, shape (number, arms), and the load on the root."""
        force, alone, start = turned(force, self.axes), [], 0
        for step in self.steps:
            own, force = step.reduction(force, couples[start : start + step.number])
            alone.append(own)
            start += step.number
        return np.concatenate(alone), turned_back(force, self.axes)

    def back_substitution(self, root: Array, alone: Array) -> tuple[Array, Array]:
        """Return the tip's motion, shape (components, arms), and its own: stretch, twist, and what bends it."""
        tip, own, stop = turned(root, self.axes), [], len(alone)
        for step in reversed(self.steps):
            tip, moved = step.back_substitution(tip, alone[stop - step.number : stop])
            own.append(moved)
            stop -= step.number
        return turned_back(tip, self.axes), np.concatenate(own[::-1])


def eliminate_tip(whole: Array, beam: Beam, own: BeamStiffness, square: Array, pivots: Pivots) -> Tip:
    """Eliminate a tip's stretch, twist, deflections and rotations from Z, shape (components, components, ...)."""
    turn_matrix(whole, beam.axes)
    steps: list[Pulled | Bent] = []
    for place, stiffness in zip(RODS[len(whole)], own.rods, strict=True):
        if stiffness is not None:
            steps.append(_eliminate_rod(whole, place, stiffness, pivots))
    for places, bent in zip(PLANES[len(whole)], own.bent, strict=True):
        steps.append(_eliminate_bending(whole, places, beam.length, *bent, pivots))
    for place, rod, stiffness in zip(RODS[len(whole)], beam.rods, own.rods, strict=True):
        if stiffness is None:
            # It moves or turns bodily about its axis.
            whole[place, place] -= square * (rod.inertia_per_length * beam.length)
    turn_matrix(whole, reversed_axes(beam.axes))
    return Tip(beam.axes, tuple(steps))


def _eliminate_rod(whole: Array, place: int, own: Array, pivots: Pivots) -> Pulled:
    """Eliminate a tip's motion along or about the beam's axis relative to the root's from Z."""
    pivot = whole[place, place] + own[1, 1]
    pivots.single(pivot)
    coupling = whole[place].copy()
    coupling[place] = coupling[place] + own[1, 0]
    motion = np.asarray(coupling / pivot)
    whole[place, place] = whole[place, place] + own[0, 0]
    whole -= coupling[:, np.newaxis] * motion
    return Pulled(place, motion, pivot)


def _eliminate_bending(
    whole: Array, places: tuple[int, int, int], length: Array, own: Array, absolute: Mask, pivots: Pivots
) -> Bent:
    """Eliminate a tip's deflection and rotation about one axis from Z."""
    # For these two X = [[κ, κL], [0, κ]], κ = 1 where w, φ are relative and 0 where they are absolute, and for all else
    # 1; E takes them to the motion. R, Cᵀ, C and K are the quarters of D.
    across, turn, sign = places
    pair = slice(across, turn + 1, turn - across)
    if sign < 0:
        _flip(whole, turn)
    block = whole[pair, pair] + own[2:, 2:]
    relative = ~absolute if isinstance(absolute, np.ndarray) and np.any(absolute) else None
    whole[:, turn] += length * whole[:, across]
    if relative is not None:
        whole[:, pair] *= relative
    coupling = whole[pair].copy()
    coupling[:, pair] += own[2:, :2]
    whole[turn] += length * whole[across]
    if relative is not None:
        whole[pair] *= relative
    whole[pair, pair] += own[:2, :2]
    (first, off), second = block[0], block[1, 1]
    determinant = first * second - off * off
    pivots.pair(determinant, first)
    inverse = np.array([[second, -off], [-off, first]]) / determinant
    motion = inverse[:, 0, np.newaxis] * coupling[0] + inverse[:, 1, np.newaxis] * coupling[1]
    whole -= coupling[0][:, np.newaxis] * motion[0] + coupling[1][:, np.newaxis] * motion[1]
    if sign < 0:
        _flip(whole, turn)
        motion[:, turn] = -motion[:, turn]
    return Bent(places, length, motion, inverse, absolute)


def _flip(whole: Array, place: int) -> None:
    """Count one motion the other way round."""
    whole[place] = -whole[place]
    whole[:, place] = -whole[:, place]
