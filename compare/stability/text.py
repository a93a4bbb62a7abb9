"""Load factors of buckling as a table for people, and as JSON and CSV for programs."""

import csv
import io
import json

import xarray as xr
from rich import box
from rich.table import Table
from rich.text import Text

from compare.table import aligned, drawn


def as_table(dataset: xr.Dataset) -> str:
    """Return the result of `compare.buckling` as a table, a row per load factor."""
    what = {"gravity": "gravity", "axial_force": "the axial forces"}[dataset.attrs["scale"]]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    columns = [_column(row.load_factor.values.tolist(), dataset.attrs["limit"]) for row in _rows(dataset)]
    for title in ["number", *dataset.backend.values]:
        table.add_column(Text(title), justify="right", no_wrap=True)
    for cells in zip(map(str, dataset.number.values), *columns, strict=True):
        table.add_row(*cells)
    heading = (
        f"stability is lost where {what} is multiplied by"
        if what == "gravity"
        else (f"stability is lost where {what} are multiplied by")
    )
    return "\n".join([dataset.attrs["arm"] or "arm without a name", heading, drawn(table)])


def _column(factors: list[float], limit: float) -> list[str]:
    there = [factor for factor in factors if factor == factor]
    return [*(aligned(there) if there else []), *[f"never (to {limit:g})"] * (len(factors) - len(there))]


def as_json(dataset: xr.Dataset) -> str:
    """Return the result of `compare.buckling` as one JSON object; null where no factor up to the limit was found."""
    results = [
        {
            "backend": str(row.backend.item()),
            "load_factor": [factor if factor == factor else None for factor in row.load_factor.values.tolist()],
        }
        for row in _rows(dataset)
    ]
    head = {name: dataset.attrs[name] for name in ("arm", "scale", "limit")}
    return json.dumps({**head, "results": results}, indent=2, ensure_ascii=False) + "\n"


def as_csv(dataset: xr.Dataset) -> str:
    """Return the result of `compare.buckling` as CSV: a header line, then a row per backend and load factor."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["backend", "scale", "number", "load_factor"])
    for row in _rows(dataset):
        for number, factor in zip(row.number.values.tolist(), row.load_factor.values.tolist(), strict=True):
            writer.writerow([row.backend.item(), dataset.attrs["scale"], number, factor if factor == factor else ""])
    return text.getvalue()


def _rows(dataset: xr.Dataset) -> list[xr.Dataset]:
    return [dataset.isel(backend=k) for k in range(dataset.sizes["backend"])]
