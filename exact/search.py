"""All natural frequencies, none missed: counted by Wittrick and Williams (1971), refined by inverse iteration.

The number of natural frequencies below ω is J(ω) = J₀(ω) + s(D(ω)): those with every node held, and the negative
eigenvalues of the dynamic stiffness. A frequency of number i lies where J steps from below i to i or more.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from exact.brackets import beside, cut, middle, moved, wide
from exact.division import divided, fractions
from exact.stiffness import DynamicStiffness, dynamic_stiffness
from exact.symmetric import negative_eigenvalues, solver
from flexarm.chain import Array, Chain
from flexarm.layout import Layout

Count = NDArray[np.int_]

# Decades searched below the softest member's own frequency.
_DECADES = 16
# Cuts of a bracket, each into 17 parts, before the poles near it are looked at: from a decade to a part in 2000.
_CUTS, _PARTS = 3, np.arange(1, 17)[:, np.newaxis] / 17.0
# A count is uncertain this close to a frequency, relative: next to a pole, by the square root of round-off.
_UNCERTAIN = 1e-6
# Inverse iterations a round: the vector first, then frequency and vector together. Rounds before all are accepted:
# one as a rule; each further one at least halves the bracket, down to the last digit.
_VECTOR, _BOTH, _ROUNDS = 2, 2, 60


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Natural frequencies of one arm with what is needed for their modes.

    Parameters
    ----------
    omega
        Natural frequencies, ascending, rad/s, shape (count,).
    rigid
        Number of rigid-body modes.
    where
        Where each flexible link is divided for each frequency, as a fraction of its length, shape (count,) each.
    """

    omega: Array
    rigid: int
    where: list[Array]


class Stiffness(Protocol):
    """A bordered dynamic stiffness as a function of frequency, or of its square."""

    @property
    def plan(self) -> Layout:
        """The coordinates."""
        ...

    @property
    def inertia(self) -> Array:
        """Masses and moments of inertia of all bodies, shape (..., bodies)."""
        ...

    def matrix(self, at: Array, /) -> Array:
        """Return the matrix, shape (..., n + bodies, n + bodies)."""
        ...

    def inertia_matrix(self, at: Array, /) -> Array:
        """Return −∂/∂ω² of the matrix, shape (..., n + bodies, n + bodies)."""
        ...


def count_below(system: DynamicStiffness, omega: Array) -> Count:
    """Return the number of natural frequencies below ω, rad/s, rigid-body modes included, shape (...)."""
    return np.asarray(system.clamped_count(omega) + negative_eigenvalues(system.matrix(omega)))


def improved(system: Stiffness, omega: Array, vector: Array, times: int) -> tuple[Array, Array]:
    """Return vectors of the modes nearest ω after inverse iteration on D − δ M, and the distances δ in ω².

    Parameters
    ----------
    system
        The arm or arms.
    omega
        Frequencies, rad/s, shape (...); their squares where the system takes these.
    vector
        Starting vectors in the system's units, shape (..., n + bodies).
    times
        Number of iterations.

    Returns
    -------
    vector
        Vectors of unit modal mass, shape (..., n + bodies).
    distance
        Estimates of the natural frequency squared less ω², rad²/s², shape (...).
    """
    solve, inertia = solver(system.matrix(omega)), system.inertia_matrix(omega)
    distance = np.zeros(np.shape(omega))
    for _ in range(times):
        moved = np.einsum("...ij,...j->...i", inertia, vector)
        vector = solve(moved)
        mass = np.einsum("...i,...ij,...j->...", vector, inertia, vector)
        distance = np.einsum("...i,...i->...", vector, moved) / mass
        vector = vector / np.sqrt(mass)[..., np.newaxis]
    return vector, distance


def generic_vectors(system: Stiffness, count: int) -> Array:
    """Return starting vectors, different for each mode and the same in every run, shape (count, n + bodies)."""
    return np.random.default_rng(0).standard_normal((count, system.plan.size + system.inertia.shape[-1]))


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
        If the count at the lowest frequency searched is not the number of rigid-body modes, or the wanted ones lie
        beyond the range of float64.
    """
    system = dynamic_stiffness(parts)
    number = rigid + 1 + np.arange(count)
    low, high = _brackets(system, rigid, number)
    where = fractions(parts, middle(low, high))
    omega = _refined(parts, where, low, high, number)
    return Spectrum(np.maximum.accumulate(omega), rigid, where)


def _brackets(system: DynamicStiffness, rigid: int, number: Count) -> tuple[Array, Array]:
    """Return narrow brackets of the frequencies of given numbers, by counting."""
    grid, counts = _counted_grid(system, int(number[-1]))
    if counts[0] != rigid:
        raise ArithmeticError(f"{counts[0]} modes below {grid[0]:.1e} rad/s, {rigid} rigid-body modes expected")
    above = np.searchsorted(counts, number)
    low, high = grid[above - 1], grid[above]
    for _ in range(_CUTS):
        low, high = _cut(system, low * (high / low) ** _PARTS, low, high, number)
    return low * (1.0 - _UNCERTAIN), high * (1.0 + _UNCERTAIN)


def _counted_grid(system: DynamicStiffness, wanted: int) -> tuple[Array, Count]:
    """Return frequencies, a decade apart, from below all non-zero ones to above the number wanted; and the counts."""
    softest = min(float(part.beta(np.ones(()))) ** -2 for part in system.members)
    grid = np.asarray(softest * 10.0 ** np.arange(-_DECADES, 2))
    counts = count_below(system, grid)
    while counts[-1] < wanted:
        if not np.isfinite(1e8 * grid[-1] ** 4):
            raise ArithmeticError(f"fewer than {wanted} modes below {grid[-1]:.1e} rad/s")
        grid = np.asarray(np.append(grid, 10.0 * grid[-1]))
        counts = np.append(counts, count_below(system, grid[-1:]))
    return grid, np.maximum.accumulate(counts)


def _refined(parts: Chain, where: list[Array], low: Array, high: Array, number: Count) -> Array:
    """Return the frequencies inside their brackets, each where the count steps over its number."""
    omega, pending = middle(low, high), np.arange(len(number))
    for _ in range(_ROUNDS):
        pieces = divided(parts, [place[pending] for place in where])
        system = dynamic_stiffness(pieces, omega[pending])
        omega[pending] = _iterated(system, low[pending], high[pending])
        at = beside(omega[pending], low[pending], high[pending])
        low[pending], high[pending] = _cut(system, at, low[pending], high[pending], number[pending])
        pending = wide(low, high)
        if len(pending) == 0:
            break
    return omega


def _cut(system: DynamicStiffness, at: Array, low: Array, high: Array, number: Count) -> tuple[Array, Array]:
    """Return the parts of brackets between neighbouring ones of some frequencies, shape (points, count)."""
    return cut(count_below(system, at) >= number, at, low, high)


def _iterated(system: DynamicStiffness, low: Array, high: Array) -> Array:
    """Return estimates of a frequency in each bracket, by inverse iteration from its middle."""
    omega = middle(low, high)
    vector, distance = improved(system, omega, generic_vectors(system, len(omega)), _VECTOR)
    for _ in range(_BOTH):
        omega = moved(omega, distance, low, high)
        vector, distance = improved(system, omega, vector, 1)
    return moved(omega, distance, low, high)
