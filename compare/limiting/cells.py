"""What one formulation says at one value of the parameter, beside the truth."""

import time
import warnings
from dataclasses import dataclass

import numpy as np

from compare.formulations.formulation import Formulation, Found
from compare.limiting.matching import matched
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.errors import InputError, QuestionError

# float64 has no more.
MOST_DIGITS = 16.0


@dataclass(frozen=True, eq=False)
class Answer:
    """What a formulation found of an arm, or why it found nothing.

    Parameters
    ----------
    found
        What it found; None where it was not asked.
    seconds
        Wall time, s; NaN where it was not asked.
    missing
        Why it was not asked; empty where it was.
    """

    found: Found | None
    seconds: float
    missing: str


def answered(formulation: Formulation, arm: Arm, modes: int, size: int | None) -> Answer:
    """Return a formulation's natural frequencies of an arm, timed.

    Parameters
    ----------
    formulation
        The formulation.
    arm
        The arm.
    modes
        Number of non-zero natural frequencies.
    size
        Number of elements or shapes of every flexible link; None where it has none.
    """
    largest = formulation.largest_size
    refusal = formulation.handles(arm)
    if not refusal and size is not None and largest is not None and size > largest:
        refusal = f"{formulation.name} takes no more than {largest} of a link, for its time and memory"
    if refusal:
        return Answer(None, np.nan, refusal)
    start = time.perf_counter()
    try:
        # That digits are lost is what is measured here: a warning of it is no news.
        with warnings.catch_warnings(action="ignore", category=UserWarning):
            found = formulation.solve(arm, modes, size)
    except (InputError, QuestionError) as error:  # a size that it does not take, an arm that it does not handle
        return Answer(None, np.nan, str(error))
    return Answer(found, time.perf_counter() - start, "")


@dataclass(frozen=True, eq=False)
class Cell:
    """One formulation at one value.

    Parameters
    ----------
    relative_error
        Of every frequency asked for; NaN where it was missed, or the formulation not asked.
    digits
        Right decimal digits; 0 where the frequency was missed, NaN where the formulation was not asked.
    missed, invented
        Numbers of frequencies; NaN where it was not asked.
    condition
        2-norm condition number of what it factorises; NaN where there is none.
    seconds
        Wall time, s; NaN where it was not asked.
    missing
        Why it was not asked; empty where it was.
    """

    relative_error: Array
    digits: Array
    missed: float
    invented: float
    condition: float
    seconds: float
    missing: str


def judged(answer: Answer, truth: Array) -> Cell:
    """Return how far an answer is from the truth.

    Parameters
    ----------
    answer
        The answer.
    truth
        True natural frequencies, rad/s, ascending, shape (modes,).
    """
    if answer.found is None:
        nothing = np.full(len(truth), np.nan)
        return Cell(nothing, nothing, np.nan, np.nan, np.nan, answer.seconds, answer.missing)
    match = matched(answer.found.angular_frequency, truth)
    digits = digits_left(match.relative_error)
    return Cell(match.relative_error, digits, match.missed, match.invented, answer.found.condition, answer.seconds, "")


def digits_left(relative_error: Array) -> Array:
    """Return the decimal digits that errors leave, from 0 (or missed, NaN) to 16."""
    size = np.abs(np.where(np.isnan(relative_error), 1.0, relative_error))
    return np.asarray(-np.log10(np.clip(size, 10.0**-MOST_DIGITS, 1.0)) + 0.0)  # adding 0.0 makes 0.0 of -0.0
