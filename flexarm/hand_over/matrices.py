"""Matrices M, D, K of a discretised arm, M q̈ + D q̇ + K q = f, formed from its energy factors for other tools.

flexarm itself forms no K = BᵀB: entries of short elements are so large that their rounding alone moves the lowest
frequencies. How many digits that leaves is handed over too.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import xarray as xr
from scipy import sparse

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend, require_dynamics
from flexarm.errors import QuestionError
from flexarm.forced_response.coordinates import usual_modes
from flexarm.forced_response.damping import modal_damping
from flexarm.forced_response.outputs import MOTIONS
from flexarm.gate import within_float64
from flexarm.hand_over.assembly import assembly
from flexarm.load_cases import LoadCase, Rayleigh
from flexarm.load_cases.damping import Damping
from flexarm.round_off import LAST
from flexarm.variables import Variable, digits_variable, mode_numbers, provenance, variable

# Dense matrices of so many coordinates take 800 MB each.
_MOST_DENSE = 10_000


@dataclass(frozen=True, eq=False)
class Matrices:
    """Mass, damping and stiffness of a discretised arm in named coordinates.

    Parameters
    ----------
    arm
        The arm.
    backend
        The backend's specification.
    coordinates, units
        Names of the coordinates, base to payload, and their units. Those of a link are relative to its root, joints'
        are relative rotations. Each motion that a support holds rigidly leaves one coordinate out: the one that it
        holds most of, which follows from the others.
    mass, stiffness
        M and K, in SI units and radians, shape (coordinates, coordinates).
    damping_factor
        R of D = RᵀR + αM + βK, √(kg/s) for coordinates in m, one row a damped mode, shape (modes, coordinates).
    tips
        Translation along x and y and rotation of every link's tip, link by link, by the coordinates, shape
        (3 links, coordinates); its transpose takes forces and couples on the tips to the coordinates. In space along
        and about x, y and z, shape (6 links, coordinates).
    flexibility
        What unit forces and couples on the links' tips make of these, base and free joints held, m/N, rad/N, m/(N m)
        and rad/(N m), shape (3 links, 3 links), or (6 links, 6 links): the flexibility matrix of a chain of beams and
        joints (JSC-12632, equation B-6, for every link's tip), from the factors, which no mass enters.
    angular_frequency
        The backend's own natural frequencies, from the factors, rad/s, shape (modes,).
    digits
        How many decimal digits of each the rounding of the entries of M and K leaves at least, shape (modes,); a solver
        of the pencil loses more.
    proportional
        α, 1/s, and β, s.
    """

    arm: Arm
    backend: str
    coordinates: tuple[str, ...]
    units: tuple[str, ...]
    mass: sparse.csr_array
    stiffness: sparse.csr_array
    damping_factor: Array
    tips: sparse.csr_array
    flexibility: Array
    angular_frequency: Array
    digits: Array
    proportional: Rayleigh

    @cached_property
    def damping(self) -> Array:
        """D, shape (coordinates, coordinates): modal damping couples every coordinate with every other.

        Raises
        ------
        QuestionError
            If a dense matrix of so many coordinates is too large.
        """
        self._require_few()
        of_modes, of = self.damping_factor.T @ self.damping_factor, self.proportional
        return np.asarray(of_modes + (of.mass * self.mass + of.stiffness * self.stiffness).toarray())

    def dense(self) -> tuple[Array, Array, Array]:
        """Return M, D and K as plain arrays, each of shape (coordinates, coordinates).

        Raises
        ------
        QuestionError
            If dense matrices of so many coordinates are too large.
        """
        self._require_few()
        return np.asarray(self.mass.toarray()), self.damping, np.asarray(self.stiffness.toarray())

    def dataset(self) -> xr.Dataset:
        """Return M, D and K, dense, and what else there is, as a Dataset with names and units.

        Raises
        ------
        QuestionError
            If dense matrices of so many coordinates are too large.
        """
        mass, damping, stiffness = self.dense()
        named, mode = "natural angular frequency, from the factors", ("mode",)
        moved = "motion of the links' tips by the coordinates"
        given = "motion of the links' tips by forces there, base and free joints held; rad and N m for rotations"
        variables = {
            "M": _square(mass, "kg", "mass: forces by accelerations"),
            "D": _square(damping, "N s/m", "damping: forces by velocities"),
            "K": _square(stiffness, "N/m", "stiffness: forces by displacements"),
            "tips": variable(("tip", "coordinate"), self.tips.toarray(), "1", moved),
            "flexibility": variable(("tip", "from_tip"), self.flexibility, "m/N", given),
            "angular_frequency": variable(mode, self.angular_frequency, "rad/s", named),
            "digits": digits_variable(mode, self.digits),
        }
        return xr.Dataset(variables, self._labels(), {**provenance(self.arm), "backend": self.backend})

    def _labels(self) -> dict[str, Variable]:
        names, units = np.array(self.coordinates, np.str_), np.array(self.units, np.str_)
        moved = [name for name, _, _ in MOTIONS[6 if self.arm.spatial else 3]]
        tips = [f"link{k}_tip_{name}" for k in range(1, len(self.arm.links) + 1) for name in moved]
        return {
            "coordinate": variable(("coordinate",), names, "1", "name of the coordinate"),
            "from_coordinate": variable(("from_coordinate",), names, "1", "name of the coordinate"),
            "coordinate_units": variable(("coordinate",), units, "1", "unit of the coordinate"),
            "tip": variable(("tip",), np.array(tips, np.str_), "1", "link's tip and direction of its motion"),
            "from_tip": variable(("from_tip",), np.array(tips, np.str_), "1", "link's tip and direction of a force"),
            "mode": mode_numbers(len(self.angular_frequency)),
        }

    def _require_few(self) -> None:
        count = len(self.coordinates)
        if count > _MOST_DENSE:
            raise QuestionError(
                f"{self.backend}: dense matrices of {count} coordinates are too large; take the sparse `mass` and "
                "`stiffness`, and D = RᵀR by `damping_factor`, or fewer shapes or elements"
            )


def matrices(backend: Backend, arm: Arm, *, damping: Damping = 0.0, modes: int | None = None) -> Matrices:
    """Return mass, damping and stiffness of an arm as matrices, for other tools: not what flexarm itself solves.

    Parameters
    ----------
    backend
        What has them, ``fem`` or ``assumed_modes``.
    arm
        The arm, in its posture.
    damping
        Damping ratio, one for all of the modes, or one a mode, lowest first, the last for the rest; not negative. D
        damps them alone. Or a `flexarm.load_cases.Rayleigh`: D = αM + βK.
    modes
        Number of modes that are damped, and whose digits are estimated; None for twelve, or all that there are.

    Returns
    -------
    Matrices
        The matrices, the names and units of their coordinates, and the digits that they leave.

    Raises
    ------
    InputError
        If the backend, the arm or a number is wrong.
    QuestionError
        If the backend has no matrices, or cannot answer.
    """
    require_dynamics(backend, arm, 1 if modes is None else modes)
    return within_float64(backend.spec, arm, lambda: _matrices(backend, arm, damping, modes))


def _matrices(backend: Backend, arm: Arm, damping: Damping, count: int | None) -> Matrices:
    unknowns, model = backend._unknowns(arm), usual_modes(backend, arm, count)
    given, omega = LoadCase(1.0, 2, damping=damping).damping, model.angular_frequency
    proportional, ratios = (given, 0.0) if isinstance(given, Rayleigh) else (Rayleigh(), given)
    formed = assembly(arm, unknowns, backend.link_mass)
    modes = formed.modes(model)
    rows = np.sqrt(modal_damping(ratios, omega))[:, np.newaxis] * (formed.mass @ modes).T
    return Matrices(
        arm,
        model.backend,
        formed.coordinates,
        formed.units,
        formed.mass,
        formed.stiffness,
        rows,
        formed.tips,
        formed.flexibility,
        omega,
        _digits(formed.mass, formed.stiffness, modes, omega),
        proportional,
    )


def _square(matrix: Array, units: str, words: str) -> Variable:
    return variable(("coordinate", "from_coordinate"), matrix, units, f"{words}; rad in place of m for rotations")


def _digits(mass: sparse.csr_array, stiffness: sparse.csr_array, modes: Array, omega: Array) -> Array:
    """Return the digits of ω that rounding every entry by ε leaves: δ(ω²) is at most ε |φ|ᵀ(|K| + ω²|M|)|φ|."""
    size = abs(modes)
    strain, motion = (np.sum(size * (abs(matrix) @ size), axis=0) for matrix in (stiffness, mass))
    error = 0.5 * np.finfo(float).eps * (strain / omega**2 + motion)
    if not np.all(np.isfinite(error)):
        raise ArithmeticError("energies that overflow")
    return np.asarray(np.maximum(-np.log10(error + LAST), 0.0))
