"""Arms condensed section by section, from the tips to the base: counts, determinants, and motions under loads.

The dynamic stiffness of all that lies beyond a section is a symmetric matrix Z(λ) of its motion, λ = ω². With the
motion t = X r + E e of a section, r its parent's and e what a joint or a beam between them lets it do besides,

    Z ← XᵀZX + R − cᵀP⁻¹c,    P = EᵀZE + K,    c = EᵀZX + C,

K, C and R the stiffness of joint or beam in e, between e and r, and in r. At the ground nothing is left. The negative
eigenvalues of all P are those of the whole dynamic stiffness (Haynsworth 1968); with the frequencies of the beams,
their ends clamped, they are the number of natural frequencies below (Wittrick and Williams 1971); and the product of
their determinants is the whole one's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from exact.elimination import Eliminated, Rigid, eliminate_freedoms
from exact.pivots import Pivots
from exact.tips import BeamStiffness, eliminate_tip
from flexarm.arrays import Array
from flexarm.frames import carry_matrix, rotations
from flexarm.tree import Section, Tree, selection


class Condensed(Protocol):
    """What is asked of arms condensed at λ, on supports or not."""

    @property
    def tree(self) -> Tree:
        """The arms."""
        ...

    @property
    def square(self) -> Array:
        """λ, shape (..., arms)."""
        ...

    @property
    def beams(self) -> Sequence[BeamStiffness]:
        """The beams' stiffness."""
        ...

    @property
    def eliminated(self) -> tuple[Eliminated, ...]:
        """What was eliminated, section by section."""
        ...

    def motions(self, forces: Sequence[Array], couples: Sequence[Array]) -> tuple[Any, ...]:
        """Return how sections and what was eliminated move under loads, and reactions of supports, if there are any."""
        ...


@dataclass(frozen=True, eq=False)
class Condensation:
    """Arms condensed at λ, shape (..., arms): their beams' stiffness, and what was eliminated, section by section.

    `ground` is what is left, the dynamic stiffness of all in the ground's motion, shape (3, 3, ..., arms).
    """

    tree: Tree
    square: Array
    beams: Sequence[BeamStiffness]
    eliminated: tuple[Eliminated, ...]
    ground: Array

    def repeated(self, number: int) -> "Condensation":
        """Return the arms so many times, one set after another, λ having the shape (arms,)."""
        which = np.tile(np.arange(len(self.square)), number)
        parts = self.tree, self.square, tuple(self.beams), self.eliminated, self.ground
        return Condensation(*selection(parts, which))

    def motions(self, forces: Sequence[Array], couples: Sequence[Array]) -> tuple[list[Array], list[Array]]:
        """Return how sections and what was eliminated move under loads, λ having the shape (arms,)."""
        return self.motions_from(0 * forces[0], forces, couples)[:2]

    def motions_from(
        self, ground: Array, forces: Sequence[Array], couples: Sequence[Array]
    ) -> tuple[list[Array], list[Array], Array]:
        """Return the same where the ground moves, shape (3, arms), and what loads come to on it."""
        passed, alone, handed_on = list(forces), list(couples), 0 * ground
        for k, parent in reversed(list(enumerate(self._parents))):
            alone[k], load = self.eliminated[k].reduction(passed[k], couples[k])
            if parent >= 0:
                passed[parent] = passed[parent] + load
            else:
                handed_on = handed_on + load
        motions: list[Array] = []
        for k, parent in enumerate(self._parents):
            root = motions[parent] if parent >= 0 else ground
            motion, alone[k] = self.eliminated[k].back_substitution(root, alone[k])
            motions.append(motion)
        return motions, alone, handed_on

    @property
    def _parents(self) -> list[int]:
        return [section.parent for section in self.tree.sections]


def condensation(tree: Tree, square: Array, beams: Sequence[BeamStiffness], pivots: Pivots) -> Condensation:
    """Condense arms."""
    beyond: dict[int, Array] = {}
    left, size = list(beams), tree.components
    eliminated: list[Eliminated] = []
    for k, section in reversed(list(enumerate(tree.sections))):
        whole = beyond.pop(k) if k in beyond else np.zeros((size, size, *square.shape), dtype=square.dtype)
        _add(whole, section, square)
        if section.beam is not None:
            eliminated.append(eliminate_tip(whole, section.beam, left.pop(), square, pivots))
        elif section.freedoms is not None:
            eliminated.append(eliminate_freedoms(whole, section.lever, section.freedoms, square, pivots))
        else:
            carry_matrix(whole, section.lever)
            eliminated.append(Rigid(section.lever))
        beyond[section.parent] = beyond[section.parent] + whole if section.parent in beyond else whole
    return Condensation(tree, square, beams, tuple(reversed(eliminated)), beyond[-1])


def _add(whole: Array, section: Section, square: Array) -> None:
    if section.inertia is not None:
        whole -= square * _beside(section.inertia, square)
    if section.turning is not None:
        turning = rotations(len(whole))
        whole[turning, turning] += _beside(section.turning, square) if len(whole) == 6 else section.turning
    if section.springs is not None:
        whole += _beside(section.springs, square)


def _beside(matrix: Array, square: Array) -> Array:
    """Return matrices of arms, shape (n, n, arms), beside numbers at many λ, shape (..., arms)."""
    return matrix.reshape(*matrix.shape[:2], *(1,) * (square.ndim - 1), -1)
