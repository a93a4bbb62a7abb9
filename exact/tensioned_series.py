"""Power series of a beam under axial force: deflection, rotation, shear and moment at its tip from those at its root.

EI y⁗ − (N y′)′ − z y = 0 as four equations of first order: y′ = ϑ, ϑ′ = M, Q′ = −z y, M′ = N ϑ − Q, with the bending
moment M = EI y″ and the force Q = N y′ − EI y‴ across the undeformed beam: Q and M are what acts on its tip in the
directions of y and ϑ. N is a polynomial of degree two at most. All is in units of the beam's length and flexural
rigidity.
"""

import numpy as np

from flexarm.arrays import Array

# What is left out of a series is below this, relative to the largest of its terms.
_LEFT_OUT = 1e-19
# Three coefficients in a row: as many as one recursion of M looks back at, N being of degree two.
_WINDOW = 3


def terms(tension: Array, load: Array) -> int:
    """Return how many terms of the series suffice.

    With q² ≥ 2 Σ |Nⱼ|, q⁴ ≥ 2 |z| and q ≥ 1 the k-th coefficients, measured by the largest of y, ϑ/q, M/q² and 2Q/q³,
    obey b(k+1) ≤ q/(k+1) · max(b(k), ½b(k) + Σ |Nⱼ|/q² · b(k−j)). From q/(k+1) ≤ ½ on, each is at most half the largest
    of the last three, and all that follow together three times that.

    Parameters
    ----------
    tension
        Coefficients of N in powers of x, shape (..., 3).
    load
        z, shape (...).
    """
    pulls = np.abs(tension)
    pull, push = np.max(np.sum(pulls, axis=-1), initial=0.0), np.max(np.abs(load), initial=0.0)
    size = max(1.0, (2.0 * pull) ** 0.5, (2.0 * push) ** 0.25)
    parts = np.max(pulls.reshape(-1, _WINDOW), axis=0) / size**2
    last, count = np.array([2.0, 0.0, 0.0]), 0
    while count + 1 < 2.0 * size or 3.0 * np.max(last) > _LEFT_OUT:
        count += 1
        following = size / count * max(last[0], 0.5 * last[0] + float(parts @ last))
        last = np.array([following, *last[:-1]])
    return count


def matrizants(tension: Array, load: float) -> Array:
    """Return what takes y, ϑ, Q and M from root to tip, as coefficients of powers of z, shape (powers, ..., 4, 4).

    Parameters
    ----------
    tension
        Coefficients of N in powers of x, shape (..., 3).
    load
        The largest |z| = m |λ| L⁴ / EI that is asked for.
    """
    source = np.zeros((terms(tension, np.asarray(load)), 4, *tension.shape[:-1]))
    found: list[Array] = []
    # One power more than the value asks for: the derivative by z asks for it.
    while len(found) < 2 or load ** (len(found) - 1) * np.max(np.abs(source)) > _LEFT_OUT:
        start = np.zeros((4, 4, *tension.shape[:-1]))
        start[range(4), range(4)] = 0.0 if found else 1.0
        whole, source = _power(start, source, tension)
        found.append(np.moveaxis(whole, (0, 1), (-2, -1)))
    return np.stack(found)


def _power(value: Array, source: Array, tension: Array) -> tuple[Array, Array]:
    """Return one power's part, and its deflections term by term, from those of the power before."""
    whole, turned, deflected = value.copy(), [value[1]], []
    for k, carried in enumerate(source):
        deflected.append(value[0])
        value = np.array(_next(value, turned, tension, carried)) / (k + 1)
        turned = [value[1], *turned[: _WINDOW - 1]]
        whole += value
    return whole, np.array(deflected)


def state(start: Array, tension: Array, load: Array, x: Array) -> Array:
    """Return y, ϑ, Q and M at places x, in units of the beam's length, from those at its root, shape (4, ...).

    Parameters
    ----------
    start
        y, ϑ, Q, M at the root, shape (4, ...).
    tension, load
        Coefficients of N in powers of x, shape (..., 3), and z, shape (...).
    x
        0 to 1, shape (...).
    """
    value, whole = start, start.copy()
    turned, power = [start[1]], np.ones_like(x)
    for k in range(terms(tension, load)):
        value = np.array(_next(value, turned, tension, load * value[0])) / (k + 1)
        turned, power = [value[1], *turned[: _WINDOW - 1]], power * x
        whole = whole + value * power
    return np.asarray(whole)


def _next(value: Array, turned: list[Array], tension: Array, carried: Array) -> list[Array]:
    """Return the next coefficients of y, ϑ, Q and M, times their number."""
    pulled = sum(tension[..., j] * earlier for j, earlier in enumerate(turned))
    return [value[1], value[3], -carried, np.asarray(pulled - value[2])]
