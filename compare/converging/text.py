"""Studies of convergence and advice as text for people."""

from collections.abc import Sequence

import numpy as np
import xarray as xr
from rich import box
from rich.table import Table
from rich.text import Text

from compare.converging.cheapest import Choice, asked_for, cheapest
from compare.converging.sizes import write_sizes
from compare.table import drawn


def as_text(dataset: xr.Dataset) -> str:
    """Return the result of `compare.convergence` as text: a table of errors a mode, with the orders below.

    Parameters
    ----------
    dataset
        What `compare.convergence` returned.
    """
    head = [
        dataset.attrs["arm"] or "arm without a name",
        f"relative errors of natural frequencies against {dataset.attrs['reference']}; sizes are functions or elements "
        "of every flexible link",
    ]
    modes = [_mode(dataset.sel(mode=mode)) for mode in dataset.mode.values]
    return "\n".join([*head, *modes, "", *_gaps(dataset)])


def _mode(one: xr.Dataset) -> str:
    table = _table([f"mode {one.mode.item()}", *one.backend.values])
    for size in one.size.values:
        table.add_row(str(size), *map(_error, one.relative_error.sel(size=size).values))
    table.add_section()
    fits = [one.sel(backend=backend) for backend in one.backend.values]
    table.add_row("order", *map(_order, fits))
    table.add_row("on sizes", *map(_range, fits))
    table.add_row("round-off", *(f"from {size}" if size else "no" for size in one.round_off_size.values))
    reasons = zip(one.backend.values, one.order_missing.values, strict=True)
    return drawn(table).rstrip("\n") + "".join(f"\n {name} has no order: {why}" for name, why in reasons if why)


def _table(titles: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in titles:
        table.add_column(Text(title), justify="right", no_wrap=True)
    return table


def _error(error: float) -> str:
    return "–" if np.isnan(error) else f"{error:.1e}"


def _order(fit: xr.Dataset) -> str:
    law = str(fit.order_law.item())
    return law if law == "none" else f"{law} {fit.order.item():.2f}"


def _range(fit: xr.Dataset) -> str:
    first, last = fit.order_first_size.item(), fit.order_last_size.item()
    return f"{first} to {last}" if first else ""


def _gaps(dataset: xr.Dataset) -> list[str]:
    """Return a line for each backend that lacks values: at which sizes, and the first of the reasons."""
    lines = []
    for backend in dataset.backend.values:
        missing = dataset.missing.sel(backend=backend)
        sizes = [size for size in dataset.size.values if np.any(missing.sel(size=size) != "")]
        if sizes:
            reason = next(filter(None, missing.values.ravel().tolist()))
            lines.append(f"{backend} lacks values at size {', '.join(map(str, sizes))}: {reason}\n")
    return lines


def advice(dataset: xr.Dataset, tolerance: float, best: Sequence[Choice]) -> str:
    """Return in a sentence and a table which backend reaches an accuracy at the fewest unknowns of those tried.

    Parameters
    ----------
    dataset
        What `compare.convergence` returned.
    tolerance
        Largest relative error of a natural frequency.
    best
        What `best_choices` returned for them.

    Raises
    ------
    QuestionError
        If nothing reaches it.
    """
    choice, reference = cheapest(dataset, tolerance), dataset.attrs["reference"]
    sentence = (
        f"{choice.spec} keeps {asked_for(dataset)} within {tolerance:g} of {reference} at the fewest unknowns, "
        f"{choice.unknowns}, of the sizes tried: {write_sizes(dataset.size.values.tolist())}."
    )
    table = _table(["backend", "within", "unknowns", "worst error", "in mode", "seconds"])
    table.columns[0].justify = "left"
    for one in best:
        within = "yes" if one.worst_error <= tolerance else "no"
        numbers = [str(one.unknowns), f"{one.worst_error:.1e}", str(one.worst_mode), f"{one.seconds:.2g}"]
        table.add_row(one.spec, within, *numbers)
    return "\n".join([dataset.attrs["arm"] or "arm without a name", sentence, drawn(table)])
