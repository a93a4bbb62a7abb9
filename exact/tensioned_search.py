"""All natural frequencies and growth rates of an arm under static loads, none missed: counted, then refined.

The number of modes with ω² below λ is J(λ) = J₀(λ) + s(D(λ)), for λ of either sign (Wittrick and Williams 1971). Those
below zero are unstable; a growth rate is the square root of −ω².
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from exact.brackets import beside, cut, middle, moved, wide
from exact.pivots import factorise
from exact.search import generic_vectors, improved
from exact.symmetric import negative_eigenvalues
from exact.tensioned_range import require_range
from exact.tensioned_stiffness import LoadedStiffness, loaded_stiffness
from flexarm.arm import Arm
from flexarm.chain import Array, Chain
from flexarm.loaded_modes import edge
from flexarm.prestress import Prestress

Count = NDArray[np.int_]

# Decades searched below the softest link's own frequency, at first and then between.
_DECADES, _FIRST = 16, np.array([-16.0, -3.0, -2.0, -1.0, 0.0, 1.0])
# Brackets are cut by counting until they are this narrow, relative: into many parts at a time, or, where a count is
# costly for its many pieces, in two.
_NARROW, _MANY, _COSTLY = 5e-4, 6, 1000
# Fewer blocks do where the range has become smaller by this factor.
_SMALLER = 1.3
# A bracket's ends are uncertain by round-off where far more blocks are used than its frequency asks for, relative.
_UNCERTAIN = 1e-8
# Rates within this factor are refined together, in coordinates that suit them.
_ABOUT_ONE = 3.0
# Inverse iterations a round: the vector first, then frequency and vector together. Rounds before all are accepted:
# each further one at least halves the bracket, down to the last digit.
_VECTOR, _BOTH, _ROUNDS = 2, 2, 60
# How many units of round-off of the terms that make a mode's ω² it must exceed to have a sign.
_NEUTRAL = 64.0


@dataclass(frozen=True, eq=False)
class LoadedSpectrum:
    """Modes of one arm with ω² of one sign.

    Parameters
    ----------
    rate
        √|ω²|, ascending, rad/s, shape (count,).
    system
        The arm, cut so finely that it suits all of them.
    """

    rate: Array
    system: LoadedStiffness


@dataclass(frozen=True, eq=False)
class Counter:
    """Counts the modes of one arm by |λ|, on one side of zero.

    Parameters
    ----------
    parts, loads
        The arm, and what static loads add to its stiffness.
    sign
        1 for natural frequencies, -1 for growth rates.
    """

    parts: Chain
    loads: Prestress
    sign: int

    def system(self, highest: float, near: bool = False) -> LoadedStiffness:
        """Return the arm's dynamic stiffness, to be asked at rates up to a highest one, rad/s, or near it only."""
        ends = sorted([0.0, self.sign * highest**2])
        return loaded_stiffness(self.parts, self.loads, ends[1], ends[0], near)

    def below(self, system: LoadedStiffness, rate: Array) -> Count:
        """Return the number of modes with ω² below λ, the square of a rate with the sign, shape of the rates."""
        matrix, held = system.counted(self.sign * np.ravel(rate) ** 2)
        return np.asarray(held + negative_eigenvalues(matrix)).reshape(np.shape(rate))

    @property
    def slowest(self) -> float:
        """The lowest rate that is looked at, rad/s: a small part of the softest link's."""
        links = [link for link in self.parts.links if link.flexible]
        return min(_own_frequency(*map(float, (k.flexural_rigidity, k.mass_per_length, k.length))) for k in links) * (
            10.0**-_DECADES
        )


def _own_frequency(rigidity: float, mass: float, length: float) -> float:
    return math.sqrt(rigidity / mass) / length**2


def unstable_count(arm: Arm, parts: Chain, loads: Prestress) -> int:
    """Return the number of modes with ω² below zero.

    Parameters
    ----------
    arm
        The arm, for messages.
    parts, loads
        Its numbers, with a flexible link or more, and what static loads add to its stiffness.

    Raises
    ------
    NeutralError
        If the arm is at the edge of stability.
    QuestionError
        If the loads are beyond what can be solved.
    """
    require_range(arm, parts, loads)
    counter = Counter(parts, loads, -1)
    system = counter.system(counter.slowest)
    if parts.base_kind == "fixed" and not any(link.free for link in parts.links):
        _require_sign(arm, system.at_rest())
    return int(counter.below(system, np.array([counter.slowest]))[0])


def _require_sign(arm: Arm, matrix: Array) -> None:
    """Refuse an arm whose stiffness at rest has no inverse, as far as round-off tells."""
    factors, vector = factorise(matrix), np.random.default_rng(0).standard_normal(matrix.shape[:-1])
    for _ in range(_VECTOR + _BOTH):
        vector = factors.solve(vector)
        vector = vector / np.linalg.norm(vector)
    energy = np.einsum("ki,kij,kj->k", vector, matrix, vector)
    if np.any(np.abs(energy) < _NEUTRAL * np.finfo(float).eps * _sizes(matrix, vector)):
        raise edge(arm)


def _sizes(matrix: Array, vector: Array) -> Array:
    """Return the sum of the sizes of all terms in vᵀ A v, shape (count,)."""
    return np.asarray(np.einsum("ki,kij,kj->k", np.abs(vector), np.abs(matrix), np.abs(vector)))


