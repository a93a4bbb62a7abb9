"""What a stretch of a beam does between its ends, and what two stretches in a row do.

With y and ϑ at its root given, and a force and a moment f on its tip, a stretch answers

    [ force on root ]   [ X  −Zᵀ ] [ y, ϑ of root ]
    [ y, ϑ of tip   ] = [ Z   F  ] [ f            ]

Two stretches in a row answer likewise (Redheffer 1960): everything is a sum of positive terms where neither, held at
its root, has a natural frequency below the one asked for, and no digits are lost. At rest and without tension X is zero
and Z moves a rigid body, whatever the number of stretches.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array


@dataclass(frozen=True, eq=False)
class Linear:
    """Matrices, shape (..., 2, 2), perhaps with their derivatives by z; products and sums keep both."""

    value: Array  # the matrices and the derivatives; None where these are not wanted
    slope: Array | None  # the matrices and the derivatives; None where these are not wanted

    def __matmul__(self, other: "Linear") -> "Linear":
        value = self.value @ other.value
        if self.slope is None or other.slope is None:
            return Linear(value, None)
        return Linear(value, self.slope @ other.value + self.value @ other.slope)

    def __add__(self, other: "Linear") -> "Linear":
        value = self.value + other.value
        if self.slope is None or other.slope is None:
            return Linear(value, None)
        return Linear(value, self.slope + other.slope)

    def each(self, change: Callable[[Array], Array]) -> "Linear":
        """Return what a linear map makes of the matrices."""
        return Linear(change(self.value), None if self.slope is None else change(self.slope))

    @property
    def transposed(self) -> "Linear":
        """The matrices' transposes."""
        return self.each(lambda matrix: np.swapaxes(matrix, -1, -2))

    @property
    def symmetric(self) -> "Linear":
        """The matrices' symmetric parts: all of them, but for round-off."""
        return self.each(lambda matrix: 0.5 * (matrix + np.swapaxes(matrix, -1, -2)))

    @property
    def inverse(self) -> "Linear":
        """The matrices' inverses."""
        inverse = inverses(self.value)
        return Linear(inverse, None if self.slope is None else -inverse @ self.slope @ inverse)


def inverses(matrix: Array) -> Array:
    """Return the inverses of matrices, shape (..., 2, 2)."""
    (a, b), (c, d) = np.moveaxis(matrix, (-2, -1), (0, 1))
    rows = np.array([[d, -b], [-c, a]]) / (a * d - b * c)
    return np.moveaxis(rows, (0, 1), (-2, -1))


def negative_count(matrix: Array) -> NDArray[np.int_]:
    """Return the number of negative eigenvalues of symmetric matrices, shape (..., 2, 2); zero of complex ones."""
    if np.iscomplexobj(matrix):
        return np.zeros(matrix.shape[:-2], dtype=int)
    determinant = matrix[..., 0, 0] * matrix[..., 1, 1] - matrix[..., 0, 1] * matrix[..., 1, 0]
    both = np.where(matrix[..., 0, 0] + matrix[..., 1, 1] < 0.0, 2, 0)
    return np.asarray(np.where(determinant < 0.0, 1, both))


class Response(NamedTuple):
    """X, Z and F of stretches, and how many natural frequencies each has below, both ends held."""

    impedance: Linear
    transfer: Linear
    flexibility: Linear
    held: NDArray[np.int_]

    def each(self, change: Callable[[Any], Any]) -> "Response":
        """Return the response with each array changed alike along its leading axes."""
        impedance, transfer, flexibility = (matrix.each(change) for matrix in self[:3])
        return Response(impedance, transfer, flexibility, np.asarray(change(self.held)))

    def in_units(self, length: Array) -> "Response":
        """Return the response in another unit of length, in which the present one has a given length; EI stays one.

        Derivatives are still by the old z.
        """
        turn = np.stack([np.ones_like(length), 1.0 / length], axis=-1)
        push = length[..., np.newaxis] ** 1.5 * turn
        return Response(
            self.impedance.each(lambda matrix: matrix / (push[..., :, np.newaxis] * push[..., np.newaxis, :])),
            self.transfer.each(lambda matrix: matrix * (turn[..., :, np.newaxis] / turn[..., np.newaxis, :])),
            self.flexibility.each(lambda matrix: matrix * (push[..., :, np.newaxis] * push[..., np.newaxis, :])),
            self.held,
        )


def piece_response(whole: Linear) -> Response:
    """Return the responses of pieces none of which has a natural frequency below, both ends held.

    For a piece's clamped ends ∫ y″² ≥ 4π² ∫ y′² and ∫ y″² ≥ 500 ∫ y², so that its frequencies lie above z = 250 where
    N ≥ −2π²: far from what a piece is asked for.
    """
    # Root force −f₀, and f₀ = (Φ_ff)⁻¹ (f − Φ_fd d₀). That a beam pushes back as it is pushed makes (Φ_ff)⁻¹ Zᵀ.
    passed = whole.each(lambda matrix: matrix[..., 2:, 2:]).inverse
    impedance = passed @ whole.each(lambda matrix: matrix[..., 2:, :2])
    flexibility = whole.each(lambda matrix: matrix[..., :2, 2:]) @ passed
    held = np.zeros(whole.value.shape[:-2], dtype=int)
    return Response(impedance.symmetric, passed.transposed, flexibility.symmetric, held)


def star_product(first: Response, second: Response) -> Response:
    """Return the response of two stretches in a row.

    Held frequencies are those of both with their ends held, and what the point between them adds; with the point held
    and the tip free a stretch has as many more as F has negative eigenvalues.
    """
    # Between the two d = Z₁d₀ + F₁g with g = Z₂ᵀf − X₂d, so that d = (1 + F₁X₂)⁻¹(Z₁d₀ + F₁Z₂ᵀf); the tip is at
    # Z₂d + F₂f, and the root bears X₁d₀ − Z₁ᵀg.
    met = meeting(first, second)
    transfer = second.transfer @ met
    flexibility = (second.flexibility + transfer @ first.flexibility @ second.transfer.transposed).symmetric
    impedance = (first.impedance + first.transfer.transposed @ second.impedance @ met @ first.transfer).symmetric
    between = inverses(first.flexibility.value) + second.impedance.value
    held = first.held + second.held + negative_count(second.flexibility.value) + negative_count(between)
    return Response(impedance, transfer @ first.transfer, flexibility, held - negative_count(flexibility.value))


def meeting(first: Response, second: Response) -> Linear:
    """Return (1 + F X)⁻¹: how the first stretch's tip moves with the second on it, over how it would move alone."""
    swung = first.flexibility @ second.impedance
    return Linear(np.eye(2) + swung.value, swung.slope).inverse
