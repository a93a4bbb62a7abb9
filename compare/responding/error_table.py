"""Errors of responses as a table for people."""

import xarray as xr
from rich import box
from rich.table import Table
from rich.text import Text

from compare.table import drawn


def as_error_table(dataset: xr.Dataset) -> str:
    """Return the errors of the amplitude and of the whole history, a block an output, a row a size.

    Parameters
    ----------
    dataset
        What `compare.response_errors` returned.
    """
    head = [
        dataset.attrs["arm"] or "arm without a name",
        f"errors are relative to the largest value by {dataset.attrs['reference']}: amplitude, then history",
    ]
    blocks = [_block(dataset.isel(output=i)) for i in range(dataset.sizes["output"])]
    return "\n".join([*head, *blocks, *_missing(dataset)]).rstrip("\n") + "\n"


def _block(one: xr.Dataset) -> str:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in (f"{one.output.item()}", *(str(name) for name in one.backend.values)):
        table.add_column(Text(title), justify="right", no_wrap=True)
    for size in one.size.values:
        at = one.sel(size=size)
        cells = [
            "–" if str(cell.missing.item()) else f"{cell.amplitude_error.item():.1e}  {cell.largest_error.item():.1e}"
            for cell in (at.isel(backend=k) for k in range(at.sizes["backend"]))
        ]
        table.add_row(str(size), *cells)
    return drawn(table)


def _missing(dataset: xr.Dataset) -> list[str]:
    reasons: dict[str, str] = {}
    for name in dataset.backend.values:
        for size in dataset.size.values:
            if text := str(dataset.missing.sel(backend=name, size=size).item()):
                reasons.setdefault(text, f"no answer at size {size}: {text}")
    return list(reasons.values())
