"""Motions of condensed arms, and their energies: Rayleigh's quotient gives a mode's frequency its last digits.

Its energies are sums of squares, each body's own motion among them, so that no digits go where a heavy body hardly
moves; and the quotient is off by the mode's error squared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from exact.recursion import Condensed
from exact.tips import BeamStiffness
from flexarm.arrays import Array
from flexarm.frames import carried, rotations, turned, turned_back
from flexarm.tree import PLANES, RODS, Beam, Section, Tree


@dataclass(frozen=True, eq=False)
class Motion:
    """A motion of arms: of every section, shape (components, arms), and its own freedoms or tip, shape (n, arms)."""

    tree: Tree
    sections: Sequence[Array]
    own: Sequence[Array]
    reactions: Array | None = None  # of what holds the arm, shape (held, arms)

    def ends(self, k: int, plane: int = 0) -> Array:
        """Return u, θ, and w, φ or y, φ of the beam before a section, about one of its axes, shape (4, arms)."""
        across, turn, sign = PLANES[len(self.sections[k])][plane]
        root, beam = self._root(k), self.beam(k)
        start = sum(rod.rigidity is not None for rod in beam.rods) + 2 * plane
        return np.concatenate([root[across][np.newaxis], sign * root[turn][np.newaxis], self.own[k][start : start + 2]])

    def rod(self, k: int, number: int = 0) -> Array:
        """Return the motion of the beam before a section along its axis, or about it, and its stretch or twist if any.

        Shape (1 or 2, arms).
        """
        rods, root = self.beam(k).rods, self._root(k)[RODS[len(self.sections[k])][number]]
        place = sum(rod.rigidity is not None for rod in rods[:number])
        own = self.own[k][place : place + (rods[number].rigidity is not None)]
        return np.concatenate([root[np.newaxis], own])

    def pulled(self, k: int, number: int = 0) -> Array:
        """Return the stretch or twist of the beam before a section, m or rad, shape (arms,); zero where it has none."""
        return np.asarray(np.sum(self.rod(k, number)[1:], axis=0))

    @property
    def beams(self) -> list[int]:
        """The sections that beams carry."""
        return [k for k, section in enumerate(self.tree.sections) if section.beam is not None]

    def modal_mass(self, inertia: Sequence[BeamStiffness]) -> Array:
        """Return twice the kinetic energy over ω², kg m², shape (arms,), from the beams' −∂D/∂λ."""
        total = sum(_moving(*one) for one in self._each())
        for k, own in zip(self.beams, inertia, strict=True):
            total = total + self._beam_product(k, 1.0, own)
        return np.asarray(total)

    def stiffness(self, at: Condensed) -> Array:
        """Return twice the strain energy less λ times that of inertia, N m, shape (arms,), where arms are condensed."""
        total = sum(_sprung(*one) - at.square * _moving(*one) for one in self._each())
        for k, own in zip(self.beams, at.beams, strict=True):
            total = total + self._beam_product(k, -at.square, own)
        return np.asarray(total + self._holding())

    def _holding(self) -> Any:
        """Return what reactions add to a quotient that is stationary in them too: 2 fᵀBᵀv − fᵀK⁻¹f."""
        if self.reactions is None:
            return 0.0
        total: Any = 0.0
        for one, reaction in zip(self.tree.held, self.reactions, strict=True):
            moved = one.of(self.sections)
            given = 0.0 if one.stiffness is None else reaction / one.stiffness
            total = total + reaction * (2 * moved - given)
        return total

    def round_off(self, at: Condensed) -> Array:
        """Return the sum of the sizes of all terms of `stiffness`, N m, shape (arms,)."""
        total = sum(np.abs(_sprung(*one)) + np.abs(at.square) * _moving(*one) for one in self._each())
        for k, own in zip(self.beams, at.beams, strict=True):
            for plane, (matrix, _) in enumerate(own.bent):
                total = total + product(np.abs(matrix), np.abs(self.ends(k, plane)))
        return np.asarray(total)

    def momenta(self, inertia: Sequence[BeamStiffness]) -> "Loads":
        """Return M v, from the beams' −∂D/∂λ."""
        return self._loads(1.0, 0.0, inertia)

    def forces(self, at: Condensed) -> "Loads":
        """Return D v where arms are condensed: what it takes to keep up the motion."""
        return self._loads(-at.square, 1.0, at.beams)

    def _loads(self, inertia: Any, springs: float, beams: Sequence[BeamStiffness]) -> "Loads":
        """Return what inertia, times a factor, springs, times another, and beams make of the motion."""
        forces, couples = [], []
        for section, motion, own in self._each():
            force = 0.0 * motion if section.inertia is None else inertia * _times(section.inertia, motion)
            if section.turning is not None:
                turning = rotations(len(motion))
                force[turning] += springs * _turned(section.turning, motion[turning])
            if section.springs is not None:
                force = force + springs * _times(section.springs, motion)
            forces.append(force)
            freedoms = section.freedoms
            held = 0.0 if freedoms is None else springs * freedoms.stiffness + inertia * freedoms.inertia
            couples.append(held * own)
        for k, one in zip(self.beams, beams, strict=True):
            root, couples[k] = self._beam_forces(k, inertia, one)
            parent = self.tree.sections[k].parent
            forces[parent] = forces[parent] + turned_back(root, self.beam(k).axes)
        if springs and self.reactions is not None:
            for held, reaction in zip(self.tree.held, self.reactions, strict=True):
                for k, direction in held.ends:
                    forces[k] = forces[k] + direction * reaction
        return Loads(forces, couples)

    def _beam_product(self, k: int, inertia: Any, own: BeamStiffness) -> Array:
        """Return what a beam's stiffness makes of its ends' motion, N m; inertia alone where it is a rigid rod."""
        total = np.zeros(())
        for number, _ in enumerate(own.rods):
            total = total + product(self._rod_stiffness(k, number, inertia, own), self.rod(k, number))
        for plane, (matrix, _) in enumerate(own.bent):
            total = total + product(matrix, self.ends(k, plane))
        return np.asarray(total)

    def _beam_forces(self, k: int, inertia: Any, own: BeamStiffness) -> tuple[Array, Array]:
        """Return the forces on a beam's root, along it and across, and on what its tip does besides."""
        size = len(self.sections[k])
        root, tip = 0.0 * self._root(k), []
        for number, place in enumerate(RODS[size]):
            pulled = _times(self._rod_stiffness(k, number, inertia, own), self.rod(k, number))
            root[place] = pulled[0]
            tip.append(pulled[1:])
        for plane, (across, turn, sign) in enumerate(PLANES[size]):
            bent = _times(own.bent[plane][0], self.ends(k, plane))
            root[across], root[turn] = bent[0], sign * bent[1]
            tip.append(bent[2:])
        return root, np.concatenate(tip)

    def _rod_stiffness(self, k: int, number: int, inertia: Any, own: BeamStiffness) -> Array:
        """Return the stiffness of a beam along or about its axis: its inertia, where it is rigid in that."""
        stiffness = own.rods[number]
        if stiffness is not None:
            return stiffness
        beam = self.beam(k)
        return np.asarray(inertia * (beam.rods[number].inertia_per_length * beam.length))[np.newaxis, np.newaxis]

    def _root(self, k: int) -> Array:
        """Return the motion of the root of the beam before a section in the beam's axes."""
        return turned(self.sections[self.tree.sections[k].parent], self.beam(k).axes)

    def plus(self, other: "Motion") -> "Motion":
        """Return the sum of two motions."""
        sections = [one + another for one, another in zip(self.sections, other.sections, strict=True)]
        own = [one + another for one, another in zip(self.own, other.own, strict=True)]
        both = self.reactions is None or other.reactions is None
        return Motion(self.tree, sections, own, None if both else self.reactions + other.reactions)  # type: ignore[operator]

    def scaled(self, factor: Array) -> "Motion":
        """Return the motion times factors, shape (arms,)."""
        sections, own = ([factor * one for one in part] for part in (self.sections, self.own))
        return Motion(self.tree, sections, own, None if self.reactions is None else factor * self.reactions)

    def beam(self, k: int) -> Beam:
        """Return the beam before a section."""
        beam = self.tree.sections[k].beam
        assert beam is not None, "a section that a beam carries"
        return beam

    def _each(self) -> Sequence[tuple[Section, Array, Array]]:
        return list(zip(self.tree.sections, self.sections, self.own, strict=True))


