"""Cubic Hermite elements of one link, as energy factors."""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from skfem import Basis, Dofs, MeshLine
from skfem.element import ElementLineHermite
from skfem.quadrature import get_quadrature
from skfem.refdom import RefLine

from flexarm.arrays import Array
from flexarm.segments import Segments
from flexarm.trial import tip_values

# Degree of the square of a cubic: the quadrature of the kinetic energy is exact.
_DEGREE = 6
_ENDS = np.array([0.0, 1.0])
# Every link asks for the functions at the ends and at the quadrature points of an element: few points, once for all.
_FEW = 8
# Slope and deflection of an element's right end, in the order of a node's unknowns.
_RIGHT = [3, 2]


class _Cubic(ElementLineHermite):
    """The Hermite element with its third derivative."""

    derivatives = 3


def _element(points: Array, derivative: int) -> Array:
    """Return a derivative of the four functions of the element [0, 1], shape (4, points).

    All elements of a link are this one, scaled: scikit-fem builds the functions of an element by inverting a
    matrix of powers of x, which loses digits far from the origin.
    """
    if len(points) <= _FEW:
        return _element_once(tuple(points.tolist()), derivative)
    return _element_anew(points, derivative)


@lru_cache(maxsize=64)
def _element_once(points: tuple[float, ...], derivative: int) -> Array:
    values = _element_anew(np.array(points), derivative)
    values.flags.writeable = False
    return values


def _element_anew(points: Array, derivative: int) -> Array:
    """Return the same by an element object of its own, because it keeps the first mesh that it meets."""
    basis = Basis(MeshLine(), _Cubic(), quadrature=(points[np.newaxis], np.ones_like(points)))
    fields = [functions[0] for functions in basis.basis]
    if derivative == 0:
        return np.array([np.ravel(np.asarray(field)) for field in fields])
    name = ("grad", "hess", "grad3")[derivative - 1]
    return np.array([np.ravel(getattr(field, name)) for field in fields])


@cache
def _unit_moments() -> Array:
    """Return the two Legendre moments of the element's curvature, of its four functions, shape (4, 2)."""
    (left, right), (left_slope, right_slope) = _element(_ENDS, 0).T, _element(_ENDS, 1).T
    return np.stack([right_slope - left_slope, left_slope + right_slope - 2.0 * (right - left)], axis=1)


@cache
def _unit_slopes() -> Array:
    """Return the slopes of the element's four functions at the quadrature points, shape (4, points)."""
    points, _ = get_quadrature(RefLine, _DEGREE)
    return _element(points[0], 1)


@dataclass(frozen=True, eq=False)
class HermiteElements:
    """Cubic Hermite functions on equal elements, clamped at the root (see `flexarm.trial.TrialSpace`).

    The unknowns of a node are its slope times the element's length and its deflection, both in m: in this order the
    curvatures, root to tip, are lower triangular, each element in terms of the one before.
    """

    length: float  # the link's length, m
    elements: int  # number of elements
    root_slope: None = None

    @property
    def size(self) -> int:
        """Number of functions: two a node, the root left out."""
        return 2 * self.elements

    @property
    def element_length(self) -> float:
        """Length of an element, m."""
        return self.length / self.elements

    @cached_property
    def stations(self) -> Array:
        """Quadrature points, m, shape (points,)."""
        points, _ = get_quadrature(RefLine, _DEGREE)
        return np.asarray(np.add.outer(np.arange(self.elements), points[0]).ravel() * self.element_length)

    @cached_property
    def weights(self) -> Array:
        """Square roots of the quadrature weights, √m, shape (points,)."""
        _, weights = get_quadrature(RefLine, _DEGREE)
        return np.tile(np.sqrt(weights * self.element_length), self.elements)

    @cached_property
    def deflection(self) -> sparse.csr_array:
        """Weighted deflections at the quadrature points, shape (points, size)."""
        points, _ = get_quadrature(RefLine, _DEGREE)
        element = np.repeat(np.arange(self.elements), points.shape[1])
        return self._link_rows(np.tile(_element(points[0], 0), self.elements) * self.weights, element)

    @cached_property
    def curvature(self) -> sparse.csr_array:
        """The two Legendre moments of each element's linear curvature, shape (size, size).

        ∫ W″ dξ = W′(1) − W′(0) and ∫ (2ξ − 1) W″ dξ = W′(0) + W′(1) − 2 (W(1) − W(0)), in whole numbers: rigid
        motion of an element has exactly no strain, however small the element.
        """
        return self._link_rows(np.tile(self._moments, self.elements), np.repeat(np.arange(self.elements), 2))

    @cached_property
    def _moments(self) -> Array:
        """One element's rows of `curvature`, shape (4, 2)."""
        return np.asarray(_unit_moments() * np.sqrt([1.0, 3.0]) / self.element_length**1.5)

    @cached_property
    def segments(self) -> Segments:
        """The elements; what one does beyond the turned and carried straight line of the one before."""
        _, weights = get_quadrature(RefLine, _DEGREE)
        slope = _unit_slopes()[_RIGHT].T / self.element_length
        return Segments(
            self._moments[_RIGHT].T,
            self.stations.reshape(self.elements, -1),
            np.sqrt(weights * self.element_length),
            slope,
            np.array([1.0, 0.0]) / self.element_length,
            self._nodal,
            self._nodal_transposed,
        )

    def _nodal(self, e: Array) -> Array:
        """Return nodal unknowns of what the elements do, both of shape (size, k)."""
        slope = np.cumsum(e[0::2], axis=0)
        steps = e[1::2].copy()
        steps[1:] += slope[:-1]
        return np.stack([slope, np.cumsum(steps, axis=0)], axis=1).reshape(e.shape)

    def _nodal_transposed(self, nodal: Array) -> Array:
        """Return the transpose of `_nodal`."""
        steps = np.cumsum(nodal[1::2][::-1], axis=0)[::-1]
        slope = nodal[0::2].copy()
        slope[:-1] += steps[1:]
        return np.stack([np.cumsum(slope[::-1], axis=0)[::-1], steps], axis=1).reshape(nodal.shape)

    @cached_property
    def tip(self) -> Array:
        """Deflection and slope at the tip, shape (2, size)."""
        return tip_values(self.length, self)

    def values(self, x: Array, derivative: int) -> sparse.csr_array:
        """Return the functions' derivatives of order 0 to 3 at stations x, m, shape (stations, size)."""
        element = np.clip((x / self.element_length).astype(int), 0, self.elements - 1)
        local = _element(x / self.element_length - element, derivative)
        return self._link_rows(local / self.element_length**derivative, element)

    def _link_rows(self, local: Array, element: NDArray[np.intp]) -> sparse.csr_array:
        """Put rows of element functions, shape (4, rows), of each row's element into the link's numbering."""
        columns = self._numbering[:, element]
        rows = np.broadcast_to(np.arange(len(element)), columns.shape)
        kept = columns >= 0
        entries = (local[kept], (rows[kept], columns[kept]))
        return sparse.csr_array(entries, shape=(len(element), self.size))

    @cached_property
    def _numbering(self) -> NDArray[np.intp]:
        """Each element's four unknowns, shape (4, elements); negative at the clamped root."""
        mesh = MeshLine(np.arange(self.elements + 1.0))
        # scikit-fem numbers a node's deflection before its slope: even and odd change places.
        return (np.asarray(Dofs(mesh, _Cubic()).element_dofs, dtype=np.intp) - 2) ^ 1
