"""Beam clamped at both ends."""

import numpy as np

from assumed_modes.beam import BeamFunctions
from assumed_modes.family import Family
from assumed_modes.tip_body import NO_BODY, TipBody
from assumed_modes.wavenumbers import clamped_clamped_wavenumbers
from flexarm.arrays import Array


class ClampedClamped(Family):
    """W = cosh bξ − cos bξ − σ (sinh bξ − sin bξ), σ = (cosh b − cos b) / (sinh b − sin b), cos b cosh b = 1.

    Blevins 1979, "Formulas for Natural Frequency and Mode Shape", table 8-1. Mean square 1.
    """

    name = "clamped-clamped"
    root = (0, 1)
    tip = (0, 1)
    orthogonal = "link"

    def functions(self, size: int, body: TipBody = NO_BODY) -> BeamFunctions:
        """Return the first functions; the tip body does not matter."""
        b = clamped_clamped_wavenumbers(size)
        sigma, root, tip = hyperbolic_parts(b)
        return BeamFunctions(b, np.stack([-np.ones(size), sigma, root, tip]))


def hyperbolic_parts(b: Array) -> Array:
    """Return σ, and the decaying parts of cosh bξ − σ sinh bξ from root and from tip, shape (3, n)."""
    decay, cosine, sine = np.exp(-b), np.cos(b), np.sin(b)
    scale = 1.0 - decay**2 - 2.0 * decay * sine
    sigma = (1.0 + decay**2 - 2.0 * decay * cosine) / scale
    root = (1.0 - decay * (sine + cosine)) / scale
    tip = (cosine - sine - decay) / scale
    return np.stack([sigma, root, tip])
