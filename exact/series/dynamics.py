"""An arm under static loads as a function of frequency, or of growth rate: what a search asks.

Every beam is cut into blocks (`exact.series.pieces`), each with a tip of its own. An arm that spins is solved with
λ + Ω² for all that moves, λ for what only turns.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exact.elimination import BeamStiffness
from exact.motion import Motion
from exact.pivots import FloatPivots
from exact.recursion import Condensation, condensation
from exact.series.beam import SeriesBeam, series_beam
from exact.series.powers import Law
from exact.series.shape import SeriesShape
from exact.shapes import BentShape
from exact.stretch import phase, stretching, with_stretch
from flexarm.arrays import Array
from flexarm.tree import Beam, Tree, cut

# Rates within this factor are refined together, in coordinates that suit them.
_ABOUT_ONE = 3.0
# Between the highest rates tried, until enough modes lie below.
_HIGHER = 4.0


@dataclass(frozen=True, eq=False)
class SeriesDynamics:
    """One arm; `sign` is 1 for natural frequencies, ω² = λ, and -1 for the growth rates of `unstable` modes, −λ.

    The `whole` arm is cut to `arms`, whose beams are blocks of the `members`; their loads are z = m λ L⁴ / EI over λ,
    s².
    """

    whole: Tree
    sign: int
    unstable: int
    arms: Tree
    members: tuple[SeriesBeam, ...]
    loads: tuple[float, ...]

    @property
    def number(self) -> int:
        """Number of arms."""
        return 1

    def count_and_determinant(self, rate: Array) -> tuple[NDArray[np.int_], Array, Array]:
        """Return the number of modes below a rate, rad/s, and the determinant, as mantissa and power of two."""
        _, pivots = self._condensation(self.sign * rate**2)
        count = pivots.count if self.sign > 0 else self.unstable - pivots.count
        return count, *pivots.product

    def at(self, square: Array) -> Condensation:
        """Return the arm condensed at λ, shape (...)."""
        return self._condensation(square)[0]

    def _condensation(self, square: Array) -> tuple[Condensation, FloatPivots]:
        beams: list[BeamStiffness] = []
        held: NDArray[np.int_] | int = 0
        for member, beam, load in zip(self.members, self.whole.beams, self.loads, strict=True):
            matrices, count = member.stiffness(load * self._moving(square).ravel())
            beams += _of_blocks(member, beam, matrices.reshape(*square.shape, -1, 4, 4))
            held = held + count.reshape(square.shape)
        stretches, own, poles = stretching(self.arms.beams, square)
        beams = [beam._replace(stretch=one) for beam, one in zip(beams, stretches, strict=True)]
        pivots = FloatPivots(np.asarray(held + own), poles)
        return condensation(self.arms, self._moving(square), beams, pivots), pivots

    def inertia(self, square: Array) -> list[BeamStiffness]:
        """Return the blocks' −∂D/∂λ."""
        inertia: list[Array] = []
        for member, beam, load in zip(self.members, self.whole.beams, self.loads, strict=True):
            matrices = member.inertia(load * self._moving(square))
            inertia += [load * block.matrix for block in _of_blocks(member, beam, matrices)]
        return with_stretch(inertia, self.arms.beams, square)

    def selection(self, which: Any) -> "SeriesDynamics":
        """Return the one arm, for some frequencies."""
        return self

    def coarse(self, rate: Array) -> NDArray[np.bool_]:
        """Say that all rates are first narrowed a little, as `near` has other coordinates."""
        return np.ones(rate.shape, dtype=np.bool_)

    def for_shapes(self, rate: Array) -> tuple["SeriesDynamics", list[list[Array]]]:
        """Return the one arm cut so finely that it suits all of some rates, and the parts of each beam."""
        arms = self.cut_for(float(np.max(rate)))
        return arms, [[np.full(len(rate), part) for part in member.blocks] for member in arms.members]

    def shapes(self, square: Array, at: Condensation, motion: Motion) -> dict[int, BentShape]:
        """Return how links bend at λ in a motion, by their number from 0.

        Its tips are given as where it is condensed.
        """
        shapes: dict[int, BentShape] = {}
        places = iter(motion.beams)
        moving = self._moving(square)
        for member, beam, load in zip(self.members, self.whole.beams, self.loads, strict=True):
            blocks = [next(places) for _ in member.blocks]
            lengths = member.blocks * beam.length.item()
            units = [np.array([[1.0], [length], [1.0], [length]]) for length in lengths]
            ends = np.array([motion.ends(k) * unit for k, unit in zip(blocks, units, strict=True)])
            states = member.states(load * moving, np.moveaxis(ends, -1, 0))
            flat = states.reshape(len(moving), -1, 4)
            shapes[self._link(blocks[-1])] = SeriesShape(member, beam.length.item(), load * moving, flat)
        return shapes

    def _link(self, tip: int) -> int:
        return [link.tip for link in self.arms.links].index(tip)

    def near(self, rate: Array) -> Iterator[tuple[NDArray[np.bool_], "SeriesDynamics"]]:
        """Yield which of some rates are of about one size, and the arm cut to suit them."""
        size = np.floor(np.log(rate) / np.log(_ABOUT_ONE))
        for one in np.unique(size):
            yield size == one, self.cut_for(float(np.max(rate[size == one])), near=True)

    def cut_for(self, highest: float, near: bool = False) -> "SeriesDynamics":
        """Return the arm cut so finely that it can be asked at rates up to a highest one, or near it only."""
        spin = float(self._moving(np.zeros(1))[0])
        ends = spin, self.sign * highest**2 + spin
        members = [
            series_beam(_law(beam), load * max(ends), load * min(ends), _phase(beam, highest), near)
            for beam, load in zip(self.whole.beams, self.loads, strict=True)
        ]
        parts = [[np.atleast_1d(part) for part in member.blocks] for member in members]
        return replace(self, arms=cut(self.whole, parts), members=tuple(members))

    def _moving(self, square: Array) -> Array:
        return square if self.whole.softening is None else square + self.whole.softening


