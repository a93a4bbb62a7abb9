"""How an arm lies and moves at an instant, or at many, and what of M q̈ = f follows: M, f, and M q̈ without M."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from flexarm.arrays import Array
from flexarm.curves.curve import Curve, Shape
from flexarm.frames import turned_tensor
from flexarm.slews.borne import Motions

# What of ρA L² sections that shear have of rotary inertia at least, or their rotations would have none: it takes
# (n π)² / 2 times as much of the n-th frequency, 5e-6 of the first; less is too quick for Newton's corrections.
_LEAST_INERTIA = 1e-6


class Inertia(NamedTuple):
    """Masses, kg, and moments of inertia, kg m², at some sections, shape (stations,), named as the body they are.

    In space inertias are tensors in the axes of the sections, shape (stations, 3, 3).
    """

    at: Shape
    masses: Array
    turning: Array
    name: str = ""


@dataclass(frozen=True, eq=False)
class State:
    """All sections of an arm in the base's axes, and M and f of M q̈ = f, shape (..., n, n) and (..., n).

    Of a section that a beam carries there are the stations along it too: it is the last of them. `inertias` are all
    that the arm has, gear boxes left out, which add `gears` to M; f holds springs, dampers, drives, supports, beams and
    weight, and no load yet.
    """

    sections: tuple[Shape, ...]
    inertias: tuple[Inertia, ...]
    gears: Array
    resisting: Array  # what springs, dampers, drives, supports and beams have of f, (..., n)
    rates: Array
    gravity: Array
    supported: Motions | None  # what supports resist, from the posture; None without
    supporting: Array  # forces on the arm of springs, dashpots and drives there, N or N m, (..., supports)

    @property
    def reference(self) -> "State":
        """The arm as forces act on it and as it has momenta."""
        return self

    @cached_property
    def _whole(self) -> Inertia:
        """All inertias, at all their sections, in the base's axes."""
        places, masses, turning, _ = zip(*self.inertias, strict=True)
        at = places[0].joined(places[1:]) if len(places) > 1 else places[0]
        return Inertia(at, np.concatenate(masses), at.in_base(np.concatenate(turning)))

    @cached_property
    def mass(self) -> Array:
        """M."""
        at, masses, turning, _ = self._whole
        return self.gears + at.mass(masses, turning)

    def taken(self, accelerations: Array) -> Array:
        """Return M q̈, without M, shape (..., n)."""
        at, masses, turning, _ = self._whole
        return accelerations @ self.gears + at.taken(masses, turning, accelerations)

    @cached_property
    def force(self) -> Array:
        """F."""
        at, masses, turning, _ = self._whole
        return self.resisting + at.force(masses, turning, self.rates, self.gravity)


def spread(curve: Curve) -> tuple[Array, Array]:
    """Return masses and inertias of what is spread over a beam, at its stations."""
    weights, beam = curve.stations.weights, curve.beam
    least = _LEAST_INERTIA * beam.mass_per_length * beam.length**2
    # Sections that shear turn by themselves.
    turned = [max(one.rotary_inertia, least if one.shear_flexibility else 0.0) for one in beam.bendings]
    inertias = weights * turned[0]
    if len(turned) > 1:
        own = np.diag([float(beam.rods[1].inertia_per_length), turned[1], turned[0]])
        inertias = weights[:, np.newaxis, np.newaxis] * turned_tensor(own, beam.axes)
    return weights * beam.mass_per_length, inertias
