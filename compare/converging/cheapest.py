"""The fewest unknowns for a wanted accuracy."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr

from flexarm.errors import Fault, InputError, QuestionError

NEEDED = ("relative_error", "missing", "specification", "unknowns", "seconds", "round_off_size", "round_off_level")


@dataclass(frozen=True)
class Choice:
    """One backend at one size.

    Parameters
    ----------
    backend
        The backend's specification without the size.
    size
        Number of functions or elements of every flexible link.
    spec
        The backend's specification with the size, as on the command line.
    unknowns
        Number of unknowns.
    worst_error
        Largest relative error of a natural frequency, without sign.
    worst_mode
        The mode that has it.
    seconds
        Wall time of the solution, s.
    """

    backend: str
    size: int
    spec: str
    unknowns: int
    worst_error: float
    worst_mode: int
    seconds: float


def cheapest(dataset: xr.Dataset, tolerance: float) -> Choice:
    """Return the backend and size that reach an accuracy on all modes at the fewest unknowns of those tried.

    Of several with as few, the most accurate one.

    Parameters
    ----------
    dataset
        What `compare.convergence` returned.
    tolerance
        Largest relative error of a natural frequency, without sign; positive.

    Raises
    ------
    InputError
        If the Dataset is none of `compare.convergence`, or the tolerance is not a positive number.
    QuestionError
        If nothing reaches it; the text says what comes nearest.
    """
    best = best_choices(dataset, tolerance)
    if not best:
        reason = next(filter(None, dataset["missing"].values.ravel().tolist()), "")
        raise QuestionError(f"no backend finds {asked_for(dataset)} at any size tried; {reason}")
    within = [choice for choice in best if choice.worst_error <= tolerance]
    if not within:
        near = min(best, key=lambda choice: choice.worst_error)
        raise QuestionError(
            f"nothing keeps {asked_for(dataset)} within {tolerance:g}; {near.spec} comes nearest with "
            f"{near.worst_error:.1e} (mode {near.worst_mode}); take larger sizes or a larger tolerance"
        )
    return min(within, key=_price)


def best_choices(dataset: xr.Dataset, tolerance: float) -> list[Choice]:
    """Return each backend's cheapest size that reaches an accuracy; where none does, its most accurate one.

    Parameters
    ----------
    dataset, tolerance
        As of `cheapest`.

    Returns
    -------
    list
        In the Dataset's order; backends that answer for all modes at no size are left out.

    Raises
    ------
    InputError
        As of `cheapest`.
    """
    require_study(dataset)
    require_tolerance(tolerance)
    rows = [_choices(dataset.sel(backend=backend)) for backend in dataset.backend.values]
    return [_best(row, tolerance) for row in rows if row]


def asked_for(dataset: xr.Dataset) -> str:
    """Return the modes of a study in words."""
    modes = dataset.sizes["mode"]
    return f"the first {modes} natural frequencies" if modes > 1 else "the first natural frequency"


def require_study(dataset: xr.Dataset) -> None:
    """Refuse what is no result of `compare.convergence`.

    Raises
    ------
    InputError
        If a variable is missing.
    """
    lacking = [name for name in NEEDED if not isinstance(dataset, xr.Dataset) or name not in dataset]
    if lacking:
        got = f"none with {', '.join(lacking)}" if isinstance(dataset, xr.Dataset) else repr(dataset)
        raise InputError([Fault("dataset", "a Dataset of compare.convergence", got)])


def require_tolerance(tolerance: object) -> None:
    """Refuse what is no positive number.

    Raises
    ------
    InputError
        If it is not.
    """
    is_number = isinstance(tolerance, int | float | np.integer | np.floating) and not isinstance(tolerance, bool)
    if not (is_number and 0.0 < tolerance < math.inf):  # type: ignore[operator]
        raise InputError([Fault("tolerance", "a positive number", repr(tolerance))])


def _choices(row: xr.Dataset) -> list[Choice]:
    """Return the sizes at which a backend answers for all modes."""
    errors = np.abs(row["relative_error"].values)
    return [
        Choice(
            str(row.backend.item()),
            int(size),
            str(row["specification"].values[k]),
            int(row["unknowns"].values[k]),
            float(errors[k].max()),
            int(row.mode.values[errors[k].argmax()]),
            float(row["seconds"].values[k]),
        )
        for k, size in enumerate(row.size.values)
        if np.all(np.isfinite(errors[k]))
    ]


def _best(choices: Sequence[Choice], tolerance: float) -> Choice:
    within = [choice for choice in choices if choice.worst_error <= tolerance]
    return min(within, key=_price) if within else min(choices, key=lambda choice: choice.worst_error)


def _price(choice: Choice) -> tuple[int, float]:
    return choice.unknowns, choice.worst_error
