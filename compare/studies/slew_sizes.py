"""What errors of a slew's outputs are relative to, and which of them may be errors of integration."""

from typing import NamedTuple

import numpy as np
import xarray as xr

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.history import vector
from flexarm.mass_properties import mass_properties

ERROR = (
    "largest difference from the reference, relative to its largest value, of momenta that are kept at zero to what "
    "those of its bodies may be; of what stays zero, 0"
)
# What is less than this part of the accuracy of the largest output of its unit may be an error of integration, unless
# the reference says of the output that it is known to this part of it.
_UNSEEN, _KNOWN = 1e-2, 0.1


class Measures(NamedTuple):
    """By output, in its unit: what errors are relative to, and how large a difference may be one of integration."""

    sizes: Array
    unseen: Array


def measured(truth: xr.Dataset, arm: Arm) -> Measures:
    """Return what differences from a reference are measured by."""
    names, units = [[str(one) for one in truth[of].values] for of in ("output", "output_units")]
    accuracy, most = truth.attrs["accuracy"], _momenta(truth, arm)
    largest = np.array([np.max(np.abs(truth[name].values)) for name in names])
    # Beside what the reference does not know, NaN, others are judged.
    every = np.array([np.fmax.reduce(largest[np.equal(units, unit)]) for unit in units])
    whole = np.array([np.fmax.reduce(largest[np.equal([*map(vector, names)], vector(name))]) for name in names])
    unseen = np.where(truth.reached.values * whole <= _KNOWN * largest, 0.0, _UNSEEN * accuracy * every)
    # A momentum is what is left of the bodies', each of which is known to the accuracy.
    left = np.array([accuracy * most.get(unit, 0.0) for unit in units])
    kept = (largest > 0.0) & (largest <= left)
    sizes = np.where(kept, left / accuracy, largest)
    return Measures(sizes, np.where(left > 0.0, left, unseen))


def _momenta(truth: xr.Dataset, arm: Arm) -> dict[str, float]:
    """Return what momenta of bodies of a kinetic energy T may add up to, by unit: √(2 m T) and √(2 J T).

    By Cauchy and Schwarz, (Σ m v)² ≤ Σ m Σ m v². The moment of inertia is that of the posture.
    """
    energy, whole = float(np.max(truth.kinetic_energy.values)), mass_properties(arm)
    mass = whole.base_mass + whole.arm_mass
    # Momenta are told about the base's centre.
    inertia = whole.arm_inertia + whole.arm_mass * np.sum(np.square(arm.base.offset)) + np.max(arm.base.inertia)
    return {"kg m/s": float(np.sqrt(2.0 * mass * energy)), "kg m²/s": float(np.sqrt(2.0 * inertia * energy))}
