"""One output over time, of a slew or a response, and which of them are zero but for round-off."""

import re
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from flexarm.arrays import Array

# Sums of some hundred terms are off by as many ε of these as the root of their number.
_ROUND_OFF = 16.0 * np.finfo(np.float64).eps
MOTIONS = ("m", "rad")


class History(NamedTuple):
    """One output over time, shape (samples,), its unit, what it is in words, and how large what it is a sum of is."""

    values: Array
    units: str
    long_name: str
    scale: float = 0.0

    @property
    def largest(self) -> float:
        """Its value that is farthest from zero, regardless of sign."""
        return float(np.max(np.abs(self.values)))

    @property
    def zero(self) -> "History":
        """The same, zero all the time."""
        return self._replace(values=np.zeros_like(self.values))


def vector(name: str) -> str:
    """Return the name of the vector that an output is a component of, its own if of none."""
    return re.sub("_[xyz]$", "", name)


def without_round_off(found: Mapping[str, History], weight: float) -> dict[str, History]:
    """Return outputs, those zero that are no more than round-off of what they are sums of.

    Torques and moments are components of what the arm bears: of the largest of them, of energies, by which motion takes
    moments, or of the weight at the arm's length, N m, 0 where nothing weighs. Motions are measured by the largest
    change of one, and by their own vectors; momenta by those of all bodies, what else there is by the largest of its
    unit. Powers are zero where torques are.
    """
    sizes = {"N m": weight}
    for name, one in found.items():
        for whole, size in _wholes(name, one).items():
            sizes[whole] = float(np.fmax(sizes.get(whole, 0.0), size))
    least = {
        name: _ROUND_OFF * max(one.scale, *(sizes[whole] for whole in _wholes(name, one)))
        for name, one in found.items()
    }
    told = {name: one.zero if one.largest <= least[name] else one for name, one in found.items()}
    idle = [name for name in told if name.endswith("_power") and not told[_torque(name)].largest]
    return told | {name: told[name].zero for name in idle}


def _wholes(name: str, one: History) -> dict[str, float]:
    """Return what an output is measured by, as a component of it, and how large it is itself of that."""
    if one.units in MOTIONS:
        return {one.units: float(np.ptp(one.values)), vector(name): one.largest}
    return {"N m" if one.units == "J" else one.units: one.largest}


def _torque(power: str) -> str:
    return power.removesuffix("power") + "torque"
