"""Limits as text for people: at which value each formulation falls below so many digits."""

import numpy as np
import xarray as xr
from rich import box
from rich.table import Table
from rich.text import Text

from compare.limiting.thresholds import thresholds
from compare.table import drawn

LEGEND = (
    "all: at every value; none: at no value; < x: up to but not at x; x …: from x on (in the worst of the frequencies)"
)


def as_text(dataset: xr.Dataset) -> str:
    """Return the result of `compare.limits` as a table, a row a formulation.

    Parameters
    ----------
    dataset
        What `compare.limits` returned.
    """
    found = thresholds(dataset)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(Text("values that leave"), no_wrap=True)
    numbers = [f"{wanted} digit{'s' * (wanted != 1)}" for wanted in found.wanted.values.tolist()]
    for title in (*numbers, "missed", "invented"):
        table.add_column(Text(title), justify="right", no_wrap=True)
    for name in dataset.formulation.values:
        row = found.sel(formulation=name)
        cells = [_range(dataset, row.sel(wanted=wanted)) for wanted in row.wanted.values]
        one = dataset.sel(formulation=name)
        table.add_row(str(name), *cells, _most(one.missed), _most(one.invented))
    return "\n".join([*_head(dataset), drawn(table).rstrip("\n"), *_gaps(dataset), *_doubts(dataset)]) + "\n"


def plain(value: float) -> str:
    """Return a number as briefly as it can be read: 1e6 in place of 1000000 or 1e+06."""
    if value == 0.0 or 1e-3 <= value < 1e5:
        return f"{value:g}"
    mantissa, power = f"{value:.5e}".split("e")
    return f"{float(mantissa):g}e{int(power)}"


def _head(dataset: xr.Dataset) -> list[str]:
    attributes = dataset["value"].attrs
    unit = "" if attributes["units"] == "1" else f" ({attributes['units']})"
    first, last = (plain(value) for value in dataset["value"].values[[0, -1]])
    reference = dataset.attrs["reference"]
    return [
        f"{dataset.attrs['study']}: {dataset.attrs['study_title']}",
        f"{attributes['long_name']}{unit}, {first} to {last}; digits against {reference}",
    ]


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
    lines = []
    for name in dataset.formulation.values:
        missing = dataset.missing.sel(formulation=name)
        values = missing["value"].values[missing.values != ""]
        if len(values):
            where = "" if len(values) == missing.size else f" at {', '.join(map(plain, values))}"
            lines.append(f"{name} was not asked{where}: {next(filter(None, missing.values.tolist()))}")
    return lines


def _doubts(dataset: xr.Dataset) -> list[str]:
    """Return why the reference is not certified, a line for each reason, and whether nothing was solved at all."""
    reasons = dataset.unproved.values
    lines = []
    for reason in dict.fromkeys(filter(None, reasons.tolist())):
        values = dataset["value"].values[reasons == reason]
        where = "" if len(values) == len(reasons) else f" at {', '.join(map(plain, values))}"
        lines.append(f"the reference is not certified{where}: {reason}")
    if np.all(dataset.missing != ""):
        lines.append("no mode was resolved: no formulation was asked at any value")
    return lines
