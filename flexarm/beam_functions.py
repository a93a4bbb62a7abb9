"""The general solution of y⁗ = b⁴ y on 0 ≤ ξ ≤ 1, in four functions that neither cancel nor overflow."""

import abc
from collections.abc import Callable
from dataclasses import dataclass
from math import factorial

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array

# b⁴ⁿ/(4n)! at b = 2.5 is below 1e-20 from here on.
_TERMS = 9


class Basis(abc.ABC):
    """Four independent solutions."""

    @abc.abstractmethod
    def __call__(self, b: Array, xi: Array, derivative: int) -> Array:
        """Return the derivatives by ξ of order 0 to 3, shape (4, ...) for b and ξ of any shapes that go together."""

    def bending(self, b: Array, xi: Array, derivative: int) -> Array:
        """Return the same less the motion of the root section, f(0) + f′(0) ξ."""
        value, root = self(b, xi, derivative), np.zeros(np.shape(xi))
        if derivative == 0:
            value = value - self(b, root, 0) - self(b, root, 1) * xi
        return value - self(b, root, 1) if derivative == 1 else value

    def integrals(self, b: Array) -> Array:
        """Return ∫ f dξ = [f‴]/b⁴ and ∫ f ξ dξ = [ξ f‴ − f″]/b⁴, shape (2, 4, ...)."""
        root, tip = np.zeros_like(b), np.ones_like(b)
        rise = self(b, tip, 3) - self(b, root, 3)
        return np.stack([rise, self(b, tip, 3) - self(b, tip, 2) + self(b, root, 2)]) / b**4

    def bending_integrals(self, b: Array) -> Array:
        """Return the same of what is bent, f − f(0) − f′(0) ξ, shape (2, 4, ...)."""
        root, turn = (self(b, np.zeros_like(b), order) for order in (0, 1))
        return self.integrals(b) - np.stack([root + turn / 2.0, root / 2.0 + turn / 3.0])


class Waves(Basis):
    """cos bξ, sin bξ, and what decays from root and from tip, e^(−bξ) and e^(−b(1−ξ)).

    The textbook's cosh and sinh cancel one another from about the tenth mode of a beam on; these never do.
    """

    def __call__(self, b: Array, xi: Array, derivative: int) -> Array:
        """Return the derivatives."""
        phase = b * xi
        cosine, sine = np.cos(phase), np.sin(phase)
        values = np.empty((4, *phase.shape))
        values[0], values[1] = ((cosine, sine), (-sine, cosine), (-cosine, -sine), (sine, -cosine))[derivative]
        values[2], values[3] = (-1.0) ** derivative * np.exp(-phase), np.exp(-b * (1.0 - xi))
        return b**derivative * values if derivative else values

    def of_ends(self, b: Array, ends: Array) -> Array:
        """Return the constants, shape (4, n), of W(0), W′(0), W(1) and W′(1), shape (4, n)."""
        rows = [self(b, np.full_like(b, end), order) / b**order for end in (0.0, 1.0) for order in (0, 1)]
        known = ends / np.stack([np.ones_like(b), b] * 2)
        return np.asarray(np.linalg.solve(np.moveaxis(np.array(rows), -1, 0), known.T[..., np.newaxis])[..., 0].T)


class Powers(Basis):
    """Duncan's functions c_j = Σ b^(4n) ξ^(4n+j) / (4n+j)!, entire in b, for b of 2.5 at most.

    Their constants are W, W′, W″ and W‴ at the root.
    """

    def __call__(self, b: Array, xi: Array, derivative: int) -> Array:
        """Return the derivatives."""
        return np.stack([_derivative(order, b, xi, derivative, 0) for order in range(4)])

    def bending(self, b: Array, xi: Array, derivative: int) -> Array:
        """Return the derivatives of c₀ − 1, c₁ − ξ, c₂ and c₃: nothing cancels where a beam hardly bends."""
        return np.stack([_derivative(order, b, xi, derivative, int(order < 2)) for order in range(4)])

    def integrals(self, b: Array) -> Array:
        """Return the integrals of c₀ to c₃."""
        return np.stack([_integrals(order, b, 0) for order in range(4)], axis=1)

    def bending_integrals(self, b: Array) -> Array:
        """Return those of c₀ − 1, c₁ − ξ, c₂ and c₃."""
        return np.stack([_integrals(order, b, int(order < 2)) for order in range(4)], axis=1)

    def of_ends(self, b: Array, ends: Array) -> Array:
        """Return the constants, shape (4, n), of W(0), W′(0), and of W and W′ at the tip less the root's motion."""
        deflections, slopes = (self.bending(b, np.ones_like(b), order) for order in (0, 1))
        deflection, slope = (
            ends[2 + k] - np.sum(ends[:2] * at[:2], axis=0) for k, at in enumerate((deflections, slopes))
        )
        (_, _, c2, c3), (_, _, c1, _) = deflections, slopes
        below = c2**2 - c1 * c3
        curvature, shear = (c2 * deflection - c3 * slope) / below, (c2 * slope - c1 * deflection) / below
        return np.stack([ends[0], ends[1], curvature, shear])


