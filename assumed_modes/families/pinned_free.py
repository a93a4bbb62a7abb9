"""Beam pinned at the root and free at the tip, elastic modes only."""

import numpy as np

from assumed_modes.beam import BeamFunctions
from assumed_modes.family import Family
from assumed_modes.tip_body import NO_BODY, TipBody
from assumed_modes.wavenumbers import pinned_free_wavenumbers


class PinnedFree(Family):
    """W = sin bξ + (sin b / sinh b) sinh bξ, tan b = tanh b (Blevins 1979, table 8-1, from the pinned end)."""

    name = "pinned-free"
    root = (0, 2)
    tip = (2, 3)
    orthogonal = "link"

    def functions(self, size: int, body: TipBody = NO_BODY) -> BeamFunctions:
        """Return the first functions; the tip body does not matter."""
        b = pinned_free_wavenumbers(size)
        tip = np.sin(b) / -np.expm1(-2.0 * b)
        return BeamFunctions(b, np.stack([np.zeros(size), np.ones(size), -np.exp(-b) * tip, tip]))
