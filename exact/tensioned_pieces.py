"""Where a beam under axial force is cut: into blocks shorter than a quarter wave, and these into short pieces.

A piece is so short that the power series lose no digits. A block, whose pieces are joined once and for all, is shorter
than a quarter wave, so that neither it nor any part of it has a natural frequency with its root held.
"""

import numpy as np

from flexarm.arrays import Array

# √|N| L of a piece, and β of a piece: the sums of the series are then no smaller than a tenth of their terms.
_PULLED, _WAVED = 1.5, 1.25
# A quarter wave is ½π of a string, and of a beam 1.875; more blocks than these cost more than they give.
_QUARTER, _MOST_BLOCKS = 1.1, 40
# Places at which the density of pieces is looked at, closer near the ends, where tension may vanish like a root.
_PLACES = 0.5 - 0.5 * np.cos(np.linspace(0.0, np.pi, 257))


def cuts(tension: Array, load: float, lowest: float) -> Array:
    """Return where a beam is cut, in units of its length, shape (blocks, pieces + 1).

    Parameters
    ----------
    tension
        Coefficients of N L²/EI in powers of x/L, shape (3,).
    load, lowest
        The ends of the range of z = m λ L⁴ / EI.
    """
    pull = tension[0] + _PLACES * (tension[1] + _PLACES * tension[2])
    wave = max(abs(load), abs(lowest)) ** 0.25
    crowding = _rising(np.sqrt(np.abs(pull)) / _PULLED + wave / _WAVED)
    waves = _rising(_wave_number(pull, max(load, 0.0)))
    blocks = min(max(1, int(np.ceil(waves[-1] / _QUARTER))), _MOST_BLOCKS)
    # A little of the one in the other, so that it rises everywhere.
    ends = np.interp(np.linspace(0.0, waves[-1] + 1e-9, blocks + 1), waves + 1e-9 * _PLACES, _PLACES)
    crowding = crowding + 1e-9 * _PLACES
    reached = np.interp(ends, _PLACES, crowding)
    pieces = max(1, int(np.ceil(np.max(np.diff(reached)))))
    parts = reached[:-1, np.newaxis] + np.diff(reached)[:, np.newaxis] * np.linspace(0.0, 1.0, pieces + 1)
    found = np.interp(parts, crowding, _PLACES)
    found[:, 0], found[:, -1] = ends[:-1], ends[1:]
    found[0, 0], found[-1, -1] = 0.0, 1.0
    return np.asarray(found)


def _wave_number(pull: Array, load: float) -> Array:
    """Return the local wave number: the real root k of k⁴ + N k² = z, without cancellation."""
    root: Array = np.sqrt(pull**2 + 4.0 * load)
    square = np.where(pull > 0.0, 2.0 * load / np.where(pull > 0.0, pull + root, 1.0), 0.5 * (root - pull))
    return np.asarray(np.sqrt(square))


def _rising(density: Array) -> Array:
    """Return the integral of a density from the root to each place."""
    steps = 0.5 * (density[1:] + density[:-1]) * np.diff(_PLACES)
    return np.concatenate([np.zeros(1), np.cumsum(steps)])


def about(tension: Array, start: Array) -> Array:
    """Return the coefficients of a tension in powers of the distance from another place, shape (..., 3)."""
    n0, n1, n2 = tension
    return np.stack([n0 + start * (n1 + start * n2), n1 + 2.0 * start * n2, n2 + 0.0 * start], axis=-1)
