"""The characteristic function F(s) of a driven arm in balls: entire, and its zeros are the arm's eigenvalues.

F is the determinant of the arm's dynamic stiffness, condensed at λ = −s² with d(s) on what is driven, times the pole
functions of its beams and the denominators of its controls.

What bounds it is F itself. F is the limit of the determinants of finer and finer Ritz models, and the determinant of
a sum Σ aᵢAᵢ of positive semidefinite matrices is a polynomial in the numbers aᵢ whose coefficients are not negative
(mixed discriminants). So for |s| ≤ r, |F(s)| is at most F at s = r, with each control's coefficients replaced by their
sizes and its delay by a lead: the same recursion at one real point. No Taylor coefficient of F exceeds in size that
of its majorant.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from exact.proof.balls import exact_number
from exact.proof.system import BallPivots, ball_system, stiffness
from exact.recursion import condensation
from exact.tips import BeamStiffness
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.closed_loop.control import Control, controls
from flexarm.tree import Beam, Tree


class _Product(BallPivots):
    """The product of pivots, and of pole functions, at complex points, shape (points,); they have no sign."""

    def single(self, pivot: Array) -> None:
        """Take a pivot."""
        self.product = self.product * pivot

    def pair(self, determinant: Array, corner: Array) -> None:
        """Take a pivot of two rows."""
        self.product = self.product * determinant


@dataclass(frozen=True)
class BallCharacteristic:
    """The characteristic function of an arm whose numbers are balls of the precision that they were made with."""

    arms: Tree
    controls: Sequence[Control]

    def __call__(self, s: Array) -> Array:
        """Return F at points other than zero, complex balls, shape (points,)."""
        square, pivots = -s * s, _Product()
        arms = self._driven(s, pivots)
        beams = [_beam(beam, square, pivots) for beam in arms.beams]
        condensation(arms, square, beams, pivots)
        return np.asarray(pivots.product)

    @property
    def majorant(self) -> "BallCharacteristic":
        """The function whose value at |s| bounds F(s)."""
        return replace(self, controls=[_larger(one) for one in self.controls])

    def _driven(self, s: Array, pivots: _Product) -> Tree:
        """Return the arm with d(s) on its springs at points, and give the denominators to the pivots."""
        sections = list(self.arms.sections)
        for one in self.controls:
            above, below = one.parts(s)
            pivots.single(below)
            freedoms = sections[one.section].freedoms
            assert freedoms is not None, "a joint or a base that moves"
            springs = freedoms.stiffness + np.zeros((1, len(s)), dtype=object)
            springs[one.number] = springs[one.number] + above / below
            sections[one.section] = sections[one.section]._replace(freedoms=freedoms._replace(stiffness=springs))
        return self.arms._replace(sections=tuple(sections))


def _larger(one: Control) -> Control:
    top, below = (np.array([abs(value) for value in each]) for each in (one.numerator, one.denominator))
    return replace(one, damping=abs(one.damping), numerator=top, denominator=below, delay=-one.delay)


def _beam(beam: Beam, square: Array, pivots: _Product) -> BeamStiffness:
    """Return a beam's stiffness at points, (4, 4, points) and (2, 2, points), and give its poles to the pivots."""
    each, poles = [], []
    for one in square:
        own = _Product()
        each.append(stiffness(beam, one, own))
        poles.append(own.product)
    pivots.single(np.array(poles, dtype=object))
    matrices = zip(*(one.bent for one in each), strict=True)
    bent = tuple((np.concatenate([matrix for matrix, _ in every], axis=-1), False) for every in matrices)
    rods = zip(*(one.rods for one in each), strict=True)
    return BeamStiffness(bent, tuple(None if every[0] is None else np.concatenate(every, axis=-1) for every in rods))


def ball_characteristic(arm: Arm) -> BallCharacteristic:
    """Return the characteristic function of a driven arm in balls of the precision in use."""
    arms = ball_system(arm.undriven).arms
    return BallCharacteristic(arms, controls(arm, arms, exact_number))
