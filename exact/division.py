"""Beams cut in two, at a point where neither piece resonates with its ends clamped.

At a natural frequency of a clamped–clamped beam the dynamic stiffness has a pole. Many natural frequencies lie next to
one: those of a link between heavy bodies, and, to within e^−β, all higher ones of a link with a free tip. Cutting the
link moves the poles away and changes nothing else.
"""

import numpy as np

from exact.bending import pole
from flexarm.arrays import Array

# Places tried. The pieces' poles are spread differently for each, so that one or another is far from any frequency.
_FRACTIONS = np.array([0.5, 0.4472, 0.4142, 0.382, 0.3333, 0.2929, 0.2361])


def halves(beta: Array, phase: Array) -> list[Array]:
    """Return the two parts, shape (arms,), that a beam is best cut in, from β, (axes, arms), and b, (rods, arms)."""
    first = best_fraction(beta, phase)
    return [first, 1.0 - first]


def best_fraction(beta: Array, phase: Array) -> Array:
    """Return the best place to cut a beam, as a fraction of its length, shape (arms,); b is zero where it is rigid."""
    beta, phase = beta[..., np.newaxis], phase[..., np.newaxis]
    far = [np.ones((1, *beta.shape[1:-1], len(_FRACTIONS)))]
    for part in (_FRACTIONS, 1.0 - _FRACTIONS):
        far += [_distance(part * beta), _rod_distance(part * phase)]
    return np.asarray(_FRACTIONS[np.argmax(np.min(np.concatenate(far), axis=0), axis=-1)])


def _distance(beta: Array) -> Array:
    """Return a measure, 0 to 1, of how far β is from a pole."""
    scaled = np.abs(pole(beta)) / (0.5 * (1.0 + np.exp(-2.0 * beta)))
    return np.where(beta < np.pi, 1.0, np.minimum(scaled, 1.0))


def _rod_distance(phase: Array) -> Array:
    """Return the same of b: the poles of stretch are at whole half-waves."""
    return np.where(phase < 0.5 * np.pi, 1.0, np.abs(np.sin(phase)))
