"""Shape families as text for people."""

import numpy as np
import xarray as xr
from rich import box
from rich.table import Table
from rich.text import Text

from compare.table import drawn


def families_as_text(dataset: xr.Dataset) -> str:
    """Return the largest errors over all springs, a table an arm and mode: a row a family, a column a kind of gravity.

    Parameters
    ----------
    dataset
        What `compare.shape_families` returned.
    """
    stiffness = dataset.stiffness.values
    head = (
        f"largest relative errors on root springs of {stiffness[0]:.4g} to {stiffness[-1]:.4g} N m/rad, "
        f"{dataset.attrs['shapes']} shapes, against {dataset.attrs['reference']}"
    )
    tables = [
        _errors(one, f"{arm}, mode {mode}")
        for arm in dataset.arm.values
        for mode in dataset.mode.values
        for one in (dataset.relative_error.sel(arm=arm, mode=mode),)
    ]
    return "\n".join([head, "", *tables])


def _errors(errors: xr.DataArray, title: str) -> str:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(Text(title), no_wrap=True)
    for way in errors.gravity.values:
        table.add_column(Text(str(way)), justify="right", no_wrap=True)
    for family in errors.family.values:
        table.add_row(str(family), *(_worst(errors.sel(family=family, gravity=way)) for way in errors.gravity.values))
    return drawn(table).rstrip() + "\n"


def _worst(errors: xr.DataArray) -> str:
    known = errors.values[np.isfinite(errors.values)]
    if len(known) == 0:
        return "–"
    worst = known[np.argmax(np.abs(known))]
    return f"{worst:+.1e}" if abs(worst) < 1e-4 else f"{100.0 * worst:+.2f} %"
