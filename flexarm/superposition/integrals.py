"""Divided differences exp[z₁, z₂, 0, …, 0] of the exponential function, for roots in the left half-plane.

Sum and product of the roots, −a and b, are real, whether the roots are a conjugate pair, double or apart.
"""

from math import factorial

import numpy as np

from flexarm.arrays import Array

# Roots up to this size by the power series; beyond it the closed form loses less than one digit.
_SMALL = 2.0
# The nth term is below (n + 1) 2ⁿ / (n + 2)!: less than 1e-17 of the sum from here on.
_TERMS = 26
# 1 / (n + k)!, k from 0 to 4 by rows.
_WEIGHTS = np.array([[1.0 / factorial(k + n) for n in range(_TERMS)] for k in range(5)])


def integrals(a: Array, b: Array, size: Array, displacement: Array, impulse: Array) -> Array:
    """Return exp[z₁, z₂, 0], exp[z₁, z₂, 0, 0] and exp[z₁, z₂, 0, 0, 0], shape (3, ...).

    Roots more than 2 in size one of which is smaller than 1 lose digits: they are for `parted_integrals`.
    """
    small = size <= _SMALL
    divisor = np.where(small, 1.0, b)
    step = (1.0 - displacement) / divisor
    ramp = (1.0 - impulse - a * step) / divisor
    parabola = (0.5 - step - a * ramp) / divisor
    differences = np.stack([step, ramp, parabola])
    if small.any():
        differences[:, small] = _series(a[small], b[small], 2)
    return differences


def parted_integrals(slow: Array, fast: Array) -> Array:
    """Return the same for real roots slow > −1 and fast < −2, shape (3, ...), as differences of φ functions.

    φₖ(z) = exp[z, 0, …, 0] with k zeros; φ₁ = (eᶻ − 1)/z, φₖ₊₁ = (φₖ − 1/k!)/z.
    """
    first = np.expm1(fast) / fast
    second = (first - 1.0) / fast
    third = (second - 0.5) / fast
    of_slow = _series(-slow, np.zeros_like(slow), 1)
    return np.asarray((of_slow - np.stack([first, second, third])) / (slow - fast))


def _series(a: Array, b: Array, order: int) -> Array:
    """Return exp[z₁, z₂, 0, …] of order `order` and of the two orders above, roots of size 2 at most, shape (3, ...).

    The divided difference of order k of zⁿ⁺ᵏ at z₁, z₂, 0, … is hₙ, the complete homogeneous symmetric polynomial of
    the roots, and hₙ₊₁ = −a hₙ − b hₙ₋₁; so that of eᶻ is Σ hₙ / (n + k)!.
    """
    before, polynomial = np.zeros_like(a), np.ones_like(a)
    differences = np.zeros((3, *a.shape))
    for weight in _WEIGHTS[order : order + 3].T:
        differences += np.multiply.outer(weight, polynomial)
        before, polynomial = polynomial, -a * polynomial - b * before
    return differences
