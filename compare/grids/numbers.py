"""Numbers as they are written on the command line: one, several, or a range, even or logarithmic."""

from fractions import Fraction

import numpy as np

from flexarm.errors import Fault, InputError

# A range of more is a slip of the finger: every value makes an arm before anything runs, some 3000 a second.
_MANY = 1_000_000
FORMS = "a:b:n (n values from a to b), a:b:n:log (in equal ratios), numbers with commas between, or one number"


def read_numbers(text: str, path: str) -> list[float]:
    """Return the numbers that a text names; `path` is where it was given, for the refusal."""
    return [number for item in text.split(",") for number in _read(item.strip(), path)]


def _read(item: str, path: str) -> list[float]:
    try:
        first, *rest = item.split(":")
        if not rest:
            return [float(first)]
        ends, number, how = (float(first), float(rest[0])), int(rest[1]), rest[2:]
        if len(rest) < 2 or number < 2 or ends[0] == ends[1] or how not in ([], ["log"]):
            raise ValueError
        exact = [Fraction(repr(end)) for end in ends]  # refuses what is infinite
        if how and (0.0 in ends or np.sign(ends[0]) != np.sign(ends[1])):
            raise ValueError
    except (ValueError, ArithmeticError, IndexError):
        raise InputError([Fault(path, FORMS, repr(item))]) from None
    if number > _MANY:
        raise InputError([Fault(path, f"{_MANY} values at most", repr(item))])
    return _logarithmic(*ends, number) if how else _even(exact[0], exact[1], number)


def _even(a: Fraction, b: Fraction, number: int) -> list[float]:
    # In fractions, so that 0:1:11 has 0.3 in it, and not its neighbour.
    return [float(a + (b - a) * Fraction(k, number - 1)) for k in range(number)]


def _logarithmic(a: float, b: float, number: int) -> list[float]:
    inner = 10.0 ** np.linspace(np.log10(abs(a)), np.log10(abs(b)), number)[1:-1]
    # To fifteen digits, so that 1e3:1e6:4:log has 1e4 in it, and not its neighbour.
    return [a, *(float(np.copysign(float(f"{one:.15g}"), a)) for one in inner), b]
