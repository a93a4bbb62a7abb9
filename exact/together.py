"""Natural frequencies of many arms at once: counted on condensed arms, narrowed by interpolation, ended by Rayleigh.

A frequency of number i lies where the count steps from below i to i or more. Two points a round narrow its bracket
down: either side of where a cubic through four values of the determinant vanishes, as far off as a parabola would put
it. The last two are 1e-12 off, and the count steps by one between them; Rayleigh's quotient then says where
between them the frequency lies, to nearly all digits.
"""

import numpy as np
from numpy.typing import NDArray

from exact.condensation import condensed
from exact.division import best_fraction
from exact.numbers import ArmNumbers, divided, taken
from exact.rayleigh import distance
from flexarm.chain import Array

# A frequency is proved when the count steps by one between points this far below and above it, relative.
STEP = 1e-12
# So near undivided links' counts have digits enough, at a pole too, to say where to divide them.
_COARSE = 1e-4
# Members of a smaller β have no pole, the first being at 4.73, and are not divided.
_LONG = 4.5
# Rayleigh's quotient is believed so far, relative, if only for another look.
_NEAR = 1e-6
# A round leaves twice the distance of its points; what is a little more is round-off.
_NARROW = 2.5
# Rounds before a frequency is given up here: four as a rule, more where some lie close together.
_ROUNDS = 12
# Frequencies counted first, in decades below one that has at least the number wanted below it; and where the parts
# that hold those wanted are cut.
_GRID = 10.0 ** -np.array([20.0, 8.0, 6.0, *np.arange(15, -1, -1) / 3.0])[:, np.newaxis]
_PAIR = np.arange(2)[:, np.newaxis]
_CUTS = np.arange(1, 4)[:, np.newaxis] / 4.0
# Four ascending points, the bracket first, where it is their first, second or third interval; shape (4, 3).
_ORDER = np.array([[0, 1, 2, 3], [1, 2, 0, 3], [2, 3, 1, 0]]).T
# Newton's steps to a cubic's root between neighbouring points: it doubles the digits of one or two each time.
_NEWTON = 4
# So many frequencies are sought together: their arrays stay in the processor's cache. Those that are found are put
# aside where they are many and when this part is left.
_TOGETHER, _FEW, _LEFT = 4096, 64, 0.6


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
        Natural frequencies, rad/s, shape (arms, count); guesses where they are not proved.
    proved
        Whether the count steps by one between 1e-12 below and above each, relative, shape (arms, count).
    """
    number, size = len(arms.base.mass), max(1, _TOGETHER // count)
    # What overflows, or interpolates what cannot be, ends as NaN, which is proof of nothing.
    with np.errstate(all="ignore"):
        blocks = [_block(taken(arms, slice(k, k + size)), rigid, count) for k in range(0, number, size)]
    omega, proved = (np.concatenate(found).reshape(number, count) for found in zip(*blocks, strict=True))
    return omega, proved


def _block(arms: ArmNumbers, rigid: int, count: int) -> tuple[Array, NDArray[np.bool_]]:
    size = len(arms.base.mass)
    which, number = np.repeat(np.arange(size), count), np.tile(rigid + 1.0 + np.arange(count), size)
    grid = _evaluated(arms, _highest(arms, rigid + count) * _GRID, rigid)[..., which]
    arms = taken(arms, which)
    window = _narrowed(arms, _cut(arms, grid, number, rigid), number, rigid, whole=True)
    long = _long(arms, window[0, 1])
    omega, proved = np.empty(len(number)), grid[1, 0] == rigid
    for some, halved in ((~long, False), (long, True)):
        if np.any(some):
            part, inside, wanted = taken(arms, some), window[..., some], number[some]
            if halved:
                part = _divided(part, inside)
                inside = _narrowed(part, inside, wanted, rigid, whole=False)
            omega[some], sure = _ended(part, inside, wanted)
            proved[some] &= sure
    return omega, proved


def _highest(arms: ArmNumbers, wanted: int) -> Array:
    """Return a frequency of each arm with at least so many below it: with ends clamped, a member has β/π − 3/2."""
    waves = [link.wave for link in arms.links if link.flexible]
    return np.asarray((np.pi * (wanted + 2.0 * len(waves)) / sum(waves)) ** 2)


def _evaluated(arms: ArmNumbers, at: Array, rigid: int) -> Array:
    """Return frequencies, counts, and determinants without the rigid-body modes' zeros, shape (3, points, arms)."""
    found = condensed(arms, at)
    return np.array([at, found.count, found.determinant / at ** (2 * rigid)])


