"""Which found frequency is which: found and reference frequencies, matched one to one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from flexarm.arrays import Array

# One digit: a frequency that is farther off has not one right digit, and counts as not found.
NEAR = 0.1
# float64 has no more.
MOST_DIGITS = 16.0
MATCHING_RULE = (
    "found and reference frequencies are matched one to one, in ascending order; two match where they differ by less "
    f"than {NEAR:.0%} of the reference; of all ways to match, the one with the least sum of relative differences, a "
    f"frequency without a match counting as {NEAR:.0%}; a reference frequency without a match is missed, a found one "
    "without a match and below the highest reference frequency invented"
)


@dataclass(frozen=True, eq=False)
class Match:
    """Found frequencies beside the reference's."""

    relative_error: Array  # of what was found for each of the reference; NaN where it was missed
    places: NDArray[np.intp]  # of these among what was found; −1 where it was missed
    missed: int  # reference frequencies that were not found
    invented: int  # found ones below the highest of the reference that are none of them


def matching(found: Array, reference: Array) -> Match:
    """Match found frequencies with ascending ones of the reference, one or more, by `MATCHING_RULE`."""
    order = np.argsort(found, kind="stable")
    order = order[found[order] < (1.0 + NEAR) * reference[-1]]
    found = found[order]
    off = np.abs(found[np.newaxis, :] / reference[:, np.newaxis] - 1.0)
    ours, theirs = linear_sum_assignment(np.minimum(off, NEAR))
    near = off[ours, theirs] < NEAR
    # Pairs that cross, as equal frequencies may, stay near when their numbers are put in order.
    ours, theirs = np.sort(ours[near]), np.sort(theirs[near])
    error, places = np.full(len(reference), np.nan), np.full(len(reference), -1)
    error[ours], places[ours] = found[theirs] / reference[ours] - 1.0, order[theirs]
    alone = np.delete(found, theirs)
    return Match(error, places, len(reference) - len(ours), int(np.count_nonzero(alone < reference[-1])))


def digits_left(relative_error: Array) -> Array:
    """Return the decimal digits that errors leave, from 0 (or missed, NaN) to 16."""
    size = np.abs(np.where(np.isnan(relative_error), 1.0, relative_error))
    return np.asarray(-np.log10(np.clip(size, 10.0**-MOST_DIGITS, 1.0)) + 0.0)  # adding 0.0 makes 0.0 of -0.0
