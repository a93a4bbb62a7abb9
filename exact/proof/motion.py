"""A mode's motion in balls: where float64 has too few digits for it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from flint import arb, fmpq

from exact.holding import held_condensation
from exact.motion import Motion, mode_near, motion_under
from exact.proof.balls import fraction, precision
from exact.proof.system import BallPivots, ball_system, stiffness
from exact.proof.undecided import Undecided
from exact.recursion import condensation
from exact.tips import BeamStiffness
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.decimals import exact_value
from flexarm.tree import Tree, cut

# Precisions tried, bits, and how many bits of the largest motion all must be known to: heavy bodies hardly move.
_PRECISIONS, _KEPT = (256, 512, 1024, 2048, 4096), 120
# A step in λ, relative, that tells the inertia to all digits of float64, and costs as many again.
_STEP = arb(2) ** -64


def proved_motion(arm: Arm, omega: float, number: int, parts: Sequence[Sequence[float]]) -> Motion:
    """Return the motion of unit modal mass of the mode nearest ω, rad/s, its tips' relative to their roots.

    Every beam is cut in parts of its length; `number` tells modes of coincident frequencies apart.
    """
    for bits in _PRECISIONS:
        with precision(bits):
            system = ball_system(arm)
            arms = cut(system.arms, [_fractions(beam) for beam in parts])
            try:
                motion = _motion(arms, system.moving(fraction(exact_value(omega)) ** 2), number)
            except (Undecided, ZeroDivisionError):
                continue
            if _known(motion.sections):
                pulled = None if motion.reactions is None else _floats(motion.reactions)
                sections, own = ([_floats(one) for one in part] for part in (motion.sections, motion.own))
                return Motion(arms, sections, own, pulled)
    raise ArithmeticError(f"a mode at {omega} rad/s that {_PRECISIONS[-1]} bits do not tell")


def _fractions(parts: Sequence[float]) -> list[Array]:
    """Return parts of a whole as fractions that add up to one."""
    first = [fraction(exact_value(part)) for part in parts[:-1]]
    return [np.array([part]) for part in (*first, 1 - sum(first, fmpq(0)))]


def _motion(arms: Tree, square: arb, number: int) -> Motion:
    beams, beside = _beams(arms, square), _beams(arms, square * (1 + _STEP))
    inertia = [_slope(one, other, square * _STEP) for one, other in zip(beams, beside, strict=True)]
    alone = condensation(arms, np.array([square]), beams, BallPivots())
    at = held_condensation(alone) if arms.held else alone
    motion = mode_near(at, np.array([number]))
    motion = motion_under(at, motion.momenta(inertia))
    mass: Any = motion.modal_mass(inertia).item()
    return motion.scaled(np.array([1 / mass.sqrt()]))


def _slope(one: BeamStiffness, other: BeamStiffness, step: Any) -> BeamStiffness:
    """Return −∂D/∂λ of a beam from its stiffness at two λ a step apart."""
    bent = tuple(((here - there) / step, False) for (here, _), (there, _) in zip(one.bent, other.bent, strict=True))
    rods = zip(one.rods, other.rods, strict=True)
    return BeamStiffness(
        bent, tuple(None if here is None or there is None else (here - there) / step for here, there in rods)
    )


def _beams(arms: Tree, square: arb) -> list[BeamStiffness]:
    return [stiffness(beam, square, BallPivots()) for beam in arms.beams]


def _known(motions: Sequence[Array]) -> bool:
    """Say whether motions are known to so many bits of the largest."""
    numbers = [arb(value) for one in motions for value in one.ravel()]
    size = max(abs(number).upper() for number in numbers)
    return all(number.rad() <= size * arb(2) ** -_KEPT for number in numbers)


def _floats(values: Array) -> Any:
    return np.array([[float(arb(value).mid()) for value in row] for row in values], dtype=float).reshape(values.shape)
