"""The fewest unknowns, or the least time, for a wanted accuracy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr

from compare.readings.order import with_orders
from flexarm.arrays import Array
from flexarm.checks import as_finite, shown, unknown_name
from flexarm.errors import Fault, InputError, QuestionError

NEEDED = ("relative_error", "missing", "specification", "unknowns", "seconds")
# An error that does not halve over the last fourfold growth of the size has all but ceased to fall (shapes that meet
# the wrong conditions at a body); the slowest family that converges, like 1/size, falls to a quarter. Below a
# billionth, round-off of many elements may be all that is left.
_GROWTH, _FALL, _ROUND_OFF = 4, 0.5, 1e-9


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
        Largest relative error of a natural frequency, or of a damping ratio where there are any, without sign.
    worst_mode
        The mode that has it.
    seconds
        Wall time of the solution, s.
    converges
        Whether all errors go on falling with the size, as far as the sizes tell.
    """

    backend: str
    size: int
    spec: str
    unknowns: int
    worst_error: float
    worst_mode: int
    seconds: float
    converges: bool = True


_PRICES: dict[str, Callable[[Choice], tuple[float, float]]] = {
    "unknowns": lambda choice: (choice.unknowns, choice.worst_error),
    "seconds": lambda choice: (choice.seconds, choice.worst_error),
}


def cheapest(dataset: xr.Dataset, tolerance: float, by: str = "unknowns") -> Choice:
    """Return the backend and size that reach an accuracy on all modes at the lowest price of those tried.

    Of several of the same price, the most accurate one. A backend whose errors cease to fall, however large the size,
    is taken only where no other reaches the accuracy.

    Parameters
    ----------
    dataset
        What `compare.convergence` returned.
    tolerance
        Largest relative error of a natural frequency, or of a damping ratio where there are any, without sign; above 0
        and below 1.
    by
        The price: ``"unknowns"``, their number, or ``"seconds"``, the time of the one solution that was timed.

    Raises
    ------
    InputError
        If the Dataset is none of `compare.convergence`, the tolerance is no such number, or there is no such price.
    QuestionError
        If nothing reaches it; the text says what comes nearest.
    """
    best = best_choices(dataset, tolerance, by)
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
    return min([choice for choice in within if choice.converges] or within, key=_PRICES[by])


def best_choices(dataset: xr.Dataset, tolerance: float, by: str = "unknowns") -> list[Choice]:
    """Return each backend's cheapest size that reaches an accuracy; where none does, its most accurate one.

    Backends that answer for all modes at no size are left out.
    """
    require_convergence(dataset)
    require_tolerance(tolerance)
    if by not in _PRICES:
        raise InputError([unknown_name("by", by, _PRICES)])
    rows = [_choices(dataset.sel(backend=backend)) for backend in dataset.backend.values]
    return [_best(row, tolerance, by) for row in rows if row]


def asked_for(dataset: xr.Dataset) -> str:
    """Return the modes of a study in words."""
    modes = dataset.sizes["mode"]
    if "damping_ratio_error" in dataset:
        return f"frequency and damping ratio of the first {f'{modes} eigenvalues' if modes > 1 else 'eigenvalue'}"
    return f"the first {modes} natural frequencies" if modes > 1 else "the first natural frequency"


def asked_one(dataset: xr.Dataset) -> str:
    """Return what one mode of a study is, in a word."""
    return "eigenvalue" if "damping_ratio_error" in dataset else "mode"


def require_convergence(dataset: xr.Dataset) -> xr.Dataset:
    """Return a result of `compare.convergence` with its orders; refuse what is none."""
    if not isinstance(dataset, xr.Dataset):
        raise InputError([Fault("dataset", "a Dataset of compare.convergence", shown(dataset))])
    if lacking := [name for name in NEEDED if name not in dataset]:
        raise InputError([Fault("dataset", "a Dataset of compare.convergence", f"none with {', '.join(lacking)}")])
    return with_orders(dataset)


def require_tolerance(tolerance: object) -> None:
    """Refuse what is no part of a frequency."""
    plain = tolerance.item() if isinstance(tolerance, np.generic) else tolerance
    if not 0.0 < (as_finite(plain) or 0.0) < 1.0:
        wanted = "a number above 0 and below 1, a part of a frequency (0.001 is 0.1 %)"
        raise InputError([Fault("tolerance", wanted, shown(tolerance))])


def _choices(row: xr.Dataset) -> list[Choice]:
    """Return the sizes at which a backend answers for all modes."""
    errors = np.abs(row["relative_error"].values)
    if "damping_ratio_error" in row:
        errors = np.fmax(errors, np.abs(row["damping_ratio_error"].values))  # of what nothing damps it is NaN
    converges = all(_falls(row.size.values, one) for one in errors.T)
    return [
        Choice(
            str(row.backend.item()),
            int(size),
            str(row["specification"].values[k]),
            int(row["unknowns"].values[k]),
            float(errors[k].max()),
            int(row.mode.values[errors[k].argmax()]),
            float(row["seconds"].values[k]),
            converges,
        )
        for k, size in enumerate(row.size.values)
        if np.all(np.isfinite(errors[k]))
    ]


def _falls(size: Array, error: Array) -> bool:
    """Return whether an error goes on falling with the size; True where the sizes are too near to tell."""
    size, error = size[np.isfinite(error)], error[np.isfinite(error)]
    before = error[_GROWTH * size <= size[-1:].sum()]
    return not len(before) or bool(error[-1] <= max(_FALL * before[-1], _ROUND_OFF))


def _best(choices: Sequence[Choice], tolerance: float, by: str) -> Choice:
    within = [choice for choice in choices if choice.worst_error <= tolerance]
    return min(within, key=_PRICES[by]) if within else min(choices, key=lambda choice: choice.worst_error)
