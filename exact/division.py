"""Beams cut in two, at a point where neither piece resonates with its ends clamped.

At a natural frequency of a clamped–clamped beam the dynamic stiffness has a pole. Many natural frequencies lie next to
one: those of a link between heavy bodies, and, to within e^−β, all higher ones of a link with a free tip. Cutting the
link moves the poles away and changes nothing else.
"""

from collections.abc import Callable

import numpy as np

from exact.bending import pole
from flexarm.arrays import Array

# Places tried. The pieces' poles are spread differently for each, so that one or another is far from any frequency.
_FRACTIONS = np.array([0.5, 0.4472, 0.4142, 0.382, 0.3333, 0.2929, 0.2361])


def best_fraction(distance: Callable[[Array], Array]) -> Array:
    """Return the best places to cut beams, as fractions of their lengths, shape (...).

    A function says how far, 0 to 1, such parts of them are from a pole, shape (..., parts).
    """
    far = np.minimum(distance(_FRACTIONS), distance(1.0 - _FRACTIONS))
    return np.asarray(_FRACTIONS[np.argmax(far, axis=-1)])


def distance(beta: Array) -> Array:
    """Return a measure, 0 to 1, of how far β is from a pole."""
    scaled = np.abs(pole(beta)) / (0.5 * (1.0 + np.exp(-2.0 * beta)))
    return np.where(beta < np.pi, 1.0, np.minimum(scaled, 1.0))


def rod_distance(phase: Array) -> Array:
    """Return the same of b, zero where a beam is rigid: the poles of stretch are at whole half-waves."""
    return np.where(phase < 0.5 * np.pi, 1.0, np.abs(np.sin(phase)))
