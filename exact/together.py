"""Natural frequencies of many arms at once: counted on condensed arms, narrowed by interpolation, ended by Rayleigh.

A frequency of number i lies where the count steps from below i to i or more. Two points a round narrow its bracket down:
either side of where the determinant, by inverse interpolation, vanishes, at the distance by which interpolations of
different orders disagree. The last two are 1e-12 off, and the count steps by one between them; Rayleigh's quotient then
says where between them the frequency lies, to nearly all digits.
"""

import numpy as np
from numpy.typing import NDArray

from exact.condensation import condensed
from exact.division import best_fraction
from exact.numbers import ArmNumbers, divided, taken
from exact.rayleigh import distance
from flexarm.chain import Array

Count = NDArray[np.int_]

# A frequency is proved when the count steps by one between points this far below and above it, relative.
_STEP = 1e-12
# So near undivided links' counts have digits enough, at a pole too, to say where to divide them.
_COARSE = 1e-4
# Members of a smaller β have no pole, the first being at 4.73, and are not divided.
_LONG = 4.5
# A round leaves twice the distance of its points; what is a little more is round-off.
_NARROW = 2.5
# Rounds before a frequency is left to `exact.search`: five as a rule, more where some lie close together.
_ROUNDS = 30
# Frequencies counted first, in decades below one that has at least the number wanted below it; and where the half
# decades that hold those wanted are cut.
_GRID = 10.0 ** -np.array([20.0, 8.0, 6.0, 5.0, 4.5, 4.0, 3.5, 3.0, 2.5, 2.0, 1.5, 1.0, 0.5, 0.0])[:, np.newaxis]
_CUTS = np.arange(1, 6)[:, np.newaxis] / 6.0
# So many frequencies are sought together: their arrays stay in the processor's cache. Those that are found are put
# aside when others, more than so many, are still sought.
_TOGETHER, _FEW = 1024, 64


