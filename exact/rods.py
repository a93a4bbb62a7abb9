"""The dynamic stiffness of rods: a beam's stretch along its axis, EA u″ = −m ω² u, or its twist, in closed form.

In the coordinates u of the root and e of the tip relative to it, which lose no digits however slowly the rod moves; b²
= m ω² L² / EA, in units of EA/L; in twist GJ and the polar inertia per length stand for EA and m. Of what grows b is
imaginary: g, b² = −g².
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.polynomial.polynomial import polyval
from numpy.typing import NDArray

from exact.motion import Motion
from exact.tips import BeamStiffness, Mask
from flexarm.arrays import Array
from flexarm.tree import Beam

# −d(b cot b)/d(b²) in powers of b², which its closed form is a difference for: n 2²ⁿ |B₂ₙ| / (2n)!, Bernoulli's
# numbers. To all digits below this b.
_SLOPE = [1 / 3, 2 / 45, 2 / 315, 4 / 4725, 2 / 18711, 2764 / 212837625, 4 / 2606175, 28936 / 162820783125]
_SMALL = 0.3


@dataclass(frozen=True, eq=False)
class RodPiece:
    """One piece: its length, m, its b, its root's motion along it and its stretch, m, shape (modes,) each."""

    length: Array
    phase: Array
    root: Array
    stretch: Array

    def at(self, xi: Array, derivative: int) -> Array:
        """Return the displacement relative to the root at fractions of the length, or its slope, (modes, stations)."""
        # u = u₀ [cos(½b − bξ)/cos ½b − 1] + e sin bξ/sin b, the bracket without its difference.
        b, root, stretch = (values[:, np.newaxis] for values in (self.phase, self.root, self.stretch))
        if derivative:
            slope = b * root * np.sin(b * (0.5 - xi)) / np.cos(0.5 * b) + stretch * np.cos(b * xi) / _sinc(b)
            return np.asarray(slope / self.length[:, np.newaxis])
        bowed = 2.0 * np.sin(0.5 * b * (1.0 - xi)) * np.sin(0.5 * b * xi) / np.cos(0.5 * b)
        return np.asarray(root * bowed + stretch * xi * _sinc(b * xi) / _sinc(b))

    def integral(self) -> Array:
        """Return ∫ of the displacement relative to the root, m², shape (modes,)."""
        mean = _sinc(0.5 * self.phase) / np.cos(0.5 * self.phase)
        return np.asarray(self.length * (self.root * (mean - 1.0) + 0.5 * self.stretch * mean))


@dataclass(frozen=True, eq=False)
class RodShape:
    """How a link stretches in every mode, piece by piece; without pieces it keeps its length."""

    modes: int
    pieces: tuple[RodPiece, ...]

    @property
    def waves(self) -> float:
        """How far the phase runs from root to tip, rad, at most."""
        return float(np.max(sum((piece.phase for piece in self.pieces), np.zeros(self.modes)), initial=0.0))

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the displacement along the link relative to its root, or its slope, shape (modes, stations)."""
        whole = np.zeros((self.modes, np.shape(x)[-1]))
        start = before = np.zeros((self.modes, 1))
        for piece in self.pieces:
            inside = np.clip((x - start) / piece.length[:, np.newaxis], 0.0, 1.0)
            whole = np.where(x < start, whole, piece.at(inside, derivative) + (0.0 if derivative else before))
            start, before = start + piece.length[:, np.newaxis], before + piece.stretch[:, np.newaxis]
        return whole

    def moment(self) -> Array:
        """Return ∫ of the displacement along the link, m², shape (modes,)."""
        whole = before = np.zeros(self.modes)
        for piece in self.pieces:
            whole, before = whole + piece.integral() + piece.length * before, before + piece.stretch
        return whole


def rod_shape(motion: Motion, sections: Sequence[int], number: int, square: Array) -> RodShape:
    """Return how the link between some sections stretches, or twists, in a motion at λ, shape (modes,)."""
    beams = [(motion.beam(k), motion.rod(k, number)) for k in sections]
    pieces = [
        RodPiece(beam.length + 0.0 * square, phase(beam, number, square), *moved)
        for beam, moved in beams
        if beam.rods[number].rigidity is not None
    ]
    return RodShape(len(square), tuple(pieces))


def pulling(
    beams: Sequence[Beam], square: Array
) -> tuple[list[tuple[Array | None, ...]], NDArray[np.int_], list[Array]]:
    """Return beams' stiffness as rods at λ, their own frequencies below with both ends held, and their poles.

    The stiffness has the shape (2, 2, ...), N/m or N m/rad, and is None of a beam that keeps its length, or does not
    twist; a pole's sign is counted.
    """
    found, poles = [], []
    held = np.zeros(square.shape, dtype=int)
    for beam in beams:
        rods: list[Array | None] = []
        for number, rod in enumerate(beam.rods):
            if rod.rigidity is None:
                rods.append(None)
                continue
            unit, b = rod.rigidity / beam.length, phase(beam, number, np.abs(square))
            if np.any(square < 0.0):
                rods.append(_grown_stiffness(unit, b))
                continue
            sine = _sinc(b)
            rods.append(_stiffness(unit, b))
            held = held + np.floor(b / np.pi).astype(int) - (sine < 0.0)
            poles.append(sine / unit)
        found.append(tuple(rods))
    return found, held, poles


def rod_stiffnesses(beam: Beam, square: Array) -> tuple[Array | None, ...]:
    """Return a beam's stiffness as rods at λ, which may be complex, as `pulling` does."""
    each = enumerate(beam.rods)
    return tuple(
        None if rod.rigidity is None else _stiffness(rod.rigidity / beam.length, phase(beam, number, square))
        for number, rod in each
    )


