"""An arm in large motion: where its sections are, and M q̈ = f.

A section moves with its parent, and by what joint or beam lets it do in axes that turn with the parent:

    z = z_p + exp(iθ_p) ζ,   θ = θ_p + φ,

places in the plane being complex numbers, z = x + iy. With J the derivatives of z by the coordinates and b what rates
alone have of its acceleration, every mass adds Re(J*mJ) to M and −Re(J*mb) to f. Many states of an arm are one
computation: arrays have the states first, if many, then stations and coordinates.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.curves.curve import Curve, Shape
from flexarm.frames import turned_back
from flexarm.tree import Tree


class Inertia(NamedTuple):
    """Masses, kg, and moments of inertia, kg m², at some sections, shape (stations,), named as the body they are."""

    at: Shape
    masses: Array
    turning: Array
    name: str = ""


class State(NamedTuple):
    """All sections of an arm in the base's axes, and M and f of M q̈ = f, shape (..., n, n) and (..., n).

    Of a section that a beam carries there are the stations along it too: it is the last of them. `inertias` are all
    that the arm has, gear boxes left out.
    """

    sections: tuple[Shape, ...]
    inertias: tuple[Inertia, ...]
    mass: Array
    force: Array


@dataclass(frozen=True, eq=False)
class Chain:
    """An arm whose flexible links are curves, None for rigid ones, base to payload."""

    parts: Tree
    curves: tuple[Curve | None, ...]

    @cached_property
    def beams(self) -> dict[int, Curve]:
        """Curves, by the number of the section that each carries."""
        tips = (link.tip for link in self.parts.links)
        return {tip: curve for tip, curve in zip(tips, self.curves, strict=True) if curve is not None}

    @cached_property
    def places(self) -> tuple[slice, ...]:
        """Where every section's own coordinates stand: freedoms of the base or a joint, or those of a beam."""
        sizes = [0 if one.freedoms is None else len(one.freedoms.places) for one in self.parts.sections]
        for k, curve in self.beams.items():
            sizes[k] += curve.size
        ends = np.cumsum([0, *sizes]).tolist()
        return tuple(slice(*ends[k : k + 2]) for k in range(len(sizes)))

    @cached_property
    def kinds(self) -> NDArray[np.intp]:
        """Which kind a coordinate is of: freedoms one by one, and of a beam those of one unit; shape (n,)."""
        slices: list[slice] = []
        for k, own in enumerate(self.places):
            parts = self.beams[k].kinds if k in self.beams else [slice(i, i + 1) for i in range(own.stop - own.start)]
            slices += [slice(own.start + part.start, own.start + part.stop) for part in parts if part.stop > part.start]
        return np.repeat(np.arange(len(slices)), [one.stop - one.start for one in slices])

    @cached_property
    def roughness(self) -> Array:
        """By how much less than others a coordinate of the same size moves the arm, shape (n,)."""
        whole = np.ones(self.size)
        for k, curve in self.beams.items():
            whole[self.places[k]] = curve.roughness
        return whole

    @cached_property
    def scale(self) -> Array:
        """What coordinates of large motion are of the order of, in SI units, shape (n,)."""
        whole = np.ones(self.size)
        for k, curve in self.beams.items():
            whole[self.places[k]] = curve.scale
        return whole

    @property
    def size(self) -> int:
        """Number n of coordinates."""
        return int(self.places[-1].stop)

    @cached_property
    def stiffness(self) -> Array:
        """The matrix of the strain energy of springs and beams, which does not change, shape (n, n)."""
        whole = self._of_freedoms("stiffness")
        for k, curve in self.beams.items():
            whole[self.places[k], self.places[k]] = curve.stiffness
        return whole

    @cached_property
    def _gears(self) -> Array:
        """What gear boxes, which act on their joints' own rates, add to M."""
        return self._of_freedoms("inertia")

    def _of_freedoms(self, quantity: str) -> Array:
        whole = np.zeros((self.size, self.size))
        for own, section in zip(self.places, self.parts.sections, strict=True):
            if section.freedoms is not None:
                whole[own, own] = np.diag(getattr(section.freedoms, quantity))
        return whole

    def state(self, q: Array, rates: Array) -> State:
        """Return how an arm lies and moves, its coordinates and their rates given, shape (..., n).

        f holds springs, beams and weight, and no load yet.
        """
        sections: list[Shape] = []
        inertias: list[Inertia] = []
        for k, section in enumerate(self.parts.sections):
            parent = _end(sections[section.parent]) if section.parent >= 0 else self._ground(q)
            if k in self.beams:
                own, curve = self.places[k], self.beams[k]
                bent = curve.shape(q[..., own], rates[..., own])
                sections.append(_carried(parent, bent, complex(*curve.beam.axes), own, rates))
                inertias.append(_spread(curve, sections[k]))
            else:
                sections.append(self._freed(k, _beside(parent, section.lever, rates), q))
            for body in section.bodies:
                at = _beside(_end(sections[k]), body.lever, rates)
                inertias.append(Inertia(at, np.array([body.mass]), np.array([body.inertia]), body.name))
        mass, force = np.empty((*q.shape, self.size)), -(q @ self.stiffness)
        mass[:] = self._gears
        for inertia in inertias:
            _add(inertia, complex(*self.parts.gravity), mass, force)
        return State(tuple(sections), tuple(inertias), mass, force)

    def _ground(self, q: Array) -> Shape:
        """Return what does not move."""
        still, size = np.zeros((*q.shape[:-1], 1)), self.size
        return Shape(0j * still, still, np.zeros((*still.shape, size), np.complex128), np.zeros((1, size)), 0j * still)

    def _freed(self, k: int, at: Shape, q: Array) -> Shape:
        """Return a section that its joint turns, or the base, which moves in axes that do not turn."""
        freedoms, own = self.parts.sections[k].freedoms, self.places[k]
        if freedoms is None:
            return at
        free = np.eye(3)[:, list(freedoms.places)]
        x, y, turned = free if freedoms.axes is None else turned_back(free, freedoms.axes)
        slope, turning = at.slope.copy(), at.turning.copy()
        slope[..., own] += x + 1j * y
        turning[..., own] += turned
        moved, more = (q[..., own] @ part for part in (x + 1j * y, turned))
        return Shape(at.places + moved[..., np.newaxis], at.turns + more[..., np.newaxis], slope, turning, at.bias)


