"""Taylor's polynomial of an entire function on a disc, with a proved bound of what it leaves out.

The function is real on the real axis and known in balls at points of a circle. Its coefficients cₖ, in x = s/R, are
sums over N such points, up to cₖ₊ₙ + cₖ₊₂ₙ + … (n = N) that these cannot tell apart. By Cauchy no cₙ exceeds
M(κR)/κⁿ, M the value of a majorant.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from flint import acb, arb, fmpz_poly

from flexarm.arrays import Array

# Circles, in units of the disc, on which a majorant is asked for the bound of what is left out.
_WIDER = (1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0)
# Where the function has a limit, circles between the disc and that, as powers of its radius.
_BELOW = (0.25, 0.5, 0.75)
# A smaller circle, on which it tells how much smaller the function is near its centre.
_INNER = 2.0**-10
# Coefficients this much smaller than what is left out are left out too.
_NEGLIGIBLE = arb(2) ** -4

Function = Callable[[Array], Array]


class Taylor(NamedTuple):
    """A polynomial in s/R, and how far the function is from it for |s| ≤ R at most, in units that make it integer."""

    polynomial: fmpz_poly
    error: arb


class Growth(NamedTuple):
    """A majorant on circles, as powers of two: at these parts of R."""

    parts: tuple[float, ...]
    size: tuple[float, ...]

    @property
    def range(self) -> float:
        """How many bits the function loses from |s| = R towards the centre, about, zeros there divided out."""
        return self.size[1] - self.size[0]

    def terms(self, bits: float) -> int:
        """Return an even number of terms that leave out less than 2^−bits of the function's largest value."""
        steps = zip(self.parts[2:], self.size[2:], strict=True)
        need = min((size - self.size[1] + bits + 2) / np.log2(part) for part, size in steps)
        return 2 * max(4, int(np.ceil(0.5 * need)))


def growth(majorant: Function, radius: arb, zeros: int, most: float) -> Growth:
    """Return how a majorant grows; it is asked within `most` times the radius."""
    wider = [part for part in _WIDER if part < most]
    wider += [most**power for power in _BELOW] if np.isfinite(most) else []
    parts = (_INNER, 1.0, *wider)
    values = majorant(np.array([acb(radius * part) for part in parts], dtype=object))
    size = [_log2(value.real) for value in values]
    size[0] -= zeros * float(np.log2(_INNER))
    return Growth(parts, tuple(size))


def taylor(function: Function, majorant: Function, radius: arb, zeros: int, grows: Growth, bits: float) -> Taylor:
    """Return a function with so many zeros at the centre, which are divided out, to 2^−bits of its largest value."""
    terms = grows.terms(bits)
    angles = [arb(2 * k + 1) / terms for k in range(terms // 2)]
    upper = function(np.array([radius * acb(angle).exp_pi_i() for angle in angles], dtype=object))
    values = [acb(one) for one in upper]
    sums = acb.dft([*values, *(one.conjugate() for one in reversed(values))])
    found = [(sums[k] * acb(arb(-k) / terms).exp_pi_i()).real / terms for k in range(terms)]
    error = _left_out(majorant, radius, terms, grows.parts[2:]) + sum((one.rad() for one in found[zeros:]), arb(0))
    if any(abs(one) > error for one in found[:zeros]):
        raise ArithmeticError(f"fewer than {zeros} zeros at the centre")
    kept = [one.mid() for one in found[zeros:]]
    while len(kept) > 1 and abs(kept[-1]) < error * _NEGLIGIBLE:
        error += abs(kept.pop())
    return _in_integers(kept, error.upper())


def _in_integers(coefficients: Sequence[arb], error: arb) -> Taylor:
    parts = [one.man_exp() for one in coefficients]
    unit = min(int(power) for mantissa, power in parts if mantissa != 0)
    whole = [int(mantissa) << (int(power) - unit if mantissa != 0 else 0) for mantissa, power in parts]
    return Taylor(fmpz_poly(whole), error * arb(2) ** -unit)


def _left_out(majorant: Function, radius: arb, terms: int, wider: Sequence[float]) -> arb:
    """Return the most that terms beyond some bring for |s| ≤ R: once left out, and once among those before."""
    best: Any = None
    for part in map(arb, wider):
        (value,) = majorant(np.array([acb(radius * part)], dtype=object))
        bound = 2 * value.real * part**-terms / (1 - 1 / part)
        best = bound if best is None else best.min(bound)
    return arb(best.upper())


def _log2(value: arb) -> float:
    return float((abs(value).log() / arb(2).log()).mid())
