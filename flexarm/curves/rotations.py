"""Rotations in space: R = exp(θ̂), their rates, and back.

With θ a rotation vector of length φ, θ̂ x = θ × x and a = (1 − cos φ)/φ², b = (φ − sin φ)/φ³,

    exp(θ̂) = 1 + (sin φ / φ) θ̂ + a θ̂²,   ω = θ̇ + a θ × θ̇ + b θ × (θ × θ̇)

(Géradin and Cardona 2001, chapter 4). Components of vectors come last.
"""

from math import factorial
from typing import NamedTuple

import numpy as np

from flexarm.arrays import Array

# Below this φ² series have all digits, and closed forms of small angles lose some.
_SMALL, _TERMS = 4.0, 12


class Coefficients(NamedTuple):
    """sin φ / φ, a, b, and the derivatives of a and b by φ over φ, of φ² of any shape."""

    sine: Array
    a: Array
    b: Array
    a_rate: Array
    b_rate: Array


def coefficients(square: Array) -> Coefficients:
    """Return what rotations of angles have, given their squares."""
    small = square < _SMALL
    every = bool(np.all(small))
    one = square if every else np.where(small, square, 0.0)
    # Numbers are vectors to it.
    powers = np.polynomial.polynomial.polyvander(one[np.newaxis], _TERMS - 1)[0]
    series = np.moveaxis(powers @ _SERIES, -1, 0)
    if every:
        return Coefficients(*series)
    safe = np.where(small, 1.0, square)
    phi = np.sqrt(safe)
    sine, cosine = np.sin(phi), np.cos(phi)
    a, b = (1.0 - cosine) / safe, (phi - sine) / (phi * safe)
    closed = (sine / phi, a, b, (sine / phi - 2.0 * a) / safe, (a - 3.0 * b) / safe)
    return Coefficients(*np.where(small, series, closed))


def _terms(k: int) -> list[float]:
    """Return what the series have of φ^(2k)."""
    sign = (-1.0) ** k
    first = [sign / factorial(2 * k + more) for more in (1, 2, 3)]
    # Of φ^(2k + 2) the derivative over φ is (2k + 2) φ^(2k).
    return first + [-sign * (2 * k + 2) / factorial(2 * k + more) for more in (4, 5)]


_SERIES = np.array([_terms(k) for k in range(_TERMS)])


# What matrices of cross products have of a vector's components, shape (3, 9).
_CROSSES = np.array([[0, 0, 0, 0, 0, -1, 0, 1, 0], [0, 0, 1, 0, 0, 0, -1, 0, 0], [0, -1, 0, 1, 0, 0, 0, 0, 0]], float)


def skew(vector: Array) -> Array:
    """Return matrices that take cross products with vectors, shape (..., 3, 3)."""
    return np.asarray((vector @ _CROSSES).reshape(*vector.shape, 3))


def cross(one: Array, other: Array) -> Array:
    """Return vector products, shape (..., 3)."""
    return turned(skew(one), other)


def turned(matrix: Array, vector: Array) -> Array:
    """Return matrices times vectors, shape (..., 3)."""
    return np.asarray((matrix @ vector[..., np.newaxis])[..., 0])


def rotation(vector: Array, known: Coefficients | None = None) -> Array:
    """Return the matrices of rotation vectors, shape (..., 3, 3), their coefficients given or not."""
    own, across = known or coefficients(np.sum(vector**2, axis=-1)), skew(vector)
    sine, a = (one[..., np.newaxis, np.newaxis] for one in (own.sine, own.a))
    return np.asarray(np.eye(3) + sine * across + a * (across @ across))


def rotation_about(axis: Array, angle: Array) -> Array:
    """Return the matrices of turns about a unit vector, or one that is zero, shape (..., 3, 3) (Rodrigues)."""
    across = skew(axis)
    sine, half = (np.sin(one)[..., np.newaxis, np.newaxis] for one in (angle, 0.5 * angle))
    return np.asarray(np.eye(3) + sine * across + 2.0 * half**2 * (across @ across))


