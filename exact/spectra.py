"""Natural frequencies and growth rates: in float64 where its counts prove them, in balls where they do not."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from exact.dynamics import Dynamics, UnheldDynamics
from exact.frequencies import frequencies
from exact.holding import HeldDynamics, sprung
from exact.motion import inverse_iteration, mode_near
from exact.proof.counting import Counter
from exact.proof.locating import Axis, narrow_cells
from exact.series.dynamics import series_dynamics
from exact.series.range import require_range
from exact.uniform import uniform_dynamics
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.freedoms import rigid_count
from flexarm.loaded_strain import edge
from flexarm.tree import Tree, selection

# A rate that is so small a part of the highest one looked at stands for zero.
_STILL = 1e-20
# How many units of round-off of the terms that make a mode's ω² it must exceed to have a sign.
_NEUTRAL = 64.0
# Iterations that find the mode nearest the edge of stability.
_ITERATIONS = 3
# How far off guesses are thought to be, relative, and how near a rate is to be known in balls: to the last digit.
_NEAR, _WIDTH = Fraction(1, 10**12), Fraction(1, 10**16)


@dataclass(frozen=True, eq=False)
class Spectrum:
    """The first natural frequencies of an arm, ascending, rad/s, shape (count,), and the arm as a function of them."""

    omega: Array
    arms: Dynamics
    rigid: int
    unstable: int


def frequencies_of(arms: Sequence[Arm], parts: Tree, count: int) -> Array:
    """Return the first natural frequencies of arms of one make-up with a beam or more, rad/s, shape (arms, count).

    They have the numbers `parts` together.
    """
    rigid, dynamics = arms[0].rigid_freedoms, uniform_dynamics(parts)
    omega, proved = frequencies(dynamics, dynamics.highest(rigid + count), rigid, count)
    for k in np.flatnonzero(~np.all(proved, axis=1)).tolist():
        omega[k] = _proved_rates(arms[k], rigid, omega[k], proved[k])
    return np.maximum.accumulate(omega, axis=1)


def spectrum(arm: Arm, parts: Tree, count: int) -> Spectrum:
    """Return the first natural frequencies of an arm with a beam or more, from its numbers under static loads."""
    rigid, unstable, whole = rigid_count(arm), 0, _whole(parts)
    alone: UnheldDynamics
    held = len(whole.held)
    if parts.softening is None:
        alone = uniform = uniform_dynamics(whole)
        highest = uniform.highest(rigid + count + held)
    else:
        unstable = unstable_count(arm, parts)
        alone, most = series_dynamics(whole, rigid + unstable + count + held)
        highest = np.array([most])
    arms = _on_supports(alone, whole)
    omega, proved = frequencies(arms, highest, rigid + unstable, count)
    sure = _proved_rates(arm, rigid + unstable, omega[0], proved[0])
    return Spectrum(np.maximum.accumulate(sure), arms, rigid, unstable)


def unstable_count(arm: Arm, parts: Tree) -> int:
    """Return the number of modes with ω² below zero of an arm with a beam or more under static loads."""
    require_range(arm, parts)
    whole = _whole(parts)
    if parts.base_kind == "fixed" and not any(link.free for link in parts.links):
        _require_sign(arm, whole)
    dynamics, highest = series_dynamics(whole, 0, sign=-1)
    return -int(_on_supports(dynamics, whole).count_and_determinant(np.array([_STILL * highest]))[0][0])


def _whole(parts: Tree) -> Tree:
    """Return an arm as one of many, with a part of its supports' stiffness on its sections."""
    return selection(sprung(parts) if parts.held else parts, np.newaxis)  # type: ignore[no-any-return]


def _on_supports(dynamics: UnheldDynamics, whole: Tree) -> Dynamics:
    return HeldDynamics(dynamics) if whole.held else dynamics


def growth_rates(arm: Arm, parts: Tree) -> Array:
    """Return the growth rates of all unstable modes of an arm with a beam or more, 1/s, descending."""
    unstable = unstable_count(arm, parts)
    if not unstable:
        return np.zeros(0)
    whole = _whole(parts)
    dynamics, highest = series_dynamics(whole, unstable, unstable, sign=-1)
    rates, proved = frequencies(_on_supports(dynamics, whole), np.array([highest]), 0, unstable)
    return np.maximum.accumulate(_proved_rates(arm, 0, rates[0], proved[0], unstable))[::-1]


def _proved_rates(arm: Arm, before: int, rates: Array, proved: NDArray[np.bool_], unstable: int | None = None) -> Array:
    """Return rates after `before` others, rad/s, shape (count,), with those that are not proved looked for in balls.

    They are natural frequencies, or the growth rates of `unstable` modes; guesses may be NaN.
    """
    axis, refined = Axis(Counter(arm, unstable)), rates.copy()
    known = np.where(np.isfinite(rates) & (rates > 0.0), rates, np.nanmax([1.0, *rates[proved]]))
    for k in np.flatnonzero(~proved).tolist():
        (cell,) = narrow_cells(axis, arm.title, before + k, [Fraction(known[k])], _NEAR, _WIDTH)
        refined[k] = float((Fraction(cell.low.omega) + Fraction(cell.high.omega)) / 2)
    return refined


def _require_sign(arm: Arm, whole: Tree) -> None:
    """Refuse an arm whose stiffness at rest has no inverse, as far as round-off tells."""
    dynamics, _ = series_dynamics(whole, 0)
    at, inertia = _on_supports(dynamics, whole).at(np.zeros(1)), dynamics.inertia(np.zeros(1))
    with np.errstate(all="ignore"):
        motion = mode_near(at, np.zeros(1))
        for _ in range(_ITERATIONS):
            motion, _ = inverse_iteration(at, motion, inertia)
        share = motion.stiffness(at) / motion.round_off(at)
    if not np.all(np.abs(share) >= _NEUTRAL * np.finfo(float).eps):
        raise edge(arm)
