"""The flexibility of an arm's end, written."""

import numpy as np
import xarray as xr

from compare.rendering.form import of_dataset
from compare.rendering.records import results
from compare.rendering.sheet import Column, Page, Sheet
from compare.texts.frequencies import title

_ROUND_OFF = 1e-9  # per cent


def _page(dataset: xr.Dataset, _: str) -> Page:
    """Return the matrix by the first backend, what each part has of its diagonal, and how far the others are off."""
    first, *others = dataset.backend.values
    whole, parts = dataset.whole.sel(backend=first), dataset.flexibility.sel(backend=first)
    motions, forces = dataset.motion.values, dataset.force.values
    place = {"tip": "the last link's tip", "payload": "the payload's centre of mass"}[dataset.attrs["at"]]
    axes = {"base": "the base's axes", "tip": "the last link's axes"}[dataset.attrs["frame"]]
    head = f"{title(dataset)}\nflexibility at {place}, in {axes}, base and free joints held\nby {first}; SI units"
    matrix = [Column("motion", list(map(str, motions)), left=True)]
    matrix += [Column(str(force), [f"{value:.6g}" for value in whole.sel(force=force).values]) for force in forces]
    diagonal = np.diagonal(parts.values, axis1=1, axis2=2)
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = np.nan_to_num(100.0 * diagonal / np.sum(diagonal, axis=0))
    shared = [Column("part", list(map(str, parts.part.values)), left=True)]
    shared += [Column(str(name), list(map(_share, column))) for name, column in zip(motions, shares.T, strict=True)]
    page: list[str | Sheet] = [head, Sheet(matrix), "what each part has of the diagonal", Sheet(shared)]
    size = np.sqrt(np.outer(np.diag(whole.values), np.diag(whole.values)))
    for other in others:
        with np.errstate(invalid="ignore", divide="ignore"):
            off = np.nanmax(np.abs(dataset.whole.sel(backend=other).values - whole.values) / size, initial=0.0)
        page.append(f"{other}: off by {off:.1e} of what it stands among at most")
    return page


def _share(percent: float) -> str:
    # What is round-off of a part that does not give way so is none.
    return f"{percent:.3g} %" if abs(percent) > _ROUND_OFF else "0 %"


def _tree(dataset: xr.Dataset) -> object:
    head = {name: dataset.attrs[name] for name in ("arm", "frame", "at")}
    told = {name: list(map(str, dataset[name].values)) for name in ("part", "motion", "force")}
    return {**head, **told, "results": results(dataset, ["backend"])}


def _flat(dataset: xr.Dataset) -> xr.Dataset:
    """Return the parts' matrices with a unit each, in a column of its own."""
    turned = [str(motion).startswith("rotation") for motion in dataset.motion.values]
    couples = [str(force).startswith("couple") for force in dataset.force.values]
    units = [[f"{'rad' if turn else 'm'}/{'(N m)' if couple else 'N'}" for couple in couples] for turn in turned]
    values = dataset.flexibility.assign_attrs(units="1")
    return xr.Dataset({"flexibility": values}, {"unit": (("motion", "force"), units)}, dataset.attrs)


FLEXIBILITY = of_dataset(_page, _tree, _flat)
