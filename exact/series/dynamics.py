"""An arm under static loads as a function of frequency, or of growth rate: what a search asks.

Every beam is cut into blocks (`exact.series.pieces`), each with a tip of its own. An arm that spins is solved with
λ + Ω² for all that moves, λ for what only turns.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exact.motion import Motion
from exact.pivots import FloatPivots, Pivots
from exact.recursion import Condensation, Condensed, condensation
from exact.rods import beam_stiffnesses, phase, pulling, rod_stiffnesses, with_rods
from exact.series.beam import SeriesBeam, series_beams
from exact.series.shape import SeriesShape
from exact.shapes import BentShape
from exact.tips import BeamStiffness, Mask
from flexarm.arrays import Array
from flexarm.tree import Beam, Bending, Tree, cut

# Rates within this factor are refined together, in coordinates that suit them.
_ABOUT_ONE = 3.0
# Between the highest rates tried, until enough modes lie below.
_HIGHER = 4.0


@dataclass(frozen=True, eq=False)
class SeriesDynamics:
    """One arm; `sign` is 1 for natural frequencies, ω² = λ, and -1 for the growth rates of `unstable` modes, −λ.

    The `whole` arm is cut to `arms`, whose beams are blocks of the `members`, one for each axis that a beam bends
    about; their loads are z = m λ L⁴ / EI over λ, s², and what a spin resists their deflection with, 1/s², less λ.
    """

    whole: Tree
    sign: int
    unstable: int
    arms: Tree
    members: tuple[SeriesBeam, ...]
    loads: tuple[tuple[float, float], ...]

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

    def uncounted(self, square: Array, pivots: Pivots) -> Condensation:
        """Return the arm condensed at complex λ, shape (points,)."""
        bent, _ = self._bending(square)
        rods = [rod_stiffnesses(beam, square) for beam in self.arms.beams]
        beams = beam_stiffnesses(bent, rods, self.arms.beams)
        return condensation(self.arms, self._moving(square), beams, pivots)

    def _condensation(self, square: Array) -> tuple[Condensation, FloatPivots]:
        bent, held = self._bending(square)
        rods, own, poles = pulling(self.arms.beams, square)
        pivots = FloatPivots(np.asarray(held + own), poles)
        beams = beam_stiffnesses(bent, rods, self.arms.beams)
        return condensation(self.arms, self._moving(square), beams, pivots), pivots

    def _bending(self, square: Array) -> tuple[list[tuple[Array, Mask]], NDArray[np.int_] | int]:
        """Return the blocks' stiffness in bending at λ, and their clamped counts."""
        bent: list[list[tuple[Array, Mask]]] = []
        held: NDArray[np.int_] | int = 0
        for member, (beam, bending), load in zip(self.members, _bent(self.whole), self.loads, strict=True):
            matrices, count = member.stiffness(self._load(load, square).ravel())
            bent.append(_of_blocks(member, beam, bending, matrices.reshape(*square.shape, -1, 4, 4)))
            held = held + count.reshape(square.shape)
        return self._by_piece(bent), held

    def inertia(self, square: Array) -> list[BeamStiffness]:
        """Return the blocks' −∂D/∂λ."""
        bent: list[list[tuple[Array, Mask]]] = []
        for member, (beam, bending), load in zip(self.members, _bent(self.whole), self.loads, strict=True):
            matrices = load[0] * member.inertia(self._load(load, square))
            bent.append(_of_blocks(member, beam, bending, matrices))
        return with_rods([matrix for matrix, _ in self._by_piece(bent)], self.arms.beams, square)

    def _by_piece(self, bent: Sequence[Sequence[tuple[Array, Mask]]]) -> list[tuple[Array, Mask]]:
        """Return what belongs to a beam's axes, block by block, as what belongs to its blocks, axis by axis."""
        each, found = iter(bent), []
        for beam in self.whole.beams:
            axes = [next(each) for _ in beam.bendings]
            found += [one for block in zip(*axes, strict=True) for one in block]
        return found

    def selection(self, which: Any) -> "SeriesDynamics":
        """Return the one arm, for some frequencies."""
        return self

    def coarse(self, rate: Array) -> NDArray[np.bool_]:
        """Say that all rates are first narrowed a little, as `near` has other coordinates."""
        return np.ones(rate.shape, dtype=np.bool_)

    def for_shapes(self, rate: Array) -> tuple["SeriesDynamics", list[list[Array]]]:
        """Return the one arm cut so finely that it suits all of some rates, and the parts of each beam."""
        arms = self.cut_for(float(np.max(rate)))
        members, parts = iter(arms.members), []
        for beam in self.whole.beams:
            member, *_ = (next(members) for _ in beam.bendings)
            parts.append([np.full(len(rate), part) for part in member.blocks])
        return arms, parts

    def shapes(self, square: Array, at: Condensed, motion: Motion) -> dict[int, tuple[BentShape, ...]]:
        """Return how links bend at λ in a motion, by their number from 0.

        Its tips are given as where it is condensed.
        """
        shapes: dict[int, tuple[BentShape, ...]] = {}
        places = iter(motion.beams)
        members, loads = iter(self.members), iter(self.loads)
        for beam in self.whole.beams:
            own = [(next(members), self._load(next(loads), square)) for _ in beam.bendings]
            blocks = [next(places) for _ in own[0][0].blocks]
            bent = [_shape(motion, blocks, p, beam, *one) for p, one in enumerate(own)]
            shapes[self._link(blocks[-1])] = tuple(bent)
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
        members, parts, loads = [], [], iter(self.loads)
        for beam in self.whole.beams:
            own = [(_tension(beam, bending), next(loads)) for bending in beam.bendings]
            laws = [
                (tension, load * (max(ends) - resisted), load * (min(ends) - resisted))
                for tension, (load, resisted) in own
            ]
            made = series_beams(laws, _phase(beam, highest), near)
            members += made
            parts.append([np.atleast_1d(part) for part in made[0].blocks])
        return replace(self, arms=cut(self.whole, parts), members=tuple(members))

    def _load(self, load: tuple[float, float], square: Array) -> Array:
        """Return z at λ of a beam as it bends about one of its axes."""
        return np.asarray(load[0] * (self._moving(square) - load[1]))

    def _moving(self, square: Array) -> Array:
        return square if self.whole.softening is None else square + self.whole.softening


