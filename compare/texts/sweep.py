"""A sweep in words: a summary, tables for people, and records for programs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import xarray as xr

from compare.engine.run import Tally
from compare.readings.selection import unstable_points
from compare.rendering.form import of_dataset
from compare.rendering.records import units_of, with_hertz, with_unit
from compare.rendering.sheet import Column, Page, Sheet, counted
from compare.studies.sweep import DOUBTFUL, MISSING
from compare.texts.frequencies import UNITS, title

# Significant digits of the tables, and of errors in them.
_DIGITS, _ERROR_DIGITS = 6, 2
# Reasons that the summary tells, the most frequent first.
_REASONS = 3

Place = Mapping[Any, object]


def as_summary(dataset: xr.Dataset, tally: Tally) -> str:
    """Return what was computed, what failed, and how fast it went."""
    sizes = " × ".join(f"{name} {dataset.sizes[name]}" for name in grid_dimensions(dataset))
    question = dataset.attrs["quantity"].splitlines()[0]
    track = f", modes followed along {dataset.attrs['track']}" if dataset.attrs["track"] else ""
    points = f"{counted(tally.points, 'point')}{f' ({sizes})' if sizes else ''}"
    lines = [
        title(dataset),
        f"{points}: {question} by {dataset.attrs['backend']}{track}",
        *_failures(dataset),
        *_instabilities(dataset),
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
            lines.append(f"{counted(count, 'point')} {words}:")
            lines += _most_frequent(np.ravel(dataset.reason.isel(points).values))
    return lines


def _instabilities(dataset: xr.Dataset) -> list[str]:
    count = int(np.sum(unstable_points(dataset)))
    has = "has" if count == 1 else "have"
    told = "frequencies are those of the modes that are stable"
    return [f"{counted(count, 'point')} {has} unstable modes: {told}"] if count else []


def _most_frequent(reasons: np.ndarray) -> list[str]:
    texts, counts = np.unique(reasons, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    told = [f"  {counts[k]} × {texts[k]}" for k in order[:_REASONS]]
    return [*told, f"  and {len(texts) - _REASONS} other reasons"] if len(texts) > _REASONS else told


def _matching(dataset: xr.Dataset) -> list[str]:
    if "mac" not in dataset or not np.any(np.isfinite(dataset.mac.values)):
        return []
    least = float(np.nanmin(dataset.mac.values))
    return [f"modal assurance criterion of neighbours: {least:.2f} at least"]


def _cost(tally: Tally) -> str:
    if not tally.solved:
        return f"nothing to compute: all of it was there ({counted(tally.blocks, 'block')})"
    there = f"{tally.kept} of {counted(tally.blocks, 'block')} there already; " if tally.kept else ""
    again = f"{counted(tally.corrupt, 'corrupt block')} computed again; " if tally.corrupt else ""
    pace = tally.solved / max(tally.seconds, 1e-9)
    return f"{there}{again}{counted(tally.solved, 'point')} in {tally.seconds:.3g} s, {pace:.3g} points per second"


def _page(dataset: xr.Dataset, unit: str) -> Page:
    """Return a table a variable: the last dimension of the grid across, all others down."""
    names = ("amplitude", UNITS[unit][0], "relative_error")
    dataset = with_hertz(dataset)
    return [part for name in names if name in dataset for part in _table(dataset, dataset[name])]


def _table(dataset: xr.Dataset, values: xr.DataArray) -> Page:
    grid, inner = grid_dimensions(dataset), str(values.dims[-1])
    digits = _ERROR_DIGITS if values.name == "relative_error" else _DIGITS
    across = [{key: value} for key in grid[-1:] for value in dataset[key].values] or [{}]
    rows = [row for at in _places(dataset, grid[:-1]) for row in _rows(dataset, values, at, across, digits)]
    heads = [" ".join(f"{name} {_written(value)}" for name, value in head.items()) for head in across]
    names = [*grid[:-1], inner, *(head or str(values.attrs["long_name"]) for head in heads)]
    columns = [Column(name, cells) for name, cells in zip(names, zip(*rows, strict=True), strict=True)]
    return ["\n" + with_unit(values.attrs["long_name"], values.attrs["units"], "{}, {}"), Sheet(columns)]


def _places(dataset: xr.Dataset, names: Sequence[str]) -> Iterator[Place]:
    """Yield the places along some dimensions, the last one fastest."""
    return (dict(zip(names, place, strict=True)) for place in product(*(dataset[name].values for name in names)))


def _rows(
    dataset: xr.Dataset, values: xr.DataArray, at: Place, across: Sequence[Place], digits: int
) -> Iterator[list[str]]:
    """Yield the rows of one place, one a mode or output, and one of the numbers of unstable modes if there are any."""
    inner = str(values.dims[-1])
    for number in dataset[inner].values:
        cells = [_written(float(values.sel({**at, inner: number, **head})), digits) for head in across]
        yield [*map(_written, (*at.values(), number)), *cells]
    unstable = [_unstable(dataset, {**at, **head}) for head in across]
    if any(unstable):
        yield [*map(_written, at.values()), "unstable", *unstable]


def _unstable(dataset: xr.Dataset, at: Place) -> str:
    """Return a point's number of unstable modes; nothing where there is none."""
    count = float(dataset.unstable_modes.sel(at)) if "unstable_modes" in dataset else 0.0
    return f"{count:g}" if count > 0.0 else ""


def _written(value: object, digits: int = _DIGITS) -> str:
    if isinstance(value, float | np.floating):
        return "–" if np.isnan(value) else f"{value:.{digits}g}"
    return str(value)


def _tree(dataset: xr.Dataset) -> object:
    """Return the grid, and every variable in lists nested as its dimensions are."""
    dataset = with_hertz(dataset).load()
    head = {name: dataset.attrs[name] for name in ("arm", "backend", "track")}
    question = {"quantity": dataset.attrs["quantity"].splitlines()[0]}
    coordinates = {str(name): one.values for name, one in dataset.coords.items()}
    variables = {str(name): one.values for name, one in dataset.data_vars.items()}
    dimensions = {str(name): list(map(str, one.dims)) for name, one in dataset.data_vars.items()}
    return {**head, **question, "units": units_of(dataset), **coordinates, "dimensions": dimensions, **variables}


SWEEP = of_dataset(_page, _tree)
