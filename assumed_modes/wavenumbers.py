"""Wavenumbers b_i of the classical beams, ω_i = (b_i / L)² √(EI / ρA), to the last digits of float64.

Each root lies near a multiple of a quarter turn, and its distance from there is a function δ(b) that falls like
e^−b; iterating b = start + δ(b) contracts by 0.3 or less a step.
"""

from collections.abc import Callable

import numpy as np

from flexarm.arrays import Array

_STEPS = 40


def pinned_pinned_wavenumbers(size: int) -> Array:
    """Return the roots of sin b = 0, shape (size,)."""
    return np.pi * _orders(size)


def clamped_free_wavenumbers(size: int) -> Array:
    """Return the roots of cos b + 1 / cosh b = 0, shape (size,)."""
    sign = _alternating(size)
    return _iterated(np.pi * (_orders(size) - 0.5), lambda b: np.arcsin(sign / np.cosh(b)))


def clamped_clamped_wavenumbers(size: int) -> Array:
    """Return the positive roots of cos b − 1 / cosh b = 0, shape (size,); those of the free–free beam as well."""
    sign = _alternating(size)
    return _iterated(np.pi * (_orders(size) + 0.5), lambda b: np.arcsin(sign / np.cosh(b)))


def pinned_free_wavenumbers(size: int) -> Array:
    """Return the positive roots of tan b = tanh b, shape (size,)."""
    return _iterated(np.pi * (_orders(size) + 0.25), lambda b: -np.arctan(np.exp(-2.0 * b)))


def _orders(size: int) -> Array:
    return np.arange(1.0, size + 1.0)


def _alternating(size: int) -> Array:
    return np.where(np.arange(size) % 2 == 0, 1.0, -1.0)


def _iterated(start: Array, distance: Callable[[Array], Array]) -> Array:
    roots = start
    for _ in range(_STEPS):
        roots = start + distance(roots)
    return roots