def _cut(arms: ArmNumbers, points: Array, number: Array, rigid: int) -> Array:
    """Return four points about each frequency sought, after cutting the bracket that holds it."""
    low, high = points[:, _place(points, number) + _PAIR, np.arange(len(number))].swapaxes(0, 1)
    inner = _evaluated(arms, low[0] * (high[0] / low[0]) ** _CUTS, rigid)
    points = np.concatenate([low[:, np.newaxis], inner, high[:, np.newaxis]], axis=1)
    first = np.clip(_place(points, number) - 1, 0, len(_CUTS) - 2)
    four = points[:, first + np.arange(4)[:, np.newaxis], np.arange(len(number))]
    return _bracket_first(four, number)


def _narrowed(arms: ArmNumbers, window: Array, number: Array, rigid: int, whole: bool) -> Array:
    """Return windows of four points, the bracket of each frequency sought first and a step either side of it."""
    window, pending, wide = window.copy(), np.arange(len(number)), np.ones(len(number), dtype=np.bool_)
    now = window
    for _ in range(_ROUNDS):
        step = np.where(whole & _long(arms, now[0, 1]), _COARSE, STEP)
        inner = _evaluated(arms, _next_points(now, step), rigid)
        four = np.concatenate([now[:, :1], inner, now[:, 1:2]], axis=1)
        # What is narrow is left as it is, whatever it shares its round with.
        window[..., pending] = now = np.where(wide, _bracket_first(four, number[pending]), now)
        wide = ~(now[0, 1] <= now[0, 0] * (1.0 + _NARROW * step))
        if not np.any(wide):
            break
        if len(wide) > _FEW and np.mean(wide) < _LEFT:
            pending, now, arms, wide = pending[wide], now[..., wide], taken(arms, wide), wide[wide]
    return window


def _long(arms: ArmNumbers, omega: Array) -> NDArray[np.bool_]:
    """Return which arms have a member with poles below ω, or nearly."""
    wave = np.maximum.reduce([link.wave for link in arms.links if link.flexible])
    return np.asarray(wave**2 * omega > _LONG**2)


def _place(points: Array, number: Array) -> NDArray[np.intp]:
    """Return after which of ascending points the count reaches a number."""
    return np.asarray(np.clip(np.sum(points[1] < number, axis=0), 1, points.shape[1] - 1) - 1)


def _bracket_first(window: Array, number: Array) -> Array:
    """Return four ascending points with the bracket first, and then the nearer of the others."""
    return np.asarray(window[:, _ORDER[:, _place(window, number)], np.arange(len(number))])


def _next_points(window: Array, step: Array) -> Array:
    """Return two frequencies within each bracket, shape (2, sought)."""
    low, (below, above, *_) = window[0, 0], window[1]
    t = np.log1p((window[0] - low) / low)
    width = t[1]
    root, doubt = _interpolated(t, window[2])
    doubt = np.maximum(doubt, step)
    # Written so that NaN cuts the bracket in three, as two or more frequencies do.
    sound = (above - below == 1) & (root > 0.0) & (root < width) & (doubt < 0.25 * width)
    root, doubt = np.where(sound, root, 0.5 * width), np.where(sound, doubt, width / 6.0)
    first = np.where(root > doubt, root - doubt, 0.5 * root)
    second = np.where(root + doubt < width, root + doubt, 0.5 * (root + width))
    return np.asarray(low + low * np.expm1(np.array([first, second])))


def _interpolated(t: Array, y: Array) -> tuple[Array, Array]:
    """Return where the cubic through four points vanishes between the first two, and how far off the parabola does.

    The cubic by divided differences, its root by Newton's method from the chord's.
    """
    first = (y[1:] - y[:-1]) / (t[1:] - t[:-1])
    second = (first[1:] - first[:-1]) / (t[2:] - t[:-2])
    third = (second[1] - second[0]) / (t[3] - t[0])
    root = -y[0] / first[0]
    for _ in range(_NEWTON):
        bow = root * (root - t[1])
        value = y[0] + first[0] * root + bow * (second[0] + third * (root - t[2]))
        slope = first[0] + (2.0 * root - t[1]) * (second[0] + third * (root - t[2])) + third * bow
        root = root - value / slope
    return root, np.abs(third * root * (root - t[1]) * (root - t[2]) / slope)


def _divided(arms: ArmNumbers, window: Array) -> ArmNumbers:
    """Return arms divided away from the poles near their frequencies."""
    root = np.sqrt(0.5 * (window[0, 0] + window[0, 1]))
    return divided(arms, [best_fraction(link.wave * root) for link in arms.links if link.flexible])


def _ended(arms: ArmNumbers, window: Array, number: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Return the frequencies in windows, and which are proved."""
    (low, high, *_), (below, above, *_) = window[:2]
    omega = 0.5 * (low + high)
    off = distance(arms, omega)
    proved = (below == number - 1) & (above == number) & (high <= low * (1.0 + _NARROW * STEP))
    return omega * (1.0 + np.where(np.abs(off) <= _NEAR, off, 0.0)), proved & (np.abs(off) <= STEP)
