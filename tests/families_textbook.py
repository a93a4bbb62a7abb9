"""Beam functions from their boundary conditions alone, in many digits: what float64 is compared with."""

from functools import lru_cache

import mpmath as mp
import numpy as np

PAIRS = {
    (0, 1): ((("cosh", 1), ("cos", -1)), (("sinh", 1), ("sin", -1))),
    (0, 2): ((("sinh", 1),), (("sin", 1),)),
    (2, 3): ((("cosh", 1), ("cos", 1)), (("sinh", 1), ("sin", 1))),
}


def _derivative(name, order, z):
    cosh, sinh, cos, sin = _waves(z, mp.mp.prec)
    cycle = {
        "cosh": (cosh, sinh) * 2,
        "sinh": (sinh, cosh) * 2,
        "cos": (cos, -sin, -cos, sin),
        "sin": (sin, cos, -sin, -cos),
    }
    return cycle[name][order]


@lru_cache(maxsize=64)
def _waves(z, precision):
    return mp.cosh(z), mp.sinh(z), mp.cos(z), mp.sin(z)


def _value(pair, b, xi, order):
    return b**order * sum(sign * _derivative(name, order, b * xi) for name, sign in pair)


def _tip_rows(family, body, b):
    """Return the two tip conditions of the two functions that fulfil those of the root."""
    ends = [[_value(pair, b, 1, order) for order in range(4)] for pair in PAIRS[family.root]]
    if not family.carries:
        return [[end[order] for end in ends] for order in family.tip]
    m, a, k = map(mp.mpf, (body.mass, body.offset, body.inertia))
    moment = [w2 - b**4 * (m * a * w + (k + m * a * a) * w1) for w, w1, w2, _ in ends]
    force = [w3 + b**4 * (m * w + m * a * w1) for w, w1, _, w3 in ends]
    return [moment, force]


def exact_wavenumber(family, body, near):
    """Return the wavenumber near a float64 one."""

    start = mp.mpf(float(near))
    size = mp.exp(-start) / mp.fprod(max(map(abs, row)) / mp.exp(start) for row in _tip_rows(family, body, start))

    def characteristic(b):
        rows = _tip_rows(family, body, b)
        return (rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]) * size

    return mp.findroot(characteristic, (start, start * (1 + mp.mpf(10) ** -17)), tol=1e-120, verify=False)


def exact_function(family, body, b, xi):
    """Return the function of wavenumber b and its derivatives at stations, as float64, shape (4, stations)."""
    one, two = PAIRS[family.root]
    row = max(_tip_rows(family, body, b), key=lambda row: max(map(abs, row)))
    mix = (-row[1], row[0])
    size = max(abs(_value(one, b, mp.mpf(x), 2) * mix[0] + _value(two, b, mp.mpf(x), 2) * mix[1]) for x in xi)
    return np.array(
        [
            [float((_value(one, b, mp.mpf(x), d) * mix[0] + _value(two, b, mp.mpf(x), d) * mix[1]) / size) for x in xi]
            for d in range(4)
        ]
    )
