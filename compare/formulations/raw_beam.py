"""The general solution of the beam equation in sin, cos, sinh and cosh, as the books print it."""

from dataclasses import dataclass

import numpy as np

from compare.routes.beam import BeamSolution
from flexarm.arrays import Array


@dataclass(frozen=True)
class RawBeam(BeamSolution):
    """W(x) = A sin kx + B cos kx + C sinh kx + D cosh kx.

    Naive about it: from kL of some 20 on, sinh kL and cosh kL are the same number but for its last digits, and the
    digits of sin kL and cos kL beside them are lost.
    """

    def __call__(self, x: float, derivative: int) -> Array:
        """Return W's derivative at `x` as a row for the unknowns, shape (frequencies, unknowns).

        Parameters
        ----------
        x
            Station, m.
        derivative
            Order, 0 to 3.
        """
        phase = self.wavenumber * x
        sine, cosine, sinh, cosh = np.sin(phase), np.cos(phase), np.sinh(phase), np.cosh(phase)
        waves = ((sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine))[derivative]
        growths = (sinh, cosh) if derivative % 2 == 0 else (cosh, sinh)
        row = np.zeros((len(phase), self.unknowns))
        scale = self.wavenumber[:, np.newaxis] ** derivative
        row[:, self.first : self.first + 4] = np.stack([*waves, *growths], axis=1) * scale
        return row
