"""What a family of shapes is: named functions of one link's deflection, and the trial functions made of them."""

import abc
from typing import ClassVar, Literal, Protocol

from assumed_modes.tip_body import NO_BODY, TipBody
from flexarm.arrays import Array

Orthogonality = Literal["none", "link", "link and body"]


class Functions(Protocol):
    """Functions W_i(ξ), i = 1 … n, of the station ξ = x / L; dimensionless, of the order of one."""

    @property
    def size(self) -> int:
        """Number n of functions."""
        ...

    @property
    def points(self) -> int:
        """Gauss points on [0, 1] that integrate products of any two functions, or of their derivatives, exactly."""
        ...

    def __call__(self, xi: Array, derivative: int) -> Array:
        """Return the derivatives by ξ of order 0 to 3 at stations ξ, shape (stations, n)."""
        ...


class Family(abc.ABC):
    """One family of shapes; a leaf gives its functions and declares what they fulfil.

    To add a family: subclass, declare, implement `functions`, and add one instance to `assumed_modes.table`.
    """

    name: ClassVar[str]
    """As on the command line."""
    root: ClassVar[tuple[int, ...]]
    """Orders of the derivatives that vanish at the root: (0, 1) clamped, (0, 2) pinned, (2, 3) free."""
    tip: ClassVar[tuple[int, ...]] = ()
    """Orders of the derivatives that vanish at the tip; without the link's tip body, where `carries` is true."""
    carries: ClassVar[bool] = False
    """Whether the functions fulfil the natural boundary conditions of the link's own tip body."""
    orthogonal: ClassVar[Orthogonality] = "none"
    """The mass that the functions are mutually orthogonal in."""
    classical_rods: ClassVar[bool] = False
    """Whether shear and stretch are told by modes of a rod with a free tip; by polynomials where it is false."""
    largest: ClassVar[int] = 100
    """Largest number of functions that keep their digits."""

    @abc.abstractmethod
    def functions(self, size: int, body: TipBody = NO_BODY) -> Functions:
        """Return the functions that the family is named after."""

    def trial(self, size: int, body: TipBody = NO_BODY) -> Functions:
        """Return functions that span the same space and are best to compute with."""
        return self.functions(size, body)

    @property
    def usual(self) -> int:
        """Number of functions where none is given."""
        return min(8, self.largest)
