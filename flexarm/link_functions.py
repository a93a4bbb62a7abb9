"""All that one link can do in trial functions: bend, shear and stretch, side by side.

A Timoshenko beam deflects by w = w_b + w_s, of which w_b turns its sections, φ = w_b′, and w_s shears them,
γ = w′ − φ = w_s′: its strain energy is a beam's in w_b and a rod's in w_s. As both are free, nothing locks, and as each
finds its own static solution, finite elements are exact at their nodes under forces there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from flexarm.arrays import Array
from flexarm.tree import Beam
from flexarm.trial import Factor, RodSpace, TrialSpace


@dataclass(frozen=True, eq=False)
class LinkFunctions:
    """One link's trial functions; their coefficients come in the order of the parameters.

    Parameters
    ----------
    bending
        Functions of bending.
    shear, stretch
        Functions of shear and of stretch, on the quadrature points of bending; None where the link does not do it.
    """

    bending: TrialSpace
    shear: RodSpace | None = None
    stretch: RodSpace | None = None

    @property
    def size(self) -> int:
        """Number of functions."""
        return sum(space.size for space in (self.bending, self.shear, self.stretch) if space is not None)

    @property
    def root_slope(self) -> Array | None:
        """Rotation of the root that each function brings along, rad, shape (size,), as `TrialSpace` has it."""
        turned = self.bending.root_slope
        return None if turned is None else np.append(turned, np.zeros(self.size - len(turned)))

    @property
    def tip(self) -> Array:
        """Stretch, deflection and rotation at the tip relative to the root, shape (3, size)."""
        bending, rods = self.bending.tip, [None if rod is None else rod.tip for rod in (self.shear, self.stretch)]
        none = [np.zeros(0 if tip is None else len(tip)) for tip in rods]
        sheared, stretched = (tip if tip is not None else zero for tip, zero in zip(rods, none, strict=True))
        return np.stack(
            [
                np.concatenate([0.0 * bending[0], none[0], stretched]),
                np.concatenate([bending[0], sheared, none[1]]),
                np.concatenate([bending[1], *none]),
            ]
        )

    @cached_property
    def deflection(self) -> Factor:
        """Weighted deflections w_b + w_s at the quadrature points, √m, shape (points, size)."""
        return self._rows(self.bending.deflection, self._weighted(self.shear))

    @cached_property
    def rotation(self) -> Factor:
        """Weighted rotations of the sections relative to the root's, shape (points, size)."""
        return self._rows(self._scaled(self.bending.values(self.bending.stations, 1)))

    @cached_property
    def along(self) -> Factor:
        """Weighted stretch, √m, shape (points, size)."""
        return self._rows(stretch=self._weighted(self.stretch))

    def values(self, x: Array, derivative: int) -> Factor:
        """Return the deflection's values, or derivatives of what bending has of it, shape (stations, size).

        Parameters
        ----------
        x
            Stations from the root, m, shape (stations,).
        derivative
            Its order, 0 to 3.
        """
        sheared = None if self.shear is None or derivative else self.shear.values(x, 0)
        return self._rows(self.bending.values(x, derivative), sheared)

    def stretched(self, x: Array, derivative: int) -> Factor:
        """Return stretch, or its first derivative, shape (stations, size).

        Parameters
        ----------
        x
            Stations from the root, m, shape (stations,).
        derivative
            Its order, 0 or 1.
        """
        return self._rows(stretch=None if self.stretch is None else self.stretch.values(x, derivative), count=len(x))

    def moments(self) -> Array:
        """Return ∫ u dx, ∫ w dx, ∫ w x dx and ∫ φ dx, shape (4, size); w_b(L) is the last."""
        weights, stations = self.bending.weights, self.bending.stations
        across = (weights * np.stack([np.ones_like(stations), stations])) @ self.deflection
        turned = np.zeros(self.size)
        turned[: self.bending.size] = self.bending.tip[0]
        along = np.zeros(self.size) if self.stretch is None else weights @ self.along
        return np.vstack([along, across, turned])

    def strains(self, beam: Beam) -> Iterator[tuple[slice, Array, Factor]]:
        """Yield the coefficients of bending, shear and stretch, their stiffness, and their weighted strain.

        Parameters
        ----------
        beam
            The beam that the link is.
        """
        own = slice(0, self.bending.size)
        yield own, beam.rigidity, self.bending.curvature
        if self.shear is not None:
            own = slice(own.stop, own.stop + self.shear.size)
            yield own, 1.0 / beam.shear_flexibility, self.shear.strain
        if self.stretch is not None and beam.axial_rigidity is not None:
            yield slice(own.stop, self.size), beam.axial_rigidity, self.stretch.strain

    def _weighted(self, rod: RodSpace | None) -> Factor | None:
        return None if rod is None else self._scaled(rod.values(self.bending.stations, 0))

    def _scaled(self, values: Factor) -> Factor:
        if isinstance(values, np.ndarray):
            return self.bending.weights[:, np.newaxis] * values
        return sparse.csr_array(sparse.diags_array(self.bending.weights) @ values)

    def _rows(
        self, bending: Factor | None = None, shear: Factor | None = None, stretch: Factor | None = None, count: int = 0
    ) -> Factor:
        """Return what bending, shear and stretch have of some rows side by side, zeros where nothing is given."""
        spaces, parts = (self.bending, self.shear, self.stretch), (bending, shear, stretch)
        count = next((part.shape[0] for part in parts if part is not None), count)
        whole = [
            sparse.csr_array((count, space.size)) if part is None else part
            for space, part in zip(spaces, parts, strict=True)
            if space is not None
        ]
        if len(whole) == 1 and bending is not None:
            return bending
        joined = sparse.csr_array(sparse.hstack(list(map(sparse.csr_array, whole))))
        given = next((part for part in parts if part is not None), None)
        return joined.toarray() if isinstance(given, np.ndarray) or given is None else joined