def series_dynamics(parts: Tree, wanted: int, unstable: int = 0, sign: int = 1) -> tuple[SeriesDynamics, float]:
    """Return an arm as a function of rates, and a rate, rad/s, below which it has at least a wanted number of modes."""
    loads = tuple(
        (
            (beam.mass_per_length * beam.length**4 / own.rigidity).item(),
            0.0 if own.foundation is None else own.foundation.item(),
        )
        for beam, own in _bent(parts)
    )
    dynamics = SeriesDynamics(parts, sign, unstable, parts, (), loads)
    waves = np.pi * (wanted + 2.0 * len(loads))
    highest = (waves / sum(load**0.25 for load, _ in loads)) ** 2
    while True:
        if not np.isfinite(1e8 * highest**4):
            raise ArithmeticError(f"fewer than {wanted} modes below {highest:.1e} rad/s")
        dynamics = dynamics.cut_for(highest)
        if dynamics.count_and_determinant(np.array([highest]))[0][0] >= wanted:
            return dynamics, highest
        highest *= _HIGHER


def _bent(arm: Tree) -> list[tuple[Beam, Bending]]:
    """Return an arm's beams with each way they bend, about one axis after another."""
    return [(beam, bending) for beam in arm.beams for bending in beam.bendings]


def _tension(beam: Beam, bending: Bending) -> Array:
    """Return the tension of a beam in its own units, N L²/EI in powers of x/L, shape (3,)."""
    length, rigidity = beam.length.item(), bending.rigidity.item()
    assert beam.tension is not None, "an arm under static loads"
    return np.asarray(beam.tension[:, 0] * length ** np.array([2, 3, 4]) / rigidity)


def _phase(beam: Beam, rate: float) -> float:
    """Return b of a beam's stretch or twist at a rate, the larger one."""
    return max(phase(beam, number, np.array([rate**2])).item() for number in range(len(beam.rods)))


def _of_blocks(member: SeriesBeam, beam: Beam, bending: Bending, matrices: Array) -> list[tuple[Array, Mask]]:
    """Return matrices of blocks, shape (..., blocks, 4, 4), in SI units and with components first."""
    lengths = member.blocks * beam.length.item()
    blocks: list[tuple[Array, Mask]] = []
    for length, matrix in zip(lengths, np.moveaxis(matrices, -3, 0), strict=True):
        one = np.array([1.0, length, 1.0, length])
        units = bending.rigidity.item() / length**3 * one * one[:, np.newaxis]
        blocks.append((np.moveaxis(matrix * units, (-2, -1), (0, 1)), np.array(member.absolute)))
    return blocks


def _shape(
    motion: Motion, blocks: Sequence[int], plane: int, beam: Beam, member: SeriesBeam, load: Array
) -> SeriesShape:
    """Return how a beam of some blocks bends about one of its axes."""
    lengths = member.blocks * beam.length.item()
    units = [np.array([[1.0], [length], [1.0], [length]]) for length in lengths]
    ends = np.array([motion.ends(k, plane) * unit for k, unit in zip(blocks, units, strict=True)])
    states = member.states(load, np.moveaxis(ends, -1, 0))
    return SeriesShape(member, beam.length.item(), load, states.reshape(len(load), -1, 4))