def spinning(vector: Array) -> Array:
    """Return matrices T with ω = T θ̇, shape (..., 3, 3)."""
    own, across = coefficients(np.sum(vector**2, axis=-1)), skew(vector)
    a, b = (one[..., np.newaxis, np.newaxis] for one in (own.a, own.b))
    return np.asarray(np.eye(3) + a * across + b * (across @ across))


def spinning_bias(vector: Array, rates: Array) -> Array:
    """Return what of ω̇ rates of rotation vectors alone have, Ṫ θ̇, shape (..., 3)."""
    own, along = coefficients(np.sum(vector**2, axis=-1)), np.sum(vector * rates, axis=-1)
    once = cross(vector, rates)
    twice = cross(vector, once)
    a_rate, b_rate, b = (one[..., np.newaxis] for one in (own.a_rate * along, own.b_rate * along, own.b))
    return np.asarray(a_rate * once + b_rate * twice + b * cross(rates, once))


def quaternion_rotation(quaternion: Array) -> Array:
    """Return the matrices of quaternions, their scalar part last, of any length, shape (..., 3, 3)."""
    unit = quaternion / np.linalg.norm(quaternion, axis=-1, keepdims=True)
    across, scalar = skew(unit[..., :3]), unit[..., 3, np.newaxis, np.newaxis]
    return np.asarray(np.eye(3) + 2.0 * scalar * across + 2.0 * (across @ across))


def quaternion_rates(quaternion: Array, spin: Array) -> Array:
    """Return the derivatives by time of quaternions, their scalar part last, of what spins in the base's axes."""
    vector, scalar = quaternion[..., :3], quaternion[..., 3:]
    rates = 0.5 * (scalar * spin + cross(spin, vector))
    return np.concatenate([rates, -0.5 * np.sum(vector * spin, axis=-1, keepdims=True)], axis=-1)


def quaternion_vector(quaternion: Array) -> Array:
    """Return the rotation vectors of quaternions, their scalar part last, of π at most, shape (..., 3)."""
    vector = quaternion[..., :3] * np.where(quaternion[..., 3:] < 0.0, -1.0, 1.0)
    size, scalar = np.linalg.norm(vector, axis=-1, keepdims=True), np.abs(quaternion[..., 3:])
    safe = np.where(size > 0.0, size, 1.0)
    return np.asarray(np.where(size > 0.0, 2.0 * np.arctan2(size, scalar) / safe, 2.0) * vector)


def rotation_vectors(matrix: Array) -> Array:
    """Return the rotation vectors of matrices, of π at most, shape (..., 3)."""
    return quaternion_vector(_quaternions(matrix))


def _quaternions(matrix: Array) -> Array:
    """Return quaternions of rotation matrices, their scalar part last, shape (..., 4) (Shepperd 1978)."""
    m = np.moveaxis(matrix, (-2, -1), (0, 1))
    trace = m[0, 0] + m[1, 1] + m[2, 2]
    rows = [
        [1.0 + 2.0 * m[0, 0] - trace, m[0, 1] + m[1, 0], m[0, 2] + m[2, 0], m[2, 1] - m[1, 2]],
        [m[0, 1] + m[1, 0], 1.0 + 2.0 * m[1, 1] - trace, m[1, 2] + m[2, 1], m[0, 2] - m[2, 0]],
        [m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], 1.0 + 2.0 * m[2, 2] - trace, m[1, 0] - m[0, 1]],
        [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], 1.0 + trace],
    ]
    # Rows of 4 q qᵀ: the one of the largest component loses no digits.
    products = np.moveaxis(np.array(rows), (0, 1), (-2, -1))
    largest = np.argmax(np.diagonal(products, axis1=-2, axis2=-1), axis=-1)
    row = np.take_along_axis(products, largest[..., np.newaxis, np.newaxis], axis=-2)[..., 0, :]
    return np.asarray(row / np.linalg.norm(row, axis=-1, keepdims=True))


def continued(vectors: Array) -> Array:
    """Return rotation vectors over time, shape (times, 3), that do not jump by turns: the nearest to the one before."""
    found = vectors.copy()
    for k in range(1, len(found)):
        size = np.linalg.norm(found[k])
        if size > 0.0:
            turn = 2.0 * np.pi * found[k] / size
            found[k] += np.round((found[k - 1] - found[k]) @ turn / (turn @ turn)) * turn
    return found
