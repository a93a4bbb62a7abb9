"""The flexibility of an arm's end, written."""

import numpy as np
import xarray as xr

from compare.rendering.form import of_dataset
from compare.rendering.records import results
from compare.rendering.sheet import Column, Page, Sheet
from compare.texts.frequencies import title
from flexarm.arrays import Array

_ROUND_OFF = 1e-9  # per cent
# A link 1e9 times as stiff along as across is shown, what levers at right angles leave of 1e-16 is not.
_NOTHING = 1e-14


def _page(dataset: xr.Dataset, _: str) -> Page:
    """Return the matrix by the first backend, what each part has of its diagonal, and how far the others are off."""
    first, *others = dataset.backend.values
    motions, forces = dataset.motion.values, dataset.force.values
    each = dict(zip(dataset.backend.values, map(_tidy, dataset.whole.values), strict=True))
    whole, parts = each[first], dataset.flexibility.sel(backend=first)
    places = {"tip": "the last link's tip", "payload": "the payload's centre of mass"}
    at = str(dataset.attrs["at"])
    name, _, end = at.partition(".")
    place, link = places.get(at, f"{name}'s {end}"), f"{name}'s" if end else "the last link's"
    axes = {"base": "the base's axes", "tip": f"{link} axes"}[dataset.attrs["frame"]]
    head = f"{title(dataset)}\nflexibility at {place}, in {axes}, base and free joints held\nby {first}; SI units"
    matrix = [Column("motion", list(map(str, motions)), left=True)]
    matrix += [
        Column(str(force), [f"{value:.6g}" for value in column]) for force, column in zip(forces, whole.T, strict=True)
    ]
    own = np.diag(whole)
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = 100.0 * np.nan_to_num(np.diagonal(parts.values, axis1=1, axis2=2) / own, posinf=0.0, neginf=0.0)
        size = np.sqrt(np.outer(own, own))
        off = [np.nanmax(np.abs(each[other] - whole) / size, initial=0.0) for other in others]
    shared = [Column("part", list(map(str, parts.part.values)), left=True)]
    shared += [Column(str(name), list(map(_share, column))) for name, column in zip(motions, shares.T, strict=True)]
    page: list[str | Sheet] = [head, Sheet(matrix), "what each part has of the diagonal", Sheet(shared)]
    return page + [
        f"{other}: off by {error:.1e} of what it stands among at most" for other, error in zip(others, off, strict=True)
    ]


def _tidy(matrix: Array) -> Array:
    """Return a flexibility matrix without its round-off, beside what gives way most along and about any axis."""
    own, half = np.diag(matrix), len(matrix) // 2 + len(matrix) % 2
    most = np.sqrt(np.repeat([np.max(own[:half]), np.max(own[half:])], [half, len(own) - half]))
    return np.where(np.abs(matrix) > _NOTHING * np.outer(most, most), matrix, 0.0)


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
