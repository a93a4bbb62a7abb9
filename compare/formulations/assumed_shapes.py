"""Assumed modes by Gram matrices and `scipy.linalg.eigh`: monomials, and cantilever shapes in cosh and sinh.

Sources: Hufnagel (1989), equations 4.5 and 10.1; Blevins (1979), table 8-1.
Naive about it: Gram matrices square what the shapes lose; monomials are all but the same function from the tenth on,
and a cantilever's shapes are small differences of cosh bξ and sinh bξ.
"""

from collections.abc import Callable

import numpy as np
from scipy.optimize.elementwise import find_root

from compare.formulations.formulation import Formulation, Spectrum
from compare.formulations.gram import Shapes, gram_pencil, powers
from compare.formulations.handling import bending, guarded
from compare.formulations.pencil import eigenvalues, frequencies
from flexarm.arm import Arm
from flexarm.arrays import Array

_USUAL = 6
# Gauss points for the squares of so many shapes, and more for their steep ends.
_POINTS_A_SHAPE, _POINTS = 4, 20


def cantilever(size: int) -> Shapes:
    """Return the shapes cosh bξ − cos bξ − σ (sinh bξ − sin bξ) of a beam clamped at its root."""
    ends = np.pi * np.arange(size + 1)
    b = find_root(lambda b: np.cos(b) + 1.0 / np.cosh(b), (ends[:-1], ends[1:])).x
    sigma = (np.sinh(b) - np.sin(b)) / (np.cosh(b) + np.cos(b))

    def shapes(xi: Array, derivative: int) -> Array:
        phase = np.outer(xi, b)
        even, odd = (np.cosh, np.sinh) if derivative % 2 == 0 else (np.sinh, np.cosh)
        waves = (np.cos, np.sin), (lambda x: -np.sin(x), np.cos), (lambda x: -np.cos(x), lambda x: -np.sin(x))
        cosine, sine = waves[derivative]
        return np.asarray(b**derivative * (even(phase) - cosine(phase) - sigma * (odd(phase) - sine(phase))))

    return shapes


def _assumed(name: str, title: str, source: str, family: Callable[[int], Shapes]) -> Formulation:
    def solve(arm: Arm, count: int, size: int | None) -> Spectrum:
        shapes = size or _USUAL
        stiffness, mass = gram_pencil(arm, family(shapes), _POINTS_A_SHAPE * shapes + _POINTS)
        condition = np.linalg.cond(mass) if np.all(np.isfinite(mass)) else np.inf
        return Spectrum(frequencies(arm, eigenvalues(stiffness, mass, count + arm.rigid_freedoms)), float(condition))

    return Formulation(name, title, source, "assumed_modes", bending, guarded(bending, solve), "M")


ASSUMED_MONOMIAL = _assumed("assumed-monomial", "assumed modes, monomials", "Hufnagel (1989), equation 4.5", powers)
ASSUMED_COSH = _assumed(
    "assumed-cosh",
    "assumed modes, textbook cosh shapes",
    "Hufnagel (1989), equation 10.1; Blevins (1979), table 8-1",
    cantilever,
)
