"""The values from which on, and up to which, a formulation keeps its digits."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr

from flexarm.arrays import Array
from flexarm.checks import shown
from flexarm.datasets import variable
from flexarm.errors import Fault, InputError

DIGITS = (12, 6, 1)
DIMENSIONS = ("formulation", "value", "mode")
THRESHOLD_RULE = (
    "of all modes asked for, the worst counts; holds_from is the first value that leaves so many digits, falls_at the "
    "first one after it that leaves fewer; values at which a formulation was not asked are passed over"
)


@dataclass(frozen=True)
class Threshold:
    """The range of values that leave so many digits."""

    holds_from: float  # first value that does; NaN where none does
    falls_at: float  # first value after it that does not; NaN where all after it do


def threshold(values: Array, digits: Array, wanted: float) -> Threshold:
    """Return the range of ascending values that leave so many digits, by `THRESHOLD_RULE`; NaN is passed over."""
    asked = np.isfinite(digits)
    values, enough = values[asked], digits[asked] >= wanted
    if not np.any(enough):
        return Threshold(np.nan, np.nan)
    first = int(np.argmax(enough))
    fewer = np.flatnonzero(~enough[first:])
    return Threshold(float(values[first]), float(values[first + fewer[0]]) if len(fewer) else np.nan)


def worst_digits(dataset: xr.Dataset) -> Array:
    """Return the digits of the worst mode, shape (formulations, values); NaN where a formulation was not asked."""
    digits = dataset.digits.values
    asked = ~np.all(np.isnan(digits), axis=2)
    return np.where(asked, np.min(digits, axis=2, initial=np.inf, where=~np.isnan(digits)), np.nan)


def thresholds(dataset: xr.Dataset, digits: Sequence[int] = DIGITS) -> xr.Dataset:
    """Return from which value on, and up to which, each formulation keeps a number of digits.

    Parameters
    ----------
    dataset
        What `compare.limits` returned.
    digits
        Numbers of digits.

    Returns
    -------
    xarray.Dataset
        Dimensions formulation and wanted (digits): holds_from and falls_at, in the parameter's unit, NaN where there
        is no such value (attribute ``threshold_rule``).

    Raises
    ------
    InputError
        If the Dataset is no such result, or a selection without one of its dimensions.
    """
    _require_limits(dataset)
    values, units = dataset["value"].values, str(dataset["value"].attrs["units"])
    ranges = [[threshold(values, row, wanted) for wanted in digits] for row in worst_digits(dataset)]
    both = ("formulation", "wanted")
    first = np.array([[one.holds_from for one in row] for row in ranges])
    last = np.array([[one.falls_at for one in row] for row in ranges])
    return xr.Dataset(
        {
            "holds_from": variable(both, first, units, "first value that leaves so many digits; NaN if none does"),
            "falls_at": variable(both, last, units, "first value after it that leaves fewer; NaN if none does"),
        },
        {
            "formulation": dataset["formulation"],
            "wanted": variable(("wanted",), list(digits), "1", "number of digits in the worst mode"),
        },
        {**dataset.attrs, "threshold_rule": THRESHOLD_RULE},
    )


def _require_limits(dataset: xr.Dataset) -> None:
    wanted = f"what compare.limits returned, with dimensions {', '.join(DIMENSIONS)}"
    if not isinstance(dataset, xr.Dataset):
        raise InputError([Fault("dataset", wanted, shown(dataset))], "thresholds")
    digits = dataset.get("digits")
    if digits is None or digits.dims != DIMENSIONS or not digits.size or not set(DIMENSIONS) <= set(digits.coords):
        got = "a Dataset without digits" if digits is None else f"digits of {dict(digits.sizes)}"
        raise InputError([Fault("dataset", wanted, got)], "thresholds")


def of_quantity(dataset: xr.Dataset) -> str:
    """Return what a study's digits are of, in words; nothing for frequencies."""
    quantity = dataset.attrs.get("quantity", "frequency")
    return "" if quantity == "frequency" else f" of the {quantity}"
