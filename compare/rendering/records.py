"""Datasets as records for programs: JSON and CSV, all digits, units beside names."""

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import isfinite

import numpy as np
import xarray as xr


def with_hertz(dataset: xr.Dataset) -> xr.Dataset:
    """Return a Dataset with every natural frequency in Hz, too, beside the one in rad/s."""
    for name in [str(name) for name in dataset.data_vars if str(name).endswith("angular_frequency")]:
        beside, omega = name.replace("angular_frequency", "frequency"), dataset[name]
        if beside not in dataset:
            words = {"units": "Hz", "long_name": omega.attrs["long_name"].replace("angular ", "")}
            dataset = dataset.assign({beside: (omega / (2.0 * np.pi)).assign_attrs(words)})
    return dataset


def as_csv(datasets: Iterable[xr.Dataset]) -> str:
    """Return Datasets of the same variables as CSV: a row for every entry of the variable with most dimensions."""
    return "".join(_table(with_hertz(dataset), head=number == 0) for number, dataset in enumerate(datasets))


def _table(dataset: xr.Dataset, head: bool) -> str:
    largest = max(dataset.data_vars.values(), key=lambda one: one.ndim)
    along = [str(dimension) for dimension in largest.dims]
    fitting = [name for name, one in dataset.variables.items() if set(one.dims) <= set(along) and name not in along]
    coordinates = [name for name in fitting if name in dataset.coords]
    names = [*coordinates, *(name for name in fitting if name not in dataset.coords)]
    # Dimensions without numbers of their own get them, from 0.
    flat = dataset[names].to_dataframe(dim_order=along).reset_index()[[*along, *names]]
    heads = [_headed(dataset, name) for name in flat.columns]
    return str(flat.to_csv(index=False, header=heads if head else False, lineterminator="\n"))


def _headed(dataset: xr.Dataset, name: Hashable) -> str:
    """Return a variable's name with its unit, as ``shear_force [N/m]``."""
    return with_unit(name, dataset[name].attrs.get("units", "1") if name in dataset.variables else "1", "{} [{}]")


def with_unit(name: Hashable, unit: str, form: str = "{} ({})") -> str:
    """Return a name with its unit; alone where it has none."""
    return str(name) if unit == "1" else form.format(name, unit)


def as_json(tree: object) -> str:
    """Return a tree of numbers and texts as JSON, null for what is not finite."""
    return json.dumps(finite_or_none(tree), indent=2, ensure_ascii=False) + "\n"


def finite_or_none(value: object) -> object:
    """Return numbers, numpy's or not, alone, in lists or by name, with None for what is not finite."""
    if isinstance(value, Mapping):
        return {name: finite_or_none(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [finite_or_none(one) for one in value]
    plain = value.tolist() if isinstance(value, np.ndarray | np.generic | xr.DataArray) else value
    if isinstance(plain, list):
        return finite_or_none(plain)
    return None if isinstance(plain, float) and not isfinite(plain) else plain


def results(dataset: xr.Dataset, along: Sequence[str]) -> list[dict[str, object]]:
    """Return one record a place along some dimensions: where it is, and its variables in nested lists."""
    if not along:
        return [{str(name): one.values.tolist() for name, one in dataset.data_vars.items()}]
    first, rest = along[0], along[1:]
    places = (dataset.isel({first: k}) for k in range(dataset.sizes[first]))
    return [{first: place[first].item(), **record} for place in places for record in results(place, rest)]


def units_of(dataset: xr.Dataset) -> dict[str, str]:
    """Return the units of a Dataset's variables that have one."""
    every = {str(name): one.attrs.get("units", "1") for name, one in dataset.variables.items()}
    return {name: unit for name, unit in every.items() if unit != "1"}
