"""The dynamic stiffness of a beam under axial force in balls; as in `exact.tensioned_response`, from power series.

The beam is cut into pieces so short that none has a natural frequency below the one asked for, with its ends held, by
Rayleigh's quotient. What takes deflection y, rotation ϑ, shear Q and moment M from the beam's root to a point is the
product of the pieces' power series. Their loss of digits, over a long beam under a large tension, is answered by
precision.
"""

from collections.abc import Sequence
from typing import Any

from flint import arb, arb_mat, ctx

from exact.proof.balls import precision
from exact.proof.inertia import inertia
from exact.proof.undecided import Undecided

# A clamped beam's ∫ y″² is at least 500 ∫ y² (4.730⁴ = 500.56) and 39 ∫ y′² (4π² = 39.47), in units of its length.
_OF_DEFLECTION, _OF_SLOPE = 500, 39
_GUARD = 32
_RELATIVE = arb_mat([[1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 1, 0], [0, 1, 0, 1]])


class TensionedMember:
    """A beam under axial force at one λ + Ω².

    Parameters
    ----------
    tension
        Coefficients of N L²/EI in powers of x/L, exact or in balls.
    load
        z = m (λ + Ω²) L⁴ / EI, of either sign.

    Attributes
    ----------
    stiffness
        Its 4 × 4 dynamic stiffness in u, θL, w and w′L, in units of EI/L³.
    clamped_count
        Number of its natural frequencies below, with both ends clamped.
    pole
        A function of z that vanishes at these, and times which the stiffness has no poles.
    """

    def __init__(self, tension: Sequence[Any], load: Any) -> None:
        pull, size = _sum(tension), abs(arb(load))
        lost = 3 * _whole(pull.sqrt() + size.root(4))
        with precision(ctx.prec + _GUARD + lost):
            count = _pieces(tension, arb(load))
            self.clamped_count, whole = 0, arb_mat(4, 4, [int(i == j) for i in range(4) for j in range(4)])
            for k in range(count):
                own = _piece(_about(tension, k, count), arb(load) / count**4, count)
                if k:
                    self.clamped_count += inertia(_met(whole, own))[0]
                whole = own * whole
            moved, forced = _part(whole, 0, 0), _part(whole, 0, 2)
            self.pole = forced.det()
            if not self.pole != 0:
                raise Undecided
            self.stiffness = _stiffness(moved, forced, _part(whole, 2, 2))


def _sum(tension: Sequence[Any]) -> arb:
    return sum((abs(arb(n)) for n in tension), arb(0))


def _whole(bits: arb) -> int:
    return int(bits.upper().ceil().unique_fmpz() or 0)


def _pieces(tension: Sequence[Any], load: arb) -> int:
    """Return a number of pieces that are short enough for none to have a frequency below, both ends held.

    Half of the bending energy that bounds hold up is left by compression, and more than the frequency takes of it.
    """
    n0, n1, n2 = map(arb, tension)
    # A tension that bends downwards, as weight and spin make it, is least at an end.
    push, count = -_least(n0, n0 + n1 + n2) + abs(n2.max(arb(0))), 1
    while not (2 * push < _OF_SLOPE * count**2 and 2 * load < _OF_DEFLECTION * count**4):
        count += 1
    return count


def _about(tension: Sequence[Any], k: int, count: int) -> list[arb]:
    """Return the coefficients of a piece's tension in powers of the distance from its root, in its own units."""
    n0, n1, n2 = map(arb, tension)
    start = arb(k) / count
    own = [n0 + start * (n1 + start * n2), n1 + 2 * start * n2, n2]
    return [value / count ** (2 + power) for power, value in enumerate(own)]


def _piece(tension: Sequence[arb], load: arb, count: int) -> arb_mat:
    """Return what takes y, ϑ, Q and M from a piece's root to its tip, in units of the whole beam."""
    columns = [_column(tension, load, place) for place in range(4)]
    units = [arb(1), arb(count), arb(count) ** 3, arb(count) ** 2]
    return arb_mat([[columns[j][i] * units[i] / units[j] for j in range(4)] for i in range(4)])


def _column(tension: Sequence[arb], load: arb, place: int) -> list[arb]:
    """Return the state at a piece's tip for one that is one at its root, with a bound of what the series leave out.

    The bound is that of `exact.tensioned_series.terms`.
    """
    push = 2 * _sum(tension)
    size = _larger([arb(1), push.sqrt(), (2 * abs(load)).root(4)])
    scales, small, first = [arb(1), size, size**3 / 2, size**2], arb(2) ** -ctx.prec, _whole(2 * size)
    state = [arb(int(i == place)) for i in range(4)]
    whole, last, k = list(state), [state], 0
    while k < first or not all(_measure(one, scales) < small for one in last):
        k += 1
        pulled = sum((n * one[1] for n, one in zip(tension, last, strict=False)), -state[2])
        state = [value / k for value in (state[1], state[3], -load * state[0], pulled)]
        whole = [value + term for value, term in zip(whole, state, strict=True)]
        last = [state, *last[:2]]
    rest = 3 * _larger([_measure(one, scales) for one in last])
    return [value + arb(0, (rest * scale).upper()) for value, scale in zip(whole, scales, strict=True)]


def _measure(state: Sequence[arb], scales: Sequence[arb]) -> arb:
    return _larger([abs(value) / scale for value, scale in zip(state, scales, strict=True)])


def _least(one: arb, other: arb) -> arb:
    return one.min(other).lower()


def _larger(values: Sequence[arb]) -> arb:
    """Return a number that none of some values exceeds."""
    found = values[0].upper()
    for value in values[1:]:
        found = found.max(value.upper())
    return found


def _part(whole: arb_mat, row: int, column: int) -> arb_mat:
    return arb_mat([[whole[row + i, column + j] for j in range(2)] for i in range(2)])


def _met(before: arb_mat, after: arb_mat) -> arb_mat:
    """Return the stiffness of the point between a stretch whose root is held and one whose tip is."""
    return _part(before, 2, 2) * _part(before, 0, 2).inv() + _part(after, 0, 2).inv() * _part(after, 0, 0)


def _stiffness(moved: arb_mat, forced: arb_mat, passed: arb_mat) -> arb_mat:
    """Return the dynamic stiffness in u, θL, w and w′L: forces on root and tip, from root and tip motion."""
    compliance = forced.inv()
    across, root, tip = -compliance, compliance * moved, passed * compliance
    rows = [[root[i, j] for j in range(2)] + [across[i, j] for j in range(2)] for i in range(2)]
    rows += [[across[j, i] for j in range(2)] + [tip[i, j] for j in range(2)] for i in range(2)]
    return _RELATIVE.transpose() * arb_mat(rows) * _RELATIVE
