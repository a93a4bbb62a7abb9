"""Responses as a table for people."""

from collections.abc import Mapping

import xarray as xr
from rich import box
from rich.table import Table
from rich.text import Text

from compare.responding.records import MEASURES
from compare.table import drawn


def as_table(responses: Mapping[str, xr.Dataset]) -> str:
    """Return amplitude, offset and peak of every output, a row per output and backend.

    Parameters
    ----------
    responses
        What `Backend.response` returned, by the backend's specification; one or more, of one arm.
    """
    first = next(iter(responses.values()))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("output", "unit", "backend", *(measure.replace("_", " ") for measure in MEASURES)):
        right = title not in ("output", "unit", "backend")
        table.add_column(Text(title), justify="right" if right else "left", no_wrap=True)
    for i, name in enumerate(first.output.values):
        for k, (spec, dataset) in enumerate(responses.items()):
            one = dataset.isel(output=i)
            numbers = [f"{one[measure].item():.7g}" for measure in MEASURES]
            head = (str(name), str(one.output_units.item())) if k == 0 else ("", "")
            table.add_row(*head, spec, *numbers, end_section=k == len(responses) - 1 and len(responses) > 1)
    lines = [first.attrs["arm"] or "arm without a name", _case(first)]
    return "\n".join([*filter(None, lines), drawn(table)])


def _case(dataset: xr.Dataset) -> str:
    name, end = dataset.attrs["case"], float(dataset.time[-1])
    return f"{name + ': ' if name else ''}{dataset.sizes['time']} samples in {end:g} s, peak times in s"
