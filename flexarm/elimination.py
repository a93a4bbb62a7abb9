"""Strain and static loads of a piece of a link, its coordinates eliminated from tip to root.

All that lies beyond a section resists, or drives, its absolute rotation ϑ with a symmetric stiffness P, one number in
the plane. A piece with local coordinates e, which turn its tip by T e beside its root, then has twice the energy

    |S e|² + Σ_q N_q (r_q·ϑ + b_q·e)² + (ϑ + T e)ᵀP (ϑ + T e)  =  Σ_i sign_i (scale_i turnᵀ(R e + s ϑ))_i² + ϑᵀP′ϑ,

P′ the stiffness that its own root section shows, s its `shift`. What is positive is stacked as rows and factorised by
Householder reflections, so that nothing is squared; what is negative is held against that. The number of negative signs
is the number of unstable modes (Sylvester).
"""

from collections.abc import Sequence
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
    shift: Array  # shape (coordinates, rotations)
    turn: Array  # orthogonal, shape (coordinates, coordinates)
    scale: Array  # positive, shape (coordinates,)
    sign: Array  # 1.0 or -1.0 each, shape (coordinates,)
    pivot: float  # the smallest of `scale` squared: how near the piece and all beyond it are to the edge of stability
    stiffness: Array  # P′ of its root section, N m/rad, shape (rotations, rotations)


def piece_factor(strain: Array, turned: Array, force: Array, tip: Array, beyond: Array) -> PieceFactor:
    """Return the factor of a piece, its coordinates eliminated.

    Its rows (S, 0), (b, r) and (T, 1) in (e, ϑ), shape (…, n + rotations), N, shape (points,), and P.
    """
    n = strain.shape[1] - len(beyond)
    require_finite(strain)
    resisting, ways = np.linalg.eigh(beyond)
    felt = np.concatenate([force, resisting])
    rows = np.sqrt(np.abs(felt))[:, np.newaxis] * np.concatenate([turned, ways.T @ tip])
    require_finite(rows)
    inverse, shift, own = _triangular(np.concatenate([strain, rows[felt > 0.0]]), n)
    driving = rows[felt < 0.0]
    if len(driving) == 0:
        return PieceFactor(inverse, shift, np.eye(n), np.ones(n), np.ones(n), 1.0, own)
    # Driving rows are A y + h ϑ of y = R e + s ϑ. With A = UΣVᵀ, x = Vᵀy and a = Uᵀh the energy is the sum of all
    # x² − (σx + aϑ)² = p (x − σaϑ/p)² − (aϑ)²/p, p = 1 − σ², less |(h − Ua) ϑ|².
    relative = driving[:, :n] @ inverse
    left, values, right = np.linalg.svd(relative, full_matrices=True)
    held = driving[:, n:] - relative @ shift
    along, sigma = np.zeros((n, len(beyond))), np.zeros(n)
    count = len(values)
    sigma[:count], along[:count] = values, left[:, :count].T @ held
    rest = held - left[:, :count] @ along[:count]
    pivots = (1.0 - sigma) * (1.0 + sigma)
    pivots = np.where(np.abs(pivots) < _LAST, _LAST, pivots)
    stiffness = own - rest.T @ rest - along.T @ (along / pivots[:, np.newaxis])
    shift = shift - right.T @ ((sigma / pivots)[:, np.newaxis] * along)
    size = np.abs(pivots)
    return PieceFactor(inverse, shift, right.T, np.sqrt(size), np.sign(pivots), float(size.min()), stiffness)


def _triangular(rows: Array, n: int) -> tuple[Array, Array, Array]:
    """Return R⁻¹, shift and P′ of positive rows (e, ϑ), heavy ones first and columns pivoted (Cox and Higham 1998)."""
    order = np.argsort(-np.max(np.abs(rows), axis=1), kind="stable")
    unit, upper, pivots = qr(rows[order, :n], pivoting=True)
    last = unit.T @ rows[order, n:]
    inverse = np.zeros((n, n))
    inverse[pivots] = solve_triangular(upper[:n], np.eye(n))
    return inverse, last[:n], np.asarray(last[n:].T @ last[n:])


def joint_factor(springs: Array, turns: Sequence[int | None], beyond: Array) -> PieceFactor:
    """Return the factor of a joint from the springs of its freedoms, 0 for none, and P of the section outside it.

    Each freedom turns by one of the rotations ϑ that P is given by, or slides: None. A spring may be negative.
    """
    felt = np.array([0.0 * beyond[0] if place is None else beyond[place] for place in turns])
    whole = np.diag(springs)
    for i, place in enumerate(turns):
        if place is not None:
            whole[:, i] += felt[:, place]
    size = np.abs(springs) + np.abs(np.diag(whole) - springs)
    if np.any(size == 0.0):
        raise ZeroDivisionError("a freedom that nothing resists and nothing drives")
    root = np.sqrt(size)
    pivots, turn = np.linalg.eigh(whole / root / root[:, np.newaxis])
    pivots = np.where(np.abs(pivots) < _LAST, _LAST, pivots)
    shift = turn @ ((turn.T @ (felt / root[:, np.newaxis])) / pivots[:, np.newaxis])
    # K (K + P)⁻¹P in what it turns by: no difference, however stiff its springs.
    stiffness = beyond - (felt / root[:, np.newaxis]).T @ shift
    for i, place in enumerate(turns):
        if place is not None:
            stiffness[place] = stiffness[:, place] = springs[i] / root[i] * shift[i]
    return PieceFactor(
        np.diag(1.0 / root),
        shift,
        turn,
        np.sqrt(np.abs(pivots)),
        np.sign(pivots),
        float(np.min(np.abs(pivots))),
        stiffness,
    )
