"""Where a beam is cut: into blocks shorter than a quarter wave, and these into short pieces.

A piece is so short that the power series lose no digits. A block, whose pieces are joined once and for all, is shorter
than a quarter wave, so that neither it nor any part of it has a natural frequency with its root held.
"""

import numpy as np

from exact.series.powers import Law
from flexarm.arrays import Array

# √|N| L of a piece, and β of a piece: the sums of the series are then no smaller than a tenth of their terms.
_PULLED, _WAVED = 1.5, 1.25
# A quarter wave is ½π of a string, and of a beam 1.875; more blocks than these cost more than they give.
_QUARTER, _MOST_BLOCKS = 1.1, 40
# Places at which the density of pieces is looked at, closer near the ends, where tension may vanish like a root.
_PLACES = 0.5 - 0.5 * np.cos(np.linspace(0.0, np.pi, 257))


def cuts(law: Law, load: float, lowest: float, phase: float, blocks: int) -> Array:
    """Return where a beam is cut, in units of its length, shape (blocks, pieces + 1), for a range of z and up to b."""
    pull = _pull(law)
    wave = max(abs(load), abs(lowest)) ** 0.25
    sheared = np.sqrt(max(abs(load), abs(lowest)) * (float(law.shear) + float(law.rotary)))
    crowding = _integral(np.sqrt(np.abs(pull)) / _PULLED + (wave + sheared) / _WAVED)
    waves = _waves(law, load, phase)
    # A little of the one in the other, so that it rises everywhere.
    ends = np.interp(np.linspace(0.0, waves[-1] + 1e-9, blocks + 1), waves + 1e-9 * _PLACES, _PLACES)
    crowding = crowding + 1e-9 * _PLACES
    reached = np.interp(ends, _PLACES, crowding)
    pieces = max(1, int(np.ceil(np.max(np.diff(reached)))))
    parts = reached[:-1, np.newaxis] + np.diff(reached)[:, np.newaxis] * np.linspace(0.0, 1.0, pieces + 1)
    nodes = np.interp(parts, crowding, _PLACES)
    nodes[:, 0], nodes[:, -1] = ends[:-1], ends[1:]
    nodes[0, 0], nodes[-1, -1] = 0.0, 1.0
    return np.asarray(nodes)


def block_count(law: Law, load: float, phase: float) -> int:
    """Return in how many blocks a beam must be cut for z and b at most."""
    return min(max(1, int(np.ceil(_waves(law, load, phase)[-1] / _QUARTER))), _MOST_BLOCKS)


def _pull(law: Law) -> Array:
    n0, n1, n2 = law.tension
    return np.asarray(n0 + _PLACES * (n1 + _PLACES * n2))


def _waves(law: Law, load: float, phase: float) -> Array:
    """Return how many waves, rad, lie between the root and each place."""
    of_all = max(_shear_wave_number(law, max(load, 0.0)), phase)
    return _integral(np.maximum(_wave_number(_pull(law), max(load, 0.0)), of_all))


def _shear_wave_number(law: Law, load: float) -> float:
    """Return a wave number of which a quarter is longer than a part with shear and rotary inertia may be.

    With its root held, a part of length l has ∫ y′² ≥ (π/2l)² ∫ y², and so for ϑ; with y′ = ϑ + γ, its kinetic energy
    is below its strain energy where 2 z s a < 1 and z (2a² + j a) < 1, a = (2l/π)².
    """
    shear, rotary = float(law.shear), float(law.rotary)
    if not (load and (shear or rotary)):
        return 0.0
    # The larger root of 1/a: a wave number of ½π √(1/a) has a quarter wave of just that length.
    inverse = max(2.0 * load * shear, 0.5 * (load * rotary + np.sqrt((load * rotary) ** 2 + 8.0 * load)))
    return float(_QUARTER * 2.0 / np.pi * np.sqrt(inverse))


def _wave_number(pull: Array, load: float) -> Array:
    """Return the local wave number: the real root k of k⁴ + N k² = z, without cancellation."""
    root: Array = np.sqrt(pull**2 + 4.0 * load)
    square = np.where(pull > 0.0, 2.0 * load / np.where(pull > 0.0, pull + root, 1.0), 0.5 * (root - pull))
    return np.asarray(np.sqrt(square))


def _integral(density: Array) -> Array:
    """Return the integral of a density from the root to each place."""
    steps = 0.5 * (density[1:] + density[:-1]) * np.diff(_PLACES)
    return np.concatenate([np.zeros(1), np.cumsum(steps)])
