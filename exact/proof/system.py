"""Arms in balls as functions of λ: the same recursion as in float64, on numbers as they are written.

In balls conditioning costs precision, never truth.
"""

from typing import Any, NamedTuple

import numpy as np
from flint import acb, arb

from exact.holding import border_pivots, held_condensation
from exact.proof.balls import exact_tree
from exact.proof.bending import bent
from exact.proof.series import BallLaw, pieces, pulled
from exact.proof.undecided import Undecided
from exact.recursion import condensation
from exact.tips import BeamStiffness
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.prestress import under_static_loads
from flexarm.tree import Beam, Bending, Rod, Tree, cut

# Absolute end coordinates y(0), y′(0)L, y(L), y′(L)L from u, θL, w, w′L.
_RELATIVE = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 1, 0], [0, 1, 0, 1]], dtype=object)


class BallPivots:
    """Number of negative eigenvalues, and product of determinants, of pivots whose signs are proved."""

    def __init__(self) -> None:
        self.count = 0
        self.product: Any = arb(1)

    def single(self, pivot: Array) -> None:
        """Take a pivot, shape (1,); raise `Undecided` if it may be zero."""
        self._take(_ball(pivot))

    def pair(self, determinant: Array, corner: Array) -> None:
        """Take a pivot of two rows: its determinant and its first entry, shape (1,) both."""
        self._take(_ball(determinant))
        if _ball(determinant) > 0:
            self.count += 2 * _negative(_ball(corner))

    def _take(self, determinant: arb) -> None:
        self.count += _negative(determinant)
        self.product *= determinant


def _ball(number: Array) -> Any:
    return number.item()


def _negative(value: arb) -> bool:
    if not (value < 0 or value > 0):
        raise Undecided
    return bool(value < 0)


class BallSystem(NamedTuple):
    """An arm whose numbers are exact, or balls of the precision that they were made with."""

    arms: Tree

    def pivots(self, square: Any) -> BallPivots:
        """Return the pivots of the arm condensed at λ, with those of its beams, their ends clamped."""
        pivots, arms, moving = BallPivots(), self.arms, self.moving(square)
        counts = [max(_pieces(beam, bending, moving) for bending in beam.bendings) for beam in arms.beams]
        if any(count > 1 for count in counts):
            arms = cut(arms, [[np.array([arb(1) / count])] * count for count in counts])
        beams = [stiffness(beam, moving, pivots) for beam in arms.beams]
        alone = condensation(arms, np.array([moving]), beams, pivots)
        if arms.held:
            for pivot in border_pivots(held_condensation(alone).border):
                # As many as there are, less the negative ones; of −X, whose negative eigenvalues are X's others.
                pivots.single(-pivot)
                pivots.count -= 1
        return pivots

    def moving(self, square: Any) -> arb:
        """Return λ + Ω² from λ, which all inertia has."""
        return arb(square) if self.arms.softening is None else square + self.arms.softening.item()


def stiffness(beam: Beam, moving: Any, pivots: BallPivots) -> BeamStiffness:
    """Return a beam's dynamic stiffness, and give its clamped counts and its poles to the pivots.

    At complex λ nothing is counted.
    """
    bent = tuple((_bending(beam, bending, moving, pivots), False) for bending in beam.bendings)
    return BeamStiffness(bent, tuple(_rod(beam, rod, moving, pivots) for rod in beam.rods))


def _bending(beam: Beam, bending: Bending, moving: Any, pivots: BallPivots) -> Array:
    length, rigidity = beam.length.item(), bending.rigidity.item()
    law = _law(beam, bending, moving)
    if _closed(beam, bending):
        matrix, count, pole = bent(law.load)
        pivots.count += count
    else:
        matrix, pole = pulled(law)
    # In units that do not depend on the number of pieces.
    pivots.product *= pole * length**4 / rigidity**2
    units = np.array([1, length, 1, length], dtype=object)
    whole = _RELATIVE.T @ matrix @ _RELATIVE * units * units[:, np.newaxis] * (rigidity / length**3)
    return np.asarray(whole[..., np.newaxis])


def _rod(beam: Beam, rod: Rod, moving: Any, pivots: BallPivots) -> Array | None:
    """Return the stiffness of a beam as a rod, as `exact.rods` has it, and give its count and pole to the pivots."""
    if rod.rigidity is None:
        return None
    unit = rod.rigidity.item() / beam.length.item()
    square = rod.inertia_per_length.item() * beam.length.item() * moving / unit
    if not isinstance(square, acb) and square < 0:
        # b is imaginary, and D has neither poles nor clamped frequencies.
        g = (-square).sqrt()
        root = g * (g / 2).tanh()
        return np.array([[[2 * root], [root]], [[root], [g * g.coth()]]], dtype=object) * unit
    b = square.sqrt()
    # Of sin b / b, which has the sign of the pole; the rest of the pole's function is positive.
    sine = b.sinc()
    if not sine != 0:
        raise Undecided
    pivots.count += 0 if isinstance(b, acb) else _half_waves(b)
    pivots.product *= sine / unit
    root = -b * (b / 2).tan()
    return np.array([[[2 * root], [root]], [[root], [b.cos() / sine]]], dtype=object) * unit


def _half_waves(b: arb) -> int:
    found = (b / arb.pi()).floor().unique_fmpz()
    if found is None:
        raise Undecided
    return int(found)


def ball_system(arm: Arm) -> BallSystem:
    """Return an arm in balls of the precision in use."""
    parts = exact_tree(arm)
    arms: Tree = _in_balls(under_static_loads(parts) if arm.static_loads else parts)
    return BallSystem(arms)


def _in_balls(numbers: Any) -> Any:
    """Return exact numbers, and balls, as balls along an axis for one arm: every array of some numbers of an arm."""
    if isinstance(numbers, np.ndarray):
        return np.array(np.frompyfunc(arb, 1, 1)(numbers), dtype=object)[..., np.newaxis]
    if isinstance(numbers, tuple):
        balls = map(_in_balls, numbers)
        return type(numbers)(*balls) if hasattr(numbers, "_fields") else tuple(balls)
    return numbers


def _pieces(beam: Beam, bending: Bending, moving: Any) -> int:
    return 1 if _closed(beam, bending) else pieces(_law(beam, bending, moving))


def _closed(beam: Beam, bending: Bending) -> bool:
    """Say whether a beam's stiffness in bending has a closed form."""
    return beam.tension is None and bending.slender


def _law(beam: Beam, bending: Bending, moving: Any) -> BallLaw:
    """Return a beam's law at λ + Ω² in its own units."""
    length, rigidity, mass = beam.length.item(), bending.rigidity.item(), beam.mass_per_length.item()
    if bending.foundation is not None:
        moving = moving - bending.foundation.item()
    pulls = [arb(0)] * 3 if beam.tension is None else [pull.item() for pull in beam.tension]
    tension = [pull * length ** (2 + power) / rigidity for power, pull in enumerate(pulls)]
    shear, rotary = bending.shear_flexibility.item() * rigidity / length**2, bending.rotary_inertia.item()
    return BallLaw(tension, shear, rotary / (mass * length**2), mass * moving * length**4 / rigidity)
