"""The mass matrix of exact mode shapes that are written with sinh and cosh (Wiedemann 2002, tables 6.6 and 6.7).

Off its diagonal it is zero. Where kL is large, sinh kL and cosh kL agree to many digits, and the shape is their small
difference: e^(kL) of the double precision 1e-16 is lost. In decaying exponentials nothing is.
"""

from dataclasses import dataclass

import numpy as np

from compare.routes.beam import wavenumber
from compare.routes.one_beam import conditions, link_and_payload, mass_and_stiffness, pinned_conditions
from compare.routes.raw_waves import RAW_WAVES
from compare.routes.roots import determinant, null_vectors, search_grid, sign_changes
from compare.routes.shapes import Deflections, InMetres
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.beam_functions import BeamFunctions


@dataclass(frozen=True, eq=False)
class RawShapes:
    """W(x) = A sin kx + B (cos kx − cosh kx) + C sinh kx, equations (2.17) and (2.34), as they stand: `Deflections`."""

    wavenumber: Array  # k, 1/m, shape (frequencies,)
    constants: Array  # A, B and C, shape (frequencies, 3)

    def rows(self, x: float, derivative: int) -> Array:
        """Return the derivative at x, m, as rows for A, B and C, shape (frequencies, 3)."""
        sine, cosine, sinh, cosh = RAW_WAVES(self.wavenumber, np.asarray(x), derivative)
        return np.stack([sine, cosine - cosh, sinh], axis=1)

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the derivative at stations x, m, shape (stations, frequencies)."""
        rows = np.stack([self.rows(station, derivative) for station in x], axis=-1)
        return np.asarray(np.einsum("ics,ic->is", rows, self.constants)).T


def mass_matrix(arm: Arm, count: int) -> Array:
    """Return the mass matrix of `count` mode shapes in sin, cos, sinh and cosh, its diagonal one.

    The constants solve equation (2.40): 1 stands on its right-hand side, since the determinant is never quite zero.
    """
    omega = _frequencies(arm, count)
    k, right = wavenumber(link_and_payload(arm)[0], omega), np.ones((len(omega), 3, 1))
    constants = np.linalg.solve(conditions(arm, omega, RawShapes(k, right[..., 0]).rows), right)
    return _normalised(arm, RawShapes(k, np.asarray(constants[..., 0])))


def completed(arm: Arm, count: int) -> Array:
    """Return the same of the same mode shapes in decaying exponentials, shape (count, count)."""
    link, omega = link_and_payload(arm)[0], _frequencies(arm, count)
    shapes = BeamFunctions(wavenumber(link, omega) * link.length, null_vectors(pinned_conditions(arm, omega)).T)
    return _normalised(arm, InMetres(shapes, link.length))


def _normalised(arm: Arm, shapes: Deflections) -> Array:
    mass, _ = mass_and_stiffness(arm, shapes)
    scale = 1.0 / np.sqrt(np.diag(mass))
    return np.asarray(mass * np.outer(scale, scale))


def _frequencies(arm: Arm, count: int) -> Array:
    grid = search_grid(link_and_payload(arm)[0])
    return sign_changes(lambda omega: determinant(pinned_conditions(arm, omega)), grid, count)