def natural_frequencies(arm: Arm, parts: Chain, loads: Prestress, before: int, count: int) -> LoadedSpectrum:
    """Return the first non-zero natural frequencies.

    Parameters
    ----------
    arm
        The arm, for messages.
    parts, loads
        The arm, and what static loads add to its stiffness.
    before
        Number of modes that are not wanted: unstable ones and rigid-body modes.
    count
        Number of frequencies wanted.

    Raises
    ------
    ArithmeticError
        If the count at the lowest frequency searched is another, or the wanted ones lie beyond the range of float64.
    NeutralError
        If the arm is at the edge of stability.
    """
    counter = Counter(parts, loads, 1)
    return _spectrum(arm, counter, before + 1 + np.arange(count), before, lambda at: at)


def growth_rates(arm: Arm, parts: Chain, loads: Prestress, unstable: int) -> LoadedSpectrum:
    """Return the growth rates of all unstable modes, ascending.

    Parameters
    ----------
    arm, parts, loads
        As above.
    unstable
        Number of unstable modes.

    Raises
    ------
    NeutralError
        If the arm is at the edge of stability.
    """
    counter = Counter(parts, loads, -1)
    return _spectrum(arm, counter, 1 + np.arange(unstable), 0, lambda at: unstable - at)


@dataclass(frozen=True, eq=False)
class _Bracketing:
    """Brackets of rates of given numbers, as a counter counts; counts rise with the rate."""

    counter: Counter
    rising: Callable[[Count], Count]

    def cut(self, system: LoadedStiffness, at: Array, low: Array, high: Array, number: Count) -> tuple[Array, Array]:
        """Return the parts of brackets between neighbouring ones of some rates, shape (points, count)."""
        return cut(self.rising(self.counter.below(system, at)) >= number, at, low, high)

    def narrow(self, low: Array, high: Array, number: Count) -> tuple[Array, Array, LoadedStiffness]:
        """Return narrow brackets by counting alone, and the system that suits all of them."""
        reach = float(high[-1])
        system = self.counter.system(reach)
        while np.any(high > low * (1.0 + _NARROW)):
            parts = 2 if system.pieces > _COSTLY else _MANY
            between = low * (high / low) ** (np.arange(1, parts)[:, np.newaxis] / parts)
            low, high = self.cut(system, between, low, high, number)
            # Many pieces take longer to make than to use.
            if system.pieces <= _COSTLY and high[-1] * _SMALLER < reach:
                reach = float(high[-1])
                system = self.counter.system(reach)
        return low, high, system

    def refined(self, arm: Arm, low: Array, high: Array, number: Count) -> Array:
        """Return rates of about one size inside their brackets, each where the count steps over its number."""
        system = self.counter.system(float(high[-1]), near=True)
        rate, pending = middle(low, high), np.arange(len(number))
        for _ in range(_ROUNDS):
            rate[pending] = _iterated(arm, self.counter.sign, system, low[pending], high[pending])
            at = beside(rate[pending], low[pending], high[pending])
            low[pending], high[pending] = self.cut(system, at, low[pending], high[pending], number[pending])
            pending = wide(low, high)
            if len(pending) == 0:
                break
        return rate


def _spectrum(
    arm: Arm, counter: Counter, number: Count, before: int, rising: Callable[[Count], Count]
) -> LoadedSpectrum:
    grid, counts = _counted_grid(counter, int(number[-1]), rising)
    if counts[0] != before:
        raise ArithmeticError(f"{counts[0]} modes below {grid[0]:.1e} rad/s, {before} expected")
    above = np.searchsorted(counts, number)
    brackets = _Bracketing(counter, rising)
    low, high, system = brackets.narrow(grid[above - 1], grid[above], number)
    low, high = low * (1.0 - _UNCERTAIN), high * (1.0 + _UNCERTAIN)
    size = np.floor(np.log(middle(low, high)) / np.log(_ABOUT_ONE))
    parts = [size == one for one in np.unique(size)]
    rate = np.concatenate([brackets.refined(arm, low[part], high[part], number[part]) for part in parts])
    return LoadedSpectrum(np.maximum.accumulate(rate), system)


def _counted_grid(counter: Counter, wanted: int, rising: Callable[[Count], Count]) -> tuple[Array, Count]:
    """Return rates, decades apart, from below all non-zero ones to above the number wanted; and the counts."""
    grid = np.asarray(counter.slowest * 10.0 ** (_DECADES + _FIRST))
    counts = rising(counter.below(counter.system(float(grid[-1])), grid))
    while counts[-1] < wanted:
        if not np.isfinite(1e8 * grid[-1] ** 4):
            raise ArithmeticError(f"fewer than {wanted} modes below {grid[-1]:.1e} rad/s")
        grid = np.asarray(np.append(grid, 10.0 * grid[-1]))
        counts = np.append(counts, rising(counter.below(counter.system(float(grid[-1])), grid[-1:])))
    return grid, np.maximum.accumulate(counts)


def _iterated(arm: Arm, sign: int, system: LoadedStiffness, low: Array, high: Array) -> Array:
    """Return estimates of a rate in each bracket, by inverse iteration from its middle."""
    rate = middle(low, high)
    vector, distance = improved(system, sign * rate**2, generic_vectors(system, len(rate)), _VECTOR)
    for _ in range(_BOTH):
        rate = moved(rate, sign * distance, low, high)
        vector, distance = improved(system, sign * rate**2, vector, 1)
    _require_signs(arm, system, sign * rate**2, vector, distance)
    return moved(rate, sign * distance, low, high)


def _require_signs(arm: Arm, system: LoadedStiffness, square: Array, vector: Array, distance: Array) -> None:
    """Refuse an arm one of whose modes has an ω² that is lost in the round-off of what it is made of."""
    sizes = _sizes(system.matrix(square), vector)
    if np.any(np.abs(square + distance) < _NEUTRAL * np.finfo(float).eps * sizes):
        raise edge(arm)
