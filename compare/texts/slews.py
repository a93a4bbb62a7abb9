"""Slews by several models, and how far they are apart, written."""

import numpy as np
import xarray as xr

from compare.rendering.form import Form, of_dataset
from compare.rendering.records import results
from compare.rendering.sheet import Column, Page, Sheet, error_cell
from compare.studies.slews import failing, unsettled
from compare.texts.frequencies import title
from compare.texts.responses import MEASURES, Responses, case_line, error_record, joined, sampled
from flexarm.slews.dataset import GROWTH

_FAR = (
    "* not known to be settled to the accuracy asked for, {:g}: the model's coarser version differs by more (reached), "
    "or\nnothing tells: there is no coarser one, or links or springs are so stiff that they are not made to vibrate"
)
_KEPT = ", of momenta that are kept at zero to its bodies'"
_UNKNOWN = "– not determined by the model: moments in links that are rigid, forces that supports share as they like"
_WRONG = "‡ does not hold: off by more than 10 %, or than the accuracy where something moves too far for the model"


def _page(slews: Responses, _: str) -> Page:
    """Return the peak of every output, what its model says of it, and its error, a row an output and backend."""
    first, several = next(iter(slews.values())), len(slews)
    every = [one.isel(output=i) for i in range(first.sizes["output"]) for one in slews.values()]
    heads = [k % several == 0 for k in range(len(every))]
    far = [bool(unsettled(one)) for one in every]
    wrong = [bool(failing(one)) for one in every]
    marks = ["*" * star + "‡" * dagger for star, dagger in zip(far, wrong, strict=True)]
    columns = [
        Column(name, [str(one[of].item()) * head for one, head in zip(every, heads, strict=True)], left=True)
        for name, of in (("output", "output"), ("unit", "output_units"))
    ]
    columns += [
        Column("backend", list(slews) * first.sizes["output"], left=True),
        Column("peak", [error_cell(one.peak.item(), ".7g") + mark for one, mark in zip(every, marks, strict=True)]),
        Column("at", [error_cell(one.peak_time.item(), ".5g") for one in every]),
        Column("reached", [error_cell(one.reached.item()) for one in every]),
        Column("error", [error_cell(one.error.item()) for one in every]),
    ]
    against = f"error: largest difference from {first.attrs['against']}, relative to its peak{_KEPT}"
    rules = list(range(several, len(every), several)) if several > 1 else []
    notes = [f"\n{_FAR.format(first.attrs['accuracy'])}"] if any(far) else []
    if any(np.isnan(one.peak.item()) for one in every):
        notes.append(f"\n{_UNKNOWN}")
    if any(wrong):
        large = [f"  {spec}: {told}" for spec, one in slews.items() if (told := one.attrs.get("large_motion"))]
        notes.append("\n".join([f"\n{_WRONG}", *large]))
    if unstable := [f"  {spec}: {told}" for spec, one in slews.items() if (told := one.attrs["unstable"])]:
        notes.append("\n".join(["\nunstable:", *unstable]))
    return ["\n".join([title(first), case_line(first), against]), Sheet(columns, rules), *notes]


def _tree(slews: Responses) -> object:
    """Return measures, reached and errors of every output by every backend, and what grows; SI units, times in s."""
    arm = next(iter(slews.values())).attrs["arm"]
    told = [
        {"backend": spec, "large_motion": one.attrs["large_motion"], "unstable": one.attrs["unstable"]}
        | {name: one[name].item() for name in GROWTH}
        | {"outputs": _outputs(one)}
        for spec, one in slews.items()
    ]
    return {"arm": arm, "results": told}


def _outputs(dataset: xr.Dataset) -> dict[str, object]:
    records = results(dataset[[*MEASURES, "reached", "error"]], ["output"])
    units = np.array(dataset.output_units.values, str).tolist()
    pairs = zip(records, units, strict=True)
    return {str(record.pop("output")): {**record, "units": unit} for record, unit in pairs}


