"""A sweep in words: a summary, and tables for people."""

from collections.abc import Hashable
from itertools import product

import numpy as np
import xarray as xr
from rich import box
from rich.table import Table
from rich.text import Text

from compare.sweeping.plan import DOUBTFUL, MISSING
from compare.sweeping.sweep import Tally
from compare.table import drawn

# Significant digits of the tables.
_DIGITS = 6
# Reasons that the summary tells, the most frequent first.
_REASONS = 3
VARIABLES = ("amplitude", "angular_frequency")


def as_summary(dataset: xr.Dataset, tally: Tally) -> str:
    """Return what was computed, what failed, and how fast it went.

    Parameters
    ----------
    dataset
        What `compare.sweep` returned.
    tally
        What it cost.
    """
    sizes = " × ".join(f"{name} {dataset.sizes[name]}" for name in grid_dimensions(dataset))
    question = dataset.attrs["quantity"].splitlines()[0]
    track = f", modes followed along {dataset.attrs['track']}" if dataset.attrs["track"] else ""
    points = f"{_counted(tally.points, 'point')}{f' ({sizes})' if sizes else ''}"
    lines = [
        dataset.attrs["arm"] or "arm without a name",
        f"{points}: {question} by {dataset.attrs['backend']}{track}",
        *_failures(dataset),
        *_unstable(dataset),
        *_matching(dataset),
        _cost(tally),
    ]
    return "\n".join(lines) + "\n"


def grid_dimensions(dataset: xr.Dataset) -> tuple[str, ...]:
    """Return the names of the grid's dimensions."""
    return tuple(str(name) for name in dataset.status.dims)


def _failures(dataset: xr.Dataset) -> list[str]:
    lines = []
    for code, words in ((MISSING, "without an answer, or without all of it"), (DOUBTFUL, "with few digits left")):
        where = np.argwhere(dataset.status.values == code).T
        if count := int(np.count_nonzero(dataset.status.values == code)):
            # Of these points alone: all reasons of a large sweep would not fit into memory.
            points = {name: xr.DataArray(k, dims="point") for name, k in zip(dataset.status.dims, where, strict=True)}
            lines.append(f"{_counted(count, 'point')} {words}:")
            lines += _most_frequent(np.ravel(dataset.reason.isel(points).values))
    return lines


def _most_frequent(reasons: np.ndarray) -> list[str]:
    texts, counts = np.unique(reasons, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    told = [f"  {counts[k]} × {texts[k]}" for k in order[:_REASONS]]
    return [*told, f"  and {len(texts) - _REASONS} other reasons"] if len(texts) > _REASONS else told


def _unstable(dataset: xr.Dataset) -> list[str]:
    if "unstable_modes" not in dataset or not np.any(unstable := dataset.unstable_modes.values > 0):
        return []
    count, most = int(np.count_nonzero(unstable)), float(np.nanmax(dataset.unstable_modes.values))
    return [
        f"{_counted(count, 'point')} where the arm falls or buckles, with up to {_counted(int(most), 'unstable mode')}"
    ]


def _matching(dataset: xr.Dataset) -> list[str]:
    if "mac" not in dataset or not np.any(np.isfinite(dataset.mac.values)):
        return []
    least = float(np.nanmin(dataset.mac.values))
    return [f"modal assurance criterion of neighbours: {least:.2f} at least"]


def _cost(tally: Tally) -> str:
    if not tally.solved:
        return f"nothing to compute: all of it was there ({_counted(tally.blocks, 'block')})"
    there = f"{tally.kept} of {_counted(tally.blocks, 'block')} there already; " if tally.kept else ""
    again = f"{_counted(tally.corrupt, 'corrupt block')} computed again; " if tally.corrupt else ""
    pace = tally.solved / max(tally.seconds, 1e-9)
    return f"{there}{again}{_counted(tally.solved, 'point')} in {tally.seconds:.3g} s, {pace:.3g} points per second"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def as_table(dataset: xr.Dataset) -> str:
    """Return a sweep's values as a table: the last dimension of the grid across, all others down.

    Parameters
    ----------
    dataset
        What `compare.sweep` returned. Of several modes or outputs each is a row.
    """
    name = next(name for name in VARIABLES if name in dataset)
    values = dataset[name]
    grid, inner = grid_dimensions(dataset), str(values.dims[-1])
    across = grid[-1] if grid else None
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in [*grid[:-1], inner]:
        table.add_column(Text(heading), justify="right", no_wrap=True)
    columns: list[dict[Hashable, object]] = [{}] if across is None else [{across: v} for v in dataset[across].values]
    for column in columns:
        heading = "".join(f"{key} {_written(value)}" for key, value in column.items()) or values.attrs["long_name"]
        table.add_column(Text(heading), justify="right", no_wrap=True)
    for place in product(*(dataset[key].values for key in (*grid[:-1], inner))):
        row = values.sel(dict(zip((*grid[:-1], inner), place, strict=True)))
        cells = [_written(float(row.sel(column))) for column in columns]
        table.add_row(*map(_written, place), *cells)
    return f"\n{values.attrs['long_name']}{_unit(values)}\n{drawn(table)}"


def _unit(values: xr.DataArray) -> str:
    return "" if values.attrs["units"] == "1" else f", {values.attrs['units']}"


def _written(value: object) -> str:
    if isinstance(value, float | np.floating):
        return "–" if np.isnan(value) else f"{value:.{_DIGITS}g}"
    return str(value)