def series_dynamics(parts: Tree, wanted: int, unstable: int = 0, sign: int = 1) -> tuple[SeriesDynamics, float]:
    """Return an arm as a function of rates, and a rate, rad/s, below which it has at least a wanted number of modes."""
    loads = tuple((beam.mass_per_length * beam.length**4 / beam.rigidity).item() for beam in parts.beams)
    dynamics = SeriesDynamics(parts, sign, unstable, parts, (), loads)
    waves = np.pi * (wanted + 2.0 * len(loads))
    # Waves of rotation, √(EI/ρI), and of shear, √(κGA/m), are the fastest that a beam has where it has them.
    slowness = [
        sum((beam.length * np.sqrt(square)).item() for square, beam in zip(squares, parts.beams, strict=True))
        for squares in (
            [beam.rotary_inertia / beam.rigidity for beam in parts.beams],
            [beam.mass_per_length * beam.shear_flexibility for beam in parts.beams],
        )
    ]
    highest = min([(waves / sum(load**0.25 for load in loads)) ** 2, *(waves / one for one in slowness if one > 0.0)])
    while True:
        if not np.isfinite(1e8 * highest**4):
            raise ArithmeticError(f"fewer than {wanted} modes below {highest:.1e} rad/s")
        dynamics = dynamics.cut_for(highest)
        if dynamics.count_and_determinant(np.array([highest]))[0][0] >= wanted:
            return dynamics, highest
        highest *= _HIGHER


def _law(beam: Beam) -> Law:
    """Return the law of a beam in its own units, N L²/EI in powers of x/L."""
    length, rigidity = beam.length.item(), beam.rigidity.item()
    tension = np.zeros(3) if beam.tension is None else beam.tension[:, 0] * length ** np.array([2, 3, 4]) / rigidity
    shear = beam.shear_flexibility.item() * rigidity / length**2
    rotary = beam.rotary_inertia.item() / (beam.mass_per_length.item() * length**2)
    return Law(np.asarray(tension), np.asarray(shear), np.asarray(rotary))


def _phase(beam: Beam, rate: float) -> float:
    return phase(beam, np.array([rate**2])).item() if beam.stretches else 0.0


def _of_blocks(member: SeriesBeam, beam: Beam, matrices: Array) -> list[BeamStiffness]:
    """Return matrices of blocks, shape (..., blocks, 4, 4), in SI units and with components first."""
    lengths = member.blocks * beam.length.item()
    blocks = []
    for length, matrix in zip(lengths, np.moveaxis(matrices, -3, 0), strict=True):
        one = np.array([1.0, length, 1.0, length])
        units = beam.rigidity.item() / length**3 * one * one[:, np.newaxis]
        blocks.append(BeamStiffness(np.moveaxis(matrix * units, (-2, -1), (0, 1)), np.array(member.absolute)))
    return blocks
