"""Studies of one link on root springs, written: families of shapes, and shifts from the rigid model."""

import numpy as np
import xarray as xr

from compare.rendering.form import of_dataset
from compare.rendering.records import results, units_of, with_hertz
from compare.rendering.sheet import Column, Page, Sheet, error_cell


def _page(dataset: xr.Dataset, _: str) -> Page:
    """Return the largest errors over all springs, a table an arm and mode, a row a family."""
    stiffness = dataset.stiffness.values
    head = (
        f"largest relative errors on root springs of {stiffness[0]:.4g} to {stiffness[-1]:.4g} N m/rad, "
        f"{dataset.attrs['shapes']} shapes, against {dataset.attrs['reference']}"
    )
    tables = [
        _errors(dataset.relative_error.sel(arm=arm, mode=mode), f"{arm}, mode {mode}")
        for arm in dataset.arm.values
        for mode in dataset.mode.values
    ]
    return [head, *tables]


def _errors(errors: xr.DataArray, heading: str) -> Sheet:
    ways = [(str(way), errors.sel(gravity=way)) for way in errors.gravity.values]
    columns = [Column(way, [_worst(one.sel(family=family)) for family in errors.family.values]) for way, one in ways]
    return Sheet([Column(heading, list(map(str, errors.family.values)), left=True), *columns])


def _worst(errors: xr.DataArray) -> str:
    known = errors.values[np.isfinite(errors.values)]
    if len(known) == 0:
        return "–"
    worst = known[np.argmax(np.abs(known))]
    return f"{worst:+.1e}" if abs(worst) < 1e-4 else f"{100.0 * worst:+.2f} %"


def _tree(dataset: xr.Dataset) -> object:
    head = {name: dataset.attrs[name] for name in ("shapes", "reference")}
    along = ["arm", "stiffness", "family", "gravity"]
    return {**head, "units": units_of(with_hertz(dataset)), "results": results(with_hertz(dataset), along)}


def _shift_page(dataset: xr.Dataset, _: str) -> Page:
    """Return the shifts, a column an arm, a row a spring."""
    head = (
        "first natural frequency over that of the rigid model, less one, by the ratio of the rigid model's to that of "
        f"the clamped arm; by {dataset.attrs['backend']}"
    )
    shifts = dataset["shift"]
    columns = [
        Column(str(arm), [error_cell(shift, "+.4f") for shift in shifts.sel(arm=arm).values])
        for arm in dataset.arm.values
    ]
    return [head, Sheet([Column("ratio", [f"{ratio:g}" for ratio in dataset.ratio.values]), *columns])]


def _shift_tree(dataset: xr.Dataset) -> object:
    dataset = with_hertz(dataset)
    head = {"backend": dataset.attrs["backend"], "units": units_of(dataset), "ratio": dataset.ratio.values}
    return {**head, "results": results(dataset, ["arm"])}


SHAPE_FAMILIES, RIGID_SHIFTS = of_dataset(_page, _tree), of_dataset(_shift_page, _shift_tree)
