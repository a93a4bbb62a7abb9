"""What one link's sections can do relative to its root, however far: the one thing that models of a slew differ in."""

from typing import NamedTuple, Protocol

from flexarm.arrays import Array, ComplexArray
from flexarm.curves.stations import Stations
from flexarm.tree import Beam


class Shape(NamedTuple):
    """Sections of a link in axes of its root, or of an arm in the base's: x + iy, m, and turned, rad, (..., stations).

    `slope` and `turning` are their derivatives by the coordinates, shape (..., stations, size) and (stations, size):
    rotations are linear in these. `bias` is what accelerations have of the coordinates' rates alone, (..., stations).
    The last station is the tip.
    """

    places: ComplexArray
    turns: Array
    slope: ComplexArray
    turning: Array
    bias: ComplexArray


class Curve(Protocol):
    """A flexible link in coordinates of its own, of which its strain energy is a quadratic form."""

    @property
    def beam(self) -> Beam:
        """The link's numbers."""
        ...

    @property
    def size(self) -> int:
        """Number of coordinates."""
        ...

    @property
    def stations(self) -> Stations:
        """The stations, the tip left out."""
        ...

    @property
    def stiffness(self) -> Array:
        """The strain energy's matrix, shape (size, size)."""
        ...

    @property
    def kinds(self) -> tuple[slice, ...]:
        """Where coordinates of one kind and unit stand among them."""
        ...

    @property
    def scale(self) -> Array:
        """What coordinates of large motion are of the order of, shape (size,)."""
        ...

    @property
    def roughness(self) -> Array:
        """By how much less than others of its kind a coordinate of the same size moves the tip, shape (size,)."""
        ...

    @property
    def root_moment(self) -> Array:
        """What the bending moment at the root, N m, has of the coordinates, shape (size,)."""
        ...

    def shape(self, coordinates: Array, rates: Array) -> Shape:
        """Return where the sections are, and how they move.

        Parameters
        ----------
        coordinates, rates
            The link's coordinates and their derivatives by time, shape (..., size).
        """
        ...