def frequencies(arms: ArmNumbers, rigid: int, count: int) -> tuple[Array, NDArray[np.bool_]]:
    """Return the first natural frequencies of arms of one make-up, and which of them are proved.

    Parameters
    ----------
    arms
        Arms with a flexible link or more.
    rigid
        Number of rigid-body modes, which are not returned.
    count
        Number of frequencies wanted.

    Returns
    -------
    omega
        Natural frequencies, rad/s, shape (arms, count); without meaning where they are not proved.
    proved
        Whether the count steps by one between 1e-12 below and above each, relative, shape (arms, count).
    """
    number, size = len(arms.base.mass), max(1, _TOGETHER // count)
    blocks = [_block(taken(arms, slice(k, k + size)), rigid, count) for k in range(0, number, size)]
    omega, proved = (np.concatenate(found).reshape(number, count) for found in zip(*blocks, strict=True))
    return omega, proved


def _block(arms: ArmNumbers, rigid: int, count: int) -> tuple[Array, NDArray[np.bool_]]:
    size = len(arms.base.mass)
    which, number = np.repeat(np.arange(size), count), np.tile(rigid + 1.0 + np.arange(count), size)
    grid = _evaluated(arms, _highest(arms, rigid + count) * _GRID, rigid)[..., which]
    arms = taken(arms, which)
    window = _narrowed(arms, _cut(arms, grid, number, rigid), number, rigid, whole=True)
    omega, proved = _ended(arms, window, number)
    long = _long(arms, window[0, -1])
    if np.any(long):
        arms, window, number = taken(arms, long), window[..., long], number[long]
        arms = _divided(arms, window, number)
        omega[long], proved[long] = _ended(arms, _narrowed(arms, window, number, rigid, whole=False), number)
    return omega, proved & (grid[1, 0] == rigid)


def _highest(arms: ArmNumbers, wanted: int) -> Array:
    """Return a frequency of each arm with at least so many below it: with ends clamped, a member has β/π − 3/2."""
    waves = [link.wave for link in arms.links if link.flexible]
    return np.asarray((np.pi * (wanted + 2.0 * len(waves)) / sum(waves)) ** 2)


def _evaluated(arms: ArmNumbers, at: Array, rigid: int) -> Array:
    """Return frequencies, counts, and determinants without the rigid-body modes' zeros, shape (3, points, arms)."""
    found = condensed(arms, at)
    return np.stack([at, found.count, found.determinant / at ** (2 * rigid)])


def _cut(arms: ArmNumbers, points: Array, number: Array, rigid: int) -> Array:
    """Return four points about each frequency sought, after cutting the bracket that holds it."""
    ends = _ends(points, number)
    low, high = ends[0, 0], ends[1, 0]
    inner = _evaluated(arms, low * (high / low) ** _CUTS, rigid)
    points = np.concatenate([ends[0][:, np.newaxis], inner, ends[1][:, np.newaxis]], axis=1)
    above = np.clip(np.sum(points[1] < number, axis=0), 2, len(_CUTS))
    return np.asarray(points[:, above + np.arange(-2, 2)[:, np.newaxis], np.arange(len(number))])


def _narrowed(arms: ArmNumbers, window: Array, number: Array, rigid: int, whole: bool) -> Array:
    """Return windows whose middle two points lie a step below and above the frequencies sought."""
    window, pending = window.copy(), np.arange(len(number))
    ends = _ends(window, number)
    for _ in range(_ROUNDS):
        step = np.where(whole & _long(arms, ends[1, 0]), _COARSE, _STEP)
        inner = _evaluated(arms, _next_points(window[..., pending], ends, step), rigid)
        window[..., pending] = now = np.stack([ends[0], inner[:, 0], inner[:, 1], ends[1]], axis=1)
        ends = _ends(now, number[pending])
        wide = ~(ends[1, 0] <= ends[0, 0] * (1.0 + _NARROW * step))
        if not np.any(wide):
            break
        if len(wide) > _FEW:
            pending, ends, arms = pending[wide], ends[..., wide], taken(arms, wide)
    return window


def _long(arms: ArmNumbers, omega: Array) -> NDArray[np.bool_]:
    """Return which arms have a member with poles below ω, or nearly."""
    wave = np.max([link.wave for link in arms.links if link.flexible], axis=0)
    return np.asarray(wave**2 * omega > _LONG**2)


def _ends(points: Array, number: Array) -> Array:
    """Return the neighbours between which the count reaches a number, shape (2, 3, arms)."""
    above = np.clip(np.sum(points[1] < number, axis=0), 1, points.shape[1] - 1)
    arms = np.arange(len(number))
    return np.stack([points[:, above - 1, arms], points[:, above, arms]])


def _next_points(window: Array, ends: Array, step: Array) -> Array:
    """Return two frequencies within each bracket, shape (2, arms)."""
    (low, below, _), (high, above, _) = ends
    t, width = np.log1p((window[0] - low) / low), np.log1p((high - low) / low)
    root, doubt = _interpolated(t, window[2])
    doubt = np.maximum(doubt, step)
    # Written so that NaN cuts the bracket in three, as two or more frequencies do.
    sound = (above - below == 1) & (root > 0.0) & (root < width) & (doubt < 0.25 * width)
    root, doubt = np.where(sound, root, 0.5 * width), np.where(sound, doubt, width / 6.0)
    first = np.where(root > doubt, root - doubt, 0.5 * root)
    second = np.where(root + doubt < width, root + doubt, 0.5 * (root + width))
    return np.asarray(low + low * np.expm1(np.stack([first, second])))


def _interpolated(t: Array, y: Array) -> tuple[Array, Array]:
    """Return where y, given at four points t, vanishes by inverse interpolation; and by how far lower orders differ.

    Neville (1934). NaN where y does not rise or fall all the way.
    """
    line = (y[:-1] * t[1:] - y[1:] * t[:-1]) / (y[:-1] - y[1:])
    parabola = (y[:-2] * line[1:] - y[2:] * line[:-1]) / (y[:-2] - y[2:])
    root = (y[0] * parabola[1] - y[3] * parabola[0]) / (y[0] - y[3])
    steps = np.diff(y, axis=0)
    falls = np.all(steps < 0.0, axis=0) | np.all(steps > 0.0, axis=0)
    return np.where(falls, root, np.nan), np.max(np.abs(root - parabola), axis=0)


def _divided(arms: ArmNumbers, window: Array, number: Array) -> ArmNumbers:
    """Return arms divided away from the poles near their frequencies."""
    low, high = _ends(window, number)[:, 0]
    root = np.sqrt(0.5 * (low + high))
    return divided(arms, [best_fraction(link.wave * root) for link in arms.links if link.flexible])


def _ended(arms: ArmNumbers, window: Array, number: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Return the frequencies in windows, and which are proved."""
    low, high = _ends(window, number)
    omega = 0.5 * (low[0] + high[0])
    off = distance(arms, omega)
    proved = (low[1] == number - 1) & (high[1] == number) & (high[0] <= low[0] * (1.0 + _NARROW * _STEP))
    return omega + omega * off, proved & (np.abs(off) <= _STEP)
