"""The dynamic stiffness of rods: a beam's stretch along its axis, EA u″ = −m ω² u, in closed form.

In the coordinates u of the root and e of the tip relative to it, which lose no digits however slowly the rod moves; b²
= m ω² L² / EA, in units of EA/L.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.polynomial.polynomial import polyval
from numpy.typing import NDArray

from exact.elimination import BeamStiffness
from flexarm.arrays import Array
from flexarm.tree import Beam

# −d(b cot b)/d(b²) in powers of b², which its closed form is a difference for: n 2²ⁿ |B₂ₙ| / (2n)!, Bernoulli's
# numbers. To all digits below this b.
_SLOPE = [1 / 3, 2 / 45, 2 / 315, 4 / 4725, 2 / 18711, 2764 / 212837625, 4 / 2606175, 28936 / 162820783125]
_SMALL = 0.3


def stretching(beams: Sequence[Beam], square: Array) -> tuple[list[Array | None], NDArray[np.int_], list[Array]]:
    """Return beams' stiffness in stretch at λ = ω², their own frequencies below with both ends held, and their poles.

    The stiffness has the shape (2, 2, ...), N/m, and is None of a beam that keeps its length; a pole's sign is counted.
    """
    found: list[Array | None] = []
    held, poles = np.zeros(square.shape, dtype=int), []
    for beam in beams:
        if beam.axial_rigidity is None:
            found.append(None)
            continue
        unit, b = beam.axial_rigidity / beam.length, phase(beam, square)
        half, sine = np.tan(0.5 * b), _sinc(b)
        found.append(unit * np.array([[-2.0 * b * half, -b * half], [-b * half, np.cos(b) / sine]]))
        held = held + np.floor(b / np.pi).astype(int) - (sine < 0.0)
        poles.append(sine / unit)
    return found, held, poles


def stretching_inertia(beam: Beam, square: Array) -> Array:
    """Return −∂/∂λ of a beam's stiffness in stretch, shape (2, 2, ...), kg."""
    b = phase(beam, square)
    sine, half = _sinc(b), 0.5 * b
    # −d/d(b²) of −b tan ½b and of b cot b.
    root = 0.25 * (_sinc(half) / np.cos(half) + 1.0 / np.cos(half) ** 2)
    small = b < _SMALL
    closed = (1.0 - sine * np.cos(b)) / (2.0 * np.where(small, 1.0, b * sine) ** 2)
    tip = np.where(small, polyval(b**2, _SLOPE), closed)
    return np.asarray(beam.mass * np.array([[2.0 * root, root], [root, tip]]))


def phase(beam: Beam, square: Array) -> Array:
    """Return b, shape (...)."""
    assert beam.axial_rigidity is not None, "a beam that stretches"
    return np.asarray(beam.length * np.sqrt(beam.mass_per_length / beam.axial_rigidity * square))


def _sinc(b: Array) -> Array:
    return np.asarray(np.sinc(b / np.pi))


def with_stretch(matrices: Iterable[Array], beams: Sequence[Beam], square: Array) -> list[BeamStiffness]:
    """Return beams' −∂D/∂λ in bending, shape (4, 4, ...), with those in stretch."""
    return [
        BeamStiffness(matrix, False, None if beam.axial_rigidity is None else stretching_inertia(beam, square))
        for matrix, beam in zip(matrices, beams, strict=True)
    ]
