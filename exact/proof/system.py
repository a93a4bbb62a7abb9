"""Arms in balls as functions of λ: the same recursion as in float64, on numbers as they are written.

In balls conditioning costs precision, never truth.
"""

from typing import Any, NamedTuple

import numpy as np
from flint import arb

from exact.elimination import BeamStiffness
from exact.proof.balls import exact_tree
from exact.proof.member import bent
from exact.proof.tensioned import pieces, pulled
from exact.proof.undecided import Undecided
from exact.recursion import condensation
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.prestress import under_static_loads
from flexarm.tree import Beam, Tree, cut

# Absolute end coordinates y(0), y′(0)L, y(L), y′(L)L from u, θL, w, w′L.
_RELATIVE = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 1, 0], [0, 1, 0, 1]], dtype=object)


class BallPivots:
    """Number of negative eigenvalues, and product of determinants, of pivots whose signs are proved."""

    def __init__(self) -> None:
        self.count, self.product = 0, arb(1)

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
        if arms.softening is not None:
            counts = [pieces(*_relative_load(beam, moving)) for beam in arms.beams]
            arms = cut(arms, [[np.array([arb(1) / count])] * count for count in counts])
        condensation(arms, np.array([moving]), [stiffness(beam, moving, pivots) for beam in arms.beams], pivots)
        return pivots

    def moving(self, square: Any) -> arb:
        """Return λ + Ω² from λ, which all inertia has."""
        return arb(square) if self.arms.softening is None else square + self.arms.softening.item()


def stiffness(beam: Beam, moving: Any, pivots: BallPivots) -> BeamStiffness:
    """Return a beam's dynamic stiffness, and give its clamped count and its poles to the pivots."""
    length, rigidity = beam.length.item(), beam.rigidity.item()
    tension, load = _relative_load(beam, moving)
    if beam.tension is None:
        matrix, count, pole = bent(load)
        pivots.count += count
    else:
        matrix, pole = pulled(tension, load)
        # In units that do not depend on the number of pieces.
        pole *= length**4 / rigidity**2
    pivots.product *= pole
    units = np.array([1, length, 1, length], dtype=object)
    whole = _RELATIVE.T @ matrix @ _RELATIVE * units * units[:, np.newaxis] * (rigidity / length**3)
    return BeamStiffness(whole[..., np.newaxis], False)


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


def _relative_load(beam: Beam, moving: Any) -> tuple[list[Any], Any]:
    """Return N L²/EI in powers of x/L, and m λ L⁴ / EI."""
    length, rigidity = beam.length.item(), beam.rigidity.item()
    pulls = [] if beam.tension is None else list(beam.tension)
    tension = [pull.item() * length ** (2 + power) / rigidity for power, pull in enumerate(pulls)]
    return tension, beam.mass_per_length.item() * moving * length**4 / rigidity
