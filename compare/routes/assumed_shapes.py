"""One flexible link by assumed shapes, as Wiedemann computed it (2002, tables 2.6 to 2.10).

The source's shapes are those of classical beams, zero at the root, and the rigid-body function x. Its values are those
of polynomials that were fitted to the shapes. A polynomial need not have the shape's moments at the ends, which are
zero: some values therefore lie below the lowest that the shapes themselves can give.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from compare.routes.one_beam import eigenfrequencies, link_and_payload
from compare.routes.polynomials import fitted
from compare.routes.shapes import Deflections, InMetres
from flexarm import classical_beams
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.beam_functions import BeamFunctions

_FAMILIES: Mapping[str, Callable[[int], BeamFunctions]] = {
    "pinned-pinned": classical_beams.pinned_pinned,
    "free-free": classical_beams.free_free,
    "clamped-free": classical_beams.clamped_free,
    "pinned-free": classical_beams.pinned_free,
}


@dataclass(frozen=True, eq=False)
class _Grounded:
    """Functions less their value at the root: Ŵ_i − Ŵ_i(0), the source's modified shapes of a free–free beam."""

    functions: Deflections

    def __call__(self, x: Array, derivative: int) -> Array:
        values = self.functions(x, derivative)
        return values if derivative else values - self.functions(np.zeros(1), 0)


@dataclass(frozen=True, eq=False)
class _WithRotation:
    """The rigid-body function x and other functions after it."""

    functions: Deflections

    def __call__(self, x: Array, derivative: int) -> Array:
        rotation = x if derivative == 0 else np.full(len(x), float(derivative == 1))
        return np.column_stack([rotation, self.functions(x, derivative)])


def frequencies(arm: Arm, family: str, size: int, degrees: Sequence[int] = ()) -> Array:
    """Return the non-zero natural frequencies by the polynomials, rad/s, shape (size,) or one more.

    The first have these degrees, the others the lowest that keeps the source's promise.
    """
    length = link_and_payload(arm)[0].length
    return eigenfrequencies(arm, _WithRotation(fitted(beam_shapes(family, length, size), length, degrees)))


def completed(arm: Arm, family: str, size: int) -> Array:
    """Return the non-zero natural frequencies by the beam functions themselves, rad/s, as `frequencies` does."""
    length = link_and_payload(arm)[0].length
    return eigenfrequencies(arm, _WithRotation(beam_shapes(family, length, size)))


def beam_shapes(family: str, length: float, size: int) -> Deflections:
    """Return the first elastic mode shapes of a beam, zero at the root; the family names its ends, root first."""
    return _Grounded(InMetres(_FAMILIES[family](size), length))
