"""Natural frequencies by several backends, written."""

from collections.abc import Sequence
from decimal import ROUND_CEILING, Context, Decimal
from itertools import groupby

import xarray as xr

from compare.rendering.form import of_dataset
from compare.rendering.records import results, units_of
from compare.rendering.sheet import Column, Page, Sheet, aligned_numbers, counted, error_cell
from flexarm.certificate import relative_half_width

MOST_DIGITS = 14
UNITS = {"rad/s": ("angular_frequency", "rad/s"), "hz": ("frequency", "Hz")}
_FLAPWISE = "frequencies out of the plane of the spin, √(ω² + Ω²)"


def _page(dataset: xr.Dataset, unit: str) -> Page:
    rows = _rows(dataset)
    lines = [title(dataset), _counted(dataset, "rigid_modes", "rigid-body")]
    lines += [_counted(dataset, "unstable_modes", "unstable")] if "unstable_modes" in dataset else []
    lines += [_FLAPWISE] if dataset.attrs.get("plane") == "flapwise" else []
    lines += [*_growth(rows), error_line(dataset), *map(_certified_line, rows)]
    lines += [f"no answer by {text}" for text in refusals(dataset).values()]
    return ["\n".join(filter(None, lines)), _sheet(dataset, rows, *UNITS[unit])]


def title(dataset: xr.Dataset) -> str:
    """Return the name of the arm that a Dataset is about."""
    return str(dataset.attrs["arm"] or "arm without a name")


def refusals(dataset: xr.Dataset) -> dict[str, str]:
    """Return why backends do not answer, by their specifications, with which each text begins."""
    told = "refused" in dataset.dims
    return dict(zip(dataset.refused.values.tolist(), dataset.refusal.values.tolist(), strict=True)) if told else {}


def _rows(dataset: xr.Dataset) -> list[xr.Dataset]:
    answers = dataset.drop_dims("refused", errors="ignore")
    return [answers.isel(backend=k) for k in range(answers.sizes["backend"])]


def _growth(rows: Sequence[xr.Dataset]) -> list[str]:
    """Return the growth rates of unstable modes, a line a backend, where they were asked for and there are any."""
    asked = [row for row in rows if "growth_rate" in row]
    each = [(row.backend.item(), row.growth_rate.dropna("unstable").values.tolist()) for row in asked]
    return [f"{spec}: grows at {', '.join(f'{rate:.8g}' for rate in rates)} 1/s" for spec, rates in each if rates]


def _counted(dataset: xr.Dataset, name: str, kind: str) -> str:
    """Return a number of modes in words; one by one where the backends differ."""
    counts = dataset[name].values.tolist()
    if len(set(counts)) > 1:
        each = zip(dataset.backend.values, counts, strict=True)
        return f"{kind} modes: " + ", ".join(f"{spec} {count}" for spec, count in each)
    return counted(counts[0] or "no", f"{kind} mode")


def error_line(dataset: xr.Dataset) -> str:
    """Return what the errors are relative to, or why there are none; nothing where only the reference was asked."""
    reference = dataset.attrs["reference"]
    if not reference:
        return f"no relative errors: {dataset.attrs['reference_missing']}"
    return f"errors are relative to {reference}" if set(dataset.backend.values) != {reference} else ""


def _certified_line(row: xr.Dataset) -> str:
    """Return what is proved of a backend's frequencies; nothing where nothing is."""
    if not _certified(row):
        return ""
    ends = zip(row.interval_lower.values, row.interval_upper.values, strict=True)
    widest = max(relative_half_width(lower, upper) for lower, upper in ends)
    rounded = Context(prec=2, rounding=ROUND_CEILING).plus(Decimal(widest))
    proved = f"certified: each frequency of {row.backend.item()} within ±{float(rounded):.1e}, relative, none missed"
    return "; ".join([proved, *_shared(row)])


def _certified(row: xr.Dataset) -> bool:
    return "multiplicity" in row and bool(row.multiplicity.all())


def _estimated(row: xr.Dataset) -> bool:
    return "digits" in row and not bool(row.digits.isnull().any())


def _shared(row: xr.Dataset) -> list[str]:
    """Return which modes lie in one interval, and of how many frequencies, where some lie beyond the last mode."""
    texts = []
    for _, group in groupby(range(row.sizes["mode"]), lambda k: row.interval_lower.values[k]):
        modes = [k + 1 for k in group]
        held = int(row.multiplicity[modes[0] - 1])
        if held > 1:
            part = "" if held == len(modes) else f", {len(modes)} of the {held} frequencies in it"
            texts.append(f"{_listed(modes)} in one interval{part}")
    return texts


def _listed(modes: Sequence[int]) -> str:
    *others, last = map(str, modes)
    return f"modes {', '.join(others)} and {last}" if others else f"mode {last}"


def _sheet(dataset: xr.Dataset, rows: Sequence[xr.Dataset], name: str, unit: str) -> Sheet:
    columns = [Column("mode", [*map(str, dataset.mode.values), "unknowns", "seconds"])]
    columns += [column for row in rows for column in _columns(row, name, unit, dataset.attrs["reference"])]
    if "digits" in dataset:
        columns[0] = Column("mode", [*columns[0].cells, "digits"])
    return Sheet(columns, rules=[dataset.sizes["mode"]])


def _columns(row: xr.Dataset, name: str, unit: str, reference: str) -> list[Column]:
    """Return a backend's frequencies and, but for the reference itself, their errors; its costs below the last."""
    spec = str(row.backend.item())
    costs = [str(row.unknowns.item()), f"{row.seconds.item():.2g}"]
    if "digits" in row:
        # Beyond fourteen digits, machines differ.
        costs += [str(min(int(row.digits.min()), MOST_DIGITS)) if _estimated(row) else ""]
    values = aligned_numbers(row[name].values.tolist())
    if reference in ("", spec):
        return [Column(spec, [*values, *costs], unit)]
    errors = [error_cell(error) for error in row.relative_error.values]
    return [Column(spec, [*values, *[""] * len(costs)], unit), Column(spec, [*errors, *costs], "error")]


def _tree(dataset: xr.Dataset) -> object:
    """Return one record a backend; errors are null without a reference, intervals text, every mode a pair."""
    answers, refused = dataset.drop_dims("refused", errors="ignore"), refusals(dataset)
    found = [_record(row, record) for row, record in zip(_rows(dataset), results(answers, ["backend"]), strict=True)]
    told = {"refusals": refused} if refused else {}
    return {"arm": dataset.attrs["arm"], "units": units_of(answers), "results": found, **told}


def _record(row: xr.Dataset, record: dict[str, object]) -> dict[str, object]:
    if not row.attrs["reference"]:
        record["relative_error"] = None
    if "growth_rate" in row:
        record["growth_rate"] = row.growth_rate.dropna("unstable").values.tolist()
    if not _estimated(row):
        record.pop("digits", None)
    ends = [record.pop(name, None) for name in ("interval_lower", "interval_upper")]
    if _certified(row):
        return {**record, "interval": list(map(list, zip(*ends, strict=True)))}
    record.pop("multiplicity", None)
    return record


FREQUENCIES = of_dataset(_page, _tree, lambda dataset: dataset.drop_dims("refused", errors="ignore"))
