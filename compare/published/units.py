"""Units as sources print them, with exact factors.

A table of its own, as unit libraries read ``lb`` as a mass, where the sources mean a force, and some take rad/s for Hz.
"""

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from flexarm.checks import shown
from flexarm.errors import Fault, InputError


@dataclass(frozen=True)
class Unit:
    """A unit: how many of the SI unit it is, and its dimension."""

    factor: Fraction  # SI units in one of it; rad for angles
    dimension: tuple[int, int, int, int] = (0, 0, 0, 0)  # powers of mass, length, time and angle

    def times(self, other: "Unit", power: int = 1) -> "Unit":
        """Return the product with a power of another unit."""
        dimension = tuple(a + power * b for a, b in zip(self.dimension, other.dimension, strict=True))
        return Unit(self.factor * other.factor**power, dimension)  # type: ignore[arg-type]


NUMBER = Unit(Fraction(1))
_KG, _M, _S, _RAD = (Unit(Fraction(1), tuple(int(i == k) for k in range(4))) for i in range(4))  # type: ignore[arg-type]


def _scaled(factor: str | Fraction, *powers: tuple[Unit, int]) -> Unit:
    unit = Unit(Fraction(factor))
    for other, power in powers:
        unit = unit.times(other, power)
    return unit


# The foot and the pound-force are exact by definition: 1 ft = 0.3048 m, 1 lb = 0.45359237 kg × 9.80665 m/s².
_FT = _scaled("0.3048", (_M, 1))
_IN = _scaled(Fraction(1, 12), (_FT, 1))
_LB = _scaled("4.4482216152605", (_KG, 1), (_M, 1), (_S, -2))
_UNITS = {
    "1": NUMBER,
    "%": _scaled("0.01"),
    "kg": _KG,
    "m": _M,
    "cm": _scaled("0.01", (_M, 1)),
    "mm": _scaled("0.001", (_M, 1)),
    "in": _IN,
    "ft": _FT,
    "s": _S,
    "rad": _RAD,
    "deg": _scaled(Fraction(math.pi) / 180, (_RAD, 1)),
    "Hz": _scaled(Fraction(math.tau), (_RAD, 1), (_S, -1)),
    "W": _scaled("1", (_KG, 1), (_M, 2), (_S, -3)),
    "N": _scaled("1", (_KG, 1), (_M, 1), (_S, -2)),
    "lb": _LB,
    "slug": _scaled("1", (_LB, 1), (_S, 2), (_FT, -1)),
    "psi": _scaled("1", (_LB, 1), (_IN, -2)),
    "psf": _scaled("1", (_LB, 1), (_FT, -2)),
}
_SUPERSCRIPTS = {ord("²"): "^2", ord("³"): "^3", ord("⁴"): "^4"}
# Names in one unit: the factor then stays far from the ends of float64.
_MOST = 6
# A number as printed: no more digits than float64 and the last digit can stand for.
NUMBER_PRINTED = re.compile(r"[+-]?([0-9]{1,20}\.?[0-9]{0,20}|\.[0-9]{1,20})([eE][+-]?[0-9]{1,2})?")
_FACTOR = re.compile(r"([A-Za-z]+|1|%)(?:\^(-?[1-9]))?")


@cache
def parse(text: str) -> Unit:
    """Return the unit that a text names, with one divisor at most, as in ``lb s^2/in^4``; lb is a force."""
    above, *below = text.translate(_SUPERSCRIPTS).split("/")
    factors = [(word, 1) for word in above.split()] + [(word.strip(), -1) for word in below]
    unit = NUMBER
    for word, sign in factors:
        factor = _FACTOR.fullmatch(word)
        if not factor or factor[1] not in _UNITS:
            raise InputError([_fault(text)])
        unit = unit.times(_UNITS[factor[1]], sign * int(factor[2] or 1))
    if not above.strip() or len(below) > 1 or len(factors) > _MOST:
        raise InputError([_fault(text)])
    return unit


def to_si(value: float | Fraction, unit: Unit) -> float:
    """Return a value in SI units, angles in degrees; exact until the last rounding."""
    # repr is the number as it was written: 0.0002534 and not the nearest binary fraction.
    number = value if isinstance(value, Fraction) else Fraction(repr(value))
    return float(number * unit.factor / (_UNITS["deg"].factor if unit.dimension == _RAD.dimension else 1))


def _fault(text: str) -> Fault:
    wanted = f"a unit such as N m/rad or lb s^2/in^4, of {', '.join(_UNITS)}, with one divisor at most (lb is a force)"
    return Fault("unit", wanted, shown(text))
