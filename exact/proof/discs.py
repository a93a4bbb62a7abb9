"""Discs about the roots of Taylor's polynomial, each proved to hold as many zeros of the function (Rouché 1862).

Where on a disc's edge the polynomial's size, the product of its distances from all its roots, exceeds what it leaves
out, function and polynomial have equally many zeros inside.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flint import acb, arb

from exact.proof.taylor import Taylor
from exact.proof.undecided import Undecided

# How much larger a disc is than the first order wants it.
_LARGER = 4
# Roots beyond this part of the circle's radius are far, and so many sums of powers of theirs are taken.
_FAR, _POWERS = 1.25, 64


class Disc(NamedTuple):
    """A disc that holds a zero, or as many as there are such discs in a listing; s/R of its centre, and its radius."""

    centre: acb
    radius: arb


def proved_discs(taylor: Taylor) -> list[Disc]:
    """Return a disc for each zero of size below one, of the upper half plane and the real axis, none left out.

    Two that cannot be told from one another on both sides of the real axis have discs about it.
    """
    isolated: Any = taylor.polynomial.complex_roots()
    roots = [root for root, times in isolated for _ in range(times)]
    lead = abs(arb(taylor.polynomial[taylor.polynomial.degree()]))
    within = [root for root in roots if _inside(root)]
    if not _least(abs(arb(taylor.polynomial[0])), roots) > taylor.error:
        raise Undecided
    found: list[Disc] = []
    for root in within:
        if root.imag < 0:
            continue
        disc = _disc(root.mid(), roots, lead, taylor.error)
        alone = root.imag.contains(0) or disc.radius < disc.centre.imag
        if not disc.radius < disc.centre.imag:
            disc = _disc(acb(root.mid().real), roots, lead, taylor.error)
        found += [disc] if alone else [disc, disc]
    if sum(1 if disc.centre.imag == 0 else 2 for disc in found) != len(within):
        raise Undecided
    return found


def _least(first: arb, roots: Sequence[acb]) -> arb:
    """Return what a polynomial exceeds in size on the circle of radius one, from its value at the centre and its roots.

    Of far roots, many of which lie all round, Π (1 − x/xᵢ) is the exponential of −Σ x^k Σ xᵢ^−k / k.
    """
    near = [root for root in roots if not abs(root) > _FAR]
    first = _product(first, [abs(1 - abs(root)) / abs(root) for root in near])
    inverse = [1 / root for root in roots if abs(root) > _FAR]
    exponent, powers = arb(0), inverse
    for k in range(1, _POWERS):
        exponent += abs(sum(powers, acb(0))) / k
        powers = [power * one for power, one in zip(powers, inverse, strict=True)]
    rest = sum((abs(power) / (1 - abs(one)) for power, one in zip(powers, inverse, strict=True)), arb(0))
    return arb(first * (-exponent - rest / _POWERS).exp())


def _inside(root: acb) -> bool:
    if not (abs(root) < 1 or abs(root) > 1):
        raise Undecided
    return bool(abs(root) < 1)


def _disc(centre: acb, roots: Sequence[acb], lead: arb, error: arb) -> Disc:
    far = sorted((abs(centre - other) for other in roots), key=lambda one: one.upper())
    for number in range(1, len(far) + 1):
        rest = _product(lead, far[number:])
        if not rest > 0:
            continue
        radius = arb((2 * far[number - 1] + (_LARGER * error / rest).root(number)).upper())
        edge = [radius - one for one in far[:number]] + [one - radius for one in far[number:]]
        if all(one > 0 for one in edge) and _product(lead, edge) > error:
            return Disc(centre, radius)
    raise Undecided


def _product(first: arb, others: Sequence[arb]) -> arb:
    for one in others:
        first = first * one
    return first
