"""Sections in space: places are vectors, rotations matrices R, and rotations follow one another.

A section moves with its parent, and by what joint or beam lets it do in axes that turn with the parent:

    r = r_p + R_p ρ,   R = R_p P.

With ṙ = J q̇ and ω = G q̇, and b and c what rates alone have of r̈ and ω̇, a body adds JᵀmJ + GᵀIG to M and
−Jᵀmb − Gᵀ(Ic + ω × Iω) to f, I in the base's axes (Newton and Euler).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from flexarm.arrays import Array
from flexarm.curves.curve import Seen, Shape, together
from flexarm.curves.rotations import cross, rotation_about, rotation_vectors, skew, spinning, spinning_bias, turned


@dataclass(frozen=True, eq=False)
class SpatialShape(Shape):
    """Sections in space: places, m, (..., stations, 3), and rotation matrices, (..., stations, 3, 3).

    Slope and turning have the shape (..., stations, 3, size), bias and that of rotations (..., stations, 3).
    """

    places: Array
    slope: Array
    turning: Array
    bias: Array
    turns: Array
    turning_bias: Array

    @classmethod
    def ground(cls, many: tuple[int, ...], size: int) -> Self:
        """Return what does not move, by a number of coordinates."""
        still, moved = np.zeros((*many, 1, 3)), np.zeros((*many, 1, 3, size))
        return cls(still, moved, moved, still, still[..., np.newaxis] + np.eye(3), still)

    def slid(self, directions: Array, amounts: Array, columns: slice, rates: Array) -> Self:
        """Return these sections moved along directions of theirs, shape (3, size), by coordinates, (..., size)."""
        moved = turned(self.turns, (amounts @ directions.T)[..., np.newaxis, :])
        along, spin = self.turns @ directions, _by(self.turning, rates)
        slope = self.slope - skew(moved) @ self.turning
        slope[..., columns] += along
        inner = cross(spin, moved) + 2.0 * _by(along, rates[..., columns])
        bias = self.bias + cross(self.turning_bias, moved) + cross(spin, inner)
        return replace(self, places=self.places + moved, slope=slope, bias=bias)

    def hinged(self, axis: Array, amounts: Array, column: int, rates: Array) -> Self:
        """Return these sections turned about an axis of theirs, shape (3,), by a coordinate, shape (...)."""
        about, turning = self.turns @ axis, self.turning.copy()
        turning[..., column] += about
        rate = rates[..., column, np.newaxis, np.newaxis]
        faster = self.turning_bias + rate * cross(_by(self.turning, rates), about)
        turns = self.turns @ rotation_about(axis, amounts)[..., np.newaxis, :, :]
        return type(self)(self.places, self.slope, turning, self.bias, turns, faster)

    @classmethod
    def oriented(cls, turns: Array) -> Self:
        """Return a section with rotation matrices, shape (..., 3, 3), whose rates are its spin in the base's axes."""
        nothing = cls.ground(turns.shape[:-2], 3)
        still, turning = nothing.bias, nothing.turning + np.eye(3)
        return cls(still, nothing.slope, turning, still, turns[..., np.newaxis, :, :], still)

    def joined(self, others: Sequence[Self]) -> Self:
        """Return these stations and those of others, one after another."""
        every = (self, *others)
        names = {"places": 1, "slope": 2, "turning": 2, "bias": 1, "turns": 2, "turning_bias": 1}
        return type(self)(*(together([getattr(one, name) for one in every], k) for name, k in names.items()))

    def part(self, stations: slice) -> Self:
        """Return some of the stations."""
        moved = (one[..., stations, :, :] for one in (self.slope, self.turning, self.turns))
        still = (one[..., stations, :] for one in (self.places, self.bias, self.turning_bias))
        (slope, turning, turns), (places, bias, turning_bias) = moved, still
        return type(self)(places, slope, turning, bias, turns, turning_bias)

    def beside(self, lever: Array, rates: Array) -> Self:
        """Return what is fixed to this section a lever away, m, shape (3,), in its own axes."""
        away, spin = self.turns @ lever, _by(self.turning, rates)
        across = skew(away)
        slope = self.slope - across @ self.turning
        # ω̇ × a + ω × (ω × a) = −a × ω̇ − ω × (a × ω)
        bias = self.bias - turned(across, self.turning_bias) - cross(spin, turned(across, spin))
        return type(self)(self.places + away, slope, self.turning, bias, self.turns, self.turning_bias)

    def carrying(self, own: Self, axes: Array | None, columns: slice, rates: Array) -> Self:
        """Return sections that this one carries, from what they do in axes of its, by some of the coordinates."""
        to_base = self.turns if axes is None else self.turns @ axes.T
        spin, some = _by(self.turning, rates), rates[..., columns]
        lever, moved, rotated = turned(to_base, own.places), to_base @ own.slope, to_base @ own.turning
        whole = self.slope - skew(lever) @ self.turning
        whole[..., columns] += moved
        turning = np.broadcast_to(self.turning, whole.shape).copy()
        turning[..., columns] += rotated
        inner = cross(spin, lever) + 2.0 * _by(moved, some)
        bias = self.bias + cross(self.turning_bias, lever) + cross(spin, inner) + turned(to_base, own.bias)
        faster = self.turning_bias + cross(spin, _by(rotated, some)) + turned(to_base, own.turning_bias)
        turns = to_base @ (own.turns if axes is None else own.turns @ axes)
        return type(self)(self.places + lever, whole, turning, bias, turns, faster)

    def in_base(self, inertias: Array) -> Array:
        """Return tensors, kg m², (..., stations, 3, 3), in the base's axes, from those in the sections' axes."""
        return np.asarray(self.turns @ inertias @ np.swapaxes(self.turns, -1, -2))

    def mass(self, masses: Array, inertias: Array) -> Array:
        """Return what masses, kg, and tensors, kg m², in the base's axes add to M of M q̈ = f, (..., size, size)."""
        return _squared(self.slope, masses[:, np.newaxis, np.newaxis] * self.slope) + _squared(
            self.turning, inertias @ self.turning
        )

    def taken(self, masses: Array, inertias: Array, accelerations: Array) -> Array:
        """Return M q̈ of these, without M, shape (..., size)."""
        couples = turned(inertias, _by(self.turning, accelerations))
        return self._pushed_along(masses[:, np.newaxis] * _by(self.slope, accelerations), couples)

    def force(self, masses: Array, inertias: Array, rates: Array, gravity: Array) -> Array:
        """Return what rates alone and their weight add to f, shape (..., size)."""
        spin = _by(self.turning, rates)
        couples = turned(inertias, self.turning_bias) + cross(spin, turned(inertias, spin))
        return -self._pushed_along(masses[:, np.newaxis] * (self.bias - gravity), couples)

    def _pushed_along(self, forces: Array, couples: Array) -> Array:
        """Return what forces and couples at all stations do on the coordinates, shape (..., size)."""
        parts = ((self.slope, forces), (self.turning, couples))
        first, second = (_flat(rows).swapaxes(-1, -2) @ push.reshape(*push.shape[:-2], -1, 1) for rows, push in parts)
        return np.asarray((first + second)[..., 0])

    def pushed(self, push: Array, following: bool = False) -> Array:
        """Return what a push on the last station, shape (6,), does on the coordinates, shape (..., size)."""
        force, couple = push[:3], push[3:]
        if following:
            force, couple = (self.turns[..., -1, :, :] @ part for part in (force, couple))
        moved = (
            force[..., np.newaxis, :] @ self.slope[..., -1, :, :]
            + couple[..., np.newaxis, :] @ self.turning[..., -1, :, :]
        )
        return np.asarray(moved[..., 0, :])

    def along(self, direction: Array, other: Self | None, rates: Array) -> Seen:
        """Return where the last station is along a direction, shape (3,)."""
        place, slope, bias = self.places[..., -1, :], self.slope[..., -1, :, :], self.bias[..., -1, :]
        unit = np.broadcast_to(direction, place.shape)
        if other is not None:
            place, slope = place - other.places[..., -1, :], slope - other.slope[..., -1, :, :]
            unit, turning = other.turns[..., -1, :, :] @ direction, other.turning[..., -1, :, :]
            spin, moving = turned(turning, rates), turned(slope, rates)
            pushed = cross(other.turning_bias[..., -1, :], place) + cross(spin, 2.0 * moving - cross(spin, place))
            bias = bias - other.bias[..., -1, :] - pushed
            slope = slope + skew(place) @ turning
        rows = (unit[..., np.newaxis, :] @ slope)[..., 0, :]
        return Seen(np.sum(place * unit, axis=-1), np.asarray(rows), np.sum(bias * unit, axis=-1))

    def about(self, direction: Array, other: Self | None, rates: Array) -> Seen:
        """Return how far the last station is turned, of π at most, about a direction, shape (3,).

        It is the component of a rotation vector.
        """
        turns, turning, faster = self.turns[..., -1, :, :], self.turning[..., -1, :, :], self.turning_bias[..., -1, :]
        if other is not None:
            back, spin = np.swapaxes(other.turns[..., -1, :, :], -1, -2), turned(other.turning[..., -1, :, :], rates)
            turns, turning = back @ turns, turning - other.turning[..., -1, :, :]
            faster = faster - other.turning_bias[..., -1, :] - cross(spin, turned(turning, rates))
            turning, faster = back @ turning, turned(back, faster)
        vector = rotation_vectors(turns)
        of_rates = spinning(vector)
        rows = np.asarray(np.linalg.solve(of_rates, turning), np.float64)
        left = faster - spinning_bias(vector, turned(rows, rates))
        bias = np.linalg.solve(of_rates, left[..., np.newaxis])[..., 0]
        return Seen(vector @ direction, np.asarray(direction @ rows), bias @ direction)

    def momentum(self, masses: Array, inertias: Array, rates: Array) -> Array:
        """Return the momentum of masses and tensors, and its moment, shape (6, ...)."""
        moving = masses[:, np.newaxis] * _by(self.slope, rates)
        spun = turned(inertias, _by(self.turning, rates))
        whole = np.sum(moving, axis=-2), np.sum(cross(self.places, moving) + spun, axis=-2)
        return np.moveaxis(np.concatenate(whole, axis=-1), -1, 0)

    @property
    def position(self) -> Array:
        """Places, m, shape (3, ..., stations)."""
        return np.moveaxis(self.places, -1, 0)

    @property
    def rotation(self) -> Array:
        """Rotation vectors of π at most, rad, shape (3, ..., stations)."""
        return np.moveaxis(rotation_vectors(self.turns), -1, 0)


def _by(rows: Array, rates: Array) -> Array:
    """Return what rates make of rows, shape (..., stations, 3)."""
    return np.asarray((rows @ rates[..., np.newaxis, :, np.newaxis])[..., 0])


def _flat(rows: Array) -> Array:
    """Return the rows of all stations one after another, shape (..., 3 stations, size)."""
    return rows.reshape(*rows.shape[:-3], 3 * rows.shape[-3], rows.shape[-1])


def _squared(rows: Array, weighted: Array) -> Array:
    """Return JᵀmJ, J and m J given, shape (..., stations, 3, size)."""
    return np.asarray(_flat(rows).swapaxes(-1, -2) @ _flat(weighted))
