"""Matrices as a Dataset; apart, because it imports xarray."""

import numpy as np
import xarray as xr

from flexarm.arrays import Array
from flexarm.datasets import Variable, digits_variable, mode_numbers, provenance, variable
from flexarm.hand_over.matrices import Matrices

_AXES = ("x", "y", "rotation")


def matrices_dataset(given: Matrices) -> xr.Dataset:
    """Return dense matrices with names and units.

    Parameters
    ----------
    given
        The matrices.
    """
    mass, damping, stiffness = given.dense()
    along = ("tip", "coordinate")
    variables = {
        "M": _square(mass, "kg", "mass: forces by accelerations"),
        "D": _square(damping, "N s/m", "damping: forces by velocities"),
        "K": _square(stiffness, "N/m", "stiffness: forces by displacements"),
        "tips": variable(along, given.tips.toarray(), "1", "motion of the links' tips by the coordinates"),
        "angular_frequency": variable(
            ("mode",), given.angular_frequency, "rad/s", "natural angular frequency, from the factors"
        ),
        "digits": digits_variable(("mode",), given.digits),
    }
    attributes = {**provenance(given.arm), "backend": given.backend}
    return xr.Dataset(variables, _coordinates(given), attributes)


def _square(matrix: Array, units: str, words: str) -> Variable:
    return variable(("coordinate", "from_coordinate"), matrix, units, f"{words}; rad in place of m for rotations")


def _coordinates(given: Matrices) -> dict[str, Variable]:
    names, units = np.array(given.coordinates, np.str_), np.array(given.units, np.str_)
    tips = [f"link{k}_tip_{axis}" for k in range(1, len(given.arm.links) + 1) for axis in _AXES]
    return {
        "coordinate": variable(("coordinate",), names, "1", "name of the coordinate"),
        "from_coordinate": variable(("from_coordinate",), names, "1", "name of the coordinate"),
        "coordinate_units": variable(("coordinate",), units, "1", "unit of the coordinate"),
        "tip": variable(("tip",), np.array(tips, np.str_), "1", "link's tip and direction of its motion"),
        "mode": mode_numbers(len(given.angular_frequency)),
    }
