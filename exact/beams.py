"""All beams of some arms as they bend, many at once: each by the closed form of its theory."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from exact.bending import clamped_count, dynamic_stiffness, inertia, wave_number
from exact.division import distance
from exact.pivots import FloatPivots
from exact.shapes import MemberShape, PieceShape
from exact.thick_shape import ThickShape
from exact.timoshenko import nearness, timoshenko_inertia, timoshenko_stiffness
from exact.tips import Mask
from flexarm.arrays import Array
from flexarm.tree import Tree

# 1/z of the first frequency that a beam has with its ends clamped is at most these of bending, shear and rotary inertia
# alone, the latter two times s and j, together (Dunkerley 1894); at less than a part of such a z it has no pole.
_BENT, _SHEARED, _TURNED = 1.0 / 500.56, 1.0 / np.pi**2, 0.25 / np.pi**2
_LONG = 0.82


class BentBeams(NamedTuple):
    """Beams about each axis they bend about, one after another.

    β at 1 rad/s, shape (beams, arms), and the units of D, shape (4, 4, beams, arms); s and j (`exact.timoshenko`),
    shape (beams, arms), and which beams have either.
    """

    wave: Array
    units: Array
    shear: Array
    rotary: Array
    thick: tuple[int, ...]

    @property
    def number(self) -> int:
        """Number of arms."""
        return int(self.wave.shape[-1])

    def stiffness(self, square: Array) -> tuple[list[tuple[Array, Mask]], FloatPivots]:
        """Return the beams' dynamic stiffness at λ = ω², shape (..., arms), and the pivots of their clamped selves."""
        matrix, below, held, long = self.matrices(square)
        # The determinant of what takes a force and a couple at one end to deflection and slope at the other.
        poles = [0.5 * part / units**2 for part, units in zip(below, self.units[0, 1], strict=True)]
        # A pole's sign is in the count already.
        pivots = FloatPivots(np.sum(held, axis=0) - np.sum(below < 0.0, axis=0), poles)
        return [(matrix[:, :, k], long[k]) for k in range(len(below))], pivots

    def matrices(self, square: Array) -> tuple[Array, Array, NDArray[np.int_], NDArray[np.bool_]]:
        """Return what `timoshenko_stiffness` does at λ, D in units, shape (4, 4, beams, ...).

        λ may be complex, and nothing is counted then.
        """
        beta = self.beta(square)
        held = np.zeros(beta.shape, dtype=int)
        if len(self.thick) < len(beta):
            matrix, below, long = dynamic_stiffness(beta)
            held = clamped_count(beta, below) if np.isrealobj(beta) else held
        else:
            matrix, below = (np.empty((*size, *beta.shape), dtype=beta.dtype) for size in ((4, 4), ()))
            long = np.empty(beta.shape, dtype=np.bool_)
        if self.thick:
            rows = list(self.thick)
            matrix[:, :, rows], below[rows], held[rows], long[rows] = timoshenko_stiffness(*self._thick(square))
        matrix *= self.units.reshape(4, 4, len(beta), *(1,) * (square.ndim - 1), -1)
        return matrix, below, held, long

    def inertia(self, square: Array) -> Array:
        """Return −∂D/∂λ in the same coordinates, shape (4, 4, beams, ...): vᵀ M v is a mode's modal mass, kg."""
        beta = self.beta(square)
        whole = inertia(beta) if len(self.thick) < len(beta) else np.empty((4, 4, *beta.shape))
        if self.thick:
            whole[:, :, list(self.thick)] = timoshenko_inertia(*self._thick(square))
        return whole * (self.units * self.wave**4)

    def beta(self, square: Array) -> Array:
        """Return β at λ, shape (beams, ...)."""
        if np.iscomplexobj(self.wave):
            # The root that grows least, of the product.
            return np.asarray(np.sqrt(np.sqrt(self._spread(self.wave**4, square) * square)))
        return np.asarray(self._spread(self.wave, square) * np.sqrt(np.sqrt(square)))

    def distance(self, square: Array, part: Array) -> Array:
        """Return how far parts of beams are from a pole at λ, 0 to 1, shape (beams, arms, parts)."""
        far = distance(part * self.beta(square)[..., np.newaxis])
        if self.thick:
            load, shear, rotary = (own[..., np.newaxis] for own in self._thick(square))
            far[list(self.thick)] = nearness(load * part**4, shear / part**2, rotary / part**2)
        return far

    def shape(self, k: int, square: Array, length: Array, absolute: Mask, ends: Array) -> PieceShape:
        """Return how a beam bends at λ, shape (modes,), from the motion of its ends, shape (modes, 4)."""
        held, beta = np.broadcast_to(absolute, square.shape), self.wave[k] * np.sqrt(np.sqrt(square))
        if k not in self.thick:
            return MemberShape(length, beta, held, ends)
        return ThickShape(length, beta**4, self.shear[k] + 0.0 * beta, self.rotary[k] + 0.0 * beta, held, ends)

    def highest(self, wanted: int) -> Array:
        """Return a frequency of each arm with at least so many below it.

        With ends clamped, a beam has β/π − 3/2, or q/π − 3, and q is not below β, √(sz) and √(jz).
        """
        waves = np.pi * (wanted + 2.0 * len(self.wave) + 1.5 * len(self.thick))
        slowness = [np.sum(self.wave**2 * np.sqrt(own), axis=0) for own in (self.shear, self.rotary)]
        slowest = np.max([np.sum(self.wave, axis=0) ** 2 / waves, *slowness], axis=0)
        return np.asarray(waves / slowest)

    def poles_below(self, square: Array) -> Array:
        """Return which arms' beams have a pole below λ, shape (arms,), or nearly."""
        slow = _BENT + _SHEARED * self.shear + _TURNED * self.rotary
        return np.asarray(np.any(self.wave**4 * square * slow > _LONG, axis=0))

    def _thick(self, square: Array) -> tuple[Array, Array, Array]:
        """Return z, s and j of thick beams at λ, shape (beams, ...)."""
        rows = list(self.thick)
        load = self._spread(self.wave[rows] ** 4, square) * square
        shear, rotary = (self._spread(own[rows], square) + 0.0 * load.real for own in (self.shear, self.rotary))
        return load, shear, rotary

    @staticmethod
    def _spread(values: Array, square: Array) -> Array:
        """Return numbers of beams and arms beside those at many λ, shape (..., arms)."""
        return values.reshape(len(values), *(1,) * (square.ndim - 1), -1)


def bent_beams(arms: Tree) -> BentBeams:
    """Return the beams of some arms."""
    each = [(beam, bending) for beam in arms.beams for bending in beam.bendings]
    length = np.array([beam.length for beam, _ in each])
    rigidity = np.array([bending.rigidity for _, bending in each]) + 0.0 * length
    mass = np.array([beam.mass_per_length for beam, _ in each]) + 0.0 * length
    one = np.stack([np.ones_like(length), length] * 2)
    return BentBeams(
        wave_number(mass, length, rigidity),
        rigidity / length**3 * one * one[:, np.newaxis],
        np.array([bending.shear_flexibility for _, bending in each]) * rigidity / length**2,
        np.array([bending.rotary_inertia for _, bending in each]) / (mass * length**2),
        tuple(k for k, (_, bending) in enumerate(each) if not bending.slender),
    )
