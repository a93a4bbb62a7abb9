"""Studies of convergence, and the advice read from them, written."""

import numpy as np
import xarray as xr

from compare.readings.cheapest import asked_for, asked_one, best_choices, cheapest
from compare.readings.order import LAWS
from compare.rendering.form import Form, of_dataset
from compare.rendering.records import results, units_of, with_hertz
from compare.rendering.sheet import Column, Page, Sheet, error_cell
from compare.studies.sizes import write_sizes
from compare.texts.frequencies import title

_BELOW = {"relative_error": "frequency", "damping_ratio_error": "damping ratio"}
_FITTED = ("order_law", "order_first_size", "order_last_size", "round_off_size")


def _page(dataset: xr.Dataset, _: str) -> Page:
    """Return a table of errors a mode, with the orders below."""
    what = "natural frequencies" + " and damping ratios" * ("damping_ratio_error" in dataset)
    head = (
        f"{title(dataset)}\nrelative errors of {what} against {dataset.attrs['reference']}; sizes are functions or "
        "elements of every flexible link"
    )
    modes = [part for mode in dataset.mode.values for part in _mode(dataset.sel(mode=mode))]
    return [head, *modes, *["\n".join(["", *gaps]) for gaps in [_gaps(dataset)] if gaps]]


def _mode(one: xr.Dataset) -> Page:
    sizes = [*map(str, one.size.values), "order", "on sizes", "round-off"]
    errors = {name: below for name, below in _BELOW.items() if name in one}
    fits = [(one.sel(backend=backend), name) for backend in one.backend.values for name in errors]
    columns = [
        Column(
            str(fit.backend.item()),
            [*map(error_cell, fit[name].values), *_fit(fit, LAWS[name])],
            errors[name] if len(errors) > 1 else "",
        )
        for fit, name in fits
    ]
    sheet = Sheet([Column(f"{asked_one(one)} {one.mode.item()}", sizes), *columns], rules=[one.sizes["size"]])
    reasons = [(fit.backend.item(), name, str(fit[f"{LAWS[name]}order_missing"].item())) for fit, name in fits]
    of = {name: f" of {below}" if len(errors) > 1 else "" for name, below in errors.items()}
    return [sheet, *(f" {backend} has no order{of[name]}: {why}" for backend, name, why in reasons if why)]


def _fit(fit: xr.Dataset, of: str) -> list[str]:
    law, first, last, end = (fit[of + name].item() for name in _FITTED)
    order = law if law == "none" else f"{law} {fit[of + 'order'].item():.2f}"
    return [order, f"{first} to {last}" if first else "", f"from {end}" if end else "no"]


def _gaps(dataset: xr.Dataset) -> list[str]:
    """Return a line for each backend that lacks values: at which sizes, and the first of the reasons."""
    lines = []
    for backend in dataset.backend.values:
        missing = dataset.missing.sel(backend=backend)
        sizes = [size for size in dataset.size.values if np.any(missing.sel(size=size) != "")]
        if sizes:
            reason = next(filter(None, missing.values.ravel().tolist()))
            lines.append(f"{backend} lacks values at size {', '.join(map(str, sizes))}: {reason}")
    return lines


def _tree(dataset: xr.Dataset) -> object:
    dataset = with_hertz(dataset)
    head = {name: dataset.attrs[name] for name in ("arm", "reference")}
    sizes = {"size": dataset.size.values.tolist()}
    return {**head, "units": units_of(dataset), **sizes, "results": results(dataset, ["backend"])}


CONVERGENCE = of_dataset(_page, _tree)


def advice(tolerance: float, by: str) -> Form[xr.Dataset]:
    """Return how a study is written as advice: which backend reaches an accuracy at the lowest price."""

    def page(dataset: xr.Dataset, _: str) -> Page:
        choice, best = cheapest(dataset, tolerance, by), best_choices(dataset, tolerance, by)
        price = {"unknowns": "the fewest unknowns", "seconds": "the least time"}[by]
        cost = {"unknowns": str(choice.unknowns), "seconds": f"{choice.seconds:.2g} s"}[by]
        sentence = (
            f"{choice.spec} keeps {asked_for(dataset)} within {tolerance:g} of {dataset.attrs['reference']} at "
            f"{price}, {cost}, of the sizes tried: {write_sizes(dataset.size.values.tolist())}."
        )
        sheet = Sheet(
            [
                Column("backend", [one.spec for one in best], left=True),
                Column("within", ["yes" if one.worst_error <= tolerance else "no" for one in best]),
                Column("unknowns", [str(one.unknowns) for one in best]),
                Column("worst error", [f"{one.worst_error:.1e}" for one in best]),
                Column("in mode", [str(one.worst_mode) for one in best]),
                Column("seconds", [f"{one.seconds:.2g}" for one in best]),
            ]
        )
        stalled = [
            f"{one.backend} does not converge on this arm: its errors cease to fall, however many functions it has"
            for one in best
            if not one.converges
        ]
        return [f"{title(dataset)}\n{sentence}", sheet, *["\n".join(["", *stalled])] * bool(stalled)]

    def table(dataset: xr.Dataset) -> xr.Dataset:
        """Return the choices as a Dataset, the cheapest one marked."""
        choice, best = cheapest(dataset, tolerance, by), best_choices(dataset, tolerance, by)
        columns: dict[str, tuple[list[object], str]] = {
            "specification": ([one.spec for one in best], "1"),
            "cheapest": ([one == choice for one in best], "1"),
            "within": ([one.worst_error <= tolerance for one in best], "1"),
            "unknowns": ([one.unknowns for one in best], "1"),
            "worst_error": ([one.worst_error for one in best], "1"),
            "worst_mode": ([one.worst_mode for one in best], "1"),
            "seconds": ([one.seconds for one in best], "s"),
            "converges": ([one.converges for one in best], "1"),
        }
        variables = {name: ("backend", values, {"units": unit}) for name, (values, unit) in columns.items()}
        return xr.Dataset(variables, {"backend": [one.backend for one in best]})

    def tree(dataset: xr.Dataset) -> object:
        head = {"arm": dataset.attrs["arm"], "reference": dataset.attrs["reference"], "tolerance": tolerance}
        return {**head, "results": results(table(dataset), ["backend"])}

    return of_dataset(page, tree, table)
