"""The validation's summary for the terminal."""

from textwrap import fill

import xarray as xr
from rich import box
from rich.table import Table
from rich.text import Text

from compare.judging.dataset import published_tables
from compare.rendering.sheet import drawn
from compare.report.tally import Tally, all_values, by_source, tally
from compare.report.verdicts import VERDICTS

SOURCE_WIDTH, HEAD_WIDTH = 18, 9  # they keep the table within 80 columns


def as_text(dataset: xr.Dataset) -> str:
    """Return the number of values in each verdict, a line a source.

    Parameters
    ----------
    dataset
        What `compare.validation` returned.
    """
    tables = published_tables(dataset)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("source", max_width=SOURCE_WIDTH)
    for title in ("values", *(fill(verdict.name, HEAD_WIDTH) for verdict in VERDICTS), "not\nexplained"):
        table.add_column(title, justify="right")
    for source, group in by_source(tables).items():
        table.add_row(Text(source), *_counts(tally(all_values(group))))
    table.add_section()
    table.add_row("all", *_counts(tally(all_values(tables))))
    return drawn(table)


def _counts(counts: Tally) -> list[str]:
    return [str(count) for count in (counts.values, *counts.verdicts.values(), counts.unexplained)]
