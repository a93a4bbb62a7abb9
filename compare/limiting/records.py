"""Limits as text for programs: JSON and CSV, with all digits."""

import csv
import io
import json
from collections.abc import Sequence

import numpy as np
import xarray as xr

from compare.finite import finite_or_none
from compare.limiting.thresholds import thresholds

_PER_VALUE = ("size", "missed", "invented", "condition", "seconds", "missing")
_REFERENCE = ("reference_angular_frequency", "unproved")
COLUMNS = ("study", "formulation", "value", "mode", "relative_error", "digits", *_PER_VALUE, *_REFERENCE)


def as_json(datasets: Sequence[xr.Dataset]) -> str:
    """Return results of `compare.limits` as one JSON object; where there is no number, null.

    Parameters
    ----------
    datasets
        What `compare.limits` returned, one a study.
    """
    return json.dumps({"studies": [_study(one) for one in datasets]}, indent=2, ensure_ascii=False) + "\n"


def _study(dataset: xr.Dataset) -> dict[str, object]:
    found = thresholds(dataset)
    attributes = dataset["value"].attrs
    return {
        "study": dataset.attrs["study"],
        "parameter": attributes["long_name"],
        "units": attributes["units"],
        "reference": dataset.attrs["reference"],
        "value": dataset["value"].values.tolist(),
        "reference_angular_frequency": _listed(dataset.reference),
        "unproved": _listed(dataset.unproved),
        "results": [
            {
                "formulation": str(name),
                "relative_error": _listed(dataset.relative_error.sel(formulation=name)),
                "digits": _listed(dataset.digits.sel(formulation=name)),
                **{key: _listed(dataset[key].sel(formulation=name)) for key in _PER_VALUE},
                "thresholds": [_threshold(found.sel(formulation=name, wanted=one)) for one in found.wanted.values],
            }
            for name in dataset.formulation.values
        ],
    }


def _threshold(one: xr.Dataset) -> dict[str, object]:
    ends = {name: finite_or_none(one[name].item()) for name in ("holds_from", "falls_at")}
    return {"digits": one.wanted.item(), **ends}


def _listed(array: xr.DataArray) -> object:
    return finite_or_none(array.values.tolist())


def as_csv(datasets: Sequence[xr.Dataset]) -> str:
    """Return results of `compare.limits` as CSV: a row per study, formulation, value and mode.

    Parameters
    ----------
    datasets
        What `compare.limits` returned, one a study. Where there is no number the field is empty.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for dataset in datasets:
        writer.writerows(_rows(dataset))
    return text.getvalue()


def _rows(dataset: xr.Dataset) -> list[list[object]]:
    """Return the rows of one study, leaving out modes that were not asked for at a value."""
    rows = []
    for at in (dataset.isel(value=k) for k in range(dataset.sizes["value"])):
        modes = np.flatnonzero(np.isfinite(at.reference.values)).tolist()
        for cell in (at.isel(formulation=k) for k in range(dataset.sizes["formulation"])):
            head = [dataset.attrs["study"], str(cell.formulation.item()), cell["value"].item()]
            tail = [_field(cell[name].item()) for name in _PER_VALUE]
            error, digits, omega = (cell[name].values for name in ("relative_error", "digits", "reference"))
            unproved = cell.unproved.item()
            rows += [
                [*head, k + 1, _field(error[k].item()), _field(digits[k].item()), *tail, omega[k].item(), unproved]
                for k in modes
            ]
    return rows


def _field(value: object) -> object:
    known = finite_or_none(value)
    return "" if known is None else known
