"""The general solution of the beam equation at one frequency, in four constants."""

from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.parts import Link


def wavenumber(link: Link, omega: Array) -> Array:
    """Return k = (m ω²/EI)^¼ of a link, 1/m, at angular frequencies, rad/s, shape (frequencies,)."""
    return np.asarray(np.sqrt(omega * np.sqrt(link.mass_per_length / link.flexural_rigidity)))


@dataclass(frozen=True)
class BeamSolution:
    """W(x) = A sin kx + B cos kx + C e^(−kx) + D e^(−k(L−x)): the sources' sin, cos, sinh and cosh, without overflow.

    Parameters
    ----------
    wavenumber
        k = (m ω²/EI)^¼, 1/m, shape (frequencies,).
    length
        Length of the beam, m.
    first
        Column of the constant A among the unknowns.
    unknowns
        Number of unknowns.
    """

    wavenumber: Array
    length: float
    first: int
    unknowns: int

    def __call__(self, x: float, derivative: int) -> Array:
        """Return W's derivative at `x` as a row for the unknowns, shape (frequencies, unknowns).

        Parameters
        ----------
        x
            Station, m.
        derivative
            Order, 0 to 3.
        """
        k = self.wavenumber
        sine, cosine = np.sin(k * x), np.cos(k * x)
        waves = ((sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine))[derivative]
        decays = ((-1.0) ** derivative * np.exp(-k * x), np.exp(-k * (self.length - x)))
        row = np.zeros((len(k), self.unknowns))
        row[:, self.first : self.first + 4] = np.stack([*waves, *decays], axis=1) * (k**derivative)[:, np.newaxis]
        return row

    def integral(self, moment: int) -> Array:
        """Return ∫ W xⁿ dx over the beam, n = 0 or 1, as a row for the unknowns.

        W⁗ = k⁴ W, so that ∫ W = [W‴]/k⁴ and ∫ W x = [x W‴ − W″]/k⁴.

        Parameters
        ----------
        moment
            The power n.
        """
        tip, root = self(self.length, 3), self(0.0, 3)
        if moment:
            tip, root = self.length * tip - self(self.length, 2), -self(0.0, 2)
        return (tip - root) / (self.wavenumber**4)[:, np.newaxis]
