"""Roots in the complex plane followed as a number changes: which root continues which.

Roots of both half planes are paired so that they move least altogether (an assignment). A pair is sure where it moves
less than a third of the way to any other root that it might be taken for, before or after. Where two roots are one, on
either side, it does not matter which is which; nor where two conjugate roots meet on the real axis and part along it,
or the other way about: of these the one above goes to the left. What is not sure is asked again half way.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from flexarm.arrays import Array

_SURE = 1.0 / 3.0
# Roots nearer than this, relative, are one; those that are refined are good to 1e-12.
_ONE = 1e-8


@dataclass(frozen=True, eq=False)
class Step:
    """Which root before continues as which root after: a number, −1 for none; and whether all within a radius do."""

    after: NDArray[np.intp]
    clear: bool


def step(before: Array, after: Array, radius: float) -> Step:
    """Return how roots of both half planes, shape (before,) and (after,), continue; those beyond a radius may not."""
    rows, columns = linear_sum_assignment(np.abs(before[:, np.newaxis] - after))
    rows, columns = _above_to_the_left(before, after, rows, columns)
    sure = _sure(before, after, rows, columns)
    found = np.full(len(before), -1)
    found[rows[sure]] = columns[sure]
    left = np.setdiff1d(np.arange(len(after)), columns[sure])
    inside = np.concatenate([before[found < 0], after[left]])
    return Step(found, bool(np.all(np.abs(inside) >= radius)))


def _above_to_the_left(
    before: Array, after: Array, rows: NDArray[np.intp], columns: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return pairs with those that meet on the real axis exchanged where the one above would go to the right."""
    columns, place = columns.copy(), {int(row): k for k, row in enumerate(rows)}
    for k, row in enumerate(rows):
        one = complex(before[row])
        if one.imag > 0.0 and after[columns[k]].imag == 0.0:
            other = place.get(int(np.argmin(np.abs(before - one.conjugate()))))
            if other is not None and after[columns[other]].imag == 0.0:
                pair = sorted((columns[k], columns[other]), key=lambda column: float(after[column].real))
                columns[k], columns[other] = pair
        elif one.imag == 0.0 and after[columns[k]].imag > 0.0:
            partner = np.flatnonzero(columns == np.argmin(np.abs(after - np.conj(after[columns[k]]))))
            if len(partner) and before[rows[partner[0]]].imag == 0.0 and before[rows[partner[0]]].real < one.real:
                columns[k], columns[partner[0]] = columns[partner[0]], columns[k]
    return rows, columns


def _sure(before: Array, after: Array, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return which pairs are sure."""
    moved = np.abs(before[rows] - after[columns])
    apart = np.minimum(_others(before, rows, after, columns), _others(after, columns, before, rows))
    return np.asarray(moved <= _SURE * apart)


def _others(here: Array, own: NDArray[np.intp], there: Array, partner: NDArray[np.intp]) -> Array:
    """Return how far each of some roots, by their numbers, is from the nearest that it might be taken for."""
    distance = np.abs(here[own, np.newaxis] - here)
    alike = distance <= _ONE * np.abs(here)
    beside = np.full(len(here), -1)
    beside[own] = partner
    paired = beside >= 0
    two = there[partner, np.newaxis], np.where(paired, there[beside], np.nan)
    with np.errstate(invalid="ignore"):
        alike |= np.abs(two[0] - two[1]) <= _ONE * np.abs(two[1])
        meet = _conjugate(here[own, np.newaxis], here) & _real(*two)
        alike |= meet | (_real(here[own, np.newaxis], here) & _conjugate(*two))
    return np.asarray(np.min(np.where(alike, np.inf, distance), axis=1, initial=np.inf))


def _conjugate(one: Array, other: Array) -> NDArray[np.bool_]:
    return np.asarray((one.imag != 0.0) & (np.abs(one - np.conj(other)) <= _ONE * np.abs(one)))


def _real(one: Array, other: Array) -> NDArray[np.bool_]:
    return np.asarray((one.imag == 0.0) & (other.imag == 0.0))


def branches(roots: Sequence[Array], steps: Sequence[NDArray[np.intp]], radius: float) -> Array:
    """Return roots within a radius branch by branch, shape (values, branches), NaN where a branch has none.

    Branches that are never above the real axis, or on it, are mirror images, and those that stay at zero rigid-body
    motions: neither is among them.
    """
    number, total = np.arange(len(roots[0])), len(roots[0])
    numbers = [number]
    for own, after in zip(steps, roots[1:], strict=True):
        new = np.full(len(after), -1)
        new[own[own >= 0]] = number[own >= 0]
        begun = int(np.sum(new < 0))
        new[new < 0] = total + np.arange(begun)
        number, total = new, total + begun
        numbers.append(number)
    found = np.full((len(roots), total), complex(np.nan, np.nan))
    for row, number, values in zip(found, numbers, roots, strict=True):
        inside = np.abs(values) < radius
        row[number[inside]] = values[inside]
    with np.errstate(invalid="ignore"):
        shown = np.any(found.imag >= 0.0, axis=0) & np.any(np.abs(found) > 0.0, axis=0)
    return _mirrored(found[:, shown])


def _mirrored(found: Array) -> Array:
    """Return branches without those that mirror another: one above that comes down is shown by itself."""
    kept: list[int] = []
    for k in range(found.shape[1]):
        mirror = (np.array_equal(found[:, k], np.conj(found[:, other]), equal_nan=True) for other in kept)
        if not any(mirror):
            kept.append(k)
    return np.asarray(found[:, kept])
