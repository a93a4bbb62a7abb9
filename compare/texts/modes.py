"""Mode shapes, written: a row a mode, link and station."""

import xarray as xr

from compare.rendering.form import of_dataset
from compare.rendering.records import results, units_of
from compare.rendering.sheet import Column, Page, Sheet
from compare.texts.frequencies import UNITS, title

_BENT = ("deflection", "slope", "bending_moment", "shear_force")
_SHAPES = (*_BENT, *(f"{name}_about_y" for name in _BENT), "stretch", "axial_force", "twist", "torque")


def _page(dataset: xr.Dataset, unit: str) -> Page:
    """Return a row a mode: its frequency and the motion of every link's tip."""
    name, words = UNITS[unit]
    columns = [
        Column("mode", list(map(str, dataset.mode.values))),
        Column(name.replace("_", " "), [f"{value:#.8g}" for value in dataset[name].values], words),
    ]
    tips = dataset.translation.isel(station=-1)
    for link in dataset.link.values:
        for axis in dataset.axis.values:
            cells = [f"{value:.4g}" for value in tips.sel(link=link, axis=axis).values]
            columns.append(Column(f"link {link} tip", cells, str(axis)))
    head = f"{title(dataset)}\n{dataset.attrs['backend']}; {dataset.attrs['normalisation']}"
    return [head, Sheet(columns)]


def _flat(dataset: xr.Dataset) -> xr.Dataset:
    """Return frequencies and shapes over mode, link and station; translations by axis."""
    moved = {f"translation_{axis}": dataset.translation.sel(axis=axis, drop=True) for axis in dataset.axis.values}
    shapes = {name: dataset[name] for name in _SHAPES if name in dataset}
    frequencies = {name: dataset[name] for name in ("angular_frequency", "frequency")}
    found = xr.Dataset({**frequencies, **moved, **shapes}, {"position": dataset.position}, dataset.attrs)
    return found.transpose("mode", "link", "station")


def _tree(dataset: xr.Dataset) -> object:
    flat = _flat(dataset)
    head = {name: dataset.attrs[name] for name in ("arm", "backend", "normalisation", "sign_rule")}
    position = {"position": flat.position.values}
    return {**head, "units": units_of(flat), **position, "results": results(flat.drop_vars("position"), ["mode"])}


MODES = of_dataset(_page, _tree, _flat)
