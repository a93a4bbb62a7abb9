"""Forced responses by several backends, and their errors by size, written."""

from collections.abc import Mapping

import numpy as np
import xarray as xr

from compare.rendering.form import Form
from compare.rendering.records import results
from compare.rendering.sheet import Column, Page, Sheet, error_cell
from compare.studies.response_errors import ERRORS
from compare.studies.responses import joined
from compare.texts.frequencies import title

MEASURES = ("amplitude", "offset", "peak", "peak_time")
# An output that has more than this part of itself from one of the last modes taken is not there yet.
_SETTLED, _LAST_MODES = 0.01, 3
_UNSETTLED = "* not settled: the last modes taken have more than 1 % of it, and further ones (-n) would add to it"
Responses = Mapping[str, xr.Dataset]


def _page(responses: Responses, _: str) -> Page:
    """Return amplitude, offset and peak of every output, a row an output and backend."""
    first = next(iter(responses.values()))
    outputs, several = first.sizes["output"], len(responses)
    every = [one.isel(output=i) for i in range(outputs) for one in responses.values()]
    heads = [k % several == 0 for k in range(len(every))]
    stars = ["" if settled(one) else "*" for one in every]
    columns = [
        Column("output", [str(one.output.item()) * head for one, head in zip(every, heads, strict=True)], left=True),
        Column(
            "unit", [str(one.output_units.item()) * head for one, head in zip(every, heads, strict=True)], left=True
        ),
        Column("backend", list(responses) * outputs, left=True),
        *(Column(name.replace("_", " "), [f"{one[name].item():.7g}" for one in every]) for name in MEASURES),
    ]
    starred = [f"{cell}{star}" for cell, star in zip(columns[3].cells, stars, strict=True)]
    columns[3] = Column(columns[3].heading, starred)
    head = "\n".join(filter(None, [title(first), _case(first)]))
    rules = range(several, len(every), several) if several > 1 else ()
    return [head, Sheet(columns, list(rules)), *[f"\n{_UNSETTLED}"] * any(stars)]


def settled(one: xr.Dataset) -> bool:
    """Say whether an output hardly has anything of the last modes taken; an impulse sets all of a beam's swinging."""
    return bool(np.all(one.mode_share.values[-_LAST_MODES:] <= _SETTLED))


def _case(dataset: xr.Dataset) -> str:
    name, end = dataset.attrs["case"], float(dataset.time[-1])
    return f"{name + ': ' if name else ''}{dataset.sizes['time']} samples in {end:g} s, peak times in s"


def _tree(responses: Responses) -> object:
    """Return the measures of every output by every backend; SI units, times in s."""
    arm = next(iter(responses.values())).attrs["arm"]
    return {"arm": arm, "results": [{"backend": spec, "outputs": _outputs(one)} for spec, one in responses.items()]}


def _outputs(dataset: xr.Dataset) -> dict[str, object]:
    units = map(str, dataset.output_units.values)
    records = zip(results(dataset[list(MEASURES)], ["output"]), units, strict=True)
    return {str(record.pop("output")): {**record, "units": unit} for record, unit in records}


def _rows(responses: Responses) -> list[xr.Dataset]:
    """Return the histories of the outputs, a row an instant."""
    dataset = joined(responses)
    named = dataset[[str(name) for name in dataset.output.values]]
    return [named.drop_vars([name for name in named.coords if name not in ("time", "backend")])]


RESPONSES = Form[Responses](_page, _tree, _rows, joined)


def _error_page(dataset: xr.Dataset, _: str) -> Page:
    """Return the errors of the amplitude and of the whole history, a table an output, a row a size."""
    head = (
        f"{title(dataset)}\nerrors are relative to the largest value by {dataset.attrs['reference']}: amplitude, then "
        "history"
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
            if text := str(dataset.missing.sel(backend=name, size=size).item()):
                reasons.setdefault(text, f"no answer at size {size}: {text}")
    return list(reasons.values())


def _error_tree(dataset: xr.Dataset) -> object:
    """Return the errors by backend, size and output; those of an output that stays zero are null."""
    head = {key: dataset.attrs[key] for key in ("arm", "case", "reference")}
    errors = dataset[[*ERRORS, "missing"]].drop_vars("output_units")
    return {**head, "results": [_error_record(errors, record) for record in results(errors, ["backend", "size"])]}


def _error_record(errors: xr.Dataset, record: dict[str, object]) -> dict[str, object]:
    where = {name: record[name] for name in ("backend", "size")}
    if record["missing"]:
        return {**where, "missing": record["missing"]}
    each = results(errors.sel(where)[list(ERRORS)].reset_coords(drop=True), ["output"])
    return {**where, "outputs": {str(one.pop("output")): one for one in each}}


def _error_rows(dataset: xr.Dataset) -> list[xr.Dataset]:
    return [dataset]


RESPONSE_ERRORS = Form[xr.Dataset](_error_page, _error_tree, _error_rows, lambda dataset: dataset)
