"""Natural frequencies of many arms at once: counted on condensed arms, narrowed by interpolation, ended by Rayleigh.

A frequency of number i lies where the count steps from below i to i or more. Two points a round narrow its bracket
down: either side of where a cubic through four values of the determinant vanishes, as far off as a parabola would put
it. The last two are 1e-12 off, and the count steps by one between them; Rayleigh's quotient then says where between
them the frequency lies, to nearly all digits.
"""

import numpy as np
from numpy.typing import NDArray

from exact.dynamics import Dynamics
from exact.motion import mode_near
from flexarm.arrays import Array

# A frequency is proved when the count steps by one between points this far below and above it, relative.
STEP = 1e-12
# So near undivided beams' counts have digits enough, at a pole too, to say where to divide them.
_COARSE = 1e-4
# Rayleigh's quotient is believed so far, relative, if only for another look.
_NEAR = 1e-6
# So far aside a mode is asked for, relative, since its frequency may be met exactly, where nothing has an inverse.
_ASIDE = 1e-14
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


def frequencies(arms: Dynamics, highest: Array, rigid: int, count: int) -> tuple[Array, NDArray[np.bool_]]:
    """Return the first rates of arms after `rigid` modes that have none, and which of them are proved.

    Shape (arms, count) both; guesses where they are not proved: where the count does not step by one between 1e-12
    below and above. Below the highest, shape (arms,), must lie that many.
    """
    size = max(1, _TOGETHER // count)
    # What overflows, or interpolates what cannot be, ends as NaN, which is proof of nothing.
    with np.errstate(all="ignore"):
        blocks = [
            _block(arms.selection(slice(k, k + size)), highest[k : k + size], rigid, count)
            for k in range(0, arms.number, size)
        ]
    omega, proved = (np.concatenate(part).reshape(-1, count) for part in zip(*blocks, strict=True))
    return omega, proved


def _block(arms: Dynamics, highest: Array, rigid: int, count: int) -> tuple[Array, NDArray[np.bool_]]:
    # One row for all that is sought: place n · count + i is that of arm n's frequency of number rigid + 1 + i.
    which, number = np.repeat(np.arange(arms.number), count), np.tile(rigid + 1.0 + np.arange(count), arms.number)
    grid = _points(arms, highest * _GRID, rigid)[..., which]
    arms = arms.selection(which)
    window = _narrow_windows(arms, _first_windows(arms, grid, number, rigid), number, rigid, whole=True)
    omega, proved = np.empty(len(number)), grid[1, 0] == rigid
    coarse = arms.coarse(window[0, 1])
    for some, part in arms.near(0.5 * (window[0, 0] + window[0, 1])):
        inside = window[..., some]
        if np.any(coarse[some]):
            inside = _narrow_windows(part, inside, number[some], rigid, whole=False)
        omega[some], sure = _rayleigh_frequencies(part, inside, number[some])
        proved[some] &= sure
    return omega, proved


def _points(arms: Dynamics, at: Array, rigid: int) -> Array:
    """Return rates, counts, and determinants without the rigid-body modes' zeros, shape (4, points, arms)."""
    count, mantissa, exponent = arms.count_and_determinant(at)
    # det / ω^2r = (m 2^(⌊z⌋ − z)) 2^(e − ⌊z⌋) of det = m 2^e, z = log₂ ω^2r, r the number of rigid-body modes.
    zeros = 2 * rigid * np.log2(at)
    return np.array([at, count, mantissa * np.exp2(np.floor(zeros) - zeros), exponent - np.floor(zeros)])


def _first_windows(arms: Dynamics, points: Array, number: Array, rigid: int) -> Array:
    """Return four points about each frequency sought, after cutting the bracket that holds it."""
    low, high = points[:, _place(points, number) + _PAIR, np.arange(len(number))].swapaxes(0, 1)
    inner = _points(arms, low[0] * (high[0] / low[0]) ** _CUTS, rigid)
    points = np.concatenate([low[:, np.newaxis], inner, high[:, np.newaxis]], axis=1)
    first = np.clip(_place(points, number) - 1, 0, len(_CUTS) - 2)
    four = points[:, first + np.arange(4)[:, np.newaxis], np.arange(len(number))]
    return _bracket_first(four, number)


def _narrow_windows(arms: Dynamics, window: Array, number: Array, rigid: int, whole: bool) -> Array:
    """Return windows of four points, the bracket of each frequency sought first and a step either side of it."""
    window, pending, wide = window.copy(), np.arange(len(number)), np.ones(len(number), dtype=np.bool_)
    now = window
    for _ in range(_ROUNDS):
        step = np.where(whole & arms.coarse(now[0, 1]), _COARSE, STEP)
        inner = _points(arms, _next_points(now, step), rigid)
        four = np.concatenate([now[:, :1], inner, now[:, 1:2]], axis=1)
        # What is narrow is left as it is, whatever it shares its round with.
        window[..., pending] = now = np.where(wide, _bracket_first(four, number[pending]), now)
        wide = ~(now[0, 1] <= now[0, 0] * (1.0 + _NARROW * step))
        if not np.any(wide):
            break
        if len(wide) > _FEW and np.mean(wide) < _LEFT:
            pending, now, arms, wide = pending[wide], now[..., wide], arms.selection(wide), wide[wide]
    return window


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
    root, doubt = _zero(t, window[2] * np.exp2(window[3] - np.max(window[3], axis=0)))
    doubt = np.maximum(doubt, step)
    # Written so that NaN cuts the bracket in three, as two or more frequencies do.
    sound = (above - below == 1) & (root > 0.0) & (root < width) & (doubt < 0.25 * width)
    root, doubt = np.where(sound, root, 0.5 * width), np.where(sound, doubt, width / 6.0)
    first = np.where(root > doubt, root - doubt, 0.5 * root)
    second = np.where(root + doubt < width, root + doubt, 0.5 * (root + width))
    return np.asarray(low + low * np.expm1(np.array([first, second])))


def _zero(t: Array, y: Array) -> tuple[Array, Array]:
    """Return where the cubic through four points vanishes between the first two, and how far off the parabola does.

    The cubic by divided differences, its root by Newton's method from the chord's.
    """
    # Newton's form, t₀ = 0: y₀ + [01] t + [012] t (t − t₁) + [0123] t (t − t₁)(t − t₂), the last term the doubt.
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


def _rayleigh_frequencies(arms: Dynamics, window: Array, number: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Return the frequencies in windows, and which are proved."""
    (low, high, *_), (below, above, *_) = window[:2]
    omega = 0.5 * (low + high)
    off = _ASIDE + distance(arms, arms.sign * (omega * (1.0 + _ASIDE)) ** 2, number)
    proved = (below == number - 1) & (above == number) & (high <= low * (1.0 + _NARROW * STEP))
    return omega * (1.0 + np.where(np.abs(off) <= _NEAR, off, 0.0)), proved & (np.abs(off) <= STEP)


def distance(arms: Dynamics, square: Array, number: Array) -> Array:
    """Return how far natural frequencies of given numbers are, relative, from where λ is, by Rayleigh's quotient."""
    # ω² = λ + vᵀDv / vᵀMv, M = −∂D/∂λ; relative to λ half of that in ω.
    at = arms.at(square)
    mode = mode_near(at, number)
    return np.asarray(0.5 * mode.stiffness(at) / (square * mode.modal_mass(arms.inertia(square))))
