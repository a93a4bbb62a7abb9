"""Forced responses by several backends, and their errors by size, written."""

from collections.abc import Mapping, Sequence

import numpy as np
import xarray as xr

from compare.rendering.form import Form, of_dataset
from compare.rendering.records import results
from compare.rendering.sheet import Column, Page, Sheet, error_cell
from compare.studies.response_errors import ERRORS
from compare.studies.slews import unsettled
from compare.texts.frequencies import title

MEASURES = ("amplitude", "offset", "peak", "peak_time")
# How far off they may be: where their search was cut short, and by modes left out.
_BOUNDS = ("beyond", "left_out")
# A value that is farther off than this part of it differs in the digits that are shown.
_FOUND = 5e-8
# What marks of a value say.
_MARKS = {
    "*": "not settled: modes left out could change it by more than 1 %, or without bound; take more (respond -n)",
    "†": "found to within {:.1g} of its peak: the search was cut short; take fewer modes, or a shorter duration",
    "‡": "beyond small motion about the posture: {}",
    "§": "more than a wheel bears: {}",
}
Responses = Mapping[str, xr.Dataset]


def _page(responses: Responses, _: str) -> Page:
    """Return amplitude, offset and peak of every output, a row an output and backend."""
    first = next(iter(responses.values()))
    outputs, several = first.sizes["output"], len(responses)
    every = [one.isel(output=i) for i in range(outputs) for one in responses.values()]
    heads = [k % several == 0 for k in range(len(every))]
    marks = list(map(_marks, every))
    columns = [
        Column("output", [str(one.output.item()) * head for one, head in zip(every, heads, strict=True)], left=True),
        Column(
            "unit", [str(one.output_units.item()) * head for one, head in zip(every, heads, strict=True)], left=True
        ),
        Column("backend", list(responses) * outputs, left=True),
        *(Column(name.replace("_", " "), [f"{one[name].item():.7g}" for one in every]) for name in MEASURES),
    ]
    marked = [f"{cell}{mark}" for cell, mark in zip(columns[3].cells, marks, strict=True)]
    columns[3] = Column(columns[3].heading, marked)
    delays = [f"{spec}: {told}" for spec, one in responses.items() if (told := one.attrs.get("drives"))]
    head = "\n".join(filter(None, [title(first), case_line(first), *delays]))
    rules = range(several, len(every), several) if several > 1 else ()
    return [head, Sheet(columns, list(rules)), *_notes(responses, "".join(marks))]


def _marks(one: xr.Dataset) -> str:
    """Return the marks of one output: not settled, search cut short, moved too far, beyond its limit."""
    peak = abs(one.peak.item())
    found, small, borne = one.beyond.item() <= _FOUND * peak, not one.too_large.item(), peak <= one.limit.item()
    held = not unsettled(one), found, small, borne
    return "".join(mark for mark, good in zip(_MARKS, held, strict=True) if not good)


def _notes(responses: Responses, marks: str) -> list[str]:
    far = large_motion(responses) or ("‡" in marks and "turns of more than 0.2 rad, or as much of the arm's length")
    values = {"*": "*" in marks, "†": "†" in marks and _cut(responses), "‡": far, "§": _overloaded(responses)}
    told = [f"{mark} {_MARKS[mark].format(value)}" for mark, value in values.items() if value]
    return [f"\n{told[0]}", *told[1:]] if told else []


def _cut(responses: Responses) -> float:
    """Return how far off outputs are at most beside their peaks."""
    return max(float((dataset.beyond / abs(dataset.peak)).max()) for dataset in responses.values())


def _overloaded(responses: Responses) -> str:
    """Return which outputs are beyond their limits, and these, by the first backend that finds them so."""
    told: dict[str, str] = {}
    for dataset in responses.values():
        over = dataset.isel(output=np.flatnonzero(np.abs(dataset.peak.values) > dataset.limit.values))
        for name, limit, unit in zip(over.output.values, over.limit.values, over.output_units.values, strict=True):
            told.setdefault(str(name), f"{name}, at most {limit:.7g} {unit}")
    return "; ".join(told.values())


def large_motion(responses: Responses) -> str:
    """Return what moves too far for linear responses, by the first backend that finds it so; empty where nothing."""
    return next((text for dataset in responses.values() if (text := dataset.attrs["large_motion"])), "")


