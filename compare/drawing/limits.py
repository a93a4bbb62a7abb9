"""The figure of a limits study: digits left against the parameter, one curve a formulation."""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullLocator

from compare.drawing.figure import STYLE
from compare.drawing.laid_out import LaidOutFigure
from compare.drawing.layout import CHARACTERS_AN_INCH
from compare.drawing.pages import as_page
from compare.readings.thresholds import DIGITS, of_quantity, worst_digits
from compare.rendering.records import with_unit
from compare.rendering.sheet import plain
from compare.studies.matching import MOST_DIGITS
from flexarm.arrays import Array
from flexarm.writing import write_folder

SIZE, NARROW = (7.4, 3.9), (3.9, 6.4)
# So many decades and more want a logarithmic axis; a hundredfold range is still told apart on a linear one.
_DECADES = 2.0
_MOST_MARKS, _LARGEST_PLAIN = 9, 4
# Markers of more values than this run into one another.
_MOST_MARKERS = 25


@dataclass(frozen=True)
class _Look:
    """How a formulation's curve is drawn."""

    colour: str
    marker: str
    dashes: str | tuple[float, tuple[float, ...]] = "-"
    ours: bool = False


# Okabe and Ito (2008). Ours: their three strongest colours, thick and filled; the textbooks': thin, dashed and hollow,
# related ones alike in colour.
LOOKS = {
    "exact": _Look("#0072B2", "o", ours=True),
    "assumed_modes": _Look("#009E73", "s", ours=True),
    "fem": _Look("#D55E00", "D", ours=True),
    "raw-determinant": _Look("#56B4E9", "v", (0, (4, 1.5))),
    "boundary-conditions": _Look("#56B4E9", "^", (0, (1, 1.2))),
    "expanded-determinant": _Look("#56B4E9", "h", (0, (4, 1.5, 1, 1.5))),
    "transfer-matrix": _Look("#333333", "x", (0, (4, 1.5))),
    "dynamic-stiffness": _Look("#333333", "+", (0, (1, 1.2))),
    "assumed-monomial": _Look("#CC79A7", "P", (0, (4, 1.5))),
    "assumed-cosh": _Look("#CC79A7", "X", (0, (1, 1.2))),
    "fem-dense": _Look("#E69F00", "<", (0, (4, 1.5))),
    "fem-sparse": _Look("#E69F00", ">", (0, (1, 1.2))),
    "fem-companion": _Look("#E69F00", "d", (0, (4, 1.5, 1, 1.5))),
    "truncated-modes": _Look("#56B4E9", "p", (0, (4, 1.5))),
    "modal-damping": _Look("#333333", "x", (0, (1, 1.2))),
    "few-modes": _Look("#CC79A7", "P", (0, (4, 1.5, 1, 1.5))),
    "massless": _Look("#009E73", "s", (0, (4, 1.5))),
    "lumped": _Look("#D55E00", "D", (0, (1, 1.2))),
}
_STRANGER = _Look("#999999", ".", (0, (4, 1.5)))


def plot_limits(dataset: xr.Dataset, narrow: bool = False) -> Figure:
    """Return a picture of the digits left in the worst of the modes, against the study's parameter.

    The axis is logarithmic where the values span two decades or more; a value of zero then stands a decade below the
    smallest other one. Values at which a formulation was not asked are passed over.

    Parameters
    ----------
    dataset
        What `compare.limits` returned.
    narrow
        Whether it is for a narrow page: higher than wide, the legend below.
    """
    values = dataset["value"].values
    shown, logarithmic = _positions(values)
    with style.context(STYLE):
        figure = LaidOutFigure(NARROW if narrow else SIZE)
        axes = figure.add_subplot(ylim=(-0.6, MOST_DIGITS + 0.6), xscale="log" if logarithmic else "linear")
        _rule(axes)
        for name, title, digits in _curves(dataset):
            _draw(axes, shown, digits, LOOKS.get(name, _STRANGER), title)
        _mark(axes, values, shown, logarithmic)
        _words(figure, axes, dataset)
    return figure


