"""The trial space of one link, in metres, from a family's dimensionless functions."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from assumed_modes.family import Family, Functions
from assumed_modes.gravity_correction import GravityCorrection, of_first_shape, own_rows
from assumed_modes.tip_body import TipBody
from flexarm.arrays import Array
from flexarm.quadrature import gauss
from flexarm.segments import Segments, whole
from flexarm.trial import tip_values


@dataclass(frozen=True, eq=False)
class LinkSpace:
    """Functions W_i(x / L) less what belongs to the root: a `flexarm.trial.TrialSpace`."""

    length: float  # L, m
    functions: Functions  # dimensionless functions of x / L
    removed: Array  # deflection and slope, by ξ, of each function at the root that are taken off it, shape (2, n)
    # the slope taken off each function with the rotation of the root, 1/m, shape (n,); None where that is a coordinate
    root_slope: Array | None
    correction: GravityCorrection = "full"  # how the rise of masses by bending is counted under gravity

    @property
    def size(self) -> int:
        """Number n of functions."""
        return self.functions.size

    @property
    def stations(self) -> Array:
        """Quadrature points, m, shape (points,)."""
        return self.length * gauss(self.functions.points)[0]

    @property
    def weights(self) -> Array:
        """Square roots of the quadrature weights, √m, shape (points,)."""
        return np.sqrt(self.length * gauss(self.functions.points)[1])

    @cached_property
    def deflection(self) -> Array:
        """Weighted deflections, √m, shape (points, n)."""
        return self.weights[:, np.newaxis] * self.values(self.stations, 0)

    @cached_property
    def curvature(self) -> Array:
        """Weighted curvatures, m^(-3/2), shape (points, n)."""
        return self.weights[:, np.newaxis] * self.values(self.stations, 2)

    @cached_property
    def tip(self) -> Array:
        """Deflection and slope (1/m) at the tip, shape (2, n)."""
        return tip_values(self.length, self)

    @property
    def segments(self) -> Segments:
        """The link as one piece."""
        turned = np.zeros(self.size) if self.root_slope is None else self.root_slope
        slope = self.values(self.stations, 1) + turned
        correction = own_rows(self.correction, self)
        return whole(self.curvature, self.stations, self.weights, slope, self.tip[1] + turned, correction)

    def values(self, x: Array, derivative: int) -> Array:
        """Return the functions' derivatives of order 0 to 3 at stations x, m, shape (stations, n)."""
        xi = x / self.length
        values = self.functions(xi, derivative)
        if derivative == 0:
            values = values - self.removed[0] - np.multiply.outer(xi, self.removed[1])
        elif derivative == 1:
            values = values - self.removed[1]
        return np.asarray(values / self.length**derivative)


def link_space(
    family: Family,
    size: int,
    length: float,
    body: TipBody,
    rigid_rotation: bool,
    correction: GravityCorrection = "full",
) -> LinkSpace:
    """Return the trial space of one link."""
    functions = (family.functions if of_first_shape(correction) else family.trial)(size, body)
    root = np.stack([_at_root(family, functions, order) for order in (0, 1)])
    return LinkSpace(length, functions, root, None if rigid_rotation else root[1] / length, correction)


def _at_root(family: Family, functions: Functions, order: int) -> Array:
    """Return a derivative at the root; what the family makes zero is zero to the last bit."""
    if order in family.root:
        return np.zeros(functions.size)
    return np.asarray(functions(np.zeros(1), order)[0])
