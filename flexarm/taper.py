"""The uniform pieces that stand for a link's part between two sections of which it varies linearly.

Every stretch becomes two pieces of half its length. Together they have its mass and the mass's first moment, and the
same of its flexibility 1/EI, by Gauss's two points. Natural frequencies are off by O(h⁴): these are the
commutator-free exponentials of fourth order of S. Blanes and P. C. Moan (2006), Applied Numerical Mathematics 56, 1519.
One piece a stretch, with its mean values, would be off by O(h²).
"""

from collections.abc import Iterator
from math import sqrt

from flexarm.section import Section
from flexarm.tube import Tube

# The pieces' values are positive up to a factor of 13; at two a steep taper is as accurate as a gentle one.
_STEEPEST = 2.0

Values = tuple[float, float]


def tapered(inner: Section, outer: Section, stretches: int) -> Iterator[tuple[float, Values]]:
    """Yield the pieces from one section to the next: share of the length between them; kg/m and N m²."""
    if (inner.tube or inner.values) == (outer.tube or outer.values):
        yield 1.0, inner.values
        return
    for k in range(stretches):
        for start, end in _gentle(inner, outer, k / stretches, (k + 1) / stretches):
            for values in _halves(inner, outer, start, end):
                yield 0.5 * (end - start), values


def ratio(inner: Values, outer: Values) -> float:
    """Return how many times the smaller the larger is, of masses per length or of rigidities."""
    return max(max(a / b, b / a) for a, b in zip(inner, outer, strict=True))


def _gentle(inner: Section, outer: Section, start: float, end: float) -> Iterator[tuple[float, float]]:
    """Yield a stretch, from share to share, halved until the values at its ends are within a factor of two."""
    if ratio(_between(inner, outer, start), _between(inner, outer, end)) <= _STEEPEST:
        yield start, end
        return
    middle = 0.5 * (start + end)
    yield from _gentle(inner, outer, start, middle)
    yield from _gentle(inner, outer, middle, end)


def _halves(inner: Section, outer: Section, start: float, end: float) -> tuple[Values, Values]:
    """Return the values of a stretch's two pieces, from those of m and 1/EI at Gauss's points."""
    points = [0.5 * (start + end) + side * (end - start) / sqrt(12.0) for side in (-1.0, 1.0)]
    (mass, rigidity), (outer_mass, outer_rigidity) = (_between(inner, outer, point) for point in points)
    masses = _tilted(mass, outer_mass)
    flexibilities = _tilted(1.0 / rigidity, 1.0 / outer_rigidity)
    return (masses[0], 1.0 / flexibilities[0]), (masses[1], 1.0 / flexibilities[1])


def _tilted(inner: float, outer: float) -> Values:
    """Return the two halves' constants: of the mean and the first moment of what has these values at Gauss's points."""
    mean, tilt = 0.5 * (inner + outer), (outer - inner) / sqrt(3.0)
    return mean - tilt, mean + tilt


def _between(inner: Section, outer: Section, share: float) -> Values:
    """Return mass per length and rigidity at a share of the way from one section to the next."""
    if inner.tube is None or outer.tube is None:
        mass, rigidity = (_blend(a, b, share) for a, b in zip(inner.values, outer.values, strict=True))
        return mass, rigidity
    names = ("diameter", "wall", "youngs_modulus", "density")
    made = {name: _blend(getattr(inner.tube, name), getattr(outer.tube, name), share) for name in names}
    made["wall"] = min(made["wall"], 0.5 * made["diameter"])  # of a rod, but for its last digit
    tube = Tube(**made)
    return tube.mass_per_length, tube.flexural_rigidity


def _blend(inner: float, outer: float, share: float) -> float:
    return (1.0 - share) * inner + share * outer
