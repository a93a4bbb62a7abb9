"""Frequencies that coincide or nearly do: where their vectors are asked for, and how these are made orthogonal."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array

# Frequencies nearer than this, relative, are solved together, at a frequency so far aside that inverse iteration
# leaves each of their vectors its own part of their common space. Its error is of second order in that distance.
_COINCIDENT, _ASIDE = 1e-11, 1e-9
# Vectors of frequencies nearer than this mix, by round-off over their distance, and are made orthogonal again.
_NEAR = 1e-2


def shifts(omega: Array) -> Array:
    """Return where each frequency's vector is sought by inverse iteration, shape (modes,): one place for a group."""
    group = _groups(omega, _COINCIDENT)
    _, leader, size = np.unique(group, return_index=True, return_counts=True)
    return np.asarray((omega[leader] * np.where(size > 1, 1.0 + _ASIDE, 1.0))[group])


def orthogonalisation(omega: Array, products: Callable[[], Array]) -> Array:
    """Return the combinations of raw modes that are orthogonal where frequencies are near, shape (modes, modes).

    Löwdin (1950): the orthogonal set nearest to the raw modes.
    """
    mixture = np.eye(len(omega))
    groups = _groups(omega, _NEAR)
    if len(np.unique(groups)) == len(omega):
        return mixture
    gram = products()
    for group in np.unique(groups):
        near = np.ix_(groups == group, groups == group)
        # G^(−½) of the group's products G.
        values, vectors = np.linalg.eigh(gram[near])
        mixture[near] = vectors / np.sqrt(values) @ vectors.T
    return mixture


def _groups(omega: Array, distance: float) -> NDArray[np.intp]:
    """Return the number of each frequency's group, whose neighbours are nearer than a relative distance."""
    return np.cumsum(np.concatenate([[False], np.diff(omega) > distance * omega[1:]]))
