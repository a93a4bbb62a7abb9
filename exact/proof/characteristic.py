"""The characteristic function F(s) of a driven arm in balls: entire, and its zeros are the arm's eigenvalues.

F is the determinant of the arm's dynamic stiffness, condensed at λ = −s² with d(s) on what is driven, and bordered by
what supports hold, times the pole functions of its beams and the denominators of its controls.

What bounds it is F itself. F is the limit of the determinants of finer and finer Ritz models, and the determinant of
a sum Σ aᵢAᵢ of positive semidefinite matrices is a polynomial in the numbers aᵢ whose coefficients are not negative
(mixed discriminants). So for |s| ≤ r, |F(s)| is at most F at s = r, with each control's coefficients replaced by their
sizes and its delay by a lead: the same recursion at one real point.

Links that damp have rigidities times κ = 1 + η s + i h and masses times 1 + α/s. As each link's stiffness has as many
dimensions as it is a power of κ that F is divided by, the polynomial is one in 1/κ, and what bounds F is F at s = r
with κ = √(1 + h²) − η r. A loss factor holds for Im s > 0 alone: with it F(s) times the conjugate of F(s̄) is real on
the real axis, and of its zeros above that those of F are eigenvalues.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from flint import acb, arb

from exact.holding import border_pivots, held_condensation
from exact.proof.balls import exact_number
from exact.proof.system import BallPivots, ball_system, stiffness
from exact.recursion import condensation
from exact.tips import BeamStiffness
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.closed_loop.control import Control, controls
from flexarm.closed_loop.link_damping import with_scaled_beams
from flexarm.links import Link, RigidLink
from flexarm.tree import Beam, Held, Tree, selection


class _Product(BallPivots):
    """The product of pivots, and of pole functions, at complex points, shape (points,); they have no sign."""

    def single(self, pivot: Array) -> None:
        """Take a pivot."""
        self.product = self.product * pivot

    def pair(self, determinant: Array, corner: Array) -> None:
        """Take a pivot of two rows."""
        self.product = self.product * determinant


class Damping(NamedTuple):
    """How a link damps: 1 + i h, η and α."""

    static: Any
    rate: Any
    viscous: Any

    def factors(self, s: Array) -> tuple[Any, Any]:
        """Return what the link's rigidities and masses are multiplied by, at points."""
        return self.static + self.rate * s, 1 + self.viscous / s

    @property
    def lossy(self) -> bool:
        """Whether it has a loss factor."""
        return bool(self.static != 1)

    @property
    def largest(self) -> "Damping":
        """What a majorant has in its place."""
        return Damping(abs(self.static), -self.rate, self.viscous)


@dataclass(frozen=True)
class BallCharacteristic:
    """The characteristic function of an arm whose numbers are balls of the precision that they were made with."""

    arms: Tree
    controls: Sequence[Control]
    links: Sequence[Damping | None]

    def __call__(self, s: Array) -> Array:
        """Return F at points other than zero, complex balls, shape (points,); with a loss factor times its mirror."""
        above = self.above(s)
        return above * _conjugate(self.above(_conjugate(s))) if self.lossy else above

    def above(self, s: Array) -> Array:
        """Return F, whose zeros of the upper half plane are eigenvalues."""
        square, pivots = -s * s, _Product()
        driven, resisted = self._driven(s, pivots)
        arms = with_scaled_beams(driven, [None if one is None else one.factors(s) for one in self.links])
        beams = [_beam(beam, square, pivots) for beam in arms.beams]
        alone = condensation(arms, square, beams, pivots)
        if arms.held:
            border = held_condensation(alone).border
            for k, one in enumerate(arms.held):
                if one.name in resisted:
                    # d(s) times the row of 1/d(s) + BᵀD⁻¹B: no pole where d(s) is zero.
                    border[k] = border[k] * resisted[one.name]
                    border[k, k] = border[k, k] + 1
            for pivot in border_pivots(border):
                pivots.single(pivot)
        return np.asarray(pivots.product)

    @property
    def lossy(self) -> bool:
        """Whether a link has a loss factor."""
        return any(link is not None and link.lossy for link in self.links)

    @property
    def majorant(self) -> "BallCharacteristic":
        """The function whose value at |s| bounds F(s)."""
        links = [None if link is None else link.largest for link in self.links]
        return replace(self, controls=[_larger(one) for one in self.controls], links=links)

    def _driven(self, s: Array, pivots: _Product) -> tuple[Tree, dict[str, Array]]:
        """Return the arm with d(s) on its springs at points, and of supports beside it, by what they hold, all of it.

        The denominators are given to the pivots.
        """
        sections, resisted = list(self.arms.sections), dict[str, Array]()
        held = {one.name: one for one in self.arms.held}
        for one in self.controls:
            above, below = one.parts(s)
            pivots.single(below)
            if isinstance(one.place, Held):
                # With its stiffness, which is zero where a dashpot stands alone.
                spring = one.place.stiffness
                assert spring is not None, "what is held rigidly has no dashpot"
                resisted[one.place.name] = spring + above / below
                held[one.place.name] = one.place._replace(stiffness=None)
                continue
            section, number = one.place
            freedoms = sections[section].freedoms
            assert freedoms is not None, "a joint or a base that moves"
            springs = freedoms.stiffness + np.zeros((1, len(s)), dtype=object)
            springs[number] = springs[number] + above / below
            sections[section] = sections[section]._replace(freedoms=freedoms._replace(stiffness=springs))
        return self.arms._replace(sections=tuple(sections), held=tuple(held.values())), resisted


def _larger(one: Control) -> Control:
    top, below = (np.array([abs(value) for value in each]) for each in (one.numerator, one.denominator))
    return replace(one, damping=abs(one.damping), numerator=top, denominator=below, delay=-one.delay)


def _beam(beam: Beam, square: Array, pivots: _Product) -> BeamStiffness:
    """Return a beam's stiffness at points, (4, 4, points) and (2, 2, points), and give its poles to the pivots."""
    each, poles = [], []
    for k, one in enumerate(square):
        own = _Product()
        each.append(stiffness(selection(beam, [k]), one, own))
        poles.append(own.product)
    pivots.single(np.array(poles, dtype=object))
    matrices = zip(*(one.bent for one in each), strict=True)
    bent = tuple((np.concatenate([matrix for matrix, _ in every], axis=-1), False) for every in matrices)
    rods = zip(*(one.rods for one in each), strict=True)
    return BeamStiffness(bent, tuple(None if every[0] is None else np.concatenate(every, axis=-1) for every in rods))


def _conjugate(values: Array) -> Array:
    return np.array([one.conjugate() for one in values], dtype=object)


def ball_characteristic(arm: Arm) -> BallCharacteristic:
    """Return the characteristic function of a driven arm in balls of the precision in use."""
    arms = ball_system(arm.undriven).arms
    return BallCharacteristic(arms, controls(arm.undamped, arms, exact_number), [_damping(link) for link in arm.links])


def _damping(link: Link | RigidLink) -> Damping | None:
    if not isinstance(link, Link) or not any(link.damping):
        return None
    stiffness, mass, loss = map(exact_number, link.damping)
    return Damping(acb(1, arb(loss)), stiffness, mass)
