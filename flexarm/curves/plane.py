"""Sections in the plane: places are complex numbers z = x + iy, and rotations add up.

A section moves with its parent, and by what joint or beam lets it do in axes that turn with the parent:

    z = z_p + exp(iθ_p) ζ,   θ = θ_p + φ.

With J the derivatives of z by the coordinates and b what rates alone have of its acceleration, every mass adds Re(J*mJ)
to M and −Re(J*mb) to f.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from flexarm.arrays import Array, ComplexArray
from flexarm.curves.curve import Seen, Shape, together


@dataclass(frozen=True, eq=False)
class PlanarShape(Shape):
    """Sections in the plane: x + iy, m, and turned, rad, (..., stations).

    Slope has the shape (..., stations, size), turning (stations, size), for rotations are linear in the coordinates;
    bias (..., stations).
    """

    places: ComplexArray
    slope: ComplexArray
    turning: Array
    bias: ComplexArray
    turns: Array

    @classmethod
    def ground(cls, many: tuple[int, ...], size: int) -> Self:
        """Return what does not move, by a number of coordinates."""
        still, slope = np.zeros((*many, 1), np.complex128), np.zeros((*many, 1, size), np.complex128)
        return cls(still, slope, np.zeros((1, size)), still, still.real)

    def slid(self, directions: Array, amounts: Array, columns: slice, rates: Array) -> Self:
        """Return these sections moved along directions of theirs, shape (2, size), by coordinates, (..., size)."""
        slope = np.asarray(directions[:1] + 1j * directions[1:], np.complex128)
        place = np.asarray(amounts @ slope.T, np.complex128)
        own = type(self)(place, slope, np.zeros((1, slope.shape[1])), 0.0 * place, np.zeros(1))
        return self.carrying(own, None, columns, rates)

    def hinged(self, axis: Array, amounts: Array, column: int, rates: Array) -> Self:
        """Return these sections turned about an axis of theirs, up or down, shape (1,), by a coordinate, (...)."""
        turning = self.turning.copy()
        turning[:, column] += axis
        turns = self.turns + amounts[..., np.newaxis] * axis
        return type(self)(self.places, self.slope, turning, self.bias, turns)

    def joined(self, others: Sequence[Self]) -> Self:
        """Return these stations and those of others, one after another."""
        every = (self, *others)
        names = {"places": 0, "slope": 1, "turning": 1, "bias": 0, "turns": 0}
        return type(self)(*(together([getattr(one, name) for one in every], k) for name, k in names.items()))

    def part(self, stations: slice) -> Self:
        """Return some of the stations."""
        slope, bias = self.slope[..., stations, :], self.bias[..., stations]
        return type(self)(self.places[..., stations], slope, self.turning[stations], bias, self.turns[..., stations])

    def beside(self, lever: Array, rates: Array) -> Self:
        """Return what is fixed to this section a lever away, m, shape (2,), in its own axes."""
        away = np.exp(1j * self.turns) * complex(*lever)
        slope = self.slope + (1j * away)[..., np.newaxis] * self.turning
        bias = self.bias - (rates @ self.turning.T) ** 2 * away
        return type(self)(self.places + away, slope, self.turning, bias, self.turns)

    def carrying(self, own: Self, axes: Array | None, columns: slice, rates: Array) -> Self:
        """Return sections that this one carries, from what they do along an axis of its, by some of the coordinates."""
        to_base, rate = np.exp(1j * self.turns) * (1.0 if axes is None else complex(*axes)), rates @ self.turning[0]
        rate = rate[..., np.newaxis]
        lever, moved = to_base * own.places, to_base[..., np.newaxis] * own.slope
        moving = (moved @ rates[..., columns, np.newaxis])[..., 0]
        whole = self.slope + (1j * lever)[..., np.newaxis] * self.turning
        whole[..., columns] += moved
        turned = np.zeros((lever.shape[-1], self.turning.shape[-1])) + self.turning
        turned[:, columns] += own.turning
        pushed = self.bias + to_base * own.bias + rate * (2j * moving - rate * lever)
        return type(self)(self.places + lever, whole, turned, pushed, self.turns + own.turns)

    def in_base(self, inertias: Array) -> Array:
        """Return moments of inertia, kg m², which are the same in all axes."""
        return inertias

    @cached_property
    def _rows(self) -> Array:
        """What x and y of all stations have of the rates, one after another, shape (..., 2 stations, size)."""
        return np.concatenate([self.slope.real, self.slope.imag], axis=-2)

    def mass(self, masses: Array, inertias: Array) -> Array:
        """Return what masses, kg, and moments of inertia, kg m², add to M of M q̈ = f, shape (..., size, size)."""
        weighted = _twice(masses)[:, np.newaxis] * self._rows
        turning = self.turning.T @ (inertias[:, np.newaxis] * self.turning)
        return np.asarray(np.swapaxes(self._rows, -1, -2) @ weighted + turning)

    def taken(self, masses: Array, inertias: Array, accelerations: Array) -> Array:
        """Return M q̈ of these, without M, shape (..., size)."""
        moved = (self._rows @ accelerations[..., np.newaxis])[..., 0]
        return self._pushed(_twice(masses) * moved) + (accelerations @ self.turning.T * inertias) @ self.turning

    def force(self, masses: Array, inertias: Array, rates: Array, gravity: Array) -> Array:
        """Return what rates alone and their weight add to f, shape (..., size)."""
        left = masses * (complex(*gravity) - self.bias)
        return self._pushed(np.concatenate([left.real, left.imag], axis=-1))

    def _pushed(self, forces: Array) -> Array:
        """Return what forces at all stations, first along x, do on the coordinates, shape (..., size)."""
        return np.asarray((forces[..., np.newaxis, :] @ self._rows)[..., 0, :])

    def pushed(self, push: Array, following: bool = False) -> Array:
        """Return what a push on the last station, shape (3,), does on the coordinates, shape (..., size)."""
        x, y, turned = push
        force = complex(x, -y) * (np.exp(-1j * self.turns[..., -1:]) if following else 1.0)
        return np.asarray((force * self.slope[..., -1, :]).real + turned * self.turning[-1])

    def along(self, direction: Array, other: Self | None, rates: Array) -> Seen:
        """Return where the last station is along a direction, shape (2,)."""
        place, slope, bias = self.places[..., -1], self.slope[..., -1, :], self.bias[..., -1]
        unit = complex(*direction).conjugate() * np.ones_like(place)
        if other is not None:
            place, slope, bias = (
                place - other.places[..., -1],
                slope - other.slope[..., -1, :],
                bias - other.bias[..., -1],
            )
            spin = rates @ other.turning[-1]
            bias = bias - 2j * spin * np.sum(slope * rates, axis=-1) - spin**2 * place
            slope = slope - 1j * place[..., np.newaxis] * other.turning[-1]
            unit = unit * np.exp(-1j * other.turns[..., -1])
        return Seen((unit * place).real, (unit[..., np.newaxis] * slope).real, (unit * bias).real)

    def about(self, direction: Array, other: Self | None, rates: Array) -> Seen:
        """Return how far the last station is turned, about a direction up or down, shape (1,)."""
        turn, turning = self.turns[..., -1], self.turning[-1]
        if other is not None:
            turn, turning = turn - other.turns[..., -1], turning - other.turning[-1]
        rows = np.broadcast_to(direction[0] * turning, rates.shape)
        return Seen(direction[0] * turn, rows, np.zeros_like(turn))

    def momentum(self, masses: Array, inertias: Array, rates: Array) -> Array:
        """Return the momentum of masses and moments of inertia, and its moment, shape (3, ...)."""
        velocity = (self.slope @ rates[..., np.newaxis])[..., 0]
        turned = (self.places.conj() * velocity).imag @ masses + rates @ self.turning.T @ inertias
        return np.stack([velocity.real @ masses, velocity.imag @ masses, turned])

    @property
    def position(self) -> Array:
        """Places, m, shape (2, ..., stations)."""
        return np.stack([self.places.real, self.places.imag])

    @property
    def rotation(self) -> Array:
        """Rotations, rad, shape (1, ..., stations)."""
        return self.turns[np.newaxis]


def _twice(masses: Array) -> Array:
    """Return masses as they move along x and along y, shape (2 stations,)."""
    return np.concatenate([masses, masses])
