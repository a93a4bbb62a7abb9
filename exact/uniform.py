"""Arms of one make-up as functions of frequency: what a search asks, on uniform beams without static loads."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from exact.beams import BentBeams, bent_beams
from exact.division import best_fraction, rod_distance
from exact.motion import Motion
from exact.pivots import FloatPivots
from exact.recursion import Condensation, Condensed, condensation
from exact.rods import beam_stiffnesses, phase, pulling, with_rods
from exact.shapes import BentShape, PiecedShape, PieceShape
from exact.tips import BeamStiffness
from flexarm.arrays import Array
from flexarm.tree import PLANES, Tree, cut, selection

# Rods of a smaller b have no pole, the first being at π, and are not divided.
_STRETCHED = 3.0


class UniformDynamics(NamedTuple):
    """Arms and their beams."""

    arms: Tree
    beams: BentBeams

    @property
    def sign(self) -> int:
        """The sign of λ = ω²."""
        return 1

    @property
    def number(self) -> int:
        """Number of arms."""
        return self.beams.number

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
        square = omega**2
        return np.asarray(self.beams.poles_below(square) | np.any(self.phases(square) > _STRETCHED, axis=0))

    def parts(self, square: Array) -> list[list[Array]]:
        """Return the two parts that each beam is best cut in at λ, shape (arms,), far from all its poles."""
        phases = self.phases(square)[..., np.newaxis]

        def distance(part: Array) -> Array:
            each = self.beams.distance(square, part), rod_distance(part * phases)
            of_beams = [far.reshape(len(self.arms.beams), -1, *far.shape[1:]) for far in each]
            return np.asarray(np.min(np.concatenate(of_beams, axis=1), axis=1))

        return [[first, 1.0 - first] for first in best_fraction(distance)]

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

    def shapes(self, square: Array, at: Condensed, motion: Motion) -> dict[int, tuple[BentShape, ...]]:
        """Return how links bend at λ in a motion, by their number from 0.

        Its tips are given as where it is condensed.
        """
        planes = len(PLANES[self.arms.components])
        beams = dict(zip(motion.beams, range(len(motion.beams)), strict=True))
        shapes: dict[int, tuple[BentShape, ...]] = {}
        for number, link in enumerate(self.arms.links):
            if link.flexible:
                span = self.arms.span(link)
                shapes[number] = tuple(
                    PiecedShape(tuple(self._piece(square, at, motion, k, beams[k], plane) for k in span))
                    for plane in range(planes)
                )
        return shapes

    def _piece(self, square: Array, at: Condensed, motion: Motion, k: int, beam: int, plane: int) -> PieceShape:
        """Return how the beam before a section, of a number among beams, bends in a motion about one of its axes."""
        length, stiffness = motion.beam(k).length, at.beams[beam]
        ends = motion.ends(k, plane) * np.array([np.ones_like(length), length] * 2)
        own = len(stiffness.bent) * beam + plane
        return self.beams.shape(own, square, length, stiffness.bent[plane][1], ends.T)

    def _condensation(self, square: Array) -> tuple[Condensation, FloatPivots]:
        stiffness, pivots = self.beams.stiffness(square)
        rods, held, poles = pulling(self.arms.beams, square)
        if poles:
            pivots = FloatPivots(pivots.besides + held, pivots.determinants + poles)
        beams = beam_stiffnesses(stiffness, rods, self.arms.beams)
        return condensation(self.arms, square, beams, pivots), pivots

    def highest(self, wanted: int) -> Array:
        """Return a frequency of each arm with at least so many below it."""
        return self.beams.highest(wanted)


def uniform_dynamics(arms: Tree) -> UniformDynamics:
    """Return arms with a beam or more as functions of frequency."""
    return UniformDynamics(arms, bent_beams(arms))
