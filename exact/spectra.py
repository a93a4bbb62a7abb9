"""Natural frequencies of one arm or many: of condensed arms, and where those lack digits, of whole ones."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from exact.division import divided, fractions
from exact.numbers import ArmNumbers, numbers, taken
from exact.rayleigh import distance
from exact.search import Spectrum, count_below, spectrum
from exact.stiffness import dynamic_stiffness
from exact.together import STEP, frequencies
from flexarm.arm import Arm
from flexarm.chain import Array, Chain, chain

# Frequencies counted again at a time: each takes two large matrices.
_AGAIN = 512
# Rayleigh's quotients of a frequency that was searched on the whole arm: from so far, relative, below it, from it and
# from above. Each doubles the digits. Where the mode's own digits are few, the three end apart, and the last still
# moves; they are believed where neither is more than a hundredth of what they change, nor that more than a search is
# off.
_STARTS = np.array([-1e-9, 0.0, 1e-9])
_QUOTIENTS, _SETTLED, _NEAR = 4, 0.01, 1e-6


def arm_spectrum(parts: Chain, rigid: int, count: int) -> Spectrum:
    """Return the first natural frequencies of an arm with a flexible link or more.

    Parameters
    ----------
    parts
        The arm's numbers.
    rigid
        Number of rigid-body modes, which are not returned.
    count
        Number of frequencies wanted.

    Raises
    ------
    ArithmeticError
        As `exact.search.spectrum`.
    """
    found, proved = frequencies(taken(numbers(parts), np.newaxis), rigid, count)
    omega, unsure = found[0], np.flatnonzero(~proved[0])
    if not np.all(_counted_again(parts, omega[unsure], rigid + 1 + unsure)):
        return _searched(parts, rigid, count)
    omega = np.maximum.accumulate(omega)
    return Spectrum(omega, rigid, fractions(parts, omega))


def frequencies_of(arms: Sequence[Arm], count: int) -> Array:
    """Return the first natural frequencies of arms of one make-up with a flexible link or more.

    Parameters
    ----------
    arms
        The arms.
    count
        Number of frequencies wanted.

    Returns
    -------
    ndarray, shape (arms, count)
        Natural frequencies, rad/s; NaN for an arm whose numbers lie too far apart for float64.
    """
    rigid = arms[0].rigid_freedoms
    omega, proved = frequencies(numbers(chain(arms)), rigid, count)
    for some in _blocks(np.argwhere(~proved & np.isfinite(omega))):
        parts = chain([arms[k] for k in some[:, 0].tolist()])
        proved[tuple(some.T)] = _counted_again(parts, omega[tuple(some.T)], rigid + 1 + some[:, 1])
    for k in np.flatnonzero(~np.all(proved, axis=1)).tolist():
        omega[k] = _searched_or_missing(arms[k], count)
    return np.maximum.accumulate(omega, axis=1)


def _blocks(places: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    return (places[k : k + _AGAIN] for k in range(0, len(places), _AGAIN))


def _counted_again(parts: Chain, omega: Array, number: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return which guesses are the frequencies of their numbers, by counting on whole arms."""
    try:
        return steps_by_one(parts, omega, number, STEP) if len(omega) else np.ones(0, dtype=np.bool_)
    except ArithmeticError:
        return np.zeros(len(omega), dtype=np.bool_)


def _searched_or_missing(arm: Arm, count: int) -> Array:
    try:
        return _searched(chain(arm), arm.rigid_freedoms, count).omega
    except ArithmeticError:
        return np.full(count, np.nan)


def _searched(parts: Chain, rigid: int, count: int) -> Spectrum:
    """Return a spectrum searched on the whole arm, with the digits that soft joints beside heavy bodies cost there."""
    found = spectrum(parts, rigid, count)
    arms = taken(taken(numbers(parts), np.newaxis), np.zeros(len(_STARTS) * count, dtype=int))
    with np.errstate(all="ignore"):
        omega = _settled(arms, found.omega)
    return Spectrum(omega, rigid, found.where)


def _settled(arms: ArmNumbers, omega: Array) -> Array:
    """Return frequencies moved by Rayleigh's quotients where these settle, nearer than half-way to a neighbour."""
    from_each = np.ravel(omega * (1.0 + _STARTS[:, np.newaxis]))
    for _ in range(_QUOTIENTS):
        last = distance(arms, from_each)
        from_each = from_each * (1.0 + last)
    ends, last = from_each.reshape(-1, len(omega)), np.abs(last).reshape(-1, len(omega))
    moved = ends[len(_STARTS) // 2]
    move = np.abs(moved - omega)
    doubt = np.maximum(np.max(last, axis=0) * omega, np.ptp(ends, axis=0))
    apart = np.diff(omega, prepend=0.0, append=np.inf)
    room = np.minimum(0.5 * np.minimum(apart[:-1], apart[1:]), _NEAR * omega)
    return np.where((doubt <= _SETTLED * move) & (move < room), moved, omega)


def steps_by_one(parts: Chain, omega: Array, number: NDArray[np.intp], step: float) -> NDArray[np.bool_]:
    """Return where the count reaches a number between `step`, relative, below and above ω, shape (frequencies,).

    Parameters
    ----------
    parts
        One arm, or an arm a frequency along one axis.
    omega
        Frequencies, rad/s, shape (frequencies,).
    number
        Their numbers, rigid-body modes included, shape (frequencies,).
    step
        The relative distance.
    """
    system = dynamic_stiffness(divided(parts, fractions(parts, omega)), omega)
    below, above = count_below(system, omega * (1.0 + step * np.array([[-1.0], [1.0]])))
    return np.asarray((below == number - 1) & (above == number))
