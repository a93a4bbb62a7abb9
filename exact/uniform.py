"""Arms of one make-up as functions of frequency: what a search asks, on uniform beams without static loads."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exact.bending import Bending, bending
from exact.division import halves
from exact.motion import Motion
from exact.pivots import FloatPivots
from exact.recursion import Condensation, condensation
from exact.rods import beam_stiffnesses, phase, pulling, with_rods
from exact.shapes import BentShape, MemberShape, PiecedShape
from exact.tips import BeamStiffness, Mask
from flexarm.arrays import Array
from flexarm.tree import PLANES, Tree, cut, selection

# Beams of a smaller β have no pole, the first being at 4.73, and are not divided.
_LONG = 4.5
# The same of b, the first pole being at π.
_STRETCHED = 3.0


class UniformDynamics(NamedTuple):
    """Arms and their beams."""

    arms: Tree
    beams: Bending

    @property
    def sign(self) -> int:
        """The sign of λ = ω²."""
        return 1

    @property
    def number(self) -> int:
        """Number of arms."""
        return int(self.beams.wave.shape[-1])

    def count_and_determinant(self, omega: Array) -> tuple[NDArray[np.int_], Array, Array]:
        """Return the number of modes below ω, shape (..., arms), and the determinant, as mantissa and power of two."""
        _, pivots = self._condensation(omega**2)
        return pivots.count, *pivots.product

    def at(self, square: Array) -> Condensation:
        """Return the arms condensed at λ = ω², shape (..., arms)."""
        return self._condensation(square)[0]

    def inertia(self, square: Array) -> list[BeamStiffness]:
        """Return the beams' −∂D/∂λ."""
        return with_rods(list(np.moveaxis(self.beams.inertia(square), 2, 0)), self.arms.beams, square)

    def selection(self, which: Any) -> "UniformDynamics":
        """Return some of the arms; of one arm alone itself, whose numbers go with those of any frequencies."""
        if self.number == 1:
            return self
        return UniformDynamics(*selection(tuple(self), which))

    def coarse(self, omega: Array) -> NDArray[np.bool_]:
        """Return which arms have a pole below ω, shape (arms,), or nearly: only near ω can it be avoided."""
        bent = np.max(self.beams.wave, axis=0) ** 2 * omega > _LONG**2
        return np.asarray(bent | np.any(self.phases(omega**2) > _STRETCHED, axis=0))

    def parts(self, square: Array) -> list[list[Array]]:
        """Return the two parts that each beam is best cut in at λ, shape (arms,), far from all its poles."""
        beta, phases = (
            of.reshape(len(self.arms.beams), -1, *square.shape) for of in (self.beams.beta(square), self.phases(square))
        )
        return [halves(*one) for one in zip(beta, phases, strict=True)]

    def phases(self, square: Array) -> Array:
        """Return b of every beam as a rod at λ, shape (rods, arms); zero where it is rigid."""
        beams = self.arms.beams
        return np.array([phase(beam, number, square) for beam in beams for number in range(len(beam.rods))])

    def near(self, omega: Array) -> Iterator[tuple[NDArray[np.bool_], "UniformDynamics"]]:
        """Yield which arms are solved alike near ω, shape (arms,), and these, so divided that no pole is near."""
        long = self.coarse(omega)
        if np.any(~long):
            yield ~long, self if not np.any(long) else self.selection(~long)
        if np.any(long):
            some = self if np.all(long) else self.selection(long)
            square = omega[long] ** 2
            yield long, uniform_dynamics(cut(some.arms, some.parts(square)))

    def for_shapes(self, omega: Array) -> tuple["UniformDynamics", list[list[Array]]]:
        """Return the one arm, for each of some frequencies, so cut that no pole is near; and the parts of each beam."""
        arms = self.selection(np.zeros(len(omega), dtype=int))
        parts = arms.parts(omega**2)
        return uniform_dynamics(cut(arms.arms, parts)), parts

    def shapes(self, square: Array, at: Condensation, motion: Motion) -> dict[int, tuple[BentShape, ...]]:
        """Return how links bend at λ in a motion, by their number from 0.

        Its tips are given as where it is condensed.
        """
        planes = len(PLANES[self.arms.components])
        beta = self.beams.beta(square).reshape(-1, planes, *square.shape)
        beams = dict(zip(motion.beams, range(len(motion.beams)), strict=True))
        shapes: dict[int, tuple[BentShape, ...]] = {}
        for number, link in enumerate(self.arms.links):
            if link.flexible:
                places = [(k, beams[k]) for k in self.arms.span(link)]
                shapes[number] = tuple(
                    PiecedShape(
                        tuple(_piece(motion, k, p, beta[beam, p], at.beams[beam].bent[p][1]) for k, beam in places)
                    )
                    for p in range(planes)
                )
        return shapes

    def _condensation(self, square: Array) -> tuple[Condensation, FloatPivots]:
        stiffness, pivots = self.beams.stiffness(square)
        rods, held, poles = pulling(self.arms.beams, square)
        if poles:
            pivots = FloatPivots(pivots.besides + held, pivots.determinants + poles)
        beams = beam_stiffnesses(stiffness, rods, self.arms.beams)
        return condensation(self.arms, square, beams, pivots), pivots

    def highest(self, wanted: int) -> Array:
        """Return a frequency of each arm with at least so many below it: with ends clamped, a beam has β/π − 3/2."""
        waves = self.beams.wave
        return np.asarray((np.pi * (wanted + 2.0 * len(waves)) / np.sum(waves, axis=0)) ** 2)


def uniform_dynamics(arms: Tree) -> UniformDynamics:
    """Return arms with a beam or more as functions of frequency."""
    return UniformDynamics(arms, bending(arms))


def _piece(motion: Motion, k: int, plane: int, beta: Array, absolute: Mask) -> MemberShape:
    """Return how the beam before a section bends in a motion, about one of its axes."""
    beam = motion.beam(k)
    ends = motion.ends(k, plane) * np.array([np.ones_like(beam.length), beam.length] * 2)
    return MemberShape(beam.length, beta, np.asarray(absolute), ends.T)
