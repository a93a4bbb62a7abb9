"""Root loci, written: of every value how many eigenvalues there are, how many unstable, and the least damped."""

from collections.abc import Sequence
from itertools import groupby

import numpy as np
import xarray as xr

from compare.rendering.form import of_dataset
from compare.rendering.records import results, units_of, with_unit
from compare.rendering.sheet import Column, Page, Sheet, plain
from compare.texts.frequencies import title

_UNITS = {"rad/s": (1.0, "rad/s"), "hz": (2.0 * np.pi, "Hz")}


def _page(dataset: xr.Dataset, unit: str) -> Page:
    page: list[str | Sheet] = [f"{title(dataset)}\nroot locus over {dataset.attrs['vary']}"]
    for k in range(dataset.sizes["backend"]):
        row = dataset.isel(backend=k)
        told = [f"\n{row.backend.item()}: {_stable(row)}", *_boundary(row, *_UNITS[unit]), *_reasons(row)]
        page += [*told, _sheet(row, *_UNITS[unit])]
    return page


def _stable(row: xr.Dataset) -> str:
    """Return at which values no eigenvalue within the circle has a positive real part."""
    values, radius = row[row.attrs["vary"]].values, float(row.locus_radius[0])
    stable = (row.unstable.values == 0.0).tolist()
    each = [list(group) for _, group in groupby(range(len(values)), key=lambda k: stable[k])]
    runs = [(plain(values[run[0]]), plain(values[run[-1]])) for run in each if stable[run[0]]]
    where = ", ".join(first if first == last else f"{first} to {last}" for first, last in runs)
    within = f"in |s| < {radius:.6g} rad/s"
    if not where:
        return f"eigenvalues with Re s > 0 {within} at every value"
    return f"no eigenvalue with Re s > 0 {within} at {where}"


def _boundary(row: xr.Dataset, unit_in_radians: float, unit: str) -> list[str]:
    """Return at which values eigenvalues cross the imaginary axis, a line each."""
    key, there = row[row.attrs["vary"]], row.isel(crossing=row.boundary.notnull().values)
    each = zip(
        there.boundary.values.tolist(),
        (there.boundary_angular_frequency.values / unit_in_radians).tolist(),
        there.boundary_unstable.values.tolist(),
        strict=True,
    )
    sides = ("right to left", "left to right")
    return [
        f"at {with_unit(f'{key.name} = {value:.10g}', key.attrs['units'], '{} {}')} an eigenvalue of "
        f"|s| = {size:.6g} {unit} crosses the imaginary axis from {sides[int(unstable)]}"
        for value, size, unstable in each
    ]


def _reasons(row: xr.Dataset) -> list[str]:
    told = zip(row[row.attrs["vary"]].values.tolist(), row.reason.values.tolist(), strict=True)
    return [f"at {value:g}: {reason}" for value, reason in told if reason]


def _sheet(row: xr.Dataset, unit_in_radians: float, unit: str) -> Sheet:
    key = row[row.attrs["vary"]]
    least = [_least(row.damping_ratio.values[k]) for k in range(len(key))]
    real, size = row.real_part.values, row.angular_frequency.values / unit_in_radians

    def of_least(values: np.ndarray, form: str) -> list[str]:
        return ["–" if k < 0 else f"{values[i, k]:{form}}" for i, k in enumerate(least)]

    return Sheet(
        [
            Column(with_unit(key.name, key.attrs["units"], "{}, {}"), list(map(plain, key.values))),
            Column("eigenvalues", [str(int(np.sum(np.isfinite(one)))) for one in real]),
            Column("unstable", _counts(row.unstable.values.tolist())),
            Column("least damping ratio", of_least(row.damping_ratio.values, ".4g")),
            Column("its Re s, 1/s", of_least(real, ".6g")),
            Column(f"its |s|, {unit}", of_least(size, ".6g")),
        ]
    )


def _least(ratios: np.ndarray) -> int:
    """Return the number of the least damped branch; −1 where there is none."""
    return int(np.nanargmin(ratios)) if np.any(np.isfinite(ratios)) else -1


def _counts(values: Sequence[float]) -> list[str]:
    return ["–" if value != value else f"{value:g}" for value in values]


def _tree(dataset: xr.Dataset) -> object:
    """Return one record a backend: of every branch its pairs of real and imaginary part, one a value."""
    key, records = dataset.attrs["vary"], []
    for number, record in enumerate(results(dataset, ["backend"])):
        row = dataset.isel(backend=number)
        pairs = np.stack([row.real_part.values.T, row.imaginary_part.values.T], axis=-1)
        for name in ("real_part", "imaginary_part", "angular_frequency", "damping_ratio"):
            del record[name]
        record["locus_radius"] = float(row.locus_radius[0])
        for name in ("boundary", "boundary_angular_frequency", "boundary_unstable"):
            record[name] = row[name].values[row.boundary.notnull().values].tolist()
        records.append({**record, "branches": pairs.tolist()})
    along = {str(name): one.values for name, one in dataset.coords.items() if one.dims == (key,)}
    return {"arm": dataset.attrs["arm"], "vary": key, "units": units_of(dataset), **along, "results": records}


LOCUS = of_dataset(_page, _tree)
