"""Gain and phase margins, written."""

import numpy as np
import xarray as xr

from compare.rendering.form import of_dataset
from compare.rendering.records import results, units_of
from compare.rendering.sheet import Column, Page, Sheet
from compare.texts.frequencies import refusals, title

_UNITS = {"rad/s": (1.0, "rad/s"), "hz": (2.0 * np.pi, "Hz")}
_MARGINS = {
    "gain_margin": "gain margin",
    "gain_reduction": "gain reduction",
    "phase_margin": "phase margin, °",
    "delay_margin": "delay margin, s",
    "modulus_margin": "distance from −1",
}


def _page(dataset: xr.Dataset, unit: str) -> Page:
    answers = dataset.drop_dims("refused", errors="ignore")
    lines = [title(dataset), "margins of each drive's loop, opened by itself"]
    lines += [f"no answer by {text}" for text in refusals(dataset).values()]
    page: list[str | Sheet] = ["\n".join(lines)]
    for k in range(answers.sizes["backend"]):
        row = answers.isel(backend=k)
        page += [f"\n{row.backend.item()}: {row.statement.item()}", _sheet(row, *_UNITS[unit])]
        if row.unstable:
            page.append("the closed loop is unstable: its margins say how far off it is, not how safe")
    return page


def _sheet(row: xr.Dataset, unit_in_radians: float, unit: str) -> Sheet:
    """Return those margins that some loop has."""
    columns = [Column("drive", list(map(str, row.drive.values)), left=True)]
    for name, heading in _MARGINS.items():
        if not np.any(np.isfinite(row[f"{name}_frequency"].values)):
            continue
        where = row[f"{name}_frequency"].values / unit_in_radians
        values = np.where(np.isfinite(where), row[name].values, np.nan)
        columns.append(Column(heading, [_cell(value) for value in values.tolist()]))
        columns.append(Column(f"at, {unit}", [_cell(value) for value in where.tolist()]))
    return Sheet(columns)


def _cell(value: float) -> str:
    return f"{value:.5g}" if np.isfinite(value) else "–"


def _tree(dataset: xr.Dataset) -> object:
    """Return one record a backend, numbers in lists over the drives."""
    answers, refused = dataset.drop_dims("refused", errors="ignore"), refusals(dataset)
    told = {"refusals": refused} if refused else {}
    head = {"arm": dataset.attrs["arm"], "units": units_of(answers), "drive": answers.drive.values}
    return {**head, "results": results(answers, ["backend"]), **told}


MARGINS = of_dataset(_page, _tree, lambda dataset: dataset.drop_dims("refused", errors="ignore"))
