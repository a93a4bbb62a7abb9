"""The figure of the summary: the verdicts of every table, and how far its values lie from the expected ones."""

from collections.abc import Sequence
from dataclasses import dataclass
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

LINE = 0.19  # inches a table
# Relative differences below the least and above the largest are drawn on the edge.
LEAST, LARGEST = 1e-4, 1e1
EXPLAINED: dict[str, Any] = {
    "marker": "o",
    "markerfacecolor": BY_NAME[DIFFERS].colour,
    "markeredgecolor": "none",
    "alpha": 0.6,
}
OPEN: dict[str, Any] = {"marker": "D", "markerfacecolor": "none", "markeredgecolor": INK, "alpha": 1.0}


@dataclass(frozen=True)
class _Form:
    """How wide the figure is, in inches, what its margins hold, and how its legends stand."""

    width: float
    left: float  # where the axes begin, a share of the width
    top: float  # inches
    letters: int  # of a table's name
    columns: tuple[int, int]  # of the two legends
    across: float  # where the left legend begins, in widths of its axes
    ratios: tuple[int, int]


_BROAD = _Form(9.0, 0.20, 0.75, 28, (3, 1), -0.34, (3, 2))
_NARROW = _Form(3.9, 0.36, 1.15, 21, (1, 1), -0.9, (1, 1))
_BOTTOM = 0.65  # inches


def overview(tables: Sequence[PublishedTable], narrow: bool = False) -> Figure:
    """Return the figure: a line a table, the shares of the verdicts on the left, the differences on the right."""
    form = _NARROW if narrow else _BROAD
    height = form.top + _BOTTOM + LINE * max(len(tables), 1)
    with style.context(STYLE):
        figure = Figure((form.width, height))
        shares, differences = figure.subplots(1, 2, sharey=True, width_ratios=form.ratios)
        space = 0.3 if narrow else 0.16
        figure.subplots_adjust(form.left, _BOTTOM / height, 0.985, 1.0 - form.top / height, wspace=space)
        _draw_shares(shares, tables, form)
        _draw_differences(differences, tables, form)
        _list_tables(shares, tables, form)
    return figure


def in_words(tables: Sequence[PublishedTable]) -> str:
    """Return what the figure shows, for readers who do not see it: the counts of every table."""
    return "; ".join(f"{table.table}: {table.in_words}" for table in tables)


def _draw_shares(axes: Axes, tables: Sequence[PublishedTable], form: _Form) -> None:
    lines = range(len(tables))
    counts = [tally(table.values) for table in tables]
    left = [0.0] * len(tables)
    for verdict in VERDICTS:
        widths = [100.0 * each.verdicts[verdict.name] / max(each.values, 1) for each in counts]
        look: dict[str, Any] = {"color": verdict.colour, "hatch": verdict.hatch, "edgecolor": "white", "linewidth": 0.6}
        axes.barh(lines, widths, 0.78, left, label=verdict.name, **look)
        left = [start + width for start, width in zip(left, widths, strict=True)]
    for line, each in zip(lines, counts, strict=True):
        axes.text(102.0, line, str(each.values), va="center", fontsize=7, color=INK)
    label = "share of values / %" if form is _NARROW else "share of the table's values / %; right: their number"
    axes.set(xlim=(0.0, 100.0), xlabel=label)
    place = form.across, 1.0
    axes.legend(loc="lower left", bbox_to_anchor=place, ncols=form.columns[0], borderaxespad=0.3, handlelength=1.4)


def _draw_differences(axes: Axes, tables: Sequence[PublishedTable], form: _Form) -> None:
    for explained, look, label in ((True, EXPLAINED, "cause found"), (False, OPEN, "unexplained")):
        points = [
            (min(max(value.relative, LEAST), LARGEST), line)
            for line, table in enumerate(tables)
            for value in table.values
            if value.differs and value.explained is explained
        ]
        axes.plot(*(zip(*points, strict=True) if points else ((), ())), linestyle="none", ms=4.5, label=label, **look)
    label = "relative difference" if form is _NARROW else "|printed / expected − 1| of values that differ"
    axes.set(xscale="log", xlim=(LEAST / 1.3, LARGEST * 1.3), xlabel=label)
    axes.grid(axis="y", color="#EEEEEE")
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0.0, labelleft=False)
    axes.spines.left.set_visible(False)
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=form.columns[1], borderaxespad=0.3, handlelength=1.0)


def _list_tables(axes: Axes, tables: Sequence[PublishedTable], form: _Form) -> None:
    axes.set_yticks(range(len(tables)), [_short(table.table, form.letters) for table in tables], parse_math=False)
    axes.tick_params(axis="y", length=0.0, labelsize=7)
    axes.set_ylim(max(len(tables), 1) - 0.5, -0.5)
    axes.spines.left.set_visible(False)


def _short(name: str, letters: int) -> str:
    """Return a name without its middle where it is too long: tables of one source differ in their ends."""
    return name if len(name) <= letters else f"{name[:6]}…{name[7 - letters :]}"
