"""Complex eigenvalues of a driven arm within a circle, all of them proved."""

from fractions import Fraction

import numpy as np
from flint import acb, arb, fmpq

from exact.proof.balls import fraction, precision
from exact.proof.characteristic import BallCharacteristic, ball_characteristic
from exact.proof.discs import Disc, proved_discs
from exact.proof.taylor import Growth, growth, taylor
from exact.proof.undecided import Undecided
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.certificate import ProvedEigenvalues
from flexarm.closed_loop.control import controls, still
from flexarm.closed_loop.link_damping import reach
from flexarm.decimals import exact_value
from flexarm.errors import QuestionError

# Bits to tell how fast a characteristic function grows, and what elimination loses beside those that are wanted.
_ROUGH, _GUARD = 128, 64
# Bits of the smallest values beyond a width's, first, and how often they are doubled.
_FIRST, _DOUBLINGS = 48, 4
# A polynomial of more terms has so many roots that finding them takes minutes.
_MOST_TERMS = 800


def proved_eigenvalues(arm: Arm, within: float, width: Fraction) -> ProvedEigenvalues:
    """Return all eigenvalues of an arm of a size below one, rad/s, each in a disc no wider than a part of its size."""
    parts = tree(arm.undriven)
    rigid, wanted = still(arm, parts, controls(arm.undamped, parts)), -np.log2(float(width))
    circle = fraction(exact_value(within))
    # A loss factor has the function times its mirror.
    zeros = rigid * 2 if any(getattr(link, "loss_factor", 0.0) for link in arm.links) else rigid
    grows = _growth(arm, circle, zeros)
    for doubling in range(_DOUBLINGS + 1):
        bits = grows.range + wanted + _FIRST * 2**doubling
        if grows.terms(bits) > _MOST_TERMS:
            raise _refused(arm, within, "are too many to be proved")
        try:
            with precision(int(bits) + (_GUARD << doubling)):
                return _proved(_discs(arm, arb(circle), zeros, grows, bits), arb(circle), width)
        except Undecided:
            continue
    raise _refused(arm, within, "cannot be told apart, or one is of that very size")


def _growth(arm: Arm, circle: fmpq, zeros: int) -> Growth:
    for doubling in range(_DOUBLINGS + 1):
        with precision(_ROUGH << doubling):
            try:
                return growth(ball_characteristic(arm).majorant, arb(circle), zeros, reach(arm) / float(circle))
            except Undecided:
                continue
    raise _refused(arm, float(circle), "are too many to be proved")


def _refused(arm: Arm, within: float, why: str) -> QuestionError:
    told = f"{arm.title}: its eigenvalues within {within:.6g} rad/s {why}"
    return QuestionError(f"{told}; prove those within another radius, or fewer")


def _discs(arm: Arm, circle: arb, zeros: int, grows: Growth, bits: float) -> list[Disc]:
    of = ball_characteristic(arm)
    found = proved_discs(taylor(of, of.majorant, circle, zeros, grows, bits))
    return [disc for disc in found if _above(of, disc, circle)] if of.lossy else found


def _above(of: BallCharacteristic, disc: Disc, circle: arb) -> bool:
    """Say whether the zero in a disc is one of the function, and not of its mirror, by which does not vanish there."""
    place = (disc.centre + acb(arb(0, disc.radius), arb(0, disc.radius))) * circle
    own, mirrored = of.above(np.array([place])), of.above(np.array([place.conjugate()]))
    if (own[0] != 0) == (mirrored[0] != 0):
        raise Undecided
    # What may be zero is what vanishes.
    return bool(mirrored[0] != 0)


def _proved(discs: list[Disc], circle: arb, width: Fraction) -> ProvedEigenvalues:
    """Return discs in units of the arm about float64 numbers; raise `Undecided` where one is too wide."""
    values, radii, sides = [], [], []
    for disc in discs:
        centre, radius = disc.centre * circle, disc.radius * circle
        if not radius < fraction(width) * abs(centre):
            raise Undecided
        side = int(centre.real > radius) - int(centre.real < -radius)
        # A real part that has no sign is zero, as far as the disc tells.
        value = complex(float(centre.real.mid()) if side else 0.0, float(centre.imag.mid()))
        off = (centre.real - arb(value.real)) ** 2 + (centre.imag - arb(value.imag)) ** 2
        values.append(value)
        radii.append(np.nextafter(float((radius + off.sqrt()).upper()), np.inf))
        sides.append(side)
    order = np.lexsort((np.imag(values), np.abs(values)))
    found = np.array(values, dtype=complex)[order], np.array(radii, dtype=float)[order]
    return ProvedEigenvalues(*found, np.array(sides, dtype=int)[order])
