"""Uniform beams with classical ends: wavenumbers to the last digit, and mode shapes (Blevins 1979, table 8-1).

Each wavenumber b_i, ω_i = (b_i / L)² √(EI / ρA), lies near a multiple of a quarter turn, and its distance from there is
a function δ(b) that falls like e^−b; iterating b = start + δ(b) contracts by 0.3 or less a step.
"""

from collections.abc import Callable

import numpy as np

from flexarm.arrays import Array
from flexarm.beam_functions import BeamFunctions

_STEPS = 40


def pinned_pinned_wavenumbers(size: int) -> Array:
    """Return the roots of sin b = 0, shape (size,)."""
    return np.pi * _orders(size)


def clamped_free_wavenumbers(size: int) -> Array:
    """Return the roots of cos b + 1 / cosh b = 0, shape (size,)."""
    sign = _alternating(size)
    return _roots(np.pi * (_orders(size) - 0.5), lambda b: np.arcsin(sign / np.cosh(b)))


def clamped_clamped_wavenumbers(size: int) -> Array:
    """Return the positive roots of cos b − 1 / cosh b = 0, shape (size,); those of the free–free beam as well."""
    sign = _alternating(size)
    return _roots(np.pi * (_orders(size) + 0.5), lambda b: np.arcsin(sign / np.cosh(b)))


def pinned_free_wavenumbers(size: int) -> Array:
    """Return the positive roots of tan b = tanh b, shape (size,)."""
    return _roots(np.pi * (_orders(size) + 0.25), lambda b: -np.arctan(np.exp(-2.0 * b)))


def pinned_pinned(size: int) -> BeamFunctions:
    """Return W = sin bξ."""
    none = np.zeros(size)
    return BeamFunctions(pinned_pinned_wavenumbers(size), np.stack([none, np.ones(size), none, none]))


def pinned_free(size: int) -> BeamFunctions:
    """Return the elastic modes W = sin bξ + (sin b / sinh b) sinh bξ."""
    b = pinned_free_wavenumbers(size)
    tip = np.sin(b) / -np.expm1(-2.0 * b)
    return BeamFunctions(b, np.stack([np.zeros(size), np.ones(size), -np.exp(-b) * tip, tip]))


def clamped_free(size: int) -> BeamFunctions:
    """Return W = cosh bξ − cos bξ − σ (sinh bξ − sin bξ), σ = (cosh b + cos b) / (sinh b + sin b); mean square 1."""
    b = clamped_free_wavenumbers(size)
    decay, cosine, sine = np.exp(-b), np.cos(b), np.sin(b)
    scale = 1.0 - decay**2 + 2.0 * decay * sine
    sigma = (1.0 + decay**2 + 2.0 * decay * cosine) / scale
    root = (1.0 + decay * (sine + cosine)) / scale
    tip = (sine - cosine - decay) / scale
    return BeamFunctions(b, np.stack([-np.ones(size), sigma, root, tip]))


def clamped_clamped(size: int) -> BeamFunctions:
    """Return W = cosh bξ − cos bξ − σ (sinh bξ − sin bξ), σ = (cosh b − cos b) / (sinh b − sin b); mean square 1."""
    b = clamped_clamped_wavenumbers(size)
    sigma, root, tip = _hyperbolic_parts(b)
    return BeamFunctions(b, np.stack([-np.ones(size), sigma, root, tip]))


def free_free(size: int) -> BeamFunctions:
    """Return the elastic modes W = cosh bξ + cos bξ − σ (sinh bξ + sin bξ), b and σ of the clamped–clamped beam."""
    b = clamped_clamped_wavenumbers(size)
    sigma, root, tip = _hyperbolic_parts(b)
    return BeamFunctions(b, np.stack([np.ones(size), -sigma, root, tip]))


def _hyperbolic_parts(b: Array) -> Array:
    """Return σ, and the decaying parts of cosh bξ − σ sinh bξ from root and from tip, shape (3, n)."""
    decay, cosine, sine = np.exp(-b), np.cos(b), np.sin(b)
    scale = 1.0 - decay**2 - 2.0 * decay * sine
    sigma = (1.0 + decay**2 - 2.0 * decay * cosine) / scale
    root = (1.0 - decay * (sine + cosine)) / scale
    tip = (cosine - sine - decay) / scale
    return np.stack([sigma, root, tip])


def _orders(size: int) -> Array:
    return np.arange(1.0, size + 1.0)


def _alternating(size: int) -> Array:
    return np.where(np.arange(size) % 2 == 0, 1.0, -1.0)


def _roots(start: Array, distance: Callable[[Array], Array]) -> Array:
    roots = start
    for _ in range(_STEPS):
        roots = start + distance(roots)
    return roots
