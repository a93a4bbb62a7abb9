"""Arms of one make-up as functions of a rate: of frequency, λ = ω², or of growth rate, λ = −rate²."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from exact.motion import Motion
from exact.recursion import Condensation, Condensed
from exact.shapes import BentShape
from exact.tips import BeamStiffness
from flexarm.arrays import Array


class Dynamics(Protocol):
    """What a search asks of arms, and what modes are made of."""

    @property
    def number(self) -> int:
        """Number of arms."""
        ...

    @property
    def sign(self) -> int:
        """The sign of λ."""
        ...

    def count_and_determinant(self, rate: Array, /) -> tuple[NDArray[np.int_], Array, Array]:
        """Return the number of modes below, and a determinant without poles, as mantissa and power of two."""
        ...

    def at(self, square: Array, /) -> Condensed:
        """Return the arms condensed at λ."""
        ...

    def inertia(self, square: Array, /) -> Sequence[BeamStiffness]:
        """Return the beams' −∂D/∂λ."""
        ...

    def selection(self, which: Any, /) -> Self:
        """Return some of the arms."""
        ...

    def coarse(self, rate: Array, /) -> NDArray[np.bool_]:
        """Return which rates can only be narrowed a little before `near` is asked, shape (arms,)."""
        ...

    def near(self, rate: Array, /) -> Iterator[tuple[NDArray[np.bool_], Self]]:
        """Yield which arms are solved alike near some rates, shape (arms,), and these, in a form that suits them."""
        ...

    def for_shapes(self, rate: Array, /) -> tuple[Self, list[list[Array]]]:
        """Return the one arm so cut that its shapes can be told at each of some frequencies; and its beams' parts."""
        ...

    def shapes(self, square: Array, at: Condensed, motion: Motion, /) -> dict[int, tuple[BentShape, ...]]:
        """Return how links bend at λ in a motion, by their number from 0.

        Its tips are given as where it is condensed.
        """
        ...


class UnheldDynamics(Dynamics, Protocol):
    """What arms on supports ask of themselves without."""

    def at(self, square: Array, /) -> Condensation:
        """Return the arms condensed at λ."""
        ...
