"""Limits, written: at which value each formulation falls below so many digits."""

from collections.abc import Sequence

import numpy as np
import xarray as xr

from compare.readings.thresholds import of_quantity, thresholds
from compare.rendering.form import Form
from compare.rendering.records import results, with_unit
from compare.rendering.sheet import Column, Page, Sheet, counted, plain

Datasets = Sequence[xr.Dataset]


def _pages(datasets: Datasets, _: str) -> Page:
    """Return a table a study, a row a formulation."""
    first, *rest = datasets
    return [*_page(first), *(part for dataset in rest for part in ("", *_page(dataset)))]


def _page(dataset: xr.Dataset) -> Page:
    ends = thresholds(dataset)
    names = dataset.formulation.values.tolist()
    ranges = [
        Column(
            counted(wanted, "digit"),
            [_range(dataset, ends.sel(formulation=name, wanted=wanted)) for name in names],
        )
        for wanted in ends.wanted.values.tolist()
    ]
    counts = [
        Column(what, [_most(dataset[what].sel(formulation=name)) for name in names]) for what in ("missed", "invented")
    ]
    sheet = Sheet([Column("values that leave", names, left=True), *ranges, *counts])
    return [_head(dataset), sheet, *_instabilities(dataset), *_gaps(dataset), *_doubts(dataset)]


def _instabilities(dataset: xr.Dataset) -> list[str]:
    """Return at which values how many pairs grow, and which formulations find fewer."""
    true = dataset.reference_unstable.values
    if not np.any(true > 0.0):
        return []
    values = dataset["value"].values.tolist()
    told = ", ".join(f"{int(one)} at {plain(value)}" for one, value in zip(true, values, strict=True) if one > 0.0)
    lines = [f"pairs that grow: {told}"]
    for name in dataset.formulation.values.tolist():
        found = dataset.unstable.sel(formulation=name).values
        fewer = [(*row,) for row in zip(found, true, values, strict=True) if row[0] < row[1]]
        if fewer:
            hidden = ", ".join(f"{int(one)} of {int(of)} at {plain(value)}" for one, of, value in fewer)
            lines.append(f"{name} hides some, it finds {hidden}")
    return lines


def _head(dataset: xr.Dataset) -> str:
    attributes = dataset["value"].attrs
    parameter = with_unit(attributes["long_name"], attributes["units"])
    first, last = (plain(value) for value in dataset["value"].values[[0, -1]])
    return (
        f"{dataset.attrs['study']}: {dataset.attrs['study_title']}\n"
        f"{parameter}, {first} to {last}; digits{of_quantity(dataset)} against {dataset.attrs['reference']}"
    )


def _range(dataset: xr.Dataset, one: xr.Dataset) -> str:
    first, fall = one.holds_from.item(), one.falls_at.item()
    if np.isnan(first):
        return "–" if np.all(dataset.missing.sel(formulation=one.formulation) != "") else "none"
    asked = dataset["value"].values[dataset.missing.sel(formulation=one.formulation).values == ""]
    start = "" if first == asked[0] else f"{plain(first)} …"
    end = "" if np.isnan(fall) else f"< {plain(fall)}"
    return " ".join(filter(None, (start, end))) or "all"


def _most(counts: xr.DataArray) -> str:
    """Return the largest number at any value."""
    return "–" if np.all(np.isnan(counts)) else f"{int(np.nanmax(counts))}"


def _gaps(dataset: xr.Dataset) -> list[str]:
    """Return a line for each formulation that was not asked at some value, and why."""
    return [
        f"{name} was not asked{_where(gaps)}: {next(filter(None, gaps.values.tolist()))}"
        for name in dataset.formulation.values
        for gaps in [dataset.missing.sel(formulation=name)]
        if np.any(gaps.values != "")
    ]


def _where(texts: xr.DataArray) -> str:
    """Return in words where texts are not empty; nothing where they are so everywhere."""
    values = texts["value"].values[texts.values != ""]
    return "" if len(values) == texts.size else f" at {', '.join(map(plain, values))}"


def _doubts(dataset: xr.Dataset) -> list[str]:
    """Return why the reference is not certified, a line for each reason, and whether nothing was solved at all."""
    reasons = dict.fromkeys(filter(None, dataset.unproved.values.tolist()))
    where = {reason: _where(dataset.unproved.where(dataset.unproved == reason, "")) for reason in reasons}
    lines = [f"the reference is not certified{where[reason]}: {reason}" for reason in reasons]
    nothing = bool(np.all(dataset.missing != ""))
    return [*lines, *["no mode was resolved: no formulation was asked at any value"] * nothing]


def _trees(datasets: Datasets) -> object:
    return {"studies": [_tree(one) for one in datasets]}


def _tree(dataset: xr.Dataset) -> dict[str, object]:
    attributes, ranges = dataset["value"].attrs, thresholds(dataset)
    whole = _told(dataset)
    growing = {"reference_unstable": one.values} if (one := whole.get("reference_unstable")) is not None else {}
    records = results(whole.drop_vars(["reference", "unproved", *growing]), ["formulation"])
    ends = results(ranges.rename(wanted="digits"), ["formulation", "digits"])
    for record in records:
        own = [{name: one[name] for name in ("digits", "holds_from", "falls_at")} for one in ends]
        same = [one["formulation"] == record["formulation"] for one in ends]
        record["thresholds"] = [one for one, mine in zip(own, same, strict=True) if mine]
    return {
        "study": dataset.attrs["study"],
        "parameter": attributes["long_name"],
        "units": attributes["units"],
        "reference": dataset.attrs["reference"],
        "value": dataset["value"].values,
        "reference_angular_frequency": dataset.reference.values,
        **growing,
        "unproved": dataset.unproved.values,
        "results": records,
    }


def _told(dataset: xr.Dataset) -> xr.Dataset:
    """Return a study without what is only known of damped arms, where it is about others."""
    return (
        dataset if dataset.reference_unstable.notnull().any() else dataset.drop_vars(["unstable", "reference_unstable"])
    )


def _rows(datasets: Datasets) -> list[xr.Dataset]:
    """Return a Dataset a study and value, without the modes that were not asked for there."""
    return [
        _told(dataset)
        .isel(value=[k], mode=np.flatnonzero(np.isfinite(dataset.reference.values[k])))
        .rename(reference="reference_angular_frequency")
        .assign_coords(study=dataset.attrs["study"])
        .drop_vars(["title", "kind", "source", "factorises"])
        for dataset in datasets
        for k in range(dataset.sizes["value"])
    ]


def _whole(datasets: Datasets) -> xr.Dataset | xr.DataTree:
    """Return one study as it is, several as groups by their names (`xarray.open_groups` reads them)."""
    named = {str(one.attrs["study"]): one for one in datasets}
    return datasets[0] if len(datasets) == 1 else xr.DataTree.from_dict(named)


LIMITS = Form[Datasets](_pages, _trees, _rows, _whole)
