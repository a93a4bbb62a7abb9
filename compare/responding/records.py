"""Responses as text for programs: JSON with all digits."""

import json
from collections.abc import Mapping

import xarray as xr

MEASURES = ("amplitude", "offset", "peak", "peak_time")


def as_json(responses: Mapping[str, xr.Dataset]) -> str:
    """Return the measures of every output by every backend as one JSON object; SI units, times in s.

    Parameters
    ----------
    responses
        What `Backend.response` returned, by the backend's specification; one or more, of one arm.
    """
    arm = next(iter(responses.values())).attrs["arm"]
    results = [{"backend": spec, "outputs": _outputs(dataset)} for spec, dataset in responses.items()]
    return json.dumps({"arm": arm, "results": results}, indent=2, ensure_ascii=False) + "\n"


def _outputs(dataset: xr.Dataset) -> dict[str, dict[str, float | str]]:
    found = {}
    for i, name in enumerate(dataset.output.values):
        one = dataset.isel(output=i)
        measured = {measure: one[measure].item() for measure in MEASURES}
        found[str(name)] = {**measured, "units": str(one.output_units.item())}
    return found


def joined(responses: Mapping[str, xr.Dataset]) -> xr.Dataset:
    """Return the responses as one Dataset, with a dimension backend where there are several.

    Parameters
    ----------
    responses
        What `Backend.response` returned, by the backend's specification; one or more, of one arm and load case.
    """
    first = next(iter(responses.values()))
    if len(responses) == 1:
        return first
    backend = xr.DataArray(list(responses), dims="backend", name="backend")
    backend.attrs = {"units": "1", "long_name": "backend and its settings"}
    found = xr.concat(list(responses.values()), backend, join="outer", combine_attrs="drop_conflicts")
    return found.assign_attrs(backend=", ".join(responses))
