"""What of a sweep a picture shows: one variable, some of its dimensions held."""

from collections.abc import Iterable, Mapping

import numpy as np
import xarray as xr

from compare.grids.keys import Value
from compare.rendering.records import with_hertz
from flexarm.checks import require_once, unknown_name
from flexarm.errors import Fault, InputError
from flexarm.whole import is_whole

# What a picture is of, if it is not said; the frequency in its unit.
USUAL = {"rad/s": ("amplitude", "angular_frequency"), "hz": ("amplitude", "frequency")}
COUNTS = ("rigid_modes", "unstable_modes")
SHOWN = ("angular_frequency", "frequency", "relative_error", "amplitude", "mac", *COUNTS)


def selected(
    dataset: xr.Dataset,
    x: str,
    y: str | None,
    mode: int | None,
    variable: str | None,
    at: Mapping[str, Value],
    unit: str = "rad/s",
) -> xr.DataArray:
    """Return a variable of a sweep where `compare.plot_sweep` draws it, read into memory.

    It is NaN at points with unstable modes, unless they are counted: the arm falls there, and the first frequency that
    is left is that of another mode.
    """
    if unit not in USUAL:
        raise InputError([unknown_name("unit", unit, USUAL)], "plot")
    dataset = with_hertz(dataset) if "status" in dataset else xr.Dataset()
    known = [name for name in SHOWN if name in dataset]
    if not known:
        raise InputError([Fault("", "the result of a sweep", "another Dataset")], "plot")
    name = variable or next(name for name in USUAL[unit] if name in dataset)
    if name not in known:
        raise InputError([unknown_name("variable", name, known)], "plot")
    values = dataset[name] if name in COUNTS else dataset[name].where(~unstable_points(dataset))
    for axis, along in {"x": x, "y": y}.items():
        if along is not None:
            _require_axis(values, axis, along)
    if x == y:
        raise InputError([Fault("y", "another dimension than x", repr(y))], "plot")
    for key, value in at.items():
        values = _held(values, key, value)
    if mode is not None or (y is not None and "mode" in values.dims):
        values = _held(values, "mode", 1 if mode is None else mode)
    if "output" in values.dims:
        wanted = "one of the outputs, as they have different units: output=" + "|".join(values.output.values)
        raise InputError([Fault("at", wanted, "none")], "plot")
    try:
        return values.load()
    except Exception as error:  # of zarr's decoders
        wanted = "blocks that are sound; run the sweep again, which computes the others once more"
        raise InputError([Fault("", wanted, str(error))], "plot") from error


def unstable_points(dataset: xr.Dataset) -> xr.DataArray:
    """Return where on the grid of a sweep an arm has unstable modes."""
    count: xr.DataArray = dataset.get("unstable_modes", xr.zeros_like(dataset.status))
    return count.copy(data=count.data > 0)


def left_out(dataset: xr.Dataset, values: xr.DataArray) -> int:
    """Return at how many points values that `selected` returned are missing as modes are unstable there."""
    if values.name in COUNTS:
        return 0
    points = unstable_points(dataset)
    held = {name: values[name].item() for name in points.dims if not values[name].ndim}
    return int(points.sel(held).sum())


def _require_axis(values: xr.DataArray, axis: str, name: str) -> None:
    fit = [str(key) for key in values.dims if key != "output" and values[key].dtype.kind in "fi"]
    if name not in fit:
        raise InputError([unknown_name(axis, name, fit)], "plot")
    if values.sizes[name] < 2:
        raise InputError([Fault(axis, "a dimension of two values or more", f"{name}, of one")], "plot")


def _held(values: xr.DataArray, key: str, value: Value) -> xr.DataArray:
    if key not in values.dims:
        raise InputError([unknown_name("at", key, map(str, values.dims))], "plot")
    there = values[key].values
    if key == "mode" and not is_whole(value):
        raise InputError([Fault("mode", "a whole number", repr(value))], "plot")
    number = _number(value) if isinstance(value, str) and there.dtype.kind in "fi" else value
    places = np.flatnonzero(there == number)
    if not len(places):
        listed = ", ".join(f"{one:g}" if there.dtype.kind == "f" else str(one) for one in there)
        raise InputError([Fault(key, f"one of {listed}", str(value))], "plot")
    return values.isel({key: int(places[0])})


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return np.nan


def read_held(texts: Iterable[str]) -> dict[str, Value]:
    """Return what texts ``NAME=VALUE`` say, as on the command line: values by the name of the dimension."""
    held: list[tuple[str, Value]] = []
    for text in texts:
        name, _, value = (part.strip() for part in text.partition("="))
        if not (name and value):
            raise InputError([Fault("--at", "NAME=VALUE, as payload.mass=1e4", repr(text))])
        held.append((name, value))
    require_once("--at", "name", [name for name, _ in held])
    return dict(held)
