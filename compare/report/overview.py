"""The figure of the summary: the verdicts of every table, and how far its values lie from the expected ones."""

from collections.abc import Sequence
from typing import Any

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compare.drawing.figure import STYLE
from compare.drawing.look import INK
from compare.judging.record import PublishedTable
from compare.judging.verdict import DIFFERS
from compare.report.tally import tally
from compare.report.verdicts import BY_NAME, VERDICTS

WIDTH, LINE, MARGINS = 9.0, 0.19, 1.2
LEFT, RIGHT, TOP, BOTTOM = 0.20, 0.985, 0.55, 0.65  # left and right in shares of the width, the others in inches
# Relative differences below the least and above the largest are drawn on the edge.
LEAST, LARGEST = 1e-4, 1e1
LONGEST_NAME = 28  # letters that the margin holds
EXPLAINED: dict[str, Any] = {
    "marker": "o",
    "markerfacecolor": BY_NAME[DIFFERS].colour,
    "markeredgecolor": "none",
    "alpha": 0.6,
}
OPEN: dict[str, Any] = {"marker": "D", "markerfacecolor": "none", "markeredgecolor": INK, "alpha": 1.0}


def overview(tables: Sequence[PublishedTable]) -> Figure:
    """Return the figure: a line a table, the shares of the verdicts on the left, the differences on the right.

    Parameters
    ----------
    tables
        The tables, in the order in which they are to stand from top to bottom.
    """
    height = MARGINS + LINE * max(len(tables), 1)
    with style.context(STYLE):
        figure = Figure((WIDTH, height))
        shares, differences = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
        figure.subplots_adjust(LEFT, BOTTOM / height, RIGHT, 1.0 - TOP / height, wspace=0.16)
        _draw_shares(shares, tables)
        _draw_differences(differences, tables)
        _list_tables(shares, tables)
    return figure


def in_words(tables: Sequence[PublishedTable]) -> str:
    """Return what the figure shows, for readers who do not see it: the counts of every table."""
    return "; ".join(f"{table.table}: {tally(table.values).in_words or 'no values'}" for table in tables)


def _draw_shares(axes: Axes, tables: Sequence[PublishedTable]) -> None:
    lines = range(len(tables))
    counts = [tally(table.values) for table in tables]
    left = [0.0] * len(tables)
    for verdict in VERDICTS:
        widths = [100.0 * each.verdicts[verdict.name] / max(each.values, 1) for each in counts]
        look: dict[str, Any] = {"color": verdict.colour, "hatch": verdict.hatch, "edgecolor": "white", "linewidth": 0.6}
        axes.barh(lines, widths, 0.78, left, label=verdict.name, **look)
        left = [start + width for start, width in zip(left, widths, strict=True)]
    for line, each in zip(lines, counts, strict=True):
        axes.text(101.5, line, str(each.values), va="center", fontsize=7, color=INK)
    axes.set(xlim=(0.0, 100.0), xlabel="share of the table's values / %; right: their number")
    axes.legend(loc="lower left", bbox_to_anchor=(-0.34, 1.0), ncols=4, borderaxespad=0.3, handlelength=1.4)


def _draw_differences(axes: Axes, tables: Sequence[PublishedTable]) -> None:
    for explained, look, label in ((True, EXPLAINED, "cause found"), (False, OPEN, "unexplained")):
        points = [
            (min(max(value.relative, LEAST), LARGEST), line)
            for line, table in enumerate(tables)
            for value in table.values
            if value.differs and value.explained is explained
        ]
        axes.plot(*(zip(*points, strict=True) if points else ((), ())), linestyle="none", ms=4.5, label=label, **look)
    axes.set(xscale="log", xlim=(LEAST / 1.3, LARGEST * 1.3), xlabel="|printed / expected − 1| of values that differ")
    axes.grid(axis="y", color="#EEEEEE")
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0.0, labelleft=False)
    axes.spines.left.set_visible(False)
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, borderaxespad=0.3, handlelength=1.0)


def _list_tables(axes: Axes, tables: Sequence[PublishedTable]) -> None:
    axes.set_yticks(range(len(tables)), [_short(table.table) for table in tables], parse_math=False)
    axes.tick_params(axis="y", length=0.0, labelsize=7)
    axes.set_ylim(max(len(tables), 1) - 0.5, -0.5)
    axes.spines.left.set_visible(False)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
