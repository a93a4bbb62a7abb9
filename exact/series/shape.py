"""Exact deflection of a beam, from the state at the root of each of its pieces."""

from dataclasses import dataclass

import numpy as np

from exact.series.beam import SeriesBeam
from exact.series.powers import Law, state
from flexarm.arrays import Array
from flexarm.quadrature import gauss

# Gauss points that integrate products of two shapes over a piece to round-off: a piece is a fifth of a wave at most.
_POINTS = 14


@dataclass(frozen=True, eq=False)
class SeriesShape:
    """Deflection of one link in every mode, relative to its root section."""

    beam: SeriesBeam  # the link in pieces
    length: float  # its length, m
    load: Array  # z = m λ L⁴ / EI of each mode, shape (modes,)
    states: Array  # y, ϑ, Q and M at the pieces' roots, absolute, m and units of the link, shape (modes, pieces, 4)

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return what `LinkShape` does, shape (modes, stations)."""
        place = x / self.length
        piece = np.clip(np.searchsorted(self._starts, place, side="right") - 1, 0, len(self._starts) - 1)
        pull = self.beam.tension.reshape(-1, 3)[piece]
        size = self._lengths[piece]
        units = size ** np.array([[0], [1], [3], [2]])
        start = np.moveaxis(self.states[:, piece], -1, 0) * units[:, np.newaxis]
        own = Law.slender(pull).scaled(size)
        y, turn, shear, moment = (
            state(start, own, self.load[:, np.newaxis] * size**4, (place - self._starts[piece]) / size)
            / units[:, np.newaxis]
        )
        # M′ = N ϑ − Q is the curvature's rate of change.
        away = place - self._starts[piece]
        along = pull[:, 0] + away * (pull[:, 1] + away * pull[:, 2])
        u, root = self.states[:, :1, 0], self.states[:, :1, 1]
        values = [
            lambda: y - u - root * place,
            lambda: turn - root,
            lambda: moment,
            lambda: along * turn - shear,
        ]
        return np.asarray(values[derivative]() / self.length**derivative)

    def moments(self) -> Array:
        """Return ∫ w dx, ∫ w x dx and ∫ φ dx over the link, m², m³ and m, shape (3, modes)."""
        points, weights = self.quadrature()
        deflection = self(points, 0)
        return np.stack([deflection @ weights, deflection @ (weights * points), self(points, 1) @ weights])

    def quadrature(self) -> tuple[Array, Array]:
        """Return stations, m, and weights, m, that integrate products of two shapes over the link, shape (points,)."""
        points, weights = gauss(_POINTS)
        stations = self._starts[:, np.newaxis] + self._lengths[:, np.newaxis] * points
        parts = self._lengths[:, np.newaxis] * weights
        return self.length * stations.ravel(), self.length * parts.ravel()

    @property
    def _starts(self) -> Array:
        return self.beam.nodes[:, :-1].ravel()

    @property
    def _lengths(self) -> Array:
        return np.diff(self.beam.nodes, axis=-1).ravel()
