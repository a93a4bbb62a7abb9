"""Beam pinned at both ends."""

import numpy as np

from assumed_modes.beam import BeamFunctions
from assumed_modes.family import Family
from assumed_modes.tip_body import NO_BODY, TipBody
from assumed_modes.wavenumbers import pinned_pinned_wavenumbers


class PinnedPinned(Family):
    """W_i = sin iπξ (Blevins 1979, "Formulas for Natural Frequency and Mode Shape", table 8-1)."""

    name = "pinned-pinned"
    root = (0, 2)
    tip = (0, 2)
    orthogonal = "link"

    def functions(self, size: int, body: TipBody = NO_BODY) -> BeamFunctions:
        """Return the first functions; the tip body does not matter."""
        b = pinned_pinned_wavenumbers(size)
        none = np.zeros(size)
        return BeamFunctions(b, np.stack([none, np.ones(size), none, none]))
