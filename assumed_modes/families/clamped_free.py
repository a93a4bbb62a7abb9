"""Cantilever: beam clamped at the root and free at the tip."""

import numpy as np

from assumed_modes.beam import BeamFunctions
from assumed_modes.family import Family
from assumed_modes.tip_body import NO_BODY, TipBody
from assumed_modes.wavenumbers import clamped_free_wavenumbers


class ClampedFree(Family):
    """W = cosh bξ − cos bξ − σ (sinh bξ − sin bξ), σ = (cosh b + cos b) / (sinh b + sin b), 1 + cos b cosh b = 0.

    Blevins 1979, "Formulas for Natural Frequency and Mode Shape", table 8-1; Hufnagel 1989, eq. 10.1. Mean square 1.
    """

    name = "clamped-free"
    root = (0, 1)
    tip = (2, 3)
    orthogonal = "link"

    def functions(self, size: int, body: TipBody = NO_BODY) -> BeamFunctions:
        """Return the first functions; the tip body does not matter."""
        b = clamped_free_wavenumbers(size)
        decay, cosine, sine = np.exp(-b), np.cos(b), np.sin(b)
        scale = 1.0 - decay**2 + 2.0 * decay * sine
        sigma = (1.0 + decay**2 + 2.0 * decay * cosine) / scale
        root = (1.0 + decay * (sine + cosine)) / scale
        tip = (sine - cosine - decay) / scale
        return BeamFunctions(b, np.stack([-np.ones(size), sigma, root, tip]))
