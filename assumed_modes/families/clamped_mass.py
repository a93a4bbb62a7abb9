"""Cantilever that carries the link's own tip body."""

import numpy as np

from assumed_modes.family import Family, Functions
from assumed_modes.loaded import loaded_wavenumbers
from assumed_modes.tip_body import NO_BODY, TipBody
from flexarm.arrays import Array
from flexarm.beam_functions import BeamFunctions

# Two wavenumbers nearer than this, relatively, are taken for one at which every clamped wave fulfils the conditions:
# of two roots so near the waves could not be told apart. It takes a body whose centre lies back over the link.
_DOUBLE = 1e-6


class ClampedMass(Family):
    """Clamped waves of the frequencies at which the tip's conditions have a solution (Hufnagel 1989, §10.2).

    The body may have any mass from zero, which gives `clamped-free`, to 1e9 times the link's and more. Orthogonal in
    the mass of link and body together, but for two of one frequency, which are independent.
    """

    name = "clamped-mass"
    root = (0, 1)
    tip = (2, 3)
    carries = True
    orthogonal = "link and body"

    def functions(self, size: int, body: TipBody = NO_BODY) -> BeamFunctions:
        """Return the first functions of the loaded cantilever."""
        b = loaded_wavenumbers(size, body)
        second = np.concatenate([[False], np.diff(b) < _DOUBLE * b[1:]])
        b = np.where(second, np.roll(b, 1), b)
        short, none, one, decay = b < 1.0, np.zeros_like(b), np.ones_like(b), np.exp(-b)
        # Two clamped waves: c₂ and c₃; or the ones that decay from the root and from the tip.
        pair = (
            np.where(short, np.stack([none, none, one, none]), np.stack([-one, one, one, none])),
            np.where(short, np.stack([none, none, none, one]), np.stack([-decay, -decay, none, one])),
        )
        first, other = _mixture(b, body, second, *(BeamFunctions(b, constants, short) for constants in pair))
        return BeamFunctions(b, pair[0] * first + pair[1] * other, short)


def _mixture(b: Array, body: TipBody, second: Array, first: Functions, other: Functions) -> Array:
    """Return the multiples of two clamped waves that fulfil the tip's conditions, shape (2, n)."""
    end = np.ones(1)
    waves = np.stack([[wave(end, order)[0] for wave in (first, other)] for order in range(4)])
    rows = body.conditions(b, np.swapaxes(waves, 1, 2))
    _, _, right = np.linalg.svd(rows / np.linalg.norm(rows, axis=2, keepdims=True))
    kept = np.where(second[:, np.newaxis], right[:, 0], right[:, 1])
    root = np.stack([wave(0.0 * end, 2)[0] for wave in (first, other)], axis=1)
    return np.asarray((kept * np.where(np.sum(kept * root, axis=1) < 0.0, -1.0, 1.0)[:, np.newaxis]).T)