def case_line(dataset: xr.Dataset) -> str:
    """Return what was asked of a response in one line."""
    name, end = dataset.attrs["case"], float(dataset.time[-1])
    return f"{name + ': ' if name else ''}{dataset.sizes['time']} samples in {end:g} s, peak times in s"


def _tree(responses: Responses) -> object:
    """Return the measures of every output by every backend, and how far off they may be; SI units, times in s."""
    arm = next(iter(responses.values())).attrs["arm"]
    return {"arm": arm, "results": [{"backend": spec, "outputs": _outputs(one)} for spec, one in responses.items()]}


def _outputs(dataset: xr.Dataset) -> dict[str, object]:
    units = map(str, dataset.output_units.values)
    records = zip(results(dataset[[*MEASURES, *_BOUNDS, "limit"]], ["output"]), units, strict=True)
    return {str(record.pop("output")): {**_limited(record), "units": unit} for record, unit in records}


def _limited(record: dict[str, object]) -> dict[str, object]:
    """Return a record without a limit where there is none."""
    return {key: one for key, one in record.items() if key != "limit" or np.isfinite(float(str(one)))}


def sampled(responses: Responses) -> list[xr.Dataset]:
    """Return the histories of the outputs, a row an instant."""
    dataset = joined(responses)
    named = dataset[[str(name) for name in dataset.output.values]]
    return [named.drop_vars([name for name in named.coords if name not in ("time", "backend")])]


def joined(responses: Responses) -> xr.Dataset:
    """Return responses by backend as one Dataset, with a dimension backend where there are several."""
    first = next(iter(responses.values()))
    if len(responses) == 1:
        return first
    backend = xr.DataArray(list(responses), dims="backend", name="backend")
    backend.attrs = {"units": "1", "long_name": "backend and its settings"}
    whole = xr.concat(list(responses.values()), backend, join="outer", combine_attrs="drop_conflicts")
    return whole.assign_attrs(backend=", ".join(responses))


RESPONSES = Form[Responses](_page, _tree, sampled, joined)


def _error_page(dataset: xr.Dataset, _: str) -> Page:
    """Return the errors of the amplitude and of the whole history, a table an output, a row a size."""
    head = (
        f"{title(dataset)}\nerrors are relative to the largest value by {dataset.attrs['reference']}: amplitude, then "
        "history;\nsizes: functions or elements of a flexible link, of exact modes; none corrects for modes left out"
    )
    blocks = [_block(dataset.isel(output=i)) for i in range(dataset.sizes["output"])]
    return [head, *blocks, *_missing(dataset)]


def _block(one: xr.Dataset) -> Sheet:
    columns = [Column(str(one.output.item()), list(map(str, one.size.values)))]
    for name in one.backend.values:
        for error, below in (("amplitude_error", "amplitude"), ("largest_error", "history")):
            columns.append(Column(str(name), list(map(error_cell, one[error].sel(backend=name).values)), below))
    return Sheet(columns)


def _missing(dataset: xr.Dataset) -> list[str]:
    reasons: dict[str, str] = {}
    for name in dataset.backend.values:
        for size in dataset.size.values:
            if text := str(dataset.missing.sel(backend=name, size=size).values.item()):
                reasons.setdefault(text, f"no answer at size {size}: {text}")
    return list(reasons.values())


def _error_tree(dataset: xr.Dataset) -> object:
    """Return the errors by backend, size and output; those of an output that stays zero are null."""
    head = {key: dataset.attrs[key] for key in ("arm", "case", "reference")}
    errors = dataset[[*ERRORS, "missing"]].drop_vars("output_units")
    return {
        **head,
        "results": [
            error_record(errors, record, "size", list(ERRORS)) for record in results(errors, ["backend", "size"])
        ],
    }


def error_record(errors: xr.Dataset, record: dict[str, object], along: str, names: Sequence[str]) -> dict[str, object]:
    """Return some variables of one cell, by backend and along another axis, output by output; or why it is missing."""
    where = {name: record[name] for name in ("backend", along)}
    if record["missing"]:
        return {**where, "missing": record["missing"]}
    each = results(errors.sel(where)[list(names)].reset_coords(drop=True), ["output"])
    return {**where, "outputs": {str(one.pop("output")): one for one in each}}


RESPONSE_ERRORS = of_dataset(_error_page, _error_tree)
