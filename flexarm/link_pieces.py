"""A link under static loads piece by piece, in all that it does: what `flexarm.elimination` takes of it.

In the link's axes a point of the link, turned by ϑ of its piece's root, has the slope ϑ_z + w′ to the left and, in
space, −ϑ_y + w′ upwards; the tension resists, or drives, the square of each. Twist turns what lies beyond.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.polynomial import polynomial

from flexarm.arrays import Array
from flexarm.frames import rotations
from flexarm.link_functions import LinkFunctions
from flexarm.segments import Segments
from flexarm.tree import PLANES, RODS, Beam


@dataclass(frozen=True, eq=False)
class LinkPieces:
    """The pieces of a link, all alike, root to tip; coordinates of a piece come motion by motion."""

    parts: tuple[Segments, ...]  # of each motion: bending, in space about two axes, and twist
    count: int  # number of pieces
    strain: Array  # rows (S, 0), shape (rows, coordinates + rotations)
    turned: Array  # rows (b, r), shape (points, coordinates + rotations)
    force: Array  # N times weights, shape (pieces, points)
    tip_turn: Array  # T, shape (rotations, coordinates)

    def own(self, e: Array) -> Array:
        """Return the link's own coordinates, shape (pieces × coordinates, k), from those of piece after piece."""
        each = e.reshape(self.count, -1, e.shape[1])
        parts = zip(self.parts, self._places, strict=True)
        return np.concatenate([one.own(each[:, place].reshape(-1, e.shape[1])) for one, place in parts])

    def own_transposed(self, y: Array) -> Array:
        """Return the transpose of `own`."""
        each, start = np.empty((self.count, self.tip_turn.shape[1], y.shape[1])), 0
        for one, place in zip(self.parts, self._places, strict=True):
            stop = start + self.count * one.coordinates
            each[:, place] = one.own_transposed(y[start:stop]).reshape(self.count, -1, y.shape[1])
            start = stop
        return each.reshape(y.shape)

    @cached_property
    def _places(self) -> tuple[slice, ...]:
        return tuple(_places(self.parts))


def link_pieces(beam: Beam, space: LinkFunctions, spring: float, root_turning: float) -> LinkPieces:
    """Return the pieces of a link; where its functions turn its root, with its joint's spring and what turns there."""
    assert beam.tension is not None, "an arm under static loads"
    parts = [space.spaces[key].segments for key in space.parts]
    places, size = list(_places(parts)), 3 * (len(space.planes) - 1) or 1
    start, moved = rotations(len(space.tip)).start, np.zeros((size, places[-1].stop))
    strain, slope, turned, force = [], [], [], []
    count = len(parts[0].stations)
    for (what, number), one, place in zip(space.parts, parts, places, strict=True):
        rigidity = beam.bendings[number].rigidity if what == "bending" else beam.rods[number].rigidity
        assert rigidity is not None, "a link that moves so"
        strain.append(_widened(np.sqrt(rigidity) * one.curvature, place, places[-1].stop))
        _, turn, sign = PLANES[len(space.tip)][number] if what == "bending" else (0, RODS[len(space.tip)][number], 1)
        moved[turn - start, place] = sign * one.tip_slope
        if what == "bending":
            slopes, stiffness = one.slope, polynomial.polyval(one.stations, beam.tension) * one.weights**2
            ways = np.zeros((len(slopes), size))
            ways[:, turn - start] = sign
            if one.own_rows is not None:
                forms, felt = one.own_rows(beam.tension)
                slopes, ways = np.vstack([slopes, forms]), np.vstack([ways, np.zeros((len(forms), size))])
                stiffness = np.append(stiffness, felt[np.newaxis], axis=1)
            slope.append(_widened(slopes, place, places[-1].stop))
            turned.append(ways)
            force.append(stiffness)
    if space.root_slope is not None:
        strain.append(np.sqrt(spring) * space.root_slope[np.newaxis])
        slope.append(space.root_slope[np.newaxis])
        turned.append(np.ones((1, size)))
        force.append(np.reshape(root_turning, (1, 1)))
    rows, forms, ways = (np.vstack(one) for one in (strain, slope, turned))
    still = np.hstack([rows, np.zeros((len(rows), size))])
    return LinkPieces(tuple(parts), count, still, np.hstack([forms, ways]), np.concatenate(force, axis=1), moved)


def _places(parts: list[Segments] | tuple[Segments, ...]) -> Iterator[slice]:
    start = 0
    for one in parts:
        yield slice(start, start + one.coordinates)
        start += one.coordinates


def _widened(rows: Array, place: slice, size: int) -> Array:
    whole = np.zeros((len(rows), size))
    whole[:, place] = rows
    return whole
