"""What each term of beam theory changes, written."""

from collections.abc import Iterator

import numpy as np
import xarray as xr

from compare.rendering.form import of_dataset
from compare.rendering.records import results, units_of, with_hertz
from compare.rendering.sheet import Column, Page, Sheet, aligned_numbers
from compare.studies.theories import NOTHING
from compare.texts.frequencies import UNITS, title
from flexarm.beam_theory import TERMS
from flexarm.files import loads
from flexarm.links import BEAM_TERMS
from flexarm.welded import numbers, told

# The least change that is written, in per cent; and from here on a third digit is.
_LEAST, _LARGE = 1e-4, 10.0


def _page(dataset: xr.Dataset, unit: str) -> Page:
    """Return a table of changes a backend, a row a mode, and one of the links' terms."""
    hertz = with_hertz(dataset)
    parts = [part for backend in dataset.backend.values for part in _of_backend(hertz.sel(backend=backend), unit)]
    head = (
        f"{title(dataset)}\nnatural frequencies of beams that stretch, shear and have rotary inertia, and how they "
        "change without"
    )
    speed = f"{dataset.attrs['sound_speed']:g} m/s"
    return [head, *parts, f"the links' terms; estimated ones are of a metal tube, √(E/ρ) = {speed}", _links(dataset)]


def _of_backend(one: xr.Dataset, unit: str) -> Iterator[str | Sheet]:
    name, written = UNITS[unit]
    whole = Column(str(one.backend.item()), aligned_numbers(one[name].sel(without=NOTHING).values.tolist()), written)
    others = [without for without in one.without.values if without != NOTHING]
    changes = [one.relative_change.sel(without=without).values for without in others]
    columns = [Column(f"without {one}", list(map(_change, each))) for one, each in zip(others, changes, strict=True)]
    yield Sheet([Column("mode", list(map(str, one.mode.values))), whole, *columns])
    for mode in one.mode.values:
        yield from (f" mode {mode}: {reason}" for reason in one.missing.sel(mode=mode).values if reason)


def _change(change: float) -> str:
    percent = 100.0 * change
    if np.isnan(change):
        return "missing"
    size = abs(percent)
    return f"< {_LEAST:.4f} %" if size < _LEAST else f"{percent:+#.{3 if size >= _LARGE else 2}g} %"


def _links(dataset: xr.Dataset) -> Sheet:
    """Return every term of every link; of a link of many pieces, those of the first and the last."""
    arm = loads(str(dataset.attrs["arm_toml"]))
    runs = [run for run in told(arm.links) if run.start + 1 in dataset.link.values]
    columns = [
        Column(f"{words}: {key}", [_values(dataset, key, run) for run in runs], BEAM_TERMS[key])
        for key, words in TERMS.items()
    ]
    return Sheet([Column("link", list(map(numbers, runs))), *columns])


def _values(dataset: xr.Dataset, key: str, run: range) -> str:
    ends = dataset[key].sel(link=list(dict.fromkeys((run.start + 1, run.stop))))
    guessed = dataset.estimated.sel(link=ends.link, term=TERMS[key]).values
    each = zip(ends.values.tolist(), guessed, strict=True)
    return " … ".join(f"{value:.4g} {'estimated' if own else 'given'}" for value, own in each)


def _tree(dataset: xr.Dataset) -> object:
    dataset = with_hertz(dataset)
    links = dataset[["estimated", *BEAM_TERMS]].reset_coords()
    return {
        **{name: dataset.attrs[name] for name in ("arm", "sound_speed", "matching_rule")},
        "units": {**units_of(dataset), "sound_speed": "m/s"},
        "links": [{**record, "estimated": _named(record["estimated"])} for record in results(links, ["link"])],
        "results": results(dataset, ["backend", "without"]),
    }


def _named(estimated: object) -> dict[str, object]:
    assert isinstance(estimated, list), "one of each term"
    return dict(zip(BEAM_TERMS, estimated, strict=True))


THEORIES = of_dataset(_page, _tree)
