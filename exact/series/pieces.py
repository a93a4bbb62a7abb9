"""Where a beam is cut: into blocks shorter than a quarter wave, and these into short pieces.

A piece is so short that the power series lose no digits. A block, whose pieces are joined once and for all, is shorter
than a quarter wave, so that neither it nor any part of it has a natural frequency with its root held.
"""

from collections.abc import Iterable

import numpy as np

from flexarm.arrays import Array

# √|N| L of a piece, and β of a piece: the sums of the series are then no smaller than a tenth of their terms.
_PULLED, _WAVED = 1.5, 1.25
# A quarter wave is ½π of a string, and of a beam 1.875; more blocks than these cost more than they give.
_QUARTER, _MOST_BLOCKS = 1.1, 40
# Places at which the density of pieces is looked at, closer near the ends, where tension may vanish like a root.
_PLACES = 0.5 - 0.5 * np.cos(np.linspace(0.0, np.pi, 257))


def block_ends(laws: Iterable[tuple[Array, float]], phase: float) -> Array:
    """Return where a beam is cut in blocks, in units of its length, shape (blocks + 1,).

    Each is short in all that it does: about each axis, by its tension and z at most, and as a rod, by b at most.
    """
    numbers = [_wave_number(_pull(tension), max(load, 0.0)) for tension, load in laws]
    # How many waves, rad, lie between the root and each place; a little more, so that it rises everywhere.
    waves = _integral(np.max([*numbers, np.full_like(_PLACES, phase)], axis=0))
    blocks = min(max(1, int(np.ceil(waves[-1] / _QUARTER))), _MOST_BLOCKS)
    return np.interp(np.linspace(0.0, waves[-1] + 1e-9, blocks + 1), waves + 1e-9 * _PLACES, _PLACES)


def cuts(tension: Array, size: float, ends: Array) -> Array:
    """Return where blocks are cut, in units of the beam's length, shape (blocks, pieces + 1), for |z| up to a size."""
    crowding = _integral(np.sqrt(np.abs(_pull(tension))) / _PULLED + size**0.25 / _WAVED) + 1e-9 * _PLACES
    reached = np.interp(ends, _PLACES, crowding)
    pieces = max(1, int(np.ceil(np.max(np.diff(reached)))))
    parts = reached[:-1, np.newaxis] + np.diff(reached)[:, np.newaxis] * np.linspace(0.0, 1.0, pieces + 1)
    nodes = np.interp(parts, crowding, _PLACES)
    nodes[:, 0], nodes[:, -1] = ends[:-1], ends[1:]
    nodes[0, 0], nodes[-1, -1] = 0.0, 1.0
    return np.asarray(nodes)


def _pull(tension: Array) -> Array:
    n0, n1, n2 = tension
    return np.asarray(n0 + _PLACES * (n1 + _PLACES * n2))


def _wave_number(pull: Array, load: float) -> Array:
    """Return the local wave number: the real root k of k⁴ + N k² = z, without cancellation."""
    root: Array = np.sqrt(pull**2 + 4.0 * load)
    square = np.where(pull > 0.0, 2.0 * load / np.where(pull > 0.0, pull + root, 1.0), 0.5 * (root - pull))
    return np.asarray(np.sqrt(square))


def _integral(density: Array) -> Array:
    """Return the integral of a density from the root to each place."""
    steps = 0.5 * (density[1:] + density[:-1]) * np.diff(_PLACES)
    return np.concatenate([np.zeros(1), np.cumsum(steps)])