def _duncan(order: int, b: Array, xi: Array, first: int = 0) -> Array:
    """Return c_j of the order j without its terms before n = `first`."""
    quartic = (b * xi) ** 4
    total = np.zeros_like(quartic)
    for n in reversed(range(first, _TERMS)):
        total = total * quartic + 1.0 / factorial(4 * n + order)
    return np.asarray(total * quartic**first * xi**order)


def _derivative(order: int, b: Array, xi: Array, derivative: int, first: int) -> Array:
    """Return a derivative of c_j without its terms before n = `first`: c_j′ = c_(j−1), and c₀′ = b⁴ c₃."""
    lower = order - derivative
    return _duncan(lower, b, xi, first) if lower >= 0 else b**4 * _duncan(lower + 4, b, xi, max(first - 1, 0))


def _integrals(order: int, b: Array, first: int) -> Array:
    """Return ∫ c_j = c_(j+1) and ∫ c_j ξ = c_(j+1) − c_(j+2) at the tip, without c_j's terms before n = `first`."""
    once, twice = (_duncan(order + times, b, np.ones_like(b), first) for times in (1, 2))
    return np.stack([once, once - twice])


WAVES, POWERS = Waves(), Powers()


@dataclass(frozen=True, eq=False)
class BeamFunctions:
    """Functions W_i(ξ), solutions of W⁗ = b⁴ W."""

    wavenumber: Array  # b of each function, shape (n,)
    constants: Array  # of the four functions of its basis, shape (4, n)
    short: NDArray[np.bool_] | None = None  # whether that basis is `POWERS`, shape (n,); None: it is `WAVES` of all

    @classmethod
    def of_ends(cls, wavenumber: Array, ends: Array, short: NDArray[np.bool_]) -> "BeamFunctions":
        """Return the functions with given ends."""
        constants = np.empty_like(ends)
        for own, basis in ((short, POWERS), (~short, WAVES)):
            constants[:, own] = basis.of_ends(wavenumber[own], ends[:, own])
        return cls(wavenumber, constants, short)

    @property
    def size(self) -> int:
        """Number n of functions."""
        return len(self.wavenumber)

    @property
    def points(self) -> int:
        """Gauss points on [0, 1] for products of two: half their wavenumber, and room for the decaying parts."""
        return int(np.ceil(0.5 * self.wavenumber.max())) + 40

    def __call__(self, xi: Array, derivative: int) -> Array:
        """Return the derivatives by ξ of order 0 to 3, shape (stations, n)."""
        stations = self._own(xi)
        return self._sums(lambda basis, own: basis(self.wavenumber[own], stations[:, own], derivative))

    def bending(self, xi: Array, derivative: int) -> Array:
        """Return the same less the motion of the root section, W(0) + W′(0) ξ."""
        stations = self._own(xi)
        return self._sums(lambda basis, own: basis.bending(self.wavenumber[own], stations[:, own], derivative))

    def bending_integrals(self) -> Array:
        """Return ∫ w dξ and ∫ w ξ dξ of the bending w, shape (2, n)."""
        return self._sums(lambda basis, own: np.moveaxis(basis.bending_integrals(self.wavenumber[own]), 0, 1))

    def _own(self, xi: Array) -> Array:
        return np.broadcast_to(xi if np.ndim(xi) == 2 else np.reshape(xi, (-1, 1)), (len(xi), self.size))

    def _sums(self, values: Callable[[Basis, NDArray[np.bool_]], Array]) -> Array:
        """Return the sums of constants times values of the bases' functions, shape (4, ..., n), as (..., n)."""
        short = np.zeros(self.size, dtype=bool) if self.short is None else self.short
        kinds = [(own, basis) for own, basis in ((short, POWERS), (~short, WAVES)) if np.any(own)]
        sums = [np.einsum("fn,f...n->...n", self.constants[:, own], values(basis, own)) for own, basis in kinds]
        combined = np.empty((*sums[0].shape[:-1], self.size))
        for (own, _), part in zip(kinds, sums, strict=True):
            combined[..., own] = part
        return combined
