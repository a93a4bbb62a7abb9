"""What supports hold rigidly: constraints on an arm's motion, some of which may depend on others.

Of M q̈ = f + Jᵀλ and J q̈ = w the forces λ obey Y λ = w − J M⁻¹ f, Y = J M⁻¹ Jᵀ. Where supports hold what is held
already Y is singular, its rank that in the posture. Then λ is the least that does, of eigenvectors of Y with as many of
the largest eigenvalues: smooth in time as long as the rank stays. What they come to on the arm is determined, and so is
its motion; a single force is where it has no part in what Y takes to zero.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve_triangular

from flexarm.arrays import Array
from flexarm.holding import REDUNDANT
from flexarm.slews.borne import Motions, Supports
from flexarm.tree import Held

# Beyond this part of the others what is left of a motion is no round-off; up to it a geometry is not known.
_NEARLY = 1e-5
# What steps leave of constraints turns forces that are not determined by less than this.
_SHARED = 1e-3


class Spectrum(NamedTuple):
    """Eigenvectors of Y that hold the arm, shape (..., held, rank), their eigenvalues, and those that do not."""

    values: Array
    units: Array
    idle: Array

    def forces(self, moved: Array) -> Array:
        """Return the least λ of Y λ = w, shape (..., held, k) both."""
        return np.asarray(self.units @ (np.swapaxes(self.units, -1, -2) @ moved / self.values[..., np.newaxis]))


@dataclass(frozen=True, eq=False)
class Constraints:
    """Which motions of supports are held rigidly, in units of what they yield by, and how many are independent.

    They are kept as Baumgarte (1972) does, by a rate α, 1/s.
    """

    held: tuple[Held, ...]
    rigid: NDArray[np.intp]  # numbers of the motions, shape (held,)
    free: NDArray[np.intp]  # coordinates that are not prescribed
    units: Array  # shape (held,)
    rank: int
    kept: float
    nearly: bool  # whether some motions are almost dependent

    def motions(self, moved: Motions, rates: Array) -> Motions:
        """Return what is held in these units, its bias with what keeps it so."""
        own = Motions(
            moved.amounts[..., self.rigid] / self.units, self.rows(moved), moved.bias[..., self.rigid] / self.units
        )
        kept = 2.0 * self.kept * own.moving(rates) + self.kept**2 * own.amounts
        return own._replace(bias=own.bias + kept)

    def rows(self, moved: Motions) -> Array:
        """Return the derivatives J of what is held, in these units, shape (..., held, n)."""
        return np.asarray(moved.rows[..., self.rigid, :] / self.units[:, np.newaxis])

    def spectrum(self, rows: Array, yielding: Array) -> Spectrum:
        """Return that of Y, from J and M⁻¹ Jᵀ of what is free."""
        values, units = np.linalg.eigh(rows @ yielding)
        idle = len(self.rigid) - self.rank
        return Spectrum(values[..., idle:], units[..., idle:], units[..., :idle])

    def accelerated(self, mass: Array, force: Array, rows: Array, wanted: Array) -> Array:
        """Return q̈ of M q̈ = f + Jᵀλ with J q̈ = wanted, shape (..., free)."""
        freely, yielding = accelerated(mass, force)[..., np.newaxis], yielded(mass, rows)
        forces = self.spectrum(rows, yielding).forces(wanted[..., np.newaxis] - rows @ freely)
        return np.asarray((freely + yielding @ forces)[..., 0])

    def forces(self, mass: Array, rows: Array, left: Array) -> Array:
        """Return λ in these units, shape (..., held), from Jᵀλ of what is free, shape (..., free)."""
        moved = rows @ accelerated(mass, left)[..., np.newaxis]
        return self.spectrum(rows, yielded(mass, rows)).forces(moved)[..., 0]

    def undetermined(self, mass: Array, rows: Array) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return which forces, (held,), and what they come to on which coordinates, (n,), are not determined.

        J is given by all coordinates, at many times, or for all of them.
        """
        rows = rows if rows.ndim > 2 else rows[np.newaxis]
        own = rows[..., self.free]
        idle = self.spectrum(own, yielded(mass, own)).idle
        come = np.max(np.abs(np.swapaxes(rows, -1, -2) @ idle), axis=-1, initial=0.0)
        large = np.linalg.norm(rows, axis=-2)
        shared = np.max(np.abs(idle), axis=-1, initial=0.0) > _SHARED
        return np.any(shared, axis=0), np.any(come > _SHARED * np.maximum(large, REDUNDANT), axis=0)

    def loosened(self, mass: Array, rows: Array) -> NDArray[np.intp]:
        """Return between which states of a row fewer motions are held: det J, as it were, changes its sign."""
        if rows.ndim == 2:  # for all of them
            return np.zeros(0, np.intp)
        yielding = yielded(mass, rows)
        units = self.spectrum(rows, yielding).units
        before, after = np.swapaxes(units[:-1], -1, -2), units[1:]
        moved = np.linalg.det(before @ (rows[:-1] @ yielding[1:]) @ after)
        return np.flatnonzero(moved * np.linalg.det(before @ after) <= 0.0)


def constraints(mass: Array, moved: Motions, supports: Supports, free: NDArray[np.intp], kept: float) -> Constraints:
    """Return what is held rigidly, from masses, shape (n, n), and motions of the posture."""
    rows = moved.rows[np.ix_(supports.rigid, free)]
    yields = solve_triangular(np.linalg.cholesky(mass[np.ix_(free, free)]), rows.T, lower=True)
    sizes, largest = np.linalg.norm(yields, axis=0), np.max(np.abs(rows), axis=1, initial=0.0)
    still = largest < REDUNDANT * max(1.0, float(np.max(largest, initial=0.0)))
    units = np.where(still, float(np.max(sizes[~still], initial=0.0)) or 1.0, sizes)
    values = np.linalg.svd(yields / units, compute_uv=False)
    rank = int(np.sum(values > REDUNDANT))
    nearly = bool(np.any(values[:rank] < _NEARLY * np.max(values, initial=0.0)))
    held = tuple(supports.held[k] for k in supports.rigid)
    return Constraints(held, supports.rigid, free, units, rank, kept, nearly)


def accelerated(mass: Array, force: Array) -> Array:
    """Return q̈ of M q̈ = f, shape (..., n)."""
    if mass.ndim == 2:  # one, and many forces
        return np.asarray(np.linalg.solve(mass, force.T).T)
    return np.asarray(np.linalg.solve(mass, force[..., np.newaxis])[..., 0])


def yielded(mass: Array, rows: Array) -> Array:
    """Return M⁻¹ Jᵀ, shape (..., n, held)."""
    return np.asarray(np.linalg.solve(mass, np.swapaxes(rows, -1, -2)))