def _end(sections: Shape) -> Shape:
    """Return the last of a section's stations."""
    places, turns, slope, turning, bias = sections
    return Shape(places[..., -1:], turns[..., -1:], slope[..., -1:, :], turning[-1:], bias[..., -1:])


def _spread(curve: Curve, sections: Shape) -> Inertia:
    """Return what is spread over a beam, at its stations."""
    weights, beam = curve.stations.weights, curve.beam
    places, turns, slope, turning, bias = sections
    inside = Shape(places[..., :-1], turns[..., :-1], slope[..., :-1, :], turning[:-1], bias[..., :-1])
    return Inertia(inside, weights * beam.mass_per_length, weights * beam.bendings[0].rotary_inertia)


def _add(inertia: Inertia, gravity: complex, mass: Array, force: Array) -> None:
    """Add an inertia, and its weight, to M and f."""
    at, masses, turning, _ = inertia
    if np.any(masses):
        weighted = np.swapaxes(masses[:, np.newaxis] * at.slope.conj(), -1, -2)
        mass += (weighted @ at.slope).real
        force -= (weighted @ (at.bias - gravity)[..., np.newaxis])[..., 0].real
    if np.any(turning):
        mass += at.turning.T @ (turning[:, np.newaxis] * at.turning)


def _beside(parent: Shape, lever: Array | None, rates: Array) -> Shape:
    """Return what is fixed to a section a lever away, in its own axes."""
    if lever is None or not np.any(lever):
        return parent
    still = np.zeros((*rates.shape[:-1], 1))
    fixed = Shape(complex(*lever) + still, still, still[..., np.newaxis][..., :0], np.zeros((1, 0)), still)
    return _carried(parent, fixed, 1.0, slice(0), rates)


def _carried(parent: Shape, own: Shape, axis: complex, columns: slice, rates: Array) -> Shape:
    """Return sections that their parent carries, from what they do along an axis of its, by some of the coordinates."""
    place, turn, slope, turning, bias = parent
    to_base, rate = np.exp(1j * turn) * axis, rates @ turning[0]
    rate = rate[..., np.newaxis]
    lever, moved = to_base * own.places, to_base[..., np.newaxis] * own.slope
    moving = (moved @ rates[..., columns, np.newaxis])[..., 0]
    whole = slope + (1j * lever)[..., np.newaxis] * turning
    whole[..., columns] += moved
    turned = np.repeat(turning, lever.shape[-1], axis=0)
    turned[:, columns] += own.turning
    pushed = bias + to_base * own.bias + rate * (2j * moving - rate * lever)
    return Shape(place + lever, turn + own.turns, whole, turned, pushed)