def _moving(section: Section, motion: Array, own: Array) -> Array:
    total = 0.0 if section.freedoms is None else np.sum(section.freedoms.inertia * own * own, axis=0)
    for body in section.bodies:
        moved = carried(motion, body.lever)
        turn = moved[rotations(len(moved))]
        turning = turn * _turned(body.inertia, turn)
        shift = moved[: len(body.lever)]
        total = total + body.mass * np.sum(shift * shift, axis=0) + np.sum(turning, axis=0)
    return np.asarray(total)


def _sprung(section: Section, motion: Array, own: Array) -> Array:
    springs = 0.0 if section.freedoms is None else np.sum(section.freedoms.stiffness * own * own, axis=0)
    held = 0.0 if section.springs is None else product(section.springs, motion)
    turn = motion[rotations(len(motion))]
    resisted = 0.0 if section.turning is None else np.sum(turn * _turned(section.turning, turn), axis=0)
    return np.asarray(springs + held + resisted)


def product(matrix: Array, vector: Array) -> Array:
    """Return vᵀ A v of matrices, shape (n, n, arms), and vectors, shape (n, arms)."""
    return np.asarray(np.sum(vector * _times(matrix, vector), axis=0))


def _times(matrix: Array, vector: Array) -> Array:
    return np.asarray(np.sum(matrix * vector, axis=1))


