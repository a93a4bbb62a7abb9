"""The mass matrix of exact mode shapes that are written with sinh and cosh (Wiedemann 2002, tables 6.6 and 6.7).

Off its diagonal it is zero. Where kL is large, sinh kL and cosh kL agree to many digits, and the shape is their small
difference: e^(kL) of the double precision 1e-16 is lost. In decaying exponentials nothing is.
"""

from dataclasses import dataclass

import numpy as np

from compare.routes.beam import BeamSolution, wavenumber
from compare.routes.one_beam import conditions, link_and_payload, mass_and_stiffness
from compare.routes.roots import frequencies
from compare.routes.shapes import Combined, Deflections, null_vectors
from flexarm.arm import Arm
from flexarm.arrays import Array


@dataclass(frozen=True)
class RawSolution:
    """W(x) = A sin kx + B (cos kx − cosh kx) + C sinh kx, equations (2.17) and (2.34), as they stand.

    Parameters
    ----------
    wavenumber
        k, 1/m, shape (frequencies,).
    """

    wavenumber: Array

    def __call__(self, x: float, derivative: int) -> Array:
        """Return the derivative at x, m, as rows for A, B and C, shape (frequencies, 3)."""
        phase = self.wavenumber * x
        waves = np.sin(phase), np.cos(phase), -np.sin(phase), -np.cos(phase)
        sine, cosine = waves[derivative % 4], waves[(derivative + 1) % 4]
        growths = np.sinh(phase), np.cosh(phase)
        sinh, cosh = growths[derivative % 2], growths[(derivative + 1) % 2]
        scale = self.wavenumber**derivative
        return np.stack([scale * sine, scale * (cosine - cosh), scale * sinh], axis=1)


def mass_matrix(arm: Arm, count: int) -> Array:
    """Return the mass matrix of mode shapes in sin, cos, sinh and cosh, its diagonal one, shape (count, count).

    The constants solve equation (2.40): 1 stands on its right-hand side, since the determinant is never quite zero.

    Parameters
    ----------
    arm
        One flexible link and its payload.
    count
        Number of elastic modes.

    Raises
    ------
    QuestionError
        If the arm is of another kind.
    """
    omega = _frequencies(arm, count)
    solution = RawSolution(wavenumber(link_and_payload(arm)[0], omega))
    constants = np.linalg.solve(conditions(arm, omega, solution), np.ones((len(omega), 3, 1)))
    return _normalised(arm, Combined(solution, np.asarray(constants[..., 0], dtype=np.float64)))


def completed(arm: Arm, count: int) -> Array:
    """Return the same of the same mode shapes in decaying exponentials, shape (count, count).

    Parameters
    ----------
    arm, count
        As for `mass_matrix`.

    Raises
    ------
    QuestionError
        If the arm is of another kind.
    """
    omega = _frequencies(arm, count)
    return _normalised(arm, Combined(_solution(arm, omega), null_vectors(_pinned(arm, omega))))


def _normalised(arm: Arm, shapes: Deflections) -> Array:
    mass, _ = mass_and_stiffness(arm, shapes)
    scale = 1.0 / np.sqrt(np.diag(mass))
    return np.asarray(mass * np.outer(scale, scale))


def _frequencies(arm: Arm, count: int) -> Array:
    link, _ = link_and_payload(arm)
    return frequencies(link, lambda omega: _pinned(arm, omega), count)


def _pinned(arm: Arm, omega: Array) -> Array:
    """Return the boundary conditions, W(0) = 0 (2.23) among them, shape (frequencies, 4, 4)."""
    solution = _solution(arm, omega)
    return np.concatenate([solution(0.0, 0)[:, np.newaxis], conditions(arm, omega, solution)], axis=1)


def _solution(arm: Arm, omega: Array) -> BeamSolution:
    link, _ = link_and_payload(arm)
    return BeamSolution(wavenumber(link, omega), link.length, 0, 4)
