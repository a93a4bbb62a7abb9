"""One flexible link by assumed shapes, as Wiedemann computed it (2002, tables 2.6 to 2.10).

The source's shapes are those of classical beams and the rigid-body function x. Its values are those of polynomials
that were fitted to the shapes. A polynomial need not have the shape's moments at the ends, which are zero: some
values therefore lie below the lowest that the shapes themselves can give.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from compare.routes.beam_functions import beam_functions
from compare.routes.one_beam import eigenfrequencies, link_and_payload
from compare.routes.polynomials import fitted
from compare.routes.shapes import Deflections
from flexarm.arm import Arm
from flexarm.arrays import Array


@dataclass(frozen=True, eq=False)
class _WithRotation:
    """The rigid-body function x and other functions after it."""

    functions: Deflections

    def __call__(self, x: Array, derivative: int) -> Array:
        rotation = x if derivative == 0 else np.full(len(x), float(derivative == 1))
        return np.vstack([rotation, self.functions(x, derivative)])


def frequencies(arm: Arm, family: str, size: int, degrees: Sequence[int] = ()) -> Array:
    """Return the non-zero natural frequencies by the polynomials, rad/s, shape (size,) or one more.

    Parameters
    ----------
    arm
        One flexible link and its payload.
    family
        ``pinned-pinned``, ``free-free``, ``clamped-free`` or ``pinned-free``.
    size
        Number of shapes.
    degrees
        Degrees of the first polynomials; the others have the lowest degree that keeps the source's promise.

    Raises
    ------
    QuestionError
        If the arm is of another kind.
    """
    length = link_and_payload(arm)[0].length
    shapes = beam_functions(family, length, size)
    return eigenfrequencies(arm, _WithRotation(fitted(shapes, length, degrees)))


def completed(arm: Arm, family: str, size: int) -> Array:
    """Return the non-zero natural frequencies by the beam functions themselves, rad/s, shape (size,) or one more.

    Parameters
    ----------
    arm, family, size
        As for `frequencies`.

    Raises
    ------
    QuestionError
        If the arm is of another kind.
    """
    length = link_and_payload(arm)[0].length
    return eigenfrequencies(arm, _WithRotation(beam_functions(family, length, size)))
