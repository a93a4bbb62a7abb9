"""Linear rod elements of one link, as energy factors: stretch, or shear."""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from flexarm.arrays import Array
from flexarm.segments import Segments, rod_segments


@dataclass(frozen=True, eq=False)
class RodElements:
    """Linear functions on equal elements, held at the root: a `flexarm.trial.RodSpace`.

    The unknowns are the displacements of the nodes, m.
    """

    length: float  # the link's length, m
    elements: int  # number of elements

    @property
    def size(self) -> int:
        """Number of functions: one a node, the root left out."""
        return self.elements

    @property
    def element_length(self) -> float:
        """Length of an element, m."""
        return self.length / self.elements

    @property
    def strain(self) -> sparse.csr_array:
        """The mean of each element's slope, times the square root of its length, shape (size, size)."""
        ones = np.ones(self.size) / np.sqrt(self.element_length)
        return sparse.csr_array(sparse.diags_array([ones, -ones[1:]], offsets=[0, -1]))

    @property
    def tip(self) -> Array:
        """Values at the tip, shape (size,)."""
        return np.append(np.zeros(self.size - 1), 1.0)

    @property
    def segments(self) -> Segments:
        """The elements; what one does beyond its root."""
        strain, tip = np.full((1, 1), 1.0 / np.sqrt(self.element_length)), np.ones(1)
        return rod_segments(strain, tip, self.elements, _nodal, _nodal_transposed)

    def values(self, x: Array, derivative: int) -> sparse.csr_array:
        """Return the functions, or their slopes, at stations x, m, shape (stations, size)."""
        element = np.clip((x / self.element_length).astype(int), 0, self.elements - 1)
        local = x / self.element_length - element
        ends = np.full((2, len(x)), 1.0 / self.element_length) * [[-1.0], [1.0]] if derivative else [1.0 - local, local]
        entries, columns = np.ravel(ends), np.concatenate([element - 1, element])
        kept, rows = columns >= 0, np.tile(np.arange(len(x)), 2)
        return sparse.csr_array((entries[kept], (rows[kept], columns[kept])), shape=(len(x), self.size))


def _nodal(e: Array) -> Array:
    """Return nodal unknowns of what the elements do, both of shape (size, k)."""
    return np.cumsum(e, axis=0)


def _nodal_transposed(nodal: Array) -> Array:
    """Return the transpose of `_nodal`."""
    return np.cumsum(nodal[::-1], axis=0)[::-1]
