"""The figure of what terms of beam theory change: relative changes by mode, one panel a backend."""

from collections.abc import Sized
from typing import Any

import numpy as np
import xarray as xr
from matplotlib import rcParams, style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

from compare.drawing.convergence import MARKERS
from compare.drawing.figure import STYLE
from compare.drawing.look import INK
from compare.drawing.panels import entitle, label_outer, panels, rule
from compare.studies.theories import NOTHING
from flexarm.arrays import Array
from flexarm.checks import shown
from flexarm.errors import Fault, InputError

PANEL, AROUND, COLUMNS = (5.2, 3.4), (0.4, 0.9), 2
_PER_CENT = 100.0
# Nobody measures less, in per cent.
_LEAST = 1e-3
# Where missing modes stand, of a panel's height.
_TOP = 0.955


def plot_theories(dataset: xr.Dataset) -> Figure:
    """Return a picture of how much each frequency changes without each term, in per cent, one panel a backend.

    Changes below 0.001 % stand there; frequencies that are lower without have hollow markers; modes that are missing
    without a term stand at the top, as crosses.

    Parameters
    ----------
    dataset
        What `compare.theories` returned.

    Raises
    ------
    InputError
        If it is none of `compare.theories`.
    """
    if not isinstance(dataset, xr.Dataset) or "relative_change" not in dataset:
        raise InputError([Fault("dataset", "what compare.theories returned", shown(dataset))], "plot_theories")
    columns = min(COLUMNS, dataset.sizes["backend"])
    with style.context(STYLE):
        figure, axes = panels(dataset.sizes["backend"], columns, PANEL, AROUND)
        for place, backend in zip(axes, dataset.backend.values, strict=True):
            place.set(yscale="log", title=str(backend) if len(axes) > 1 else "")
            _draw(place, dataset.sel(backend=backend))
        largest = _PER_CENT * float(abs(dataset.relative_change).max())
        axes[0].set_ylim(0.7 * _LEAST, 6.0 * max(largest, 10.0 * _LEAST))
        axes[0].yaxis.set_major_formatter(FuncFormatter(_mark))
        label_outer(axes, columns, "mode, with all terms", "|change without the term|, %")
        entitle(figure, dataset.attrs["arm"])
        figure.legend(*_entries(dataset), loc="outside lower center", ncols=3)
    return figure


def _mark(percent: float, _: int | None) -> str:
    return f"≤ {percent:g}" if percent <= _LEAST else f"{percent:g}"


def _draw(axes: Axes, one: xr.Dataset) -> None:
    rule(axes)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    looks = _looks(one)
    for shift, (without, line) in zip(_beside(looks), looks.items(), strict=True):
        mode = one.mode.values + shift
        change = _PER_CENT * one.relative_change.sel(without=without).values
        size = np.maximum(np.abs(change), _LEAST)
        axes.plot(mode, size, **line)
        lower = change < -_LEAST
        axes.plot(mode[lower], size[lower], **{**line, "linestyle": "none", "markerfacecolor": "white"})
        gone = mode[np.isnan(change)]
        top = {**line, "linestyle": "none", "marker": "x", "transform": axes.get_xaxis_transform()}
        axes.plot(gone, np.full(len(gone), _TOP), **top)


def _beside(looks: Sized) -> Array:
    """Return how far markers of a mode stand beside one another, shape (looks,)."""
    return np.asarray(0.05 * (2.0 * np.arange(len(looks)) - len(looks) + 1.0))


def _looks(dataset: xr.Dataset) -> dict[str, dict[str, Any]]:
    """Return how each change is drawn."""
    others = [str(name) for name in dataset.without.values if name != NOTHING]
    colours = rcParams["axes.prop_cycle"].by_key()["color"]
    return {
        name: {"color": colour, "marker": marker, "markersize": 5.0, "linestyle": "-", "linewidth": 0.7}
        for name, colour, marker in zip(others, colours, MARKERS, strict=False)
    }


def _entries(dataset: xr.Dataset) -> tuple[list[Line2D], list[str]]:
    looks = {f"without {name}": Line2D([], [], **line) for name, line in _looks(dataset).items()}
    change = _PER_CENT * dataset.relative_change
    if bool((change < -_LEAST).any()):
        looks["lower without it"] = Line2D([], [], color=INK, marker="o", markerfacecolor="white", linestyle="none")
    if bool(change.isnull().any()):
        looks["missing without it"] = Line2D([], [], color=INK, marker="x", linestyle="none")
    return list(looks.values()), list(looks)
