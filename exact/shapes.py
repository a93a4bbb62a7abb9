"""Exact deflection of a member between its ends, from functions that neither cancel nor overflow."""

from dataclasses import dataclass
from functools import cached_property
from math import factorial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.displacements import LinkShape
from flexarm.quadrature import gauss

# Terms of the power series, enough for a short member: β⁴ⁿ/(4n)! at β = 2.5 is below 1e-20 from here on.
_TERMS = 9


@dataclass(frozen=True, eq=False)
class MemberShape:
    """Deflection of one member in every mode, relative to its root section."""

    length: Array  # length of the member in each mode, m, shape (modes,)
    beta: Array  # wave number times length, shape (modes,)
    absolute: NDArray[np.bool_]  # whether the member is long, and its ends in absolute coordinates, shape (modes,)
    ends: Array  # u, θL of the root section; w, w′L relative to it or y, y′L absolute of the tip, shape (modes, 4)

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the derivative of order 0 to 3 at stations x, m, shape (modes, stations), of either shape."""
        xi = x / self.length[:, np.newaxis]
        long, short = self.absolute, ~self.absolute
        value = np.empty_like(xi)
        value[short] = _by_series(self.beta[short], self.ends[short], xi[short], derivative)
        value[long] = _by_decay(self.beta[long], self.ends[long], xi[long], derivative)
        return np.asarray(value / self.length[:, np.newaxis] ** derivative)

    def tip(self) -> Array:
        """Return deflection and slope at the tip relative to the root, shape (2, modes)."""
        u, turn, deflection, slope = self.ends.T
        held = np.where(self.absolute, np.stack([u + turn, turn]), 0.0)
        return np.asarray((np.stack([deflection, slope]) - held) / np.stack([np.ones_like(self.length), self.length]))

    def moments(self) -> Array:
        """Return ∫ w dx and ∫ w x dx over the member, m² and m³, shape (2, modes)."""
        long, short = self.absolute, ~self.absolute
        value = np.empty((2, len(self.beta)))
        value[:, short] = _moments_by_series(self.beta[short], self.ends[short])
        value[:, long] = _moments_by_decay(self.beta[long], self.ends[long])
        return value * np.stack([self.length, self.length**2])


def _duncan(order: int, z: Array, xi: Array, first: int = 0) -> Array:
    """Return Σ zⁿ ξ^(4n + order) / (4n + order)!, from n = first on: the order-th integral of cos-like c₀."""
    quartic, total = z * xi**4, np.zeros(np.broadcast_shapes(z.shape, xi.shape))
    for n in reversed(range(first, _TERMS)):
        total = total * quartic + 1.0 / factorial(4 * n + order)
    return np.asarray(total * quartic**first * xi**order)


def _curving(beta: Array, ends: Array) -> tuple[Array, Array]:
    """Return κ and τ of the shape a (c₀ − 1) + θ (c₁ − ξ) + κ c₂ + τ c₃ from its values at the tip."""
    z, one = beta[:, np.newaxis] ** 4, np.ones((len(beta), 1))
    a, t, w, s = np.moveaxis(ends[..., np.newaxis], 1, 0)
    c2, c3, c1 = _duncan(2, z, one), _duncan(3, z, one), _duncan(1, z, one)
    tip = w - a * _duncan(0, z, one, 1) - t * _duncan(1, z, one, 1)
    slope = s - a * z * c3 - t * _duncan(0, z, one, 1)
    below = c2**2 - c1 * c3
    return (c2 * tip - c3 * slope) / below, (c2 * slope - c1 * tip) / below


def _moments_by_series(beta: Array, ends: Array) -> Array:
    """Return ∫ w dξ and ∫ w ξ dξ of short members: an integral of c_n is c_n₊₁, and ∫ w ξ = ∫ w − ∬ w."""
    z, one = beta[:, np.newaxis] ** 4, np.ones((len(beta), 1))
    a, t = ends[:, :1], ends[:, 1:2]
    kappa, tau = _curving(beta, ends)

    def integral(times: int) -> Array:
        rest = a * _duncan(times, z, one, 1) + t * _duncan(1 + times, z, one, 1)
        return np.asarray(rest + kappa * _duncan(2 + times, z, one) + tau * _duncan(3 + times, z, one))[:, 0]

    return np.stack([integral(1), integral(1) - integral(2)])


def _moments_by_decay(beta: Array, ends: Array) -> Array:
    """Return ∫ w dξ and ∫ w ξ dξ of long members: y⁗ = β⁴ y, so that ∫ y = [y‴]/β⁴ and ∫ y ξ = [ξ y‴ − y″]/β⁴."""
    xi = np.stack([np.zeros_like(beta), np.ones_like(beta)], axis=-1)
    curvature, shear = _by_decay(beta, ends, xi, 2), _by_decay(beta, ends, xi, 3)
    whole = np.stack([shear[:, 1] - shear[:, 0], shear[:, 1] - curvature[:, 1] + curvature[:, 0]]) / beta**4
    root, turn = ends[:, 0], ends[:, 1]
    return np.asarray(whole - np.stack([root + turn / 2.0, root / 2.0 + turn / 3.0]))


def _by_series(beta: Array, ends: Array, xi: Array, derivative: int) -> Array:
    """Return the shape a (c₀ − 1) + θ (c₁ − ξ) + κ c₂ + τ c₃, whose tip values give κ and τ."""
    z = beta[:, np.newaxis] ** 4
    a, t = ends[:, :1], ends[:, 1:2]
    kappa, tau = _curving(beta, ends)

    def term(order: int, first: int) -> Array:
        """Return a derivative of c_order, without its terms before `first`."""
        lower = order - derivative
        return _duncan(lower, z, xi, first) if lower >= 0 else z * _duncan(lower + 4, z, xi, max(first - 1, 0))

    return np.asarray(a * term(0, 1) + t * term(1, 1) + kappa * term(2, 0) + tau * term(3, 0))


def _by_decay(beta: Array, ends: Array, xi: Array, derivative: int) -> Array:
    """Return A cos βξ + B sin βξ + C e^(−βξ) + D e^(−β(1−ξ)) less the root section's motion."""
    e, c, s, one, zero = np.exp(-beta), np.cos(beta), np.sin(beta), np.ones_like(beta), np.zeros_like(beta)
    rows = [[one, zero, one, e], [zero, one, -one, e], [c, s, e, one], [-s, c, -e, one]]
    u, turn, tip, slope = ends.T
    known = np.stack([u, turn / beta, tip, slope / beta], axis=-1)
    matrix = np.moveaxis(np.array(rows), -1, 0)
    coefficient = np.linalg.solve(matrix, known[..., np.newaxis])[..., 0]
    b, phase = beta[:, np.newaxis], 0.5 * np.pi * derivative
    functions = [np.cos(b * xi + phase), np.sin(b * xi + phase)]
    functions += [(-1.0) ** derivative * np.exp(-b * xi), np.exp(-b * (1.0 - xi))]
    value = b**derivative * sum(k[:, np.newaxis] * f for k, f in zip(coefficient.T, functions, strict=True))
    root = [u[:, np.newaxis] + turn[:, np.newaxis] * xi, turn[:, np.newaxis] + 0.0 * xi]
    return np.asarray(value - root[derivative] if derivative < 2 else value)


