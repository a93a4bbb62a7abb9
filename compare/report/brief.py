"""The validation on the terminal: its summary, and the values of a few tables."""

from textwrap import fill

import xarray as xr
from rich import box
from rich.table import Table
from rich.text import Text

from compare.judging.dataset import published_tables
from compare.judging.record import PublishedTable, Value
from compare.judging.verdict import CANNOT_BE_JUDGED, OWN_APPROXIMATION
from compare.rendering.sheet import drawn
from compare.report.numbers import deviation, expected
from compare.report.tally import Tally, all_values, by_source, tally

SOURCE_WIDTH, HEAD_WIDTH = 15, 6  # they keep the table within 80 columns
HEADS = (
    "val- ues",
    "con- firm- ed",
    "own ap- prox.",
    "model error",
    "arith- metic",
    "mis- print",
    "mea- sured",
    "unex- plain- ed",
    "not judg- ed",
)
# So many values at most stand on a terminal one by one.
FEW = 60


def as_text(dataset: xr.Dataset) -> str:
    """Return the number of values in each verdict and kind of error, a line a source."""
    tables = published_tables(dataset)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("source", max_width=SOURCE_WIDTH)
    for title in HEADS:
        table.add_column(fill(title, HEAD_WIDTH), justify="right")
    for source, group in by_source(tables).items():
        table.add_row(Text(source), *_counts(tally(all_values(group))))
    table.add_section()
    table.add_row("all", *_counts(tally(all_values(tables))))
    return drawn(table)


def _counts(counts: Tally) -> list[str]:
    own, unjudged = (counts.verdicts[name] for name in (OWN_APPROXIMATION, CANNOT_BE_JUDGED))
    return [str(count) for count in (counts.values, counts.confirmed, own, *counts.errors.values(), unjudged)]


def as_values(dataset: xr.Dataset) -> str:
    """Return the values of a few tables one by one, with verdicts and causes; nothing where there are many."""
    tables = published_tables(dataset)
    if len(all_values(tables)) > FEW:
        return ""
    listed = (f"\n{table.table}: {table.caption}\n\n{_values(table).strip()}\n" for table in tables if table.values)
    return "".join(listed)


def _values(published: PublishedTable) -> str:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("row", "value"):
        table.add_column(title)
    for title in ("printed", "expected", "off by"):
        table.add_column(title, justify="right")
    table.add_column("verdict", max_width=60)
    for value in published.values:
        printed = f"{value.printed} {value.unit}".removesuffix(" 1")
        off = deviation(value.relative_difference) if value.differs else ""
        table.add_row(
            *(Text(text) for text in (value.row_words, value.what, printed)),
            expected(value).whole,
            off,
            _verdict(value),
        )
    return drawn(table)


def _verdict(value: Value) -> Text:
    told = value.cause or value.reason
    return Text(f"{value.verdict}: {told}" if told else value.verdict)