def _stiffness(unit: Array, b: Array) -> Array:
    half, sine = np.tan(0.5 * b), _sinc(b)
    return np.asarray(unit * np.array([[-2.0 * b * half, -b * half], [-b * half, np.cos(b) / sine]]))


def _grown_stiffness(unit: Array, g: Array) -> Array:
    half = g * np.tanh(0.5 * g)
    return np.asarray(unit * np.array([[2.0 * half, half], [half, 1.0 / _tanhc(g)]]))


def _tanhc(g: Array) -> Array:
    """Return tanh g / g, without its pole."""
    return np.asarray(np.tanh(g) / np.where(g > 0.0, g, 1.0) + (g == 0.0))


def rod_inertia(beam: Beam, number: int, square: Array) -> Array:
    """Return −∂/∂λ of a beam's stiffness as a rod, shape (2, 2, ...), kg or kg m²."""
    grown, b = np.any(square < 0.0), phase(beam, number, np.abs(square))
    small, half = b < _SMALL, 0.5 * b
    large = np.where(small, 1.0, b)
    # −d/d(b²) of −b tan ½b and of b cot b.
    if grown:
        root = 0.25 * (_tanhc(half) + 1.0 - np.tanh(half) ** 2)
        closed = 0.5 * (1.0 / (large * np.tanh(large)) - 1.0 / np.tanh(large) ** 2 + 1.0)
    else:
        root = 0.25 * (_sinc(half) / np.cos(half) + 1.0 / np.cos(half) ** 2)
        closed = (1.0 - _sinc(b) * np.cos(b)) / (2.0 * np.where(small, 1.0, b * _sinc(b)) ** 2)
    tip = np.where(small, polyval(np.copysign(b**2, square), _SLOPE), closed)
    inertia = beam.rods[number].inertia_per_length * beam.length
    return np.asarray(inertia * np.array([[2.0 * root, root], [root, tip]]))


def phase(beam: Beam, number: int, square: Array) -> Array:
    """Return b, shape (...); zero where the beam keeps its length, or does not twist."""
    rod = beam.rods[number]
    if rod.rigidity is None:
        return 0.0 * square
    return np.asarray(beam.length * np.sqrt(rod.inertia_per_length / rod.rigidity * square))


def _sinc(b: Array) -> Array:
    return np.asarray(np.sinc(b / np.pi))


def with_rods(matrices: Sequence[Array], beams: Sequence[Beam], square: Array) -> list[BeamStiffness]:
    """Return beams' −∂D/∂λ in bending, shape (4, 4, ...), one for each axis of each, with those as rods."""
    rods = [
        tuple(None if rod.rigidity is None else rod_inertia(beam, k, square) for k, rod in enumerate(beam.rods))
        for beam in beams
    ]
    return beam_stiffnesses([(matrix, False) for matrix in matrices], rods, beams)


def beam_stiffnesses(
    bent: Sequence[tuple[Array, Mask]], rods: Sequence[tuple[Array | None, ...]], beams: Sequence[Beam]
) -> list[BeamStiffness]:
    """Return beams' stiffness from that in bending, one for each axis of each, and that as rods."""
    given = iter(bent)
    pairs = zip(beams, rods, strict=True)
    return [BeamStiffness(tuple(next(given) for _ in beam.bendings), own) for beam, own in pairs]
