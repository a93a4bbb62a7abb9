"""Beam free at both ends, elastic modes only."""

import numpy as np

from assumed_modes.beam import BeamFunctions
from assumed_modes.families.clamped_clamped import hyperbolic_parts
from assumed_modes.family import Family
from assumed_modes.tip_body import NO_BODY, TipBody
from assumed_modes.wavenumbers import clamped_clamped_wavenumbers


class FreeFree(Family):
    """W = cosh bξ + cos bξ − σ (sinh bξ + sin bξ), with b and σ of the clamped–clamped beam.

    Blevins 1979, "Formulas for Natural Frequency and Mode Shape", table 8-1. Mean square 1.
    """

    name = "free-free"
    root = (2, 3)
    tip = (2, 3)
    orthogonal = "link"

    def functions(self, size: int, body: TipBody = NO_BODY) -> BeamFunctions:
        """Return the first functions; the tip body does not matter."""
        b = clamped_clamped_wavenumbers(size)
        sigma, root, tip = hyperbolic_parts(b)
        return BeamFunctions(b, np.stack([np.ones(size), -sigma, root, tip]))
