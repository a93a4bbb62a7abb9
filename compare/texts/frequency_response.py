"""Frequency responses, written: their peaks, and the ends of the range."""

from itertools import product

import numpy as np
import xarray as xr

from compare.rendering.form import of_dataset
from compare.rendering.records import results, units_of
from compare.rendering.sheet import Column, Page, Sheet, error_cell
from compare.texts.frequencies import UNITS, error_line, refusals, title
from flexarm.arrays import Array

# Peaks of one response that a table shows, the highest.
_PEAKS = 12


def _page(dataset: xr.Dataset, unit: str) -> Page:
    answers = dataset.drop_dims("refused", errors="ignore")
    truncated = f"models of {dataset.attrs['modes']} modes" if dataset.attrs["modes"] else ""
    lines = [title(dataset), "frequency response, its peaks and the ends of the range", truncated, error_line(dataset)]
    page: list[str | Sheet] = ["\n".join(filter(None, lines))]
    page += [f"no answer by {text}" for text in refusals(dataset).values()]
    for output, one in product(answers.output.values, answers.input.values):
        pair = answers.sel(output=output, input=one)
        per = f"{pair.output_units.item()} per {pair.input_units.item()}"
        page += [f"\n{output} per {one}, {per}", _sheet(pair, *UNITS[unit])]
    return page


def _sheet(pair: xr.Dataset, name: str, unit: str) -> Sheet:
    shown = pair.isel(angular_frequency=_peaks(pair.magnitude.values[0]))
    columns = [Column("frequency", [f"{value:.7g}" for value in shown[name].values], unit)]
    for k, spec in enumerate(map(str, shown.backend.values)):
        row = shown.isel(backend=k)
        columns.append(Column(spec, [f"{value:.6g}" for value in row.magnitude.values], "size"))
        columns.append(Column(spec, [f"{value:.1f}" for value in row.phase.values], "phase, °"))
        if pair.attrs["reference"] not in ("", spec) or pair.attrs["modes"]:
            columns.append(Column(spec, [error_cell(value) for value in row.relative_error.values], "error"))
    return Sheet(columns)


def _peaks(magnitude: Array) -> list[int]:
    """Return where a curve begins and ends, and its highest peaks between."""
    middle = magnitude[1:-1]
    tops = np.flatnonzero((middle > magnitude[:-2]) & (middle >= magnitude[2:])) + 1
    highest = tops[np.argsort(-magnitude[tops], kind="stable")[:_PEAKS]]
    return sorted({0, len(magnitude) - 1, *highest.tolist()})


def _tree(dataset: xr.Dataset) -> object:
    """Return one record a backend: variables nested by frequency, output and input."""
    answers, refused = dataset.drop_dims("refused", errors="ignore"), refusals(dataset)
    along = {str(name): one.values for name, one in answers.coords.items() if name != "backend"}
    told = {"refusals": refused} if refused else {}
    head = {"arm": dataset.attrs["arm"], "modes": dataset.attrs["modes"] or None, "units": units_of(answers)}
    return {**head, **along, "results": results(answers, ["backend"]), **told}


FREQUENCY_RESPONSE = of_dataset(_page, _tree, lambda dataset: dataset.drop_dims("refused", errors="ignore"))
