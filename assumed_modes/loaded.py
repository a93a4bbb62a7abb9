"""Wavenumbers of a cantilever that carries a rigid body, by counting: none is missed, and none is too close."""

import numpy as np
from numpy.typing import NDArray

from assumed_modes.tip_body import TipBody
from flexarm.arrays import Array
from flexarm.classical_beams import clamped_clamped_wavenumbers, clamped_free_wavenumbers

_BISECTIONS = 100


def loaded_wavenumbers(size: int, body: TipBody) -> Array:
    """Return the first wavenumbers of a cantilever with a body at its tip, shape (size,).

    The body lowers every frequency of the cantilever, and two constraints would turn it into the clamped–clamped
    beam, so the i-th lies between the (i − 2)th of the latter and the i-th of the former (Rayleigh's theorem).
    Bisection on the number of frequencies below b ends where two neighbouring floats differ.
    """
    members = clamped_clamped_wavenumbers(size)
    low = np.concatenate([[0.0, 0.0], members])[:size]
    high = clamped_free_wavenumbers(size)
    order = np.arange(1, size + 1)
    for _ in range(_BISECTIONS):
        middle = 0.5 * (low + high)
        above = _below(middle, body, members) >= order
        low, high = np.where(above, low, middle), np.where(above, middle, high)
    return high


def _below(b: Array, body: TipBody, members: Array) -> NDArray[np.intp]:
    """Return how many frequencies lie below b: J = J₀ + s(D) of Wittrick and Williams (1971).

    D is the tip's dynamic stiffness, with moments about the body's centre, where the body's inertia is diagonal.
    """
    member = _member(b)
    determinant = _characteristic(b, body) / member
    force = (np.cos(b) * np.tanh(b) + np.sin(b)) / member - b * body.mass
    negative = np.where(determinant < 0.0, 1, np.where(force < 0.0, 2, 0))
    return np.searchsorted(members, b) + negative


def _characteristic(b: Array, body: TipBody) -> Array:
    """Return the determinant of the tip's conditions over cosh b; zero at the loaded cantilever's wavenumbers.

    Without a body it is (1 + cos b cosh b) / cosh b; compare Hufnagel 1989, eq. 10.3.
    """
    c, s, t = np.cos(b), np.sin(b), np.tanh(b)
    return np.asarray(
        1.0 / np.cosh(b)
        + c
        - b * body.mass * _shear(b)
        - 2.0 * b**2 * body.mass * body.offset * s * t
        - b**3 * body.tip_inertia * (s + c * t)
        + b**4 * body.mass * body.inertia * _member(b)
    )


def _member(b: Array) -> Array:
    """Return (1 − cos b cosh b) / cosh b, by its series where b is small."""
    return np.where(b < 1.0, b**4 * _series(b, 4) / np.cosh(b), 1.0 / np.cosh(b) - np.cos(b))


def _shear(b: Array) -> Array:
    """Return (sin b cosh b − cos b sinh b) / cosh b, by its series where b is small."""
    return np.where(b < 1.0, b**3 * _series(b, 3) / np.cosh(b), np.sin(b) - np.cos(b) * np.tanh(b))


def _series(b: Array, start: int) -> Array:
    """Return 4 Σ_k (−4 b⁴)^k / (4k + start)!, which sin b cosh b and its kin are made of."""
    power = -4.0 * np.minimum(b, 1.0) ** 4
    total, term = np.zeros_like(b), np.full_like(b, 4.0 / (6.0 if start == 3 else 24.0))
    for k in range(6):
        total = total + term
        first = 4 * k + start
        term = term * power / ((first + 1) * (first + 2) * (first + 3) * (first + 4))
    return total
