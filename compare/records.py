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
CERTIFIED = ("interval_lower", "interval_upper", "multiplicity")


def as_json(dataset: xr.Dataset) -> str:
    """Return the result of `compare.frequencies` as one JSON object; frequencies in rad/s.

    Parameters
    ----------
    dataset
        What `compare.frequencies` returned. Where it has no reference, ``relative_error`` becomes null. Certified
        results have ``interval`` and ``multiplicity`` too, one entry a mode; those of approximate backends, ``digits``.
    """
    results = [
        {
            "backend": str(row.backend.item()),
            "rigid_modes": row.rigid_modes.item(),
            **_unstable(row),
            "angular_frequency": row.angular_frequency.values.tolist(),
            "relative_error": _errors(row) if dataset.attrs["reference"] else None,
            "unknowns": row.unknowns.item(),
            "seconds": row.seconds.item(),
            **_certificate(row),
            **_digits(row),
        }
        for row in rows(dataset)
    ]
    return json.dumps({"arm": dataset.attrs["arm"], "results": results}, indent=2, ensure_ascii=False) + "\n"


def _errors(row: xr.Dataset) -> list[float | None]:
    """Return the errors of a backend's modes, None where the reference finds the mode unstable."""
    return [None if error != error else error for error in row.relative_error.values.tolist()]


def _certificate(row: xr.Dataset) -> dict[str, object]:
    """Return every mode's proved interval, decimal numbers in text, rad/s, and how many frequencies it contains."""
    if not certified(row):
        return {}
    ends = zip(row.interval_lower.values.tolist(), row.interval_upper.values.tolist(), strict=True)
    return {"interval": [list(pair) for pair in ends], "multiplicity": row.multiplicity.values.tolist()}


def _unstable(row: xr.Dataset) -> dict[str, object]:
    """Return the number of unstable modes of an arm under static loads, and their growth rates where asked for."""
    found: dict[str, object] = {"unstable_modes": row.unstable_modes.item()} if "unstable_modes" in row else {}
    if "growth_rate" in row:
        found["growth_rate"] = row.growth_rate.dropna("unstable").values.tolist()
    return found


def _digits(row: xr.Dataset) -> dict[str, object]:
    """Return how many digits of every frequency round-off can have left, where that was estimated."""
    return {"digits": row.digits.values.tolist()} if estimated(row) else {}


def estimated(row: xr.Dataset) -> bool:
    """Say whether a backend's round-off was estimated."""
    return "digits" in row and not bool(row.digits.isnull().any())


def certified(row: xr.Dataset) -> bool:
    """Say whether a backend's frequencies are proved."""
    return "multiplicity" in row and bool(row.multiplicity.all())


def as_csv(dataset: xr.Dataset) -> str:
    """Return the result of `compare.frequencies` as CSV: a header line, then a row per backend and mode.

    Parameters
    ----------
    dataset
        What `compare.frequencies` returned. Angular frequencies are in rad/s, frequencies in Hz, seconds in s;
        errors without a reference are left empty. Where anything is certified, there are columns for that; where
        round-off was estimated, there is the number of digits left.
    """
    text = io.StringIO()
    columns = [*COLUMNS, *(name for name in (*CERTIFIED, "digits", "unstable_modes") if name in dataset)]
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    for row in rows(dataset):
        for mode in row.mode.values:
            cell = row.sel(mode=mode)
            values = {name: cell[name].item() for name in columns}
            writer.writerow({name: "" if value != value else value for name, value in values.items()})
    return text.getvalue()


def rows(dataset: xr.Dataset) -> list[xr.Dataset]:
    """Return the rows of a comparison, one Dataset a backend."""
    return [dataset.isel(backend=k) for k in np.arange(dataset.sizes["backend"])]
