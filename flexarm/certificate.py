"""What is proved: intervals that contain so many natural frequencies, and discs that contain complex eigenvalues."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.notebook import table


@dataclass(frozen=True, repr=False)
class CertifiedInterval:
    """An interval that is proved to contain some of an arm's natural frequencies, and no others.

    Parameters
    ----------
    lower, upper
        Its ends, rad/s, as decimal numbers; the proof holds for these numbers as they are written.
    multiplicity
        How many natural frequencies it contains, each counted as often as it occurs.
    first
        Number of the first of them, from 1; that ``first - 1`` non-zero ones lie below is proved too.
    """

    lower: str
    upper: str
    multiplicity: int
    first: int

    @property
    def modes(self) -> str:
        """The numbers of the frequencies in it: ``3``, or ``3 to 4``."""
        last = self.first + self.multiplicity - 1
        return str(self.first) if last == self.first else f"{self.first} to {last}"

    def __repr__(self) -> str:
        middle = float((Fraction(self.lower) + Fraction(self.upper)) / 2)
        return f"<CertifiedInterval of mode {self.modes}: {middle!r} rad/s, ± {self.half_width:.1g} of it>"

    def _repr_html_(self) -> str:
        """Return a table of its ends, for notebooks."""
        ends = [("lower end, rad/s", self.lower), ("upper end, rad/s", self.upper)]
        return table(f"proved to hold mode {self.modes}", (), ends)

    @property
    def half_width(self) -> float:
        """Half of its width, relative to its middle."""
        return relative_half_width(self.lower, self.upper)


@dataclass(frozen=True, eq=False)
class ProvedEigenvalues:
    """All eigenvalues within a circle, each in a disc that is proved to hold it, as many as there are discs.

    Centres, 1/s, and radii, 1/s, shape (eigenvalues,), as `ComplexSpectrum` has them; and the proved sign of each real
    part, 0 where the disc reaches across the imaginary axis.
    """

    eigenvalues: Array
    disc_radius: Array
    side: NDArray[np.int_]

    def selection(self, which: NDArray[np.bool_] | slice) -> "ProvedEigenvalues":
        """Return some of them."""
        return ProvedEigenvalues(self.eigenvalues[which], self.disc_radius[which], self.side[which])


def relative_half_width(lower: str, upper: str) -> float:
    """Return half the distance of two positive decimal numbers, relative to their middle."""
    return float((Fraction(upper) - Fraction(lower)) / (Fraction(upper) + Fraction(lower)))


def each_mode(certificate: Sequence[CertifiedInterval], modes: int) -> list[CertifiedInterval]:
    """Return the interval of each of the first modes: that of a multiple frequency once for each."""
    return [interval for interval in certificate for _ in range(interval.multiplicity)][:modes]
