"""All natural frequencies, none missed: counted by Wittrick and Williams (1971), refined by Newton's method.

The number of natural frequencies below ω is J(ω) = J₀(ω) + s(D(ω)): those with every node held, and the negative
eigenvalues of the dynamic stiffness. Sorted in ascending order, the eigenvalue of D with number i − 1 − J₀(ω) falls
continuously with ω, also where a member's J₀ steps, and passes through zero at the i-th natural frequency and there
alone: each frequency, single or multiple, is the only root of a function of its own.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from exact.division import divided, fractions
from exact.stiffness import DynamicStiffness, dynamic_stiffness
from flexarm.chain import Array, Chain

Count = NDArray[np.int_]

# Decades searched below the softest member's own frequency, and points a decade.
_DECADES, _POINTS = 16, 4
# Halvings of a bracket before the poles near it are looked at: from a factor 1.8 to a part in 2000.
_HALVINGS = 10
# A count is uncertain this close to a frequency, relative: next to a pole, by the square root of round-off.
_UNCERTAIN = 1e-6
# Newton's method has converged at this relative step, and needs 3 to 5 steps; the rest is for halving instead.
_CONVERGED, _STEPS = 4.0 * np.finfo(float).eps, 60


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Natural frequencies of one arm with what is needed for their modes.

    Parameters
    ----------
    omega
        Natural frequencies, ascending, rad/s, shape (count,).
    number
        Their numbers in the count, rigid-body modes included, shape (count,).
    where
        Where each flexible link is divided for each frequency, as a fraction of its length, shape (count,) each.
    """

    omega: Array
    number: Count
    where: list[Array]


def count_below(system: DynamicStiffness, omega: Array) -> Count:
    """Return the number of natural frequencies below ω, rad/s, rigid-body modes included, shape (...)."""
    matrix, _ = system.scaled(omega)
    negative = np.sum(np.linalg.eigvalsh(matrix) < 0.0, axis=-1)
    return np.asarray(system.clamped_count(omega) + negative)


def passing(system: DynamicStiffness, omega: Array, number: Count) -> tuple[Array, Array]:
    """Return the eigenvalue of the scaled D(ω) that passes zero at a natural frequency, and its vector.

    Parameters
    ----------
    system
        The arm or arms.
    omega
        Frequencies near the wanted ones, rad/s, shape (...).
    number
        Numbers of the wanted frequencies in the count, shape (...).

    Returns
    -------
    value
        Positive below the natural frequency, negative above it, shape (...).
    vector
        Coordinates and momenta, not scaled, shape (..., n + bodies).
    """
    matrix, scale = system.scaled(omega)
    values, vectors = np.linalg.eigh(matrix)
    place = number - 1 - system.clamped_count(omega)
    inside = np.clip(place, 0, values.shape[-1] - 1)
    value = np.take_along_axis(values, inside[..., np.newaxis], axis=-1)[..., 0]
    vector = np.take_along_axis(vectors, inside[..., np.newaxis, np.newaxis], axis=-1)[..., 0]
    return np.where(place < 0, -1.0, np.where(place > inside, 1.0, value)), scale * vector


def spectrum(parts: Chain, rigid: int, count: int) -> Spectrum:
    """Return the first non-zero natural frequencies of an arm with a flexible link or more.

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
        If the count at the lowest frequency searched is not the number of rigid-body modes.
    """
    system = dynamic_stiffness(parts)
    number = rigid + 1 + np.arange(count)
    low, high = _brackets(system, rigid, number)
    where = fractions(system, np.sqrt(low * high))
    omega = _refined(dynamic_stiffness(divided(parts, where)), low, high, number)
    return Spectrum(np.maximum.accumulate(omega), number, where)


def _brackets(system: DynamicStiffness, rigid: int, number: Count) -> tuple[Array, Array]:
    """Return narrow brackets of the frequencies of given numbers, by counting."""
    grid = _grid(system, int(number[-1]))
    counts = np.maximum.accumulate(count_below(system, grid))
    if counts[0] != rigid:
        raise ArithmeticError(f"{counts[0]} modes below {grid[0]:.1e} rad/s, {rigid} rigid-body modes expected")
    above = np.searchsorted(counts, number)
    low, high = grid[above - 1], grid[above]
    for _ in range(_HALVINGS):
        middle = np.sqrt(low * high)
        reached = count_below(system, middle) >= number
        low, high = np.where(reached, low, middle), np.where(reached, middle, high)
    return low * (1.0 - _UNCERTAIN), high * (1.0 + _UNCERTAIN)


def _grid(system: DynamicStiffness, wanted: int) -> Array:
    """Return frequencies from below all non-zero ones to above the number wanted."""
    softest = min(float(part.beta(np.ones(()))) ** -2 for part in system.members)
    low, high = np.log10(softest) - _DECADES, np.log10(softest) + 1.0
    grid = np.logspace(low, high, int(_POINTS * (high - low)) + 1)
    while count_below(system, grid[-1:])[0] < wanted:
        grid = np.append(grid, grid[-1] * 10.0 ** (np.arange(1, _POINTS + 1) / _POINTS))
    return grid


def _refined(system: DynamicStiffness, low: Array, high: Array, number: Count) -> Array:
    """Return the frequencies inside their brackets, by Newton's method on the passing eigenvalue.

    The slope of the eigenvalue in ω² is minus its vector's modal mass. A step that leaves the bracket is replaced
    by halving.
    """
    omega = np.sqrt(low * high)
    for _ in range(_STEPS):
        value, vector = passing(system, omega, number)
        low, high = np.where(value > 0.0, omega, low), np.where(value > 0.0, high, omega)
        new = np.sqrt(np.maximum(omega**2 + value / system.modal_mass(vector, omega), 0.0))
        new = np.where((new >= low) & (new <= high), new, np.sqrt(low * high))
        done, omega = np.abs(new - omega) <= _CONVERGED * omega, new
        if np.all(done):
            break
    return omega
