"""The dynamic stiffness of a beam, block by block, and its deflection from the blocks' ends."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from exact.series.pieces import block_ends, cuts
from exact.series.powers import Law, matrizants
from exact.series.response import Linear, Response, meeting, piece_response, star_product
from flexarm.arrays import Array
from flexarm.tree import tension_from

# Pieces times frequencies worked on at once, to bound the memory.
_AT_ONCE = 100_000
# Of a link that waves, each block's tip moves by itself; relative to all blocks before it, many lose digits.
_LONG = 3


@dataclass(frozen=True, eq=False)
class SeriesBeam:
    """A beam cut into blocks and pieces, in units of its length and flexural rigidity.

    The pieces end at nodes, shape (blocks, pieces + 1), and have their own tension by the distance from their roots,
    shape (blocks, pieces, 3). `powers` takes y, ϑ, Q, M from a piece's root to its tip, in units of the piece, as
    coefficients of powers of its own z, shape (powers, blocks, pieces, 4, 4). The motion of a block's tip is
    `absolute`, or relative to its root.
    """

    nodes: Array
    tension: Array
    powers: Array
    absolute: bool = False

    @property
    def blocks(self) -> Array:
        """The blocks' lengths, shape (blocks,)."""
        return np.asarray(self.nodes[:, -1] - self.nodes[:, 0])

    def stiffness(self, load: Array) -> tuple[Array, NDArray[np.int_]]:
        """Return the blocks' dynamic stiffnesses, own units, (count, blocks, 4, 4), and all their held frequencies."""
        responses = [self._blocks(part, False) for part in self._parts(load)]
        return np.concatenate([_matrix(one, self.absolute).value for one in responses]), np.concatenate(
            [one.held.sum(1) for one in responses]
        )

    def inertia(self, load: Array) -> Array:
        """Return −∂/∂z of each block's dynamic stiffness, shape (count, blocks, 4, 4)."""
        slopes = [_matrix(self._blocks(part, True), self.absolute).slope for part in self._parts(load)]
        return -np.concatenate([slope for slope in slopes if slope is not None])

    def states(self, load: Array, ends: Array) -> Array:
        """Return y, ϑ, Q, M at the root of every piece, shape (count, blocks, pieces, 4)."""
        levels = [self._pieces(load, False)]
        while levels[-1].held.shape[-1] > 1:
            levels.append(_pairs(levels[-1]))
        whole = levels[-1].each(lambda array: array[:, :, 0])
        turn = np.stack([np.ones_like(self.blocks), 1.0 / self.blocks], axis=-1)
        own = _matrix(whole.in_units(1.0 / self.blocks), self.absolute).value
        tip = np.einsum("...ij,...j->...i", own, ends)[..., 2:] * turn / self.blocks[:, np.newaxis] ** 3
        tip[..., 1] *= self.blocks**2
        roots, tips = (ends[..., :2] * turn)[:, :, np.newaxis], tip[:, :, np.newaxis]
        for level in reversed(levels[:-1]):
            roots, tips = _inner_states(level, roots, tips)
        return np.concatenate([roots, -_root_force(levels[0], roots, tips)], axis=-1)

    def _parts(self, load: Array) -> Sequence[Array]:
        number = max(1, len(load) * self.tension[..., 0].size // _AT_ONCE)
        return np.array_split(load, number)

    def _blocks(self, load: Array, sloped: bool) -> Response:
        response = self._pieces(load, sloped)
        while response.held.shape[-1] > 1:
            response = _pairs(response)
        return response.each(lambda array: array[:, :, 0]).in_units(1.0 / self.blocks)

    def _pieces(self, load: Array, sloped: bool) -> Response:
        """Return the pieces' responses in units of the whole beam, shape (count, blocks, pieces) each."""
        length = np.diff(self.nodes, axis=-1)
        own = (load[:, np.newaxis, np.newaxis] * length**4)[..., np.newaxis, np.newaxis]
        value, slope = self.powers[-1] + 0.0 * own, 0.0 * own
        for coefficient in self.powers[-2::-1]:
            if sloped:
                slope = value + own * slope
            value = coefficient + own * value
        by_whole = length[..., np.newaxis, np.newaxis] ** 4 * slope if sloped else None
        return piece_response(Linear(value, by_whole)).in_units(length)


def series_beams(laws: Sequence[tuple[Array, float, float]], phase: float, near: bool = False) -> list[SeriesBeam]:
    """Return a beam as it bends about each of its axes, cut alike in blocks, from tension and z at most and at least.

    It can be asked for any z in that range, and b at most, or near the larger end only.
    """
    ends = block_ends([(tension, load) for tension, load, _ in laws], phase)
    return [_series_beam(tension, max(abs(load), abs(lowest)), ends, near) for tension, load, lowest in laws]


def _series_beam(tension: Array, size: float, ends: Array, near: bool) -> SeriesBeam:
    nodes = cuts(tension, size, ends)
    length = np.diff(nodes, axis=-1)
    along = np.moveaxis(tension_from(tension, nodes[:, :-1]), 0, -1)
    largest = size * float(np.max(length)) ** 4
    return SeriesBeam(
        nodes, along, matrizants(Law.slender(along).scaled(length), largest), near and len(nodes) >= _LONG
    )


def _pairs(response: Response) -> Response:
    """Return the responses of neighbouring pieces two by two; of an odd number the last stays alone."""
    count = response.held.shape[2]
    pairs = star_product(
        response.each(lambda array: array[:, :, : count - 1 : 2]), response.each(lambda array: array[:, :, 1::2])
    )
    if count % 2 == 0:
        return pairs
    last = response.each(lambda array: array[:, :, -1:])
    impedance, transfer, flexibility = (_concatenation(*two) for two in zip(pairs[:3], last[:3], strict=True))
    return Response(impedance, transfer, flexibility, np.concatenate([pairs.held, last.held], axis=2))


def _concatenation(one: Linear, other: Linear) -> Linear:
    value = np.concatenate([one.value, other.value], axis=2)
    if one.slope is None or other.slope is None:
        return Linear(value, None)
    return Linear(value, np.concatenate([one.slope, other.slope], axis=2))


def _inner_states(level: Response, roots: Array, tips: Array) -> tuple[Array, Array]:
    """Return root motions and tip forces of stretches from those of pairs of them, shape (..., stretches, 2)."""
    count = level.held.shape[2]
    inner_roots, inner_tips = np.empty((2, *roots.shape[:2], count, 2))
    inner_roots[:, :, ::2], inner_tips[:, :, 1::2] = roots, tips[:, :, : count // 2]
    if count % 2:
        inner_tips[:, :, -1] = tips[:, :, -1]
    first = level.each(lambda array: array[:, :, : count - 1 : 2])
    second = level.each(lambda array: array[:, :, 1::2])
    root, tip = roots[:, :, : count // 2], tips[:, :, : count // 2]
    pushed = _times(first.flexibility, _times(second.transfer.transposed, tip))
    inner_roots[:, :, 1::2] = _times(meeting(first, second), _times(first.transfer, root) + pushed)
    inner_tips[:, :, : count - 1 : 2] = -_root_force(second, inner_roots[:, :, 1::2], tip)
    return inner_roots, inner_tips


def _root_force(response: Response, root: Array, tip: Array) -> Array:
    return _times(response.impedance, root) - _times(response.transfer.transposed, tip)


def _times(matrix: Linear, vector: Array) -> Array:
    return np.asarray(np.einsum("...ij,...j->...i", matrix.value, vector))


def _matrix(block: Response, absolute: bool) -> Linear:
    """Return the dynamic stiffness in motion of the root and of the tip, in units of the block."""
    # A tip at d₁ = C d₀ + e = Z d₀ + F f takes f = F⁻¹(e + Y d₀), Y = C − Z, and the root then bears X d₀ + Yᵀf:
    # D = [[X + YᵀF⁻¹Y, YᵀF⁻¹], [F⁻¹Y, F⁻¹]].
    held = block.flexibility.inverse
    # What carries the tip along with the root, less what does with a free tip.
    carried = np.zeros((2, 2)) if absolute else np.array([[1.0, 1.0], [0.0, 1.0]])
    lag = Linear(carried - block.transfer.value, _negative(block.transfer.slope))
    across = lag.transposed @ held
    root = block.impedance + across @ lag
    return Linear(_assembled(root.value, across.value, held.value), _sloped(root, across, held))


def _negative(slope: Array | None) -> Array | None:
    return None if slope is None else -slope


def _sloped(root: Linear, across: Linear, held: Linear) -> Array | None:
    if root.slope is None or across.slope is None or held.slope is None:
        return None
    return _assembled(root.slope, across.slope, held.slope)


def _assembled(root: Array, across: Array, held: Array) -> Array:
    above = np.concatenate([root, across], axis=-1)
    return np.concatenate([above, np.concatenate([np.swapaxes(across, -1, -2), held], axis=-1)], axis=-2)
