"""A comparison as text for programs: JSON and CSV, with all digits."""

import csv
import io
import json

import numpy as np
import xarray as xr

COLUMNS = (
    "backend",
    "mode",
    "angular_frequency",
    "frequency",
    "relative_error",
    "rigid_modes",
    "unknowns",
    "seconds",
)


def as_json(dataset: xr.Dataset) -> str:
    """Return the result of `compare.frequencies` as one JSON object; frequencies in rad/s.

    Parameters
    ----------
    dataset
        What `compare.frequencies` returned. Where it has no reference, ``relative_error`` becomes null.
    """
    results = [
        {
            "backend": str(row.backend.item()),
            "rigid_modes": row.rigid_modes.item(),
            "angular_frequency": row.angular_frequency.values.tolist(),
            "relative_error": row.relative_error.values.tolist() if dataset.attrs["reference"] else None,
            "unknowns": row.unknowns.item(),
            "seconds": row.seconds.item(),
        }
        for row in rows(dataset)
    ]
    return json.dumps({"arm": dataset.attrs["arm"], "results": results}, indent=2, ensure_ascii=False) + "\n"


def as_csv(dataset: xr.Dataset) -> str:
    """Return the result of `compare.frequencies` as CSV: a header line, then a row per backend and mode.

    Parameters
    ----------
    dataset
        What `compare.frequencies` returned. Angular frequencies are in rad/s, frequencies in Hz, seconds in s;
        errors without a reference are left empty.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for row in rows(dataset):
        for mode in row.mode.values:
            cell = row.sel(mode=mode)
            values = {name: cell[name].item() for name in COLUMNS}
            writer.writerow({name: "" if value != value else value for name, value in values.items()})
    return text.getvalue()


def rows(dataset: xr.Dataset) -> list[xr.Dataset]:
    """Return the rows of a comparison, one Dataset a backend."""
    return [dataset.isel(backend=k) for k in np.arange(dataset.sizes["backend"])]
