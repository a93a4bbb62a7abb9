"""A comparison as a table for people."""

from collections.abc import Sequence
from decimal import ROUND_CEILING, Context, Decimal
from io import StringIO
from itertools import groupby

import xarray as xr
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from compare.records import certified, estimated, rows
from flexarm.certificate import relative_half_width

DIGITS, WIDEST, MOST_DIGITS = 8, 14, 14
UNITS = {"rad/s": ("angular_frequency", "rad/s"), "hz": ("frequency", "Hz")}


def as_table(dataset: xr.Dataset, unit: str = "rad/s") -> str:
    """Return the result of `compare.frequencies` as a table, a row per mode.

    Parameters
    ----------
    dataset
        What `compare.frequencies` returned.
    unit
        ``"rad/s"`` or ``"hz"``.
    """
    lines = [dataset.attrs["arm"] or "arm without a name", rigid_body_line(dataset), unstable_line(dataset)]
    lines += [*growth_lines(dataset), error_line(dataset)]
    lines += map(certified_line, rows(dataset))
    return "\n".join([*filter(None, lines), drawn(_table(dataset, *UNITS[unit]))])


def rigid_body_line(dataset: xr.Dataset) -> str:
    """Return the number of rigid-body modes in words; one by one where the backends differ."""
    return _counted(dataset, "rigid_modes", "rigid-body")


def unstable_line(dataset: xr.Dataset) -> str:
    """Return the number of unstable modes in words; nothing for an arm without static loads."""
    return _counted(dataset, "unstable_modes", "unstable") if "unstable_modes" in dataset else ""


def growth_lines(dataset: xr.Dataset) -> list[str]:
    """Return the growth rates of unstable modes, a line a backend, where they were asked for and there are any."""
    if "growth_rate" not in dataset:
        return []
    each = [(row.backend.item(), row.growth_rate.dropna("unstable").values.tolist()) for row in rows(dataset)]
    return [f"{spec}: grows at {', '.join(f'{rate:.8g}' for rate in rates)} 1/s" for spec, rates in each if rates]


def _counted(dataset: xr.Dataset, name: str, kind: str) -> str:
    counts = dataset[name].values.tolist()
    if len(set(counts)) > 1:
        each = zip(dataset.backend.values, counts, strict=True)
        return f"{kind} modes: " + ", ".join(f"{spec} {count}" for spec, count in each)
    return f"{counts[0] or 'no'} {kind} mode{'s' * (counts[0] != 1)}"


def error_line(dataset: xr.Dataset) -> str:
    """Return what the errors are relative to, or why there are none; nothing where only the reference was asked."""
    reference = dataset.attrs["reference"]
    if not reference:
        return f"no relative errors: {dataset.attrs['reference_missing']}"
    return f"errors are relative to {reference}" if set(dataset.backend.values) != {reference} else ""


def certified_line(row: xr.Dataset) -> str:
    """Return what is proved of a backend's frequencies; nothing where nothing is."""
    if not certified(row):
        return ""
    ends = zip(row.interval_lower.values, row.interval_upper.values, strict=True)
    widest = max(relative_half_width(lower, upper) for lower, upper in ends)
    rounded = Context(prec=2, rounding=ROUND_CEILING).plus(Decimal(widest))
    proved = f"certified: each frequency of {row.backend.item()} within ±{float(rounded):.1e}, relative, none missed"
    return "; ".join([proved, *_shared(row)])


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


def _table(dataset: xr.Dataset, name: str, unit: str) -> Table:
    columns = [_column(row, name, unit, dataset.attrs["reference"]) for row in rows(dataset)]
    last = dataset.sizes["mode"]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ["mode", *dataset.backend.values]:
        table.add_column(Text(title), justify="right", no_wrap=True)
    heading, *modes = zip(["", *map(str, dataset.mode.values)], *columns, strict=True)
    table.add_row(*heading)
    for mode, cells in enumerate(modes, 1):
        table.add_row(*cells, end_section=mode == last)
    table.add_row("unknowns", *map(str, dataset.unknowns.values))
    table.add_row("seconds", *(f"{seconds:.2g}" for seconds in dataset.seconds.values))
    if "digits" in dataset:
        table.add_row("digits", *map(_digits, rows(dataset)))
    return table


def _digits(row: xr.Dataset) -> str:
    """Return how many digits round-off has left every frequency; beyond fourteen, machines differ."""
    return str(min(int(row.digits.min()), MOST_DIGITS)) if estimated(row) else ""


def _column(row: xr.Dataset, name: str, unit: str, reference: str) -> list[str]:
    """Return a backend's heading and cells: frequencies and, but for the reference itself, their errors."""
    values = _headed(unit, aligned(row[name].values.tolist()))
    if reference in ("", row.backend.item()):
        return values
    errors = _headed("error", [_error(error) for error in row.relative_error.values])
    return [f"{value}  {error}" for value, error in zip(values, errors, strict=True)]


def _error(error: float) -> str:
    return f"{error:.1e}" if error == error else "–"  # NaN: the reference finds no frequency of this mode


def _headed(heading: str, cells: Sequence[str]) -> list[str]:
    width = max(map(len, [heading, *cells]))
    return [cell.rjust(width) for cell in [heading, *cells]]


def aligned(values: Sequence[float]) -> list[str]:
    """Return numbers to eight significant digits, of one width, their decimal points below one another.

    Parameters
    ----------
    values
        The numbers; where they are too far apart for a narrow column, the points are not aligned.
    """
    plain = [f"{value:#.{DIGITS}g}" for value in values]
    before = [text.find(".") for text in plain]
    padded = [" " * (max(before) - point) + text for text, point in zip(plain, before, strict=True)]
    width = max(map(len, padded))
    return [text.ljust(width) for text in padded] if width <= WIDEST else plain


def drawn(table: Table) -> str:
    """Return a table of rich's as plain text: no colours, no blanks at the ends of lines, as wide as it needs."""
    text = StringIO()
    console = Console(file=text, width=1000, no_color=True)
    console.print(table)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"
