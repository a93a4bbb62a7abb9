"""Strain and static loads of a piece of a link, its coordinates eliminated from tip to root.

All that lies beyond a section resists, or drives, its absolute rotation ϑ with one stiffness P. A piece with local
coordinates e then has twice the energy

    |S e|² + Σ_q N_q (r_q ϑ + b_q·e)² + P (ϑ + t·e)²  =  Σ_i sign_i (scale_i turnᵀ(R e + shift ϑ))_i² + P′ ϑ²,

P′ the stiffness that its own root section shows. What is positive is stacked as rows and factorised by Householder
reflections, so that nothing is squared; what is negative is held against that. The number of negative signs is the
number of unstable modes (Sylvester).
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import qr, solve_triangular

from flexarm.arrays import Array
from flexarm.singular import require_finite

# A pivot below this part of what it is the difference of is round-off: a load moved by its last digit has none.
_LAST = np.finfo(float).eps


@dataclass(frozen=True, eq=False)
class PieceFactor:
    """The factor of one piece; see the module."""

    inverse: Array  # R⁻¹, shape (coordinates, coordinates)
    shift: Array  # shape (coordinates,)
    turn: Array  # orthogonal, shape (coordinates, coordinates)
    scale: Array  # positive, shape (coordinates,)
    sign: Array  # 1.0 or -1.0 each, shape (coordinates,)
    pivot: float  # the smallest of `scale` squared: how near the piece and all beyond it are to the edge of stability
    stiffness: float  # P′ of its root section, N m/rad


def piece_factor(
    strain: Array, slope: Array, turned: Array, force: Array, tip_slope: Array, beyond: float
) -> PieceFactor:
    """Return the factor of a piece, its coordinates eliminated."""
    n = strain.shape[1]
    require_finite(strain)
    felt = np.append(force, beyond)
    rotation = np.column_stack([np.vstack([slope, tip_slope]), np.append(turned, 1.0)])
    rows = np.sqrt(np.abs(felt))[:, np.newaxis] * rotation
    require_finite(rows)
    still = np.column_stack([strain, np.zeros(len(strain))])
    inverse, shift, own = _triangular(np.vstack([still, rows[felt > 0.0]]))
    driving = rows[felt < 0.0]
    if len(driving) == 0:
        return PieceFactor(inverse, shift, np.eye(n), np.ones(n), np.ones(n), 1.0, own)
    # Driving rows are A y + h ϑ of y = R e + s ϑ. With A = UΣVᵀ, x = Vᵀy and a = Uᵀh the energy is the sum of all
    # x² − (σx + aϑ)² = p (x − σaϑ/p)² − a²ϑ²/p, p = 1 − σ², less |h − Ua|² ϑ².
    relative = driving[:, :n] @ inverse
    left, values, right = np.linalg.svd(relative, full_matrices=True)
    held = driving[:, n] - relative @ shift
    along, sigma = np.zeros(n), np.zeros(n)
    count = len(values)
    sigma[:count], along[:count] = values, left[:, :count].T @ held
    rest = held - left[:, :count] @ along[:count]
    pivots = (1.0 - sigma) * (1.0 + sigma)
    pivots = np.where(np.abs(pivots) < _LAST, _LAST, pivots)
    stiffness = own - float(rest @ rest) - float(np.sum(along**2 / pivots))
    shift = shift - right.T @ (sigma * along / pivots)
    size = np.abs(pivots)
    return PieceFactor(inverse, shift, right.T, np.sqrt(size), np.sign(pivots), float(size.min()), stiffness)


def _triangular(rows: Array) -> tuple[Array, Array, float]:
    """Return R⁻¹, shift and P′ of positive rows (e, ϑ), heavy ones first and columns pivoted (Cox and Higham 1998)."""
    n = rows.shape[1] - 1
    order = np.argsort(-np.max(np.abs(rows), axis=1), kind="stable")
    unit, upper, pivots = qr(rows[order, :n], pivoting=True)
    last = unit.T @ rows[order, n]
    inverse = np.zeros((n, n))
    inverse[pivots] = solve_triangular(upper[:n], np.eye(n))
    return inverse, last[:n], float(last[n:] @ last[n:])


def joint_factor(spring: float, beyond: float) -> PieceFactor:
    """Return the factor of a joint from its spring, N m/rad, 0 for none, and P of the section outside it."""
    pivot, size = spring + beyond, max(spring, abs(beyond))
    pivot = pivot if abs(pivot) >= _LAST * size else _LAST * size
    if pivot == 0.0:
        raise ZeroDivisionError("a freedom that nothing resists and nothing drives")
    one = np.ones(1)
    return PieceFactor(
        np.eye(1) / np.sqrt(abs(pivot)),
        one * beyond / pivot * np.sqrt(abs(pivot)),
        np.eye(1),
        one,
        np.sign(pivot) * one,
        abs(pivot) / size,
        spring / pivot * beyond,
    )
