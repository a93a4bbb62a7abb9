"""What motions of an arm do under a load on one of them at complex λ = −s²: exact receptances.

The same recursion as for frequencies, in complex arithmetic: closed forms of the beams with complex wave numbers.
"""

from collections.abc import Sequence

import numpy as np

from exact.beams import bent_beams
from exact.holding import held_at, held_condensation, places_in, sprung
from exact.recursion import Condensation, condensation
from exact.rods import beam_stiffnesses, rod_stiffnesses
from exact.series.dynamics import series_dynamics
from flexarm.arrays import Array
from flexarm.tree import Held, Place, Tree, selection


class _Uncounted:
    """Takes pivots that have no sign, and keeps none."""

    def single(self, pivot: Array) -> None:
        """Take a pivot."""

    def pair(self, determinant: Array, corner: Array) -> None:
        """Take a pivot of two rows."""


def condensed(arms: Tree, square: Array) -> Condensation:
    """Return arms, one or one a point, condensed at λ, shape (points,)."""
    matrices, _, _, long = bent_beams(arms).matrices(square)
    bent = [(matrices[:, :, k], long[k]) for k in range(matrices.shape[2])]
    beams = beam_stiffnesses(bent, [rod_stiffnesses(beam, square) for beam in arms.beams], arms.beams)
    return condensation(arms, square, beams, _Uncounted())


def receptance(parts: Tree, places: Sequence[Place], square: Array) -> Array:
    """Return motions of some freedoms, or of sections, per load on each, at λ, shape (points, n, n).

    The arm, with what static loads do to it, has a beam or more; supports hold it with all that they do.
    """
    whole = selection(sprung(parts) if parts.held else parts, np.newaxis)
    alone = condensed(whole, square) if parts.softening is None else _loaded(whole, square)
    arms, numbers = alone.tree, places_in(parts, alone.tree)
    pieced: list[Place] = [
        held_at(one, numbers) if isinstance(one, Held) else (numbers[one[0]], one[1]) for one in places
    ]
    at = held_condensation(alone) if arms.held else alone
    still = [np.zeros((arms.components, len(square)), square.dtype)] * len(arms.sections)
    found = np.zeros((len(square), len(places), len(places)), square.dtype)
    for column, place in enumerate(pieced):
        couples = [np.zeros((step.number, len(square)), square.dtype) for step in at.eliminated]
        forces = list(still)
        if isinstance(place, Held):
            for section, along in place.ends:
                forces[section] = forces[section] + along[:, np.newaxis]
        else:
            section, number = place
            couples[section][number] = 1.0
        sections, own = at.motions(forces, couples)[:2]
        for row, of in enumerate(pieced):
            found[:, row, column] = of.of(sections) if isinstance(of, Held) else own[of[0]][of[1]]
    return found


def _loaded(whole: Tree, square: Array) -> Condensation:
    """Return an arm under static loads condensed at λ, its beams cut in blocks."""
    dynamics, _ = series_dynamics(whole, 0)
    return dynamics.cut_for(float(np.sqrt(np.max(np.abs(square))))).uncounted(square, _Uncounted())