@dataclass(frozen=True, eq=False)
class PiecedShape:
    """Deflection of a link made of pieces, root first, relative to its root section."""

    pieces: tuple[MemberShape, ...]

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the derivative of order 0 to 3 at stations x, m, shape (modes, stations)."""
        start, at_start, value = np.zeros((len(self.pieces[0].length), 1)), self._at_start, None
        for piece, (deflection, slope) in zip(self.pieces, at_start, strict=True):
            inside = np.clip(x - start, 0.0, piece.length[:, np.newaxis])
            own = piece(inside, derivative)
            if derivative < 2:
                own = own + (deflection + slope * inside if derivative == 0 else slope)
            value = own if value is None else np.where(x < start, value, own)
            start = start + piece.length[:, np.newaxis]
        return np.asarray(value)

    def moments(self) -> Array:
        """Return ∫ w dx and ∫ w x dx over the link, m² and m³, shape (2, modes)."""
        start, whole = np.zeros(len(self.pieces[0].length)), np.zeros((2, len(self.pieces[0].length)))
        for piece, at_start in zip(self.pieces, self._at_start, strict=True):
            (deflection, slope), length = at_start[..., 0], piece.length
            area, moment = piece.moments()
            area = area + deflection * length + slope * length**2 / 2.0
            moment = moment + deflection * length**2 / 2.0 + slope * length**3 / 3.0
            whole = whole + np.stack([area, moment + start * area])
            start = start + length
        return whole

    def quadrature(self) -> tuple[Array, Array]:
        """Return stations, m, and weights, m, that integrate products of two shapes over the link, shape (points,)."""
        # Products of two shapes have β / π waves; n Gauss points are exact to round-off from about n = β + 20 on.
        points, weights = gauss(int(np.max(sum(piece.beta for piece in self.pieces))) + 40)
        length = float(sum(piece.length[0] for piece in self.pieces))
        return length * points, length * weights

    @cached_property
    def _at_start(self) -> list[Array]:
        """Deflection and slope at the root of each piece, relative to the link's root, shape (2, modes, 1)."""
        starts = [np.zeros((2, len(self.pieces[0].length), 1))]
        for piece in self.pieces[:-1]:
            (deflection, slope), (beyond, turn) = starts[-1], piece.tip()[..., np.newaxis]
            starts.append(np.array([deflection + slope * piece.length[:, np.newaxis] + beyond, slope + turn]))
        return starts


class PiecewiseShape(LinkShape, Protocol):
    """A link's shape in every mode that knows where to integrate it."""

    def quadrature(self) -> tuple[Array, Array]:
        """Return stations, m, and weights, m, that integrate products of two shapes over the link, shape (points,)."""
        ...


@dataclass(frozen=True, eq=False)
class MixedShape:
    """Combinations of a link's shapes, shape (modes, raw modes)."""

    shape: LinkShape
    mixture: Array

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the derivative of order 0 to 3 at stations x, m, shape (modes, stations)."""
        return np.asarray(self.mixture @ self.shape(x, derivative))

    def moments(self) -> Array:
        """Return ∫ w dx and ∫ w x dx over the link, m² and m³, shape (2, modes)."""
        return np.asarray(self.shape.moments() @ self.mixture.T)