SLEWS = Form[Responses](_page, _tree, sampled, joined)

# Where a model is off by more than this part of an output's peak, it is said to hold no longer.
_HOLDS = 0.01
# What people look at; Datasets, JSON and CSV have all outputs.
_TOLD = ("_deviation", "_deflection", "_torque", "_root_moment")


def _error_page(dataset: xr.Dataset, _: str) -> Page:
    """Return the errors of deflections, torques and moments, a table an output, a row a size or a duration."""
    # What a store holds is read here: xarray takes no single values of what it has not read.
    dataset, along = dataset.compute(), str(dataset.error.dims[0])
    words = {"size": "size: functions or elements of a flexible link", "duration": "duration in s"}
    head = f"{title(dataset)}\nerrors: largest difference from {dataset.attrs['reference']}, relative to its peak"
    shown = [i for i, name in enumerate(dataset.output.values) if str(name).endswith(_TOLD)]
    blocks = [_block(dataset.isel(output=i), along) for i in shown]
    notes = [*_holding(dataset, along), *_missing(dataset, along), *_failing(dataset.isel(output=shown), along)]
    return [f"{head}; {words[along]}", *blocks, *notes]


def _block(one: xr.Dataset, along: str) -> Sheet:
    values = [f"{value:.6g}" for value in one[along].values]
    peaks = one.reference_peak.max("backend", skipna=True).values
    columns = [
        Column(f"{one.output.item()} ({one.output_units.item()})", values),
        Column("peak", [f"{peak:.5g}" for peak in peaks]),
    ]
    for name in one.backend.values:
        own = one.sel(backend=name)
        marks = ["‡" * int(wrong) for wrong in own.wrong.values]
        cells = [f"{error_cell(error)}{mark}" for error, mark in zip(own.error.values, marks, strict=True)]
        columns.append(Column(str(name), cells))
    return Sheet(columns)


def _holding(dataset: xr.Dataset, along: str) -> list[str]:
    """Return from which size or duration on each backend has the end's deviation to one part in a hundred, unmarked."""
    end = dataset.sel(output=dataset.output == "end_deviation").squeeze("output")
    told = []
    for name in end.backend.values:
        own = end.sel(backend=name)
        wrong = ~(own.error.values <= _HOLDS) | (own.wrong.values != 0)
        last = int(np.flatnonzero(wrong)[-1]) + 1 if np.any(wrong) else 0
        values = dataset[along].values
        held = f"from {along} {values[last]:g} on" if last < len(values) else f"at no {along} that was asked"
        told.append(f"{name}: end_deviation within 1 % {held}")
    return told


def _failing(dataset: xr.Dataset, along: str) -> list[str]:
    """Return what the mark of what does not hold says, and what moves too far for which model."""
    cells = dataset.large_motion.stack(cell=(along, "backend"))
    large = [f"  {one.backend.item()} at {one[along].item():g}: {one.item()}" for one in cells if one.item()]
    return ["\n".join([f"\n{_WRONG}", *large])] if np.any(dataset.wrong) else []


def _missing(dataset: xr.Dataset, along: str) -> list[str]:
    gaps = dataset.missing.stack(cell=(along, "backend"))
    return [f"no answer by {one.backend.item()} at {one[along].item():g}: {one.item()}" for one in gaps if one.item()]


def _error_tree(dataset: xr.Dataset) -> object:
    """Return the errors by size or duration, backend and output."""
    along = str(dataset.error.dims[0])
    head = {key: dataset.attrs[key] for key in ("arm", "case", "reference")}
    names = ["error", "reached", "peak", "reference_peak", "wrong"]
    errors = dataset[[*names, "large_motion", "missing"]].drop_vars("output_units")
    each = results(errors, [along, "backend"])
    told = [{**error_record(errors, one, along, names), "large_motion": one["large_motion"]} for one in each]
    return {**head, "results": told}


SLEW_ERRORS = of_dataset(_error_page, _error_tree)