def _curves(dataset: xr.Dataset) -> list[tuple[str, str, Array]]:
    """Return name, title and digits of every formulation, ours first."""
    names, titles = dataset.formulation.values.tolist(), dataset.title.values.tolist()
    curves = zip(names, titles, worst_digits(dataset), strict=True)
    return sorted(curves, key=lambda curve: not LOOKS.get(curve[0], _STRANGER).ours)


def _positions(values: Array) -> tuple[Array, bool]:
    """Return where values stand on the axis, and whether it is logarithmic."""
    positive = values[values > 0.0]
    if len(positive) < 2 or np.log10(positive[-1] / positive[0]) < _DECADES:
        return values, False
    return np.where(values > 0.0, values, 0.1 * positive[0]), True


def _rule(axes: Axes) -> None:
    """Rule the numbers of digits that the table of thresholds is about."""
    axes.set_yticks([0.0, *sorted(DIGITS), MOST_DIGITS])
    axes.yaxis.set_major_formatter("{x:.0f}")
    axes.grid(axis="y", color="#E4E4E4", linewidth=0.6)


def _draw(axes: Axes, x: Array, digits: Array, look: _Look, title: str) -> None:
    asked = np.isfinite(digits)
    if look.ours:
        width, size, face, order = 2.4, 4.5, look.colour, 4.0
    else:
        width, size, face, order = 1.1, 4.5, "white", 3.0
    axes.plot(
        x[asked],
        digits[asked],
        color=look.colour,
        linestyle=look.dashes,
        linewidth=width,
        marker=look.marker,
        markevery=1 + np.count_nonzero(asked) // _MOST_MARKERS,
        markersize=size,
        markerfacecolor=face,
        zorder=order,
        label=title,
        clip_on=False,
    )


def _mark(axes: Axes, values: Array, shown: Array, logarithmic: bool) -> None:
    """Mark the axis in round numbers, zero among them where it is a value."""
    if not logarithmic:
        axes.xaxis.set_major_locator(
            MaxNLocator(_MOST_MARKS, steps=(1, 2, 5, 10), integer=bool(np.all(values == np.round(values))))
        )
        return
    marks = _decades(values[values > 0.0])
    if values[0] == 0.0:
        marks = {float(shown[0]): "0", **marks}
        # The axis is broken between zero and the smallest number.
        at, look = float(np.sqrt(shown[0] * shown[1])), {"ha": "center", "va": "center", "color": "#666666"}
        axes.text(at, 0.0, "//", look, fontsize=8, transform=axes.get_xaxis_transform())
    axes.set_xticks(list(marks), list(marks.values()))
    axes.xaxis.set_minor_locator(NullLocator())


def _decades(positive: Array) -> dict[float, str]:
    """Return the powers of ten to be marked, with their labels; not so many that these would touch."""
    first, last = int(np.ceil(np.log10(positive[0]) - 1e-9)), int(np.floor(np.log10(positive[-1]) + 1e-9))
    powers = range(first, last + 1, math.ceil((last - first + 1) / _MOST_MARKS))
    short = first >= 0 and last <= _LARGEST_PLAIN
    return {10.0**power: plain(10.0**power) if short else f"$10^{{{power}}}$" for power in powers}


def _words(figure: Figure, axes: Axes, dataset: xr.Dataset) -> None:
    attributes = dataset["value"].attrs
    axes.set_xlabel(with_unit(attributes["long_name"], attributes["units"]))
    axes.set_ylabel(f"digits left{of_quantity(dataset)}, worst of the modes")
    title = textwrap.fill(dataset.attrs["study_title"], int(CHARACTERS_AN_INCH * figure.get_figwidth()))
    axes.set_title(title, parse_math=False)
    handles, labels = axes.get_legend_handles_labels()
    narrow = figure.get_figwidth() < SIZE[0]
    figure.legend(handles, labels, loc="outside lower center" if narrow else "outside right upper")


def save_plots(datasets: Sequence[xr.Dataset], folder: Path) -> None:
    """Draw limits into a folder, made where there is none, one STUDY.svg a study: all of them, whole, or none."""
    write_folder(folder, {f"{one.attrs['study']}.svg": as_page(plot_limits(one), ".svg") for one in datasets})
