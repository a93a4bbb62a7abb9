"""Responses as text for programs: JSON with all digits."""

import json
from collections.abc import Mapping
from itertools import product

import xarray as xr

from compare.finite import finite_or_none
from compare.responding.errors import ERRORS

MEASURES = ("amplitude", "offset", "peak", "peak_time")
# How far off they may be: where their search was cut short, and by modes left out.
BOUNDS = ("beyond", "left_out")


def as_json(responses: Mapping[str, xr.Dataset]) -> str:
    """Return the measures of every output by every backend as one JSON object; SI units, times in s.

    Beside them stands how far off they may be: `beyond` where their search was cut short, `left_out` by modes left out,
    null where there is no bound.

    Parameters
    ----------
    responses
        What `flexarm.response` returned, by the backend's specification; one or more, of one arm.
    """
    arm = next(iter(responses.values())).attrs["arm"]
    results = [{"backend": spec, "outputs": _outputs(dataset)} for spec, dataset in responses.items()]
    return json.dumps({"arm": arm, "results": results}, indent=2, ensure_ascii=False) + "\n"


def _outputs(dataset: xr.Dataset) -> dict[str, dict[str, object]]:
    found = {}
    for i, name in enumerate(dataset.output.values):
        one = dataset.isel(output=i)
        measured = {measure: finite_or_none(one[measure].item()) for measure in (*MEASURES, *BOUNDS)}
        found[str(name)] = {**measured, "units": str(one.output_units.item())}
    return found


def errors_as_json(dataset: xr.Dataset) -> str:
    """Return the errors by backend, size and output as one JSON object.

    Parameters
    ----------
    dataset
        What `compare.response_errors` returned. Errors of an output that stays zero are null; where a backend has no
        answer, ``missing`` says why.
    """
    head = {key: dataset.attrs[key] for key in ("arm", "case", "reference")}
    places = product(range(dataset.sizes["backend"]), range(dataset.sizes["size"]))
    results = [_errors(dataset.isel(backend=i, size=k)) for i, k in places]
    return json.dumps({**head, "results": results}, indent=2, ensure_ascii=False) + "\n"


def _errors(one: xr.Dataset) -> dict[str, object]:
    found: dict[str, object] = {"backend": str(one.backend.item()), "size": one.size.item()}
    if reason := str(one.missing.item()):
        return {**found, "missing": reason}
    columns = {name: one[name].values.tolist() for name in ERRORS}
    names = [str(name) for name in one.output.values]
    found["outputs"] = {
        name: {error: finite_or_none(values[k]) for error, values in columns.items()} for k, name in enumerate(names)
    }
    return found


def joined(responses: Mapping[str, xr.Dataset]) -> xr.Dataset:
    """Return the responses as one Dataset, with a dimension backend where there are several.

    Parameters
    ----------
    responses
        What `flexarm.response` returned, by the backend's specification; one or more, of one arm and load case.
    """
    first = next(iter(responses.values()))
    if len(responses) == 1:
        return first
    backend = xr.DataArray(list(responses), dims="backend", name="backend")
    backend.attrs = {"units": "1", "long_name": "backend and its settings"}
    found = xr.concat(list(responses.values()), backend, join="outer", combine_attrs="drop_conflicts")
    return found.assign_attrs(backend=", ".join(responses))
