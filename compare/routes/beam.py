"""The general solution of the beam equation at many frequencies, as rows for the unknowns of a determinant."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.arrays import Array
from flexarm.beam_functions import WAVES, Basis
from flexarm.links import Link


def wavenumber(link: Link, omega: Array) -> Array:
    """Return k = (m ω²/EI)^¼ of a link, 1/m, at angular frequencies, rad/s, shape (frequencies,)."""
    return np.asarray(np.sqrt(omega * np.sqrt(link.mass_per_length / link.flexural_rigidity)))


@dataclass(frozen=True)
class BeamSolution:
    """W(x) in four constants; every row has shape (frequencies, unknowns)."""

    wavenumber: Array  # k = (m ω²/EI)^¼, 1/m, shape (frequencies,)
    length: float  # m
    first: int = 0  # column of the first constant among the unknowns
    unknowns: int = 4
    basis: Basis = WAVES

    def __call__(self, x: float, derivative: int) -> Array:
        """Return the derivative of W of order 0 to 3 at `x`, m."""
        values = self.basis(self.wavenumber * self.length, np.asarray(x / self.length), derivative)
        row = np.zeros((len(self.wavenumber), self.unknowns))
        row[:, self.first : self.first + 4] = (values / self.length**derivative).T
        return row

    @cached_property
    def root(self) -> tuple[Array, ...]:
        """W, W′, W″ and W‴ at the root."""
        return tuple(self(0.0, order) for order in range(4))

    @cached_property
    def tip(self) -> tuple[Array, ...]:
        """W, W′, W″ and W‴ at the tip."""
        return tuple(self(self.length, order) for order in range(4))

    @cached_property
    def integrals(self) -> tuple[Array, Array]:
        """∫ W dx = [W‴]/k⁴ and ∫ W x dx = [x W‴ − W″]/k⁴ over the beam."""
        load = (self.wavenumber**4)[:, np.newaxis]
        lever = self.length * self.tip[3] - self.tip[2] + self.root[2]
        return (self.tip[3] - self.root[3]) / load, lever / load
