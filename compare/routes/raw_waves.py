"""The general solution of the beam equation in sin, cos, sinh and cosh, as the books print it."""

import numpy as np

from flexarm.arrays import Array
from flexarm.beam_functions import Basis


class RawWaves(Basis):
    """sin bξ, cos bξ, sinh bξ and cosh bξ.

    Naive about it: from b of some 20 on, sinh b and cosh b are the same number but for its last digits, and the digits
    of sin b and cos b beside them are lost.
    """

    def __call__(self, b: Array, xi: Array, derivative: int) -> Array:
        """Return the derivatives."""
        phase = b * xi
        sine, cosine, sinh, cosh = np.sin(phase), np.cos(phase), np.sinh(phase), np.cosh(phase)
        waves = ((sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine))[derivative]
        growths = (sinh, cosh) if derivative % 2 == 0 else (cosh, sinh)
        return np.asarray(b**derivative * np.stack([*waves, *growths]))


RAW_WAVES = RawWaves()
