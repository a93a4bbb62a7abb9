"""Power series of a beam: deflection, rotation, shear and moment at its tip from those at its root.

Four equations of first order, in units of the beam's length L, flexural rigidity EI and mass per length m:

    y′ = ϑ + s Q,    ϑ′ = M,    Q′ = −z y,    M′ = N ϑ − Q − z j ϑ,

with the bending moment M, the force Q across the undeformed beam, and z = m λ L⁴ / EI. N is the tension, a polynomial
of degree two at most; s = EI/(S L²), S the shear rigidity, and j = J/(m L²), J the rotary inertia per length, make it a
Timoshenko beam; without them, EI y⁗ − (N y′)′ = z y. Q and M are what acts on the beam's tip in the directions of y and
ϑ.
"""

from typing import NamedTuple

import numpy as np

from flexarm.arrays import Array

# What is left out of a series is below this, relative to the largest of its terms.
_LEFT_OUT = 1e-19
# Three coefficients in a row: as many as one recursion of M looks back at, N being of degree two.
_WINDOW = 3


class Law(NamedTuple):
    """What a beam's equation has: coefficients of N in powers of x, shape (..., 3), s and j, shape (...)."""

    tension: Array
    shear: Array
    rotary: Array

    @classmethod
    def slender(cls, tension: Array) -> "Law":
        """Return the law of a beam of Euler and Bernoulli."""
        none = np.zeros(tension.shape[:-1])
        return cls(tension, none, none)

    def scaled(self, length: Array) -> "Law":
        """Return the law in units of a part of the beam, whose length is in units of the whole."""
        powers = np.array([2, 3, 4])
        return Law(self.tension * length[..., np.newaxis] ** powers, self.shear / length**2, self.rotary / length**2)


def terms(law: Law, load: Array) -> int:
    """Return how many terms of the series suffice for |z|, shape (...).

    With q² ≥ 2 (Σ |Nⱼ| + |z| j), q² ≥ s |z|, q⁴ ≥ 2 |z| and q ≥ 1 the k-th coefficients, measured by the largest of y,
    ϑ/q, M/q² and Q max(2/q³, s/q), obey b(k+1) ≤ q/(k+1) · max(2 b(k), ½b(k) + Σ |Nⱼ|/q² · b(k−j)), the two once
    without s. From 2q/(k+1) ≤ ½ on, each is at most half the largest of the last three, and all that follow together
    three times that.
    """
    pulls, push = np.abs(law.tension), np.max(np.abs(load), initial=0.0)
    shear, rotary = np.max(law.shear, initial=0.0), np.max(law.rotary, initial=0.0)
    pull = np.max(np.sum(pulls, axis=-1), initial=0.0) + push * rotary
    size = max(1.0, (2.0 * pull) ** 0.5, (2.0 * push) ** 0.25, (shear * push) ** 0.5)
    parts = np.max(pulls.reshape(-1, _WINDOW), axis=0) / size**2
    parts[0] += push * rotary / size**2
    own = 2.0 if shear else 1.0
    last, count = np.array([2.0, 0.0, 0.0]), 0
    while count + 1 < 2.0 * own * size or 3.0 * np.max(last) > _LEFT_OUT:
        count += 1
        following = size / count * max(own * last[0], 0.5 * last[0] + float(parts @ last))
        last = np.array([following, *last[:-1]])
    return count


def matrizants(law: Law, load: float) -> Array:
    """Return what takes y, ϑ, Q and M from root to tip, as coefficients of powers of z, shape (powers, ..., 4, 4).

    The load is the largest |z| that is asked for.
    """
    shape = law.tension.shape[:-1]
    source = np.zeros((terms(law, np.asarray(load)), 2, 4, *shape))
    powers: list[Array] = []
    # One power more than the value asks for: the derivative by z asks for it.
    while len(powers) < 2 or load ** (len(powers) - 1) * np.max(np.abs(source)) > _LEFT_OUT:
        start = np.zeros((4, 4, *shape))
        start[range(4), range(4)] = 0.0 if powers else 1.0
        whole, source = _power(start, source, law)
        powers.append(np.moveaxis(whole, (0, 1), (-2, -1)))
    return np.stack(powers)


def _power(value: Array, source: Array, law: Law) -> tuple[Array, Array]:
    """Return one power's part, and its deflections and rotations term by term, from those of the power before."""
    whole, turned, moved = value.copy(), [value[1]], []
    for k, carried in enumerate(source):
        moved.append(value[:2])
        value = np.array(_next(value, turned, law, carried)) / (k + 1)
        turned = [value[1], *turned[: _WINDOW - 1]]
        whole += value
    return whole, np.array(moved)


def state(start: Array, law: Law, load: Array, x: Array) -> Array:
    """Return y, ϑ, Q and M at places x, 0 to 1, shape (...), from those at the root, shape (4, ...)."""
    value, whole = start, start.copy()
    turned, power = [start[1]], np.ones_like(x)
    for k in range(terms(law, load)):
        value = np.array(_next(value, turned, law, load * value[:2])) / (k + 1)
        turned, power = [value[1], *turned[: _WINDOW - 1]], power * x
        whole = whole + value * power
    return np.asarray(whole)


def _next(value: Array, turned: list[Array], law: Law, carried: Array) -> list[Array]:
    """Return the next coefficients of y, ϑ, Q and M, times their number; z times y and ϑ is given."""
    pulled = sum(law.tension[..., j] * earlier for j, earlier in enumerate(turned))
    moment = np.asarray(pulled - value[2] - law.rotary * carried[1])
    return [value[1] + law.shear * value[2], value[3], -carried[0], moment]
