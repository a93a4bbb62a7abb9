"""What one link's sections can do relative to its root, however far: the one thing that models of a slew differ in."""

import abc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.curves.stations import Stations
from flexarm.tree import Beam


class Seen(NamedTuple):
    """A place or rotation, m or rad, (...), its derivatives, (..., n), and what rates alone accelerate it by, (...)."""

    amount: Array
    rows: Array
    bias: Array


@dataclass(frozen=True, eq=False)
class Shape(abc.ABC):
    """Sections of a link in axes of its root, or of an arm in the base's: where they are and how they move.

    `slope` and `turning` are what rates move and turn them by, one column a coordinate; `bias` is what accelerations
    have of the rates alone. Arrays have the states first, if many, then stations; the last of these is the tip.
    """

    places: Any
    slope: Any
    turning: Array
    bias: Any

    @classmethod
    @abc.abstractmethod
    def ground(cls, many: tuple[int, ...], size: int) -> Self:
        """Return what does not move, by a number of coordinates."""

    @abc.abstractmethod
    def slid(self, directions: Array, amounts: Array, columns: slice, rates: Array) -> Self:
        """Return these sections moved along directions of theirs, shape (2 or 3, size), by coordinates, (..., size)."""

    @abc.abstractmethod
    def hinged(self, axis: Array, amounts: Array, column: int, rates: Array) -> Self:
        """Return these sections turned about an axis of theirs, shape (1 or 3,), by a coordinate, (...)."""

    @abc.abstractmethod
    def joined(self, others: Any) -> Self:
        """Return these stations and those of others, one after another."""

    @abc.abstractmethod
    def part(self, stations: slice) -> Self:
        """Return some of the stations."""

    @abc.abstractmethod
    def beside(self, lever: Array, rates: Array) -> Self:
        """Return what is fixed to this section a lever away, m, shape (2 or 3,), in its own axes."""

    @abc.abstractmethod
    def carrying(self, own: Any, axes: Array | None, columns: slice, rates: Array) -> Self:
        """Return sections that this one carries, from what they do in axes of its, by some of the coordinates."""

    @abc.abstractmethod
    def in_base(self, inertias: Array) -> Array:
        """Return moments of inertia or tensors, kg m², in the base's axes, from those in the sections' axes."""

    @abc.abstractmethod
    def mass(self, masses: Array, inertias: Array) -> Array:
        """Return what masses, kg, and moments of inertia or tensors, kg m², add to M of M q̈ = f, (..., size, size).

        Inertias are in the base's axes, here and in what follows.
        """

    @abc.abstractmethod
    def taken(self, masses: Array, inertias: Array, accelerations: Array) -> Array:
        """Return M q̈ of these, without M, shape (..., size)."""

    @abc.abstractmethod
    def force(self, masses: Array, inertias: Array, rates: Array, gravity: Array) -> Array:
        """Return what rates alone and their weight add to f, shape (..., size)."""

    @abc.abstractmethod
    def pushed(self, push: Array, following: bool = False) -> Array:
        """Return what a push on the last station, shape (3 or 6,), does on the coordinates, shape (..., size).

        It is in the base's axes, or follows the section.
        """

    @abc.abstractmethod
    def along(self, direction: Array, other: Self | None, rates: Array) -> Seen:
        """Return where the last station is along a direction, m.

        It is seen in the base's axes; or from another's last station, in axes that turn with that.
        """

    @abc.abstractmethod
    def about(self, direction: Array, other: Self | None, rates: Array) -> Seen:
        """Return how far the last station is turned about a direction, rad, seen as `along` sees it."""

    @abc.abstractmethod
    def momentum(self, masses: Array, inertias: Array, rates: Array) -> Array:
        """Return the momentum of masses and moments of inertia, and its moment, shape (3 or 6, ...)."""

    @property
    @abc.abstractmethod
    def position(self) -> Array:
        """Places, m, shape (2 or 3, ..., stations)."""

    @property
    @abc.abstractmethod
    def rotation(self) -> Array:
        """Rotations, rad, shape (1 or 3, ..., stations); in space a vector along the axis."""


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
    def root_moments(self) -> Mapping[int, Array]:
        """What moments at the root, N m, have of the coordinates, shape (size,), by what they turn (`PLANES`)."""
        ...

    def shape(self, coordinates: Array, rates: Array) -> Shape:
        """Return where the sections are, and how they move.

        Parameters
        ----------
        coordinates, rates
            The link's coordinates and their derivatives by time, shape (..., size).
        """
        ...


def together(parts: Sequence[NDArray[Any]], components: int) -> NDArray[Any]:
    """Return stations of several sections one after another, each with so many axes of components, of all states.

    What is the same in all states has none of theirs.
    """
    axis = -1 - components
    if len({one.ndim for one in parts}) > 1:
        many = max((one.shape[:axis] for one in parts), key=len)
        parts = [np.broadcast_to(one, (*many, *one.shape[axis:])) for one in parts]
    return np.concatenate(parts, axis=axis)
