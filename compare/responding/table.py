"""Responses as a table for people."""

import textwrap
from collections.abc import Mapping

import xarray as xr
from rich import box
from rich.table import Table
from rich.text import Text

from compare.responding.records import MEASURES
from compare.table import drawn

# An output that modes left out could change by more than this part of its largest value is not there yet.
_SETTLED = 0.01
# A value that is farther off than this part of it differs in the digits that are shown.
_FOUND = 5e-8
_WIDTH = 100
# What marks of a value say.
_MARKS = {
    "*": "not settled: modes left out could change it by more than 1 %, or without bound; take more (-n)",
    "†": "found to within {:.1g} of its peak: the search was cut short; take fewer modes, or a shorter duration",
    "‡": "beyond small motion about the posture: {}",
}


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
            numbers[0] += _marks(one)
            head = (str(name), str(one.output_units.item())) if k == 0 else ("", "")
            table.add_row(*head, spec, *numbers, end_section=k == len(responses) - 1 and len(responses) > 1)
    lines = [first.attrs["arm"] or "arm without a name", _case(first)]
    shown = "\n".join([*filter(None, lines), drawn(table)])
    far = large_motion(responses) or ("‡" in shown and "turns of more than 0.2 rad, or as much of the arm's length")
    told = {"*": "*" in shown, "†": "†" in shown and _cut(responses), "‡": far}
    notes = [f"{mark} {_MARKS[mark].format(value)}" for mark, value in told.items() if value]
    return shown + "".join(f"{textwrap.fill(note, _WIDTH, subsequent_indent='  ')}\n" for note in notes)


def _marks(one: xr.Dataset) -> str:
    """Return the marks of one output: not settled, search cut short, moved too far."""
    peak = abs(one.peak.item())
    held = settled(one), one.beyond.item() <= _FOUND * peak, not one.too_large.item()
    return "".join(mark for mark, good in zip(_MARKS, held, strict=True) if not good)


def _cut(responses: Mapping[str, xr.Dataset]) -> float:
    """Return how far off outputs are at most beside their peaks."""
    return max(float((dataset.beyond / abs(dataset.peak)).max()) for dataset in responses.values())


def large_motion(responses: Mapping[str, xr.Dataset]) -> str:
    """Return what moves too far for linear responses, by the first backend that finds it so; empty where nothing does.

    Parameters
    ----------
    responses
        What `flexarm.response` returned, by the backend's specification.
    """
    return next((text for dataset in responses.values() if (text := dataset.attrs["large_motion"])), "")


def settled(one: xr.Dataset) -> bool:
    """Say whether modes left out hardly change an output; an impulse sets all of a beam's swinging.

    Parameters
    ----------
    one
        One output of what `flexarm.response` returned.
    """
    return bool(one.left_out.item() <= _SETTLED * abs(one.peak.item()))


def _case(dataset: xr.Dataset) -> str:
    name, end = dataset.attrs["case"], float(dataset.time[-1])
    return f"{name + ': ' if name else ''}{dataset.sizes['time']} samples in {end:g} s, peak times in s"
