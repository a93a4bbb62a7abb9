"""What each term of beam theory changes, written."""

from collections.abc import Iterator, Sequence

import numpy as np
import xarray as xr

from compare.rendering.form import of_dataset
from compare.rendering.records import results, units_of, with_hertz
from compare.rendering.sheet import Column, Page, Sheet, aligned_numbers
from compare.studies.theories import NOTHING
from compare.texts.frequencies import UNITS, title
from flexarm.beam_theory import terms_of
from flexarm.files import loads
from flexarm.links import BEAM_TERMS, TWIST
from flexarm.welded import numbers, told

# The least change that is written, in per cent; from here on a third digit is; and from here on no fraction.
_LEAST, _LARGE, _LARGEST = 1e-4, 10.0, 100.0


def _page(dataset: xr.Dataset, unit: str) -> Page:
    """Return a table of changes a backend, a row a mode, and one of the links' terms."""
    hertz = with_hertz(dataset)
    parts = [part for backend in dataset.backend.values for part in _of_backend(hertz.sel(backend=backend), unit)]
    also = ", twist" if "about" in dataset else ""
    beams = f"beams that stretch, shear{also} and have rotary inertia"
    head = f"{title(dataset)}\nnatural frequencies of {beams}, and how they change without"
    speed = f"{dataset.attrs['sound_speed']:g} m/s"
    return [head, *parts, f"the links' terms; estimated ones are of a metal tube, √(E/ρ) = {speed}", *_links(dataset)]


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
    if size < _LEAST or size >= _LARGEST:
        return f"< {_LEAST:.4f} %" if size < _LEAST else f"{percent:+.0f} %"
    return f"{percent:+#.{3 if size >= _LARGE else 2}g} %"


def _links(dataset: xr.Dataset) -> Iterator[Sheet]:
    """Yield every term of every link, those of torsion apart; of a link of many pieces, those of the first and last."""
    arm = loads(str(dataset.attrs["arm_toml"]))
    runs = [run for run in told(arm.links) if run.start + 1 in dataset.link.values]
    units = BEAM_TERMS | TWIST
    columns = {
        key: Column(f"{words}: {key}", [_values(dataset, key, words, run) for run in runs], units[key])
        for key, words in terms_of(arm).items()
    }
    for keys in (BEAM_TERMS, TWIST):
        if some := [columns[key] for key in keys if key in columns]:
            yield Sheet([Column("link", list(map(numbers, runs))), *some])


def _values(dataset: xr.Dataset, key: str, words: str, run: range) -> str:
    ends = dataset[key].sel(link=list(dict.fromkeys((run.start + 1, run.stop))))
    guessed = dataset.estimated.sel(link=ends.link, term=words).values
    each = zip(ends.values.tolist(), guessed, strict=True)
    return " … ".join(f"{_written(value)} {'estimated' if own else 'given'}" for value, own in each)


def _written(value: float | list[float]) -> str:
    """Return a number, or those about y and about z, once where they are alike."""
    each = list(dict.fromkeys(f"{one:.4g}" for one in np.ravel(value)))
    return each[0] if len(each) == 1 else f"[{', '.join(each)}]"


def _tree(dataset: xr.Dataset) -> object:
    dataset = with_hertz(dataset)
    keys = [key for key in BEAM_TERMS | TWIST if key in dataset.coords]
    links = dataset[["estimated", *keys]].reset_coords()
    return {
        **{name: dataset.attrs[name] for name in ("arm", "sound_speed", "matching_rule")},
        "units": {**units_of(dataset), "sound_speed": "m/s"},
        "links": [{**record, "estimated": _named(keys, record["estimated"])} for record in results(links, ["link"])],
        "results": results(dataset, ["backend", "without"]),
    }


def _named(keys: Sequence[str], estimated: object) -> dict[str, object]:
    assert isinstance(estimated, list), "one of each term"
    return dict(zip(keys, estimated, strict=True))


THEORIES = of_dataset(_page, _tree)
