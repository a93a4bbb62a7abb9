"""Load factors of buckling, written."""

import xarray as xr

from compare.rendering.form import of_dataset
from compare.rendering.records import results
from compare.rendering.sheet import Column, Page, Sheet, aligned_numbers
from compare.texts.frequencies import title


def _page(dataset: xr.Dataset, _: str) -> Page:
    """Return a row a load factor."""
    what = {"gravity": "gravity is", "axial_force": "the axial forces are"}[dataset.attrs["scale"]]
    limit, numbers = dataset.attrs["limit"], list(map(str, dataset.number.values))
    factors = zip(dataset.backend.values, dataset.load_factor.values.tolist(), strict=True)
    columns = [Column(str(spec), _cells(values, limit)) for spec, values in factors]
    head = f"{title(dataset)}\nstability is lost where {what} multiplied by"
    further = f"never: at no factor up to {limit:g}; --limit {100.0 * limit:g} looks further"
    beyond = [further] if bool(dataset.load_factor.isnull().any()) else []
    return [head, Sheet([Column("number", numbers), *columns]), *beyond]


def _cells(factors: list[float], limit: float) -> list[str]:
    there = [factor for factor in factors if factor == factor]
    return [*(aligned_numbers(there) if there else []), *[f"never (to {limit:g})"] * (len(factors) - len(there))]


def _tree(dataset: xr.Dataset) -> object:
    head = {name: dataset.attrs[name] for name in ("arm", "scale", "limit")}
    return {**head, "results": results(dataset, ["backend"])}


BUCKLING = of_dataset(_page, _tree, lambda dataset: dataset.assign_coords(scale=dataset.attrs["scale"]))
