"""A link's trial functions piece by piece: what static loads need of them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array

OwnRows = Callable[[Array], tuple[Array, Array]]


@dataclass(frozen=True, eq=False)
class Segments:
    """The pieces of a link, all alike, root to tip; coordinates of a piece leave its root section still."""

    # rows whose squares are a piece's ∫ W″² dx, as a rod ∫ U′² dx, of full column rank, shape (rows, coordinates)
    curvature: Array
    stations: Array  # quadrature points, m from the link's root, shape (pieces, points)
    weights: Array  # square roots of the quadrature weights, √m, shape (points,)
    slope: Array  # rotation of the points less that of the piece's root, rad, shape (points, coordinates)
    tip_slope: Array  # the same of the piece's tip, as a rod its stretch or twist, shape (coordinates,)
    own: Callable[[Array], Array]  # takes the pieces' coordinates, shape (pieces × coordinates, k), to the link's own
    own_transposed: Callable[[Array], Array]  # its transpose
    # energy of bending alone under a tension, ½ Σ s (f·e)²: from its coefficients, (3,), f and s; None: its full energy
    own_rows: OwnRows | None = None

    @property
    def coordinates(self) -> int:
        """Number of coordinates of a piece."""
        return len(self.tip_slope)


def rod_segments(
    strain: Array, tip: Array, pieces: int, own: Callable[[Array], Array], own_transposed: Callable[[Array], Array]
) -> Segments:
    """Return the pieces of a link's stretch or twist, all alike; static loads do not feel it between their ends."""
    nothing = np.zeros((0, len(tip)))
    return Segments(strain, np.zeros((pieces, 0)), np.zeros(0), nothing, tip, own, own_transposed)


def same(values: Array) -> Array:
    """Return the coordinates of a link that is one piece: its own."""
    return values


def whole(
    curvature: Array,
    stations: Array,
    weights: Array,
    slope: Array,
    tip_slope: Array,
    own_rows: OwnRows | None = None,
) -> Segments:
    """Return a link that is one piece, its own coordinates that piece's."""
    return Segments(curvature, stations[np.newaxis], weights, slope, tip_slope, same, same, own_rows)
