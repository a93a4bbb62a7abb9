"""Proved natural frequencies: intervals that contain exactly the stated number of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
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
    def half_width(self) -> float:
        """Half of its width, relative to its middle."""
        return relative_half_width(self.lower, self.upper)


def relative_half_width(lower: str, upper: str) -> float:
    """Return half the distance of two positive decimal numbers, relative to their middle."""
    return float((Fraction(upper) - Fraction(lower)) / (Fraction(upper) + Fraction(lower)))


def each_mode(certificate: Sequence[CertifiedInterval], modes: int) -> list[CertifiedInterval]:
    """Return the interval of each of the first modes: that of a multiple frequency once for each.

    Parameters
    ----------
    certificate
        Intervals in ascending order, the first one's `first` being 1; they hold that many modes or more.
    modes
        Number of modes.
    """
    return [interval for interval in certificate for _ in range(interval.multiplicity)][:modes]
