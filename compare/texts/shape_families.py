"""Shape families as text for people."""

import numpy as np
import xarray as xr

from compare.rendering.sheet import Column, Sheet, as_text


def families_as_text(dataset: xr.Dataset) -> str:
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
    return as_text([head, *tables])


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
