"""What is eliminated between a section and its parent: the freedoms of a joint or a base, and the tip of a beam.

In the symbols of `exact.recursion`, P e + c r = Eᵀf + g under a load f on the section and g on its own motions e. With
the parent held these are a = P⁻¹(Eᵀf + g), and the parent bears Xᵀf − (P⁻¹c)ᵀ(Eᵀf + g): what `reduction` returns.
`back_substitution` returns t = X r + E e and e = a − P⁻¹c r.
"""

from typing import NamedTuple

import numpy as np

from exact.pivots import Pivots
from exact.tips import Tip
from flexarm.arrays import Array
from flexarm.frames import carried, carried_back, carry_matrix
from flexarm.tree import Freedoms, direction


class Rigid(NamedTuple):
    """Nothing: the section is carried a lever away from its parent, shape (2, arms)."""

    lever: Array | None

    @property
    def number(self) -> int:
        """Number of motions of its own."""
        return 0

    def reduction(self, force: Array, couples: Array) -> tuple[Array, Array]:
        """Return what moves with the parent held, nothing, and the load on the parent, shape (3, arms)."""
        return couples, carried_back(force, self.lever)

    def back_substitution(self, root: Array, alone: Array) -> tuple[Array, Array]:
        """Return the section's motion, shape (3, arms), and no motion of its own."""
        return carried(root, self.lever), alone


class Direction(NamedTuple):
    """The direction of a freedom: where among a motion's components, and the unit vector of these, None for one alone.

    The vector has the shape (2, arms), or in space (3, arms).
    """

    part: slice
    unit: Array | None

    def of(self, values: Array) -> Array:
        """Return what a motion or force, or a matrix of them, shape (components, ...), has along it, shape (...)."""
        if self.unit is None:
            return np.asarray(values[self.part.start])
        return np.asarray(np.add.reduce(self._beside(values) * values[self.part]))

    def put(self, values: Array, along: Array) -> None:
        """Let a motion or force have something else along it."""
        if self.unit is None:
            values[self.part.start] = along
        else:
            values[self.part] += self._beside(values) * (along - self.of(values))

    def put_row(self, matrix: Array, row: Array) -> None:
        """Let a symmetric matrix of forces by motions have another row, and column, along it."""
        if self.unit is None:
            matrix[self.part.start] = matrix[:, self.part.start] = row
            return
        unit, more = self._beside(row), row - self.of(matrix)
        # What both a row and a column bring is brought once.
        more[self.part] -= 0.5 * unit * self.of(more)
        matrix[self.part] += unit[:, np.newaxis] * more
        matrix[:, self.part] += more[:, np.newaxis] * unit

    def _beside(self, values: Array) -> Array:
        """Return the unit vector with axes for all that components, shape (components, ..., arms), have."""
        assert self.unit is not None, "a direction of more than one component"
        return self.unit.reshape(len(self.unit), *(1,) * (values.ndim - self.unit.ndim), *self.unit.shape[1:])


def directions(freedoms: Freedoms) -> list[Direction]:
    """Return the directions of a section's freedoms."""
    if freedoms.axes is None:
        return [Direction(slice(place, place + 1), None) for place in freedoms.places]
    size = 3 if freedoms.axes.ndim > 2 else 2
    found = []
    for place in freedoms.places:
        turns = place >= size
        unit = None if turns and size == 2 else direction(freedoms.axes, place % size)
        found.append(Direction(slice(size, 2 * size if size == 3 else 3) if turns else slice(0, size), unit))
    return found


class Freed(NamedTuple):
    """Freedoms of a section: for each, minus its motion per motion of the parent, (3, ...), pivot and stiffness."""

    directions: tuple[Direction, ...]
    lever: Array | None
    motion: tuple[Array, ...]
    pivot: tuple[Array, ...]
    stiffness: tuple[Array, ...]

    @property
    def number(self) -> int:
        """Number of motions of its own."""
        return len(self.motion)

    def reduction(self, force: Array, couples: Array) -> tuple[Array, Array]:
        """Return what the freedoms do with the parent held, and the load on the parent, shape (3, arms)."""
        alone = []
        for k, along in enumerate(self.directions):
            push = along.of(force) + couples[k]
            alone.append(push / self.pivot[k])
            force = force - self.motion[k] * push
            # f_p − (Z_pp / P)(f_p + g) without the difference, for P = Z_pp + k.
            along.put(force, self.stiffness[k] * alone[k] - couples[k])
        return np.array(alone), carried_back(force, self.lever)

    def back_substitution(self, root: Array, alone: Array) -> tuple[Array, Array]:
        """Return the section's motion, shape (3, arms), and that of its freedoms."""
        own, motion = alone.copy(), carried(root, self.lever)
        for k in reversed(range(len(own))):
            own[k] -= np.sum(self.motion[k] * motion, axis=0)
            along = self.directions[k]
            along.put(motion, along.of(motion) + own[k])
        return motion, own


Eliminated = Rigid | Freed | Tip


def eliminate_freedoms(whole: Array, lever: Array | None, freedoms: Freedoms, square: Array, pivots: Pivots) -> Freed:
    """Eliminate what a joint or a base can do from Z, shape (3, 3, ...); a soft spring loses no digits beside it."""
    found = []
    for along, spring, inertia in zip(directions(freedoms), freedoms.stiffness, freedoms.inertia, strict=True):
        stiffness, coupling = spring - square * inertia, along.of(whole)
        pivot = stiffness + along.of(coupling)
        pivots.single(pivot)
        # t = r + e along one direction p: P = Z_pp + k, c = Z_p, and Z ← Z − cᵀc / P. Row p of that is
        # c − (Z_pp / P) c = k c / P: no difference that a soft spring k would lose its digits in.
        motion = np.asarray(coupling / pivot)
        whole -= coupling[:, np.newaxis] * motion
        along.put_row(whole, stiffness * motion)
        found.append((along, motion, pivot, stiffness))
    carry_matrix(whole, lever)
    of, motions, values, springs = zip(*found, strict=True)
    return Freed(of, lever, motions, values, springs)
