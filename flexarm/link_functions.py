"""All that one link can do in trial functions: bend, shear, stretch and twist, side by side.

A Timoshenko beam deflects by w = w_b + w_s, of which w_b turns its sections, φ = w_b′, and w_s shears them,
γ = w′ − φ = w_s′: its strain energy is a beam's in w_b and a rod's in w_s. As both are free, nothing locks, and as each
finds its own static solution, finite elements are exact at their nodes under forces there.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from flexarm.arrays import Array
from flexarm.tree import PLANES, RODS, Beam
from flexarm.trial import Factor, RodSpace, TrialSpace, dense

# What names of coefficients begin with in each plane, and are as rods, with their units.
_PLANE_WORDS: tuple[tuple[str, ...], ...] = ((), ("upward",))
_ROD_WORDS = (("stretch", "m"), ("twist", "rad"))


@dataclass(frozen=True, eq=False)
class Plane:
    """Trial functions of bending about one axis, and of shear.

    Parameters
    ----------
    bending
        Functions of the deflection by bending.
    shear
        Functions of that by shear, None where the link does not shear.
    """

    bending: TrialSpace
    shear: RodSpace | None = None


@dataclass(frozen=True, eq=False)
class LinkFunctions:
    """One link's trial functions: of bending about one axis, in space about two, of stretch and twist.

    Coefficients come plane by plane, bending and shear, then those of stretch and twist.

    Parameters
    ----------
    planes
        What it has of bending about z, and in space about y.
    rods
        What it has of stretch, and in space of twist; None where it does neither.
    """

    planes: tuple[Plane, ...]
    rods: tuple[RodSpace | None, ...] = (None,)

    @property
    def bending(self) -> TrialSpace:
        """The functions of bending about z."""
        return self.planes[0].bending

    @property
    def components(self) -> int:
        """Number of components of a motion: 3 in the plane, 6 in space."""
        return 3 * len(self.planes)

    @cached_property
    def spaces(self) -> dict[tuple[str, int], TrialSpace | RodSpace]:
        """All functions, in the order of their coefficients, by what they do and in which plane or as which rod."""
        spaces: dict[tuple[str, int], TrialSpace | RodSpace] = {}
        for k, plane in enumerate(self.planes):
            spaces["bending", k] = plane.bending
            if plane.shear is not None:
                spaces["shear", k] = plane.shear
        return spaces | {("rod", k): rod for k, rod in enumerate(self.rods) if rod is not None}

    @cached_property
    def parts(self) -> dict[tuple[str, int], slice]:
        """Where the coefficients of each of them stand."""
        ends = np.cumsum([0, *(space.size for space in self.spaces.values())]).tolist()
        return {key: slice(*ends[k : k + 2]) for k, key in enumerate(self.spaces)}

    @property
    def words(self) -> dict[tuple[str, int], tuple[tuple[str, ...], str]]:
        """What names of their coefficients begin with, in words, and the unit of what they do."""
        told: dict[tuple[str, int], tuple[tuple[str, ...], str]] = {}
        for what, k in self.spaces:
            if what == "rod":
                word, unit = _ROD_WORDS[k]
                told[what, k] = (word,), unit
            else:
                told[what, k] = (*_PLANE_WORDS[k], *([what] if what == "shear" else [])), "m"
        return told

    @cached_property
    def size(self) -> int:
        """Number of functions."""
        return sum(space.size for space in self.spaces.values())

    @property
    def root_slope(self) -> Array | None:
        """Rotation of the root that each function brings along, rad, shape (size,), as `TrialSpace` has it."""
        turned = self.bending.root_slope
        return None if turned is None else np.append(turned, np.zeros(self.size - len(turned)))

    @cached_property
    def tip(self) -> Array:
        """What the tip does relative to the root, in the link's axes, shape (3 or 6, size)."""
        whole = np.zeros((self.components, self.size))
        for k, (across, turn, sign) in enumerate(PLANES[self.components]):
            own, shear = self.parts["bending", k], self.planes[k].shear
            deflection, rotation = self.planes[k].bending.tip
            whole[across, own], whole[turn, own] = deflection, sign * rotation
            if shear is not None:
                whole[across, self.parts["shear", k]] = shear.tip
        for k, (place, rod) in enumerate(zip(RODS[self.components], self.rods, strict=True)):
            if rod is not None:
                whole[place, self.parts["rod", k]] = rod.tip
        return whole

    def deflection(self, plane: int) -> Factor:
        """Return the weighted deflections w_b + w_s at the quadrature points, √m, shape (points, size).

        Parameters
        ----------
        plane
            Number of the plane, from 0.
        """
        return self._once("deflection", plane, self._deflection)

    def _deflection(self, plane: int) -> Factor:
        own, shear = self.planes[plane], self.planes[plane].shear
        rows = {("bending", plane): own.bending.deflection}
        if shear is not None:
            rows["shear", plane] = self._scaled(shear.values(self.bending.stations, 0))
        return self._rows(rows)

    def rotation(self, plane: int) -> Factor:
        """Return the weighted rotations of the sections relative to the root's, shape (points, size).

        Parameters
        ----------
        plane
            Number of the plane, from 0.
        """
        return self._once("rotation", plane, self._rotation)

    def _rotation(self, plane: int) -> Factor:
        values = self.planes[plane].bending.values(self.bending.stations, 1)
        return self._rows({("bending", plane): self._scaled(values)})

    def pulled(self, number: int) -> Factor:
        """Return the weighted stretch or twist, shape (points, size).

        Parameters
        ----------
        number
            0 for stretch, 1 for twist.
        """
        return self._once("pulled", number, self._pulled)

    def _pulled(self, number: int) -> Factor:
        rod = self.rods[number]
        assert rod is not None, "a link that does"
        return self._rows({("rod", number): self._scaled(rod.values(self.bending.stations, 0))})

    def values(self, x: Array, derivative: int, plane: int = 0) -> Factor:
        """Return the deflection's values at stations, or derivatives of what bending has of it, shape (stations, size).

        Parameters
        ----------
        x
            Stations from the root, m, shape (stations,).
        derivative
            Its order, 0 to 3.
        plane
            Number of the plane, from 0.
        """
        own, shear = self.planes[plane], self.planes[plane].shear
        rows = {("bending", plane): own.bending.values(x, derivative)}
        if shear is not None and derivative == 0:
            rows["shear", plane] = shear.values(x, 0)
        return self._rows(rows)

    def rod_values(self, x: Array, derivative: int, number: int = 0) -> Factor:
        """Return stretch or twist, or its first derivative, shape (stations, size).

        Parameters
        ----------
        x
            Stations from the root, m, shape (stations,).
        derivative
            Its order, 0 or 1.
        number
            0 for stretch, 1 for twist.
        """
        rod = self.rods[number]
        return (
            np.zeros((len(x), self.size)) if rod is None else self._rows({("rod", number): rod.values(x, derivative)})
        )

    def moments(self) -> Array:
        """Return what `LinkShape.moments` does of each function, shape (4 or 8, size); ∫ φ dx = w_b(L)."""
        weights, stations = self.bending.weights, self.bending.stations
        rods = [np.zeros(self.size) if rod is None else weights @ self.pulled(k) for k, rod in enumerate(self.rods)]
        rows = rods[:1]
        for k, plane in enumerate(self.planes):
            turned = np.zeros(self.size)
            turned[self.parts["bending", k]] = plane.bending.tip[0]
            across = (weights * np.stack([np.ones_like(stations), stations])) @ self.deflection(k)
            rows += [*across, turned]
        return np.vstack(rows + rods[1:])

    def strains(self, beam: Beam) -> Iterator[tuple[slice, Array, Factor]]:
        """Yield the coefficients of bending, shear, stretch and twist, their stiffness, and their weighted strain.

        Parameters
        ----------
        beam
            The link's numbers.
        """
        for k, (plane, bending) in enumerate(zip(self.planes, beam.bendings, strict=True)):
            yield self.parts["bending", k], bending.rigidity, plane.bending.curvature
            if plane.shear is not None:
                yield self.parts["shear", k], 1.0 / bending.shear_flexibility, plane.shear.strain
        for k, (space, rod) in enumerate(zip(self.rods, beam.rods, strict=True)):
            if space is not None and rod.rigidity is not None:
                yield self.parts["rod", k], rod.rigidity, space.strain

    @cached_property
    def _known(self) -> dict[tuple[str, int], Factor]:
        """What was asked for so far, by what it is and in which plane or of which rod."""
        return {}

    def _once(self, what: str, number: int, of: Callable[[int], Factor]) -> Factor:
        if (what, number) not in self._known:
            self._known[what, number] = of(number)
        return self._known[what, number]

    def _scaled(self, values: Factor) -> Factor:
        if isinstance(values, np.ndarray):
            return self.bending.weights[:, np.newaxis] * values
        return sparse.csr_array(sparse.diags_array(self.bending.weights) @ values)

    def _rows(self, given: dict[tuple[str, int], Factor]) -> Factor:
        """Return what some functions have of rows among those of all, zeros where nothing is given."""
        first = next(iter(given.values()))
        if len(self.spaces) == 1:
            return first
        if isinstance(first, np.ndarray):
            whole = np.zeros((len(first), self.size))
            for key, rows in given.items():
                whole[:, self.parts[key]] = dense(rows)
            return whole
        empty = {key: sparse.csr_array((first.shape[0], space.size)) for key, space in self.spaces.items()}
        return sparse.csr_array(sparse.hstack([sparse.csr_array(rows) for rows in (empty | given).values()]))
