"""An arm in large motion: where its sections are, and M q̈ = f.

A section moves with its parent, and by what joint or beam lets it do in axes that turn with the parent: in the plane
(`flexarm.curves.plane`) or in space (`flexarm.curves.space`). Many states of an arm are one computation: arrays have
the states first, if many, then stations and coordinates.

In space rates of coordinates are not all their derivatives by time: a free base's are its spin, and its coordinates
twice the vector of a quaternion, whose scalar part comes after all others; and then come the states of drives.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from flexarm.arrays import Array
from flexarm.closed_loop.control import Control
from flexarm.curves.curve import Curve, Shape, together
from flexarm.curves.plane import PlanarShape
from flexarm.curves.rotations import quaternion_rates, quaternion_rotation, quaternion_vector
from flexarm.curves.space import SpatialShape
from flexarm.frames import rotations, turned_back
from flexarm.holding import REDUNDANT
from flexarm.slews.borne import Motions, Supports
from flexarm.slews.damping import Dampers
from flexarm.slews.feedback import Feedback, driven_frequencies, feedback
from flexarm.slews.state import Inertia, State, spread
from flexarm.tree import Freedoms, Held, Place, Tree

# A motion in space has as many components; and rotations are the last of them.
_SPATIAL, _TURNING = 6, 3
_END, _TIPLESS = slice(-1, None), slice(-1)
# Numbers of derivatives of places and rotations that are held at once: some hundred MB with what is made of them.
_TOGETHER = 5_000_000
# What drives feel is no smaller than this part of the largest motion.
_LEAST = 1e-3


@dataclass(frozen=True, eq=False)
class Chain:
    """An arm, a chain or a tree, whose flexible links are curves, None for rigid ones, base to payload.

    Links without mass have an inertia τ² K, τ their lag, s (`flexarm.slews.massless`).
    """

    parts: Tree
    curves: tuple[Curve | None, ...]
    dampers: tuple[Dampers, ...] = ()
    lag: float = 0.0
    feedback: Feedback | None = None
    supports: Supports | None = None

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
        """Number n of rates; of coordinates without the scalar part of a quaternion, and the states of drives."""
        return int(self.places[-1].stop)

    def blocks(self, states: NDArray[np.intp]) -> list[NDArray[np.intp]]:
        """Return the numbers of states in blocks that fit into memory together."""
        stations = 1 + sum(len(curve.stations.weights) for curve in self.beams.values())
        each = stations * self.parts.components * max(self.size, 1)
        return np.array_split(states, max(1, -(-len(states) * each // _TOGETHER)))

    @property
    def spatial(self) -> bool:
        """Whether it moves in space."""
        return self.parts.components == _SPATIAL

    @cached_property
    def attitude(self) -> slice | None:
        """Where a free base's rotations stand among the rates, in space; None elsewhere."""
        return slice(_TURNING, _SPATIAL) if self.spatial and self.parts.base_kind == "free" else None

    @cached_property
    def scalar(self) -> slice:
        """Where the scalar part of a quaternion stands among the coordinates: of one number, or none."""
        return slice(self.size, self.size + (self.attitude is not None))

    @cached_property
    def elastic(self) -> NDArray[np.bool_]:
        """Which coordinates springs, beams or drives hold at rest, shape (n,)."""
        held = np.diag(self.stiffness) > 0.0
        held[self.held_by_drives[: self.size] != 0.0] = True
        return held

    @cached_property
    def held_by_drives(self) -> Array:
        """What stiffness drives with states are at rest, of coordinates and what supports resist, (n + supports,)."""
        whole = np.zeros(len(self._felt_rows))
        if self.feedback is not None:
            whole[self.feedback.places] = self.feedback.stiffness
        return whole

    @cached_property
    def small(self) -> NDArray[np.bool_]:
        """Which coordinates only small motion is told of, shape (n,): none."""
        return np.zeros(self.size, np.bool_)

    @cached_property
    def rest(self) -> Array:
        """The coordinates of the posture, shape (all,): n, one of a quaternion, and the states of drives."""
        states = 0 if self.feedback is None else self.feedback.states
        return np.concatenate([np.zeros(self.size), np.ones(self.scalar.stop - self.size), np.zeros(states)])

    def beside(self, sizes: Array) -> Array:
        """Return how large coordinates after the first n are, shape (all − n,), these of some size, shape (n,)."""
        scalar = np.ones(self.scalar.stop - self.size)
        if self.feedback is None:
            return scalar
        felt = np.abs(self._felt_rows) @ sizes
        # What a support resists may start at a dead centre.
        felt = np.maximum(felt, _LEAST * np.max(felt, initial=0.0))[self.feedback.places]
        return np.concatenate([scalar, felt @ self.feedback.scale])

    def driven(self, every: Sequence[Control], wheels: Sequence[int], number: int, title: str) -> Self:
        """Return the chain with drives besides, some with wheels; delays are those of the first model, or a finer."""
        if not every:
            return self
        places = [self._felt_place(one.place) for one in every]
        mass, stiffness, rows = self.state(self.rest, np.zeros(self.size)).mass, self.stiffness, self._felt_rows
        if self.supports is not None:
            held, rigid = rows[self.size :], self.supports.rigid
            left = null_space(held[rigid], rcond=REDUNDANT) if len(rigid) else np.eye(self.size)
            sprung = stiffness + held.T @ (self.supports.stiffness[:, np.newaxis] * held)
            mass, stiffness, rows = left.T @ mass @ left, left.T @ sprung @ left, rows @ left
        omega = driven_frequencies(mass, stiffness, every, rows[places])
        return replace(self, feedback=feedback(every, places, wheels, omega, number, title))

    def _felt_place(self, place: Place) -> int:
        """Return which motion a drive acts on: coordinates, and after them those that supports resist."""
        if not isinstance(place, Held):
            return int(self.places[place[0]].start) + place[1]
        assert self.supports is not None, "an arm on supports"
        return self.size + [one.name for one in self.supports.held].index(place.name)

    @cached_property
    def _felt_rows(self) -> Array:
        """Derivatives by the coordinates, in the posture, of motions that drives may feel, (n + supports, n)."""
        own = np.eye(self.size)
        return own if self.supports is None else np.vstack([own, self._supported_at_rest.rows])

    def wheel_momentum(self, q: Array) -> Array | None:
        """Return the momentum of the base's wheels, N m s, shape (1 or 3, ...), None without."""
        if self.feedback is None or not len(self.feedback.wheels):
            return None
        return np.moveaxis(self.feedback.momentum(q[..., self.scalar.stop :]), -1, 0)

    def changes(self, q: Array, rates: Array, supported: Motions | None) -> Array:
        """Return the coordinates' derivatives by time, shape (..., all), what supports resist given."""
        whole = rates
        if self.attitude is not None:
            turning = quaternion_rates(self._quaternion(q), rates[..., self.attitude])
            whole = np.concatenate([rates, turning[..., 3:]], axis=-1)
            whole[..., self.attitude] = 2.0 * turning[..., :3]
        if self.feedback is None:
            return whole
        own = self.feedback.changes(q[..., self.scalar.stop :], *self._felt(q, rates, supported))
        return together([whole, own], 0)

    def _felt(self, q: Array, rates: Array, supported: Motions | None) -> tuple[Array, Array]:
        """Return strains and rates of coordinates, and after them of motions that supports resist."""
        strained = self.elongations(q)
        if supported is None:
            return strained, rates
        return together([strained, supported.amounts], 0), together([rates, supported.moving(rates)], 0)

    def _quaternion(self, q: Array) -> Array:
        return np.concatenate([0.5 * q[..., self.attitude or slice(0)], q[..., self.scalar]], axis=-1)

    def elongations(self, q: Array) -> Array:
        """Return what springs and beams are strained by, shape (..., n): the coordinates, of a base its rotation."""
        if self.attitude is None:
            return q[..., : self.size]
        whole = q[..., : self.size].copy()
        whole[..., self.attitude] = quaternion_vector(self._quaternion(q))
        return whole

    @cached_property
    def stiffness(self) -> Array:
        """The matrix of the strain energy of springs and beams, which does not change, shape (n, n)."""
        whole = self._of_freedoms("stiffness")
        for k, curve in self.beams.items():
            whole[self.places[k], self.places[k]] = curve.stiffness
        return whole

    @cached_property
    def resistance(self) -> Array:
        """The matrix of what dampers, and beams that damp as they strain, make of the rates, shape (n, n)."""
        whole = np.zeros((self.size, self.size))
        for k, (own, dampers) in enumerate(zip(self.places, self.dampers, strict=False)):
            if k in self.beams:
                whole[own, own] = dampers.stiffness * self.beams[k].stiffness
            elif len(dampers.freedoms):
                whole[own, own] = np.diag(dampers.freedoms)
        return whole

    @cached_property
    def _gears(self) -> Array:
        """What gear boxes, which act on their joints' own rates, and links without mass add to M."""
        return self._of_freedoms("inertia") + self.lag**2 * self.stiffness

    def _of_freedoms(self, quantity: str) -> Array:
        whole = np.zeros((self.size, self.size))
        for own, section in zip(self.places, self.parts.sections, strict=True):
            if section.freedoms is not None:
                whole[own, own] = np.diag(getattr(section.freedoms, quantity))
        return whole

    def resisting(self, q: Array, rates: Array) -> Array:
        """Return what springs, dampers, and beams but for what their mass damps have of f, shape (..., n)."""
        return np.asarray(-(self.elongations(q) @ self.stiffness) - rates @ self.resistance)

    def held(self, q: Array, rates: Array, supported: Motions | None) -> tuple[Array, Array]:
        """Return what drives and supports have of f, (..., n), and their forces along motions, (..., supports)."""
        if supported is None and self.feedback is None:
            return np.zeros(self.size), np.zeros(0)
        whole = np.zeros((*np.broadcast_shapes(q.shape[:-1], rates.shape[:-1]), len(self._felt_rows)))
        if supported is not None and self.supports is not None:
            whole[..., self.size :] = self.supports.forces(supported, rates)
        if self.feedback is not None:
            # No two act on one motion.
            felt = self._felt(q, rates, supported)
            whole[..., self.feedback.places] += self.feedback.torques(q[..., self.scalar.stop :], *felt)
        own, along = whole[..., : self.size], whole[..., self.size :]
        return (own if supported is None else own + (along[..., np.newaxis, :] @ supported.rows)[..., 0, :]), along

    def state(self, q: Array, rates: Array) -> State:
        """Return how an arm lies and moves, its coordinates, shape (..., all), and rates, shape (..., n), given."""
        sections: list[Shape] = []
        inertias: list[Inertia] = []
        kind, many = SpatialShape if self.spatial else PlanarShape, q.shape[:-1]
        resisting = self.resisting(q, rates)
        for k, section in enumerate(self.parts.sections):
            carried = section.parent >= 0
            at = sections[section.parent].part(_END) if carried else kind.ground(many, self.size)
            if k in self.beams:
                own, curve = self.places[k], self.beams[k]
                sections.append(at.carrying(curve.shape(q[..., own], rates[..., own]), curve.beam.axes, own, rates))
                if k in self._spread:
                    inertias.append(Inertia(sections[k].part(_TIPLESS), *self._spread[k]))
                    if self.dampers and self.dampers[k].mass:
                        at, masses, turning, _ = inertias[-1]
                        resisting = resisting - self.dampers[k].mass * at.taken(masses, at.in_base(turning), rates)
            else:
                sections.append(self._freed(k, _beside(at, section.lever, rates), q, rates))
            for body, (mass, inertia) in zip(section.bodies, self._bodies[k], strict=True):
                place = _beside(sections[k].part(_END), body.lever, rates)
                inertias.append(Inertia(place, mass, inertia, body.name))
        supported = self._supported(sections, rates)
        held, along = self.held(q, rates, supported)
        whole = tuple(sections), tuple(inertias), self._gears, resisting + held, rates, self.parts.gravity
        return State(*whole, supported, along)

    def _supported(self, sections: Sequence[Shape], rates: Array) -> Motions | None:
        """Return what supports resist of sections, from the posture; None without supports."""
        if self.supports is None:
            return None
        moved = self.supports.motions(sections, rates)
        return moved._replace(amounts=moved.amounts - self._supported_at_rest.amounts)

    @cached_property
    def _bare(self) -> Self:
        """The same without supports and drives."""
        return replace(self, supports=None, feedback=None)

    @cached_property
    def _supported_at_rest(self) -> Motions:
        """What supports resist in the posture, not yet from there."""
        assert self.supports is not None, "an arm on supports"
        still = np.zeros(self.size)
        return self.supports.motions(self._bare.state(self._bare.rest, still).sections, still)

    def _freed(self, k: int, at: Shape, q: Array, rates: Array) -> Shape:
        """Return a section that its joint moves, one rotation after another, or the base."""
        slides, hinges = self._motions[k]
        for own, directions in slides:
            at = at.slid(directions, q[..., own], own, rates)
        for column, axis in hinges:
            at = at.hinged(axis, q[..., column], column, rates)
        if k == 0 and self.attitude is not None:
            oriented = SpatialShape.oriented(quaternion_rotation(self._quaternion(q)))
            at = at.carrying(oriented, None, self.attitude, rates)
        return at

    @cached_property
    def _spread(self) -> dict[int, tuple[Array, Array]]:
        """Masses and inertias of what is spread over beams that have any, by the number of the section each carries."""
        return {k: spread(curve) for k, curve in self.beams.items() if curve.beam.mass_per_length > 0.0}

    @cached_property
    def _bodies(self) -> list[list[tuple[Array, Array]]]:
        """Masses and inertias of every section's bodies."""
        bodies = (section.bodies for section in self.parts.sections)
        return [[(np.array([one.mass]), np.array([one.inertia])) for one in each] for each in bodies]

    @cached_property
    def _motions(self) -> list[tuple[list[tuple[slice, Array]], list[tuple[int, Array]]]]:
        """Of every section the directions that its own coordinates slide along, and the axes they turn about."""
        turning, found = rotations(self.parts.components), []
        for k, (section, own) in enumerate(zip(self.parts.sections, self.places, strict=True)):
            freedoms, slides, hinges = section.freedoms, list[tuple[slice, Array]](), list[tuple[int, Array]]()
            if freedoms is not None:
                units = unit_motions(freedoms, self.parts.components)
                sliding = sum(place < turning.start for place in freedoms.places)
                slides = [(slice(own.start, own.start + sliding), units[: turning.start, :sliding])] if sliding else []
                # A free base in space turns by its quaternion.
                last = sliding if k == 0 and self.attitude is not None else len(freedoms.places)
                hinges = [(own.start + i, units[turning, i]) for i in range(sliding, last)]
            found.append((slides, hinges))
        return found


def _beside(at: Shape, lever: Array | None, rates: Array) -> Shape:
    return at if lever is None or not np.any(lever) else at.beside(lever, rates)


def unit_motions(freedoms: Freedoms, components: int) -> Array:
    """Return the unit motions of freedoms, in the base's axes, in the posture, shape (components, freedoms)."""
    units = np.eye(components)[:, list(freedoms.places)]
    return units if freedoms.axes is None else np.asarray(turned_back(units, freedoms.axes))
