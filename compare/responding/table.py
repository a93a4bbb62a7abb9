"""Responses as a table for people."""

from collections.abc import Mapping

import numpy as np
import xarray as xr
from rich import box
from rich.table import Table
from rich.text import Text

from compare.responding.records import MEASURES
from compare.table import drawn

# An output that has more than this part of itself from one of the last modes taken is not there yet.
_SETTLED, _LAST_MODES = 0.01, 3
_UNSETTLED = "* not settled: the last modes taken have more than 1 % of it, and further ones (-n) would add to it"


def as_table(responses: Mapping[str, xr.Dataset]) -> str:
    """Return amplitude, offset and peak of every output, a row per output and backend.

    Parameters
    ----------
    responses
        What `flexarm.response` returned, by the backend's specification; one or more, of one arm.
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
            numbers[0] = f"{numbers[0]}{'' if settled(one) else '*'}"
            head = (str(name), str(one.output_units.item())) if k == 0 else ("", "")
            table.add_row(*head, spec, *numbers, end_section=k == len(responses) - 1 and len(responses) > 1)
    lines = [first.attrs["arm"] or "arm without a name", _case(first)]
    shown = "\n".join([*filter(None, lines), drawn(table)])
    return f"{shown}{_UNSETTLED}\n" if "*" in shown else shown


def settled(one: xr.Dataset) -> bool:
    """Say whether an output hardly has anything of the last modes taken; an impulse sets all of a beam's swinging.

    Parameters
    ----------
    one
        One output of what `flexarm.response` returned.
    """
    return bool(np.all(one.mode_share.values[-_LAST_MODES:] <= _SETTLED))


def _case(dataset: xr.Dataset) -> str:
    name, end = dataset.attrs["case"], float(dataset.time[-1])
    return f"{name + ': ' if name else ''}{dataset.sizes['time']} samples in {end:g} s, peak times in s"
