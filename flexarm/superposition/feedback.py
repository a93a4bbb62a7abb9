"""Modes that drives act on, q̈ + C q̇ + K q = f: matrices of any kind, which may give energy as well as take it.

States x of drives, ẋ = A x + B q, are the velocities of coordinates of their own.
"""

from typing import NamedTuple

import numpy as np
from scipy.linalg import matrix_balance

from flexarm.arrays import Array


class Feedback(NamedTuple):
    """K, 1/s², and C, 1/s, each of shape (modes, modes)."""

    stiffness: Array
    damping: Array

    @property
    def matrix(self) -> Array:
        """The matrix of displacements and velocities."""
        none, one = np.zeros_like(self.stiffness), np.eye(len(self.stiffness))
        return np.block([[none, one], [-self.stiffness, -self.damping]])

    @property
    def norm(self) -> float:
        """A bound of that matrix where its rows and columns are of one size, 1/s."""
        return float(np.linalg.norm(matrix_balance(self.matrix, permute=False)[0], 1))
