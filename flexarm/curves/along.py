"""How sections of a curved beam are turned: R′ = R κ̂ along it, by collocation at Gauss points.

On every piece R = Y exp(θ̂), θ = ∫ κ ds from its start. What is curved about one axis alone has Y = 1 to the last digit.
"""

import numpy as np

from flexarm.arrays import Array
from flexarm.curves.rotations import Coefficients, coefficients, cross, rotation, skew, turned
from flexarm.curves.stations import Stations


def turned_along(curvatures: Array, stations: Stations) -> Array:
    """Return rotation matrices at all stations, of curvatures at the points in the sections' axes, (..., points, 3)."""
    many, points = curvatures.shape[:-2], stations.points
    pieces = curvatures.reshape(*many, stations.pieces, points, 3)
    inner = stations.integrals[:points, :points]
    to_end = stations.weights[:points]
    angles = np.concatenate([inner @ pieces, (to_end @ pieces)[..., np.newaxis, :]], axis=-2)
    known = coefficients(np.sum(angles**2, axis=-1))
    plain = rotation(angles, known)
    within = plain[..., :-1, :, :]
    left = skew(turned(within, _left_over(angles[..., :-1, :], known, pieces)))
    turns = _collocated(left, inner, to_end) @ plain
    found, start = [], np.broadcast_to(np.eye(3), (*many, 3, 3))
    for k in range(stations.pieces):
        whole = start[..., np.newaxis, :, :] @ turns[..., k, :, :, :]
        found.append(whole[..., :-1, :, :])
        start = whole[..., -1, :, :]
    return np.concatenate([*found, start[..., np.newaxis, :, :]], axis=-3)


def _left_over(angles: Array, known: Coefficients, curvatures: Array) -> Array:
    """Return what curvatures have beyond those of exp(θ̂): (a θ̂ − b θ̂²) κ, in the sections' axes."""
    a, b = (one[..., :-1, np.newaxis] for one in (known.a, known.b))
    once = cross(angles, curvatures)
    return np.asarray(a * once - b * cross(angles, once))


def _collocated(rates: Array, inner: Array, to_end: Array) -> Array:
    """Return Y of Y′ = Y K from 1 at a piece's start, at its points and its end, shape (..., points + 1, 3, 3)."""
    points, many = len(to_end), rates.shape[:-3]
    # Of the transposed, Yᵢᵀ = 1 + Σ aᵢⱼ Kⱼᵀ Yⱼᵀ, and Kᵀ = −K.
    across = np.swapaxes(rates, -3, -2)[..., np.newaxis, :, :, :]
    system = (inner[:, np.newaxis, :, np.newaxis] * across).reshape(*many, 3 * points, 3 * points)
    solved = np.linalg.solve(np.eye(3 * points) + system, np.tile(np.eye(3), (points, 1)))
    end = np.eye(3) - (to_end[:, np.newaxis] * across).reshape(*many, 3, 3 * points) @ solved
    inside = solved.reshape(*many, points, 3, 3)
    return np.swapaxes(np.concatenate([inside, end[..., np.newaxis, :, :]], axis=-3), -1, -2)