def _turned(matrix: Array, turn: Array) -> Array:
    """Return what an inertia or a stiffness makes of rotations, shape (1 or 3, arms); one number in the plane."""
    return np.asarray(matrix * turn) if len(turn) == 1 else _times(matrix, turn)


@dataclass(frozen=True, eq=False)
class Loads:
    """Forces on sections, shape (3, arms), and on their own freedoms or tips, shape (n, arms)."""

    forces: Sequence[Array]
    couples: Sequence[Array]

    def work(self, motion: Motion) -> Array:
        """Return the work in a motion, shape (arms,)."""
        pairs = [*zip(self.forces, motion.sections, strict=True), *zip(self.couples, motion.own, strict=True)]
        return np.asarray(sum(np.sum(load * moved, axis=0) for load, moved in pairs))

    def less(self, other: "Loads") -> "Loads":
        """Return the difference of two loads."""
        forces = [one - another for one, another in zip(self.forces, other.forces, strict=True)]
        return Loads(forces, [one - another for one, another in zip(self.couples, other.couples, strict=True)])


# Loads of the first iteration, one of these a frequency, so that those of coincident frequencies differ; any would do.
_LOADS = {size: np.random.default_rng(0).standard_normal((16, size, 61)) for size in (3, 6)}


def mode_near(at: Condensed, number: Array) -> Motion:
    """Return the motion that inverse iteration finds from arms condensed near natural frequencies of given numbers."""
    length = np.mean([beam.length for beam in at.tree.beams], axis=0)
    size = at.tree.components
    unit = np.array([np.ones_like(length)] * size)
    unit[rotations(size)] *= length
    loads, which = _LOADS[size], number.astype(int) % _LOADS[size].shape[-1]
    forces = [unit * loads[k % len(loads), :, which].T for k in range(len(at.tree.sections))]
    return motion_under(at, Loads(forces, [np.zeros((own.number, len(number))) for own in at.eliminated]))


def motion_under(at: Condensed, loads: Loads) -> Motion:
    """Return how condensed arms move under loads."""
    return Motion(at.tree, *at.motions(loads.forces, loads.couples))


def inverse_iteration(at: Condensed, motion: Motion, inertia: Sequence[BeamStiffness]) -> tuple[Motion, Array]:
    """Return a mode's motion after one more inverse iteration, and about how far off, relative, others make it.

    The solution is refined once, from what it leaves of the loads. Of the correction, the part along the mode says how
    near its frequency is, and the rest how far off others made the first solution; what is left is off by their
    product.
    """
    # v₁ = D⁻¹Mv and δ = D⁻¹(Mv − D v₁); v₁'s part of δ is v₁ᵀMδ / v₁ᵀMv₁.
    loads = motion.momenta(inertia)
    first = motion_under(at, loads)
    correction = motion_under(at, loads.less(first.forces(at)))
    momenta = first.momenta(inertia)
    size = momenta.work(first)
    along = momenta.work(correction) / size
    rest = correction.plus(first.scaled(-along))
    across = np.sqrt(np.abs(rest.momenta(inertia).work(rest) / size))
    return first.plus(correction), across * (np.abs(along) + across)
