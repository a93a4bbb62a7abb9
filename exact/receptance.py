"""What an arm's joints and its base do under a load on one of them at complex λ = −s²: exact receptances.

The same recursion as for frequencies, in complex arithmetic: closed forms of the beams with complex wave numbers.
"""

from collections.abc import Sequence

import numpy as np

from exact.beams import bent_beams
from exact.holding import held_condensation, sprung
from exact.recursion import condensation
from exact.rods import beam_stiffnesses, rod_stiffnesses
from flexarm.arrays import Array
from flexarm.tree import Tree, selection


class _Uncounted:
    """Takes pivots that have no sign, and keeps none."""

    def single(self, pivot: Array) -> None:
        """Take a pivot."""

    def pair(self, determinant: Array, corner: Array) -> None:
        """Take a pivot of two rows."""


def receptance(parts: Tree, places: Sequence[tuple[int, int]], square: Array) -> Array:
    """Return motions of some freedoms, by section and number, per load on each, at λ, shape (points, n, n).

    The arm has a beam or more, and no static loads; supports hold it with all that they do.
    """
    arms = selection(sprung(parts) if parts.held else parts, np.newaxis)
    matrices, _, _, long = bent_beams(arms).matrices(square)
    bent = [(matrices[:, :, k], long[k]) for k in range(matrices.shape[2])]
    beams = beam_stiffnesses(bent, [rod_stiffnesses(beam, square) for beam in arms.beams], arms.beams)
    alone = condensation(arms, square, beams, _Uncounted())
    at = held_condensation(alone) if arms.held else alone
    still = [np.zeros((arms.components, len(square)), square.dtype)] * len(arms.sections)
    found = np.zeros((len(square), len(places), len(places)), square.dtype)
    for column, (section, number) in enumerate(places):
        couples = [np.zeros((step.number, len(square)), square.dtype) for step in at.eliminated]
        couples[section][number] = 1.0
        moved = at.motions(still, couples)[1]
        for row, (k, i) in enumerate(places):
            found[:, row, column] = moved[k][i]
    return found
