"""The dynamic stiffness of short beams in balls: an exponential; where the tension varies, power series.

A beam is cut into pieces so short that none has a natural frequency below the one asked for, with its ends held, by
Rayleigh's quotient. At complex frequencies nothing is counted, and no beam needs to be cut.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from flint import acb, acb_mat, arb, arb_mat, ctx

from exact.proof.balls import precision
from exact.proof.undecided import Undecided
from flexarm.arrays import Array

# A clamped beam's ∫ y″² is at least 500 ∫ y² (4.730⁴ = 500.56) and 39 ∫ y′² (4π² = 39.47), in units of its length; a
# Timoshenko beam's ∫ y′² and ∫ ϑ′² at least 9.8 (π²) times ∫ y² and ∫ ϑ².
_OF_DEFLECTION, _OF_SLOPE, _OF_EITHER = 500, 39, arb("9.8")
# What cancels in a piece that hardly bends, beside four bits for each power of two in its load.
_GUARD, _LOST = 32, 4


class BallLaw(NamedTuple):
    """What a beam's equation has: N L²/EI in powers of x/L, s and j, exact or balls; and z = m λ L⁴ / EI."""

    tension: Sequence[Any]
    shear: Any
    rotary: Any
    load: Any


def pieces(law: BallLaw) -> int:
    """Return a number of pieces that are short enough for none to have a frequency below, both ends held.

    Of a slender beam half of the bending energy that bounds hold up is left by compression, and more than the frequency
    takes of it. With shear y′ = ϑ + γ, and the kinetic energy is below z (2 s/π² ∫ γ²/s + (2/π⁴ + j/π²) ∫ ϑ′²).
    """
    n0, n1, n2 = map(arb, law.tension)
    # A tension that bends downwards, as weight and spin make it, is least at an end.
    push, load, count = -n0.min(n0 + n1 + n2).lower() + abs(n2.max(arb(0))), arb(law.load), 1
    while not (2 * push < _OF_SLOPE * count**2 and 2 * load < _OF_DEFLECTION * count**4 and _stiff(law, load, count)):
        count += 1
    return count


def _stiff(law: BallLaw, load: arb, count: int) -> bool:
    if law.shear == 0 and law.rotary == 0:
        return True
    bound = _OF_EITHER * count**2
    return bool(2 * load * law.shear < bound and load * (2 + law.rotary * bound) < bound**2)


def pulled(law: BallLaw) -> tuple[Array, Any]:
    """Return D of a piece in absolute end coordinates, shape (4, 4), in units of EI/L³ and L, and its pole function.

    That is a function without zeros below, and times which D has no poles.
    """
    small = abs(law.load) + (0 if isinstance(law.load, acb) else _sum(law.tension))
    lost = _LOST * max(0, -int(small.log().lower().floor().unique_fmpz() or 0)) if small > 0 else 0
    with precision(ctx.prec + _GUARD + lost):
        whole = _series(law) if any(n != 0 for n in law.tension[1:]) else _rates(law).exp()
        moved, forced, passed = _part(whole, 0, 0), _part(whole, 0, 2), _part(whole, 2, 2)
        pole = forced.det()
        if not pole != 0:
            raise Undecided
        compliance = forced.inv()
        root, tip = compliance * moved, passed * compliance
        rows = [[root[i, j] for j in range(2)] + [-compliance[i, j] for j in range(2)] for i in range(2)]
        rows += [[-compliance[j, i] for j in range(2)] + [tip[i, j] for j in range(2)] for i in range(2)]
        return np.array(rows, dtype=object), pole


def _rates(law: BallLaw) -> Any:
    """Return the rates of y, ϑ, Q, M along a piece by them, with the tension of its root; a matrix."""
    z, s, j = law.load, law.shear, law.rotary
    of_slope = -z * j if isinstance(z, acb) else law.tension[0] - z * j
    matrix = acb_mat if isinstance(z, acb) else arb_mat
    return matrix([[0, 1, s, 0], [0, 0, 0, 1], [-z, 0, 0, 0], [0, of_slope, -1, 0]])


def _series(law: BallLaw) -> arb_mat:
    """Return what takes y, ϑ, Q, M from root to tip at a real load where the tension varies.

    With a bound of what is left out, that of `exact.series.powers.terms`: in units by which no term grows.
    """
    shear, load = arb(law.shear), abs(arb(law.load))
    push = 2 * (_sum(law.tension) + load * law.rotary)
    size = _larger([arb(1), push.sqrt(), (2 * load).root(4), (shear * load).sqrt()])
    force = (size**3 / 2).min(size / shear) if shear > 0 else size**3 / 2
    units, small, first = [arb(1), size, force, size**2], arb(2) ** -ctx.prec, int(float(4 * size)) + 1
    to, back = _diagonal(1 / unit for unit in units), _diagonal(units)
    tensions = [arb_mat([[0] * 4] * 3 + [[0, n, 0, 0]]) for n in law.tension[1:]]
    rates = [to * one * back for one in (_rates(law), *tensions)]
    whole = _diagonal([1] * 4)
    terms, k = [whole], 0
    while k < first or not all(_size(one) < small for one in terms):
        k += 1
        term = sum((rate * one for rate, one in zip(rates, terms, strict=False)), arb_mat(4, 4)) * (arb(1) / k)
        terms = [term, *terms[:2]]
        whole += term
    rest = arb(0, (3 * _larger([_size(one) for one in terms])).upper())
    return back * (whole + arb_mat([[rest] * 4] * 4)) * to


def _size(matrix: arb_mat) -> arb:
    """Return a number that no element exceeds in size."""
    return _larger([abs(n) for n in matrix.entries()])


def _diagonal(values: Iterable[Any]) -> arb_mat:
    values = list(values)
    return arb_mat([[value if i == k else 0 for i in range(len(values))] for k, value in enumerate(values)])


def _sum(tension: Sequence[Any]) -> arb:
    return sum((abs(arb(n)) for n in tension), arb(0))


def _larger(values: Sequence[arb]) -> arb:
    """Return a number that none of some values exceeds."""
    largest = values[0].upper()
    for value in values[1:]:
        largest = largest.max(value.upper())
    return largest


def _part(whole: Any, row: int, column: int) -> Any:
    return type(whole)([[whole[row + i, column + j] for j in range(2)] for i in range(2)])
