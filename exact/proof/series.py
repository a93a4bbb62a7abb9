"""The dynamic stiffness of short beams in balls, from power series (`exact.series.powers`).

A beam is cut into pieces so short that none has a natural frequency below the one asked for, with its ends held, by
Rayleigh's quotient. At complex frequencies nothing is counted, and no beam needs to be cut.
"""

from collections.abc import Sequence
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
        whole = _untensioned(law) if isinstance(law.load, acb) else _series(law)
        moved, forced, passed = _part(whole, 0, 0), _part(whole, 0, 2), _part(whole, 2, 2)
        pole = forced.det()
        if not pole != 0:
            raise Undecided
        compliance = forced.inv()
        root, tip = compliance * moved, passed * compliance
        rows = [[root[i, j] for j in range(2)] + [-compliance[i, j] for j in range(2)] for i in range(2)]
        rows += [[-compliance[j, i] for j in range(2)] + [tip[i, j] for j in range(2)] for i in range(2)]
        return np.array(rows, dtype=object), pole


def _untensioned(law: BallLaw) -> acb_mat:
    """Return what takes y, ϑ, Q, M from root to tip without tension, at a complex load."""
    z, s, j = law.load, law.shear, law.rotary
    return acb_mat([[0, 1, s, 0], [0, 0, 0, 1], [-z, 0, 0, 0], [0, -z * j, -1, 0]]).exp()


def _series(law: BallLaw) -> arb_mat:
    """Return the same at a real load."""
    return arb_mat([list(row) for row in zip(*(_column(law, place) for place in range(4)), strict=True)])


def _sum(tension: Sequence[Any]) -> arb:
    return sum((abs(arb(n)) for n in tension), arb(0))


def _column(law: BallLaw, place: int) -> list[arb]:
    """Return y, ϑ, Q, M at a piece's tip for one of them that is one at its root, with a bound of what is left out.

    The bound is that of `exact.series.powers.terms`.
    """
    tension, shear, rotary, load = [arb(n) for n in law.tension], arb(law.shear), arb(law.rotary), arb(law.load)
    push = 2 * (_sum(tension) + abs(load) * rotary)
    size = _larger([arb(1), push.sqrt(), (2 * abs(load)).root(4), (shear * abs(load)).sqrt()])
    force = (size**3 / 2).min(size / shear) if shear > 0 else size**3 / 2
    scales, small, first = [arb(1), size, force, size**2], arb(2) ** -ctx.prec, int(float(4 * size)) + 1
    state = [arb(int(i == place)) for i in range(4)]
    whole, last, k = list(state), [state], 0
    while k < first or not all(_measure(one, scales) < small for one in last):
        k += 1
        bent = sum((n * one[1] for n, one in zip(tension, last, strict=False)), -state[2] - load * rotary * state[1])
        state = [value / k for value in (state[1] + shear * state[2], state[3], -load * state[0], bent)]
        whole = [value + term for value, term in zip(whole, state, strict=True)]
        last = [state, *last[:2]]
    rest = 3 * _larger([_measure(one, scales) for one in last])
    return [value + arb(0, (rest * scale).upper()) for value, scale in zip(whole, scales, strict=True)]


def _measure(state: Sequence[arb], scales: Sequence[arb]) -> arb:
    return _larger([abs(value) / scale for value, scale in zip(state, scales, strict=True)])


def _larger(values: Sequence[arb]) -> arb:
    """Return a number that none of some values exceeds."""
    largest = values[0].upper()
    for value in values[1:]:
        largest = largest.max(value.upper())
    return largest


def _part(whole: Any, row: int, column: int) -> Any:
    return type(whole)([[whole[row + i, column + j] for j in range(2)] for i in range(2)])
