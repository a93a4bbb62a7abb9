"""The figure of a root locus: branches in the plane of s, coloured by the number that changes, one panel a backend."""

from typing import Any

import numpy as np
import xarray as xr
from matplotlib import colormaps, style
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import ListedColormap, Normalize
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import SymmetricalLogLocator

from compare.drawing.figure import STYLE
from compare.drawing.look import INK
from compare.drawing.panels import entitle, label_outer, panels, rule
from compare.rendering.records import with_unit
from flexarm.arrays import Array
from flexarm.checks import shown
from flexarm.errors import Fault, InputError

PANEL, AROUND, COLUMNS, ALONE = (4.2, 4.0), (0.9, 0.7), 2, 1.3
# Without the palest end, which a white page swallows.
_MAP = ListedColormap(colormaps["cividis"](np.linspace(0.0, 0.88, 256)))
_UNSTABLE = "#F6E3D8"
# Where branches span more than this an axis is logarithmic but for so small a part of the largest.
_WIDE, _DECADES = 100.0, 1e-4
_ROOM = 0.06
_MARKED: dict[str, Any] = {"markersize": 5, "color": INK, "fillstyle": "none", "markeredgewidth": 0.9}


def plot_locus(dataset: xr.Dataset) -> Figure:
    """Return a picture of a root locus in the upper half of the plane of s.

    Branches run from a cross, at the first value, to a circle, at the last, and have a diamond where they cross the
    imaginary axis. To the right of the shaded edge a motion
    grows. Axes are linear near zero and logarithmic beyond where eigenvalues span decades.

    Parameters
    ----------
    dataset
        What `compare.locus` returned.

    Raises
    ------
    InputError
        If it is none of `compare.locus`.
    """
    if not isinstance(dataset, xr.Dataset) or "locus_radius" not in dataset:
        raise InputError([Fault("dataset", "what compare.locus returned", shown(dataset))], "plot_locus")
    backends, key = dataset.backend.values, dataset[dataset.attrs["vary"]]
    columns = min(COLUMNS, len(backends))
    scale = ALONE if len(backends) == 1 else 1.0
    norm = Normalize(float(key.min()), float(key.max()))
    with style.context(STYLE):
        figure, axes = panels(len(backends), columns, (scale * PANEL[0], scale * PANEL[1]), AROUND)
        for place, backend in zip(axes, backends, strict=True):
            place.set(title=str(backend))
            rule(place)
            lines = _draw(place, dataset.sel(backend=backend), key.values, norm)
        _frame(axes[0], dataset)
        limits = axes[0].get_xlim()
        for place in axes:
            place.axvspan(0.0, limits[1], color=_UNSTABLE, zorder=0.0, linewidth=0.0)
            place.axvline(0.0, color=INK, linewidth=0.8, zorder=1.0)
        axes[0].set_xlim(limits)
        label_outer(axes, columns, "Re s (1/s)", "Im s (rad/s)")
        bar = figure.colorbar(lines, ax=axes, label=with_unit(key.name, key.attrs["units"]))
        bar.outline.set_visible(False)
        entitle(figure, dataset.attrs["arm"] or "arm without a name")
        told = {"first value": "x", "last value": "o"}
        told |= {"crosses the imaginary axis": "D"} if dataset.boundary.notnull().any() else {}
        marks = [Line2D([], [], linestyle="", marker=one, **_MARKED) for one in told.values()]
        figure.legend(marks, list(told), loc="outside lower center", ncols=len(told))
    return figure


def _draw(axes: Axes, row: xr.Dataset, values: Array, norm: Normalize) -> LineCollection:
    """Draw the branches of one backend."""
    pieces, colours = [np.zeros((0, 2, 2))], [np.zeros(0)]
    for branch in row.branch.values:
        points = np.stack([row[name].sel(branch=branch).values for name in ("real_part", "imaginary_part")], axis=1)
        points[points[:, 1] < 0.0] = np.nan
        pieces.append(np.stack([points[:-1], points[1:]], axis=1))
        colours.append(0.5 * (values[:-1] + values[1:]))
        for marker, end in (("x", points[0]), ("o", points[-1])):
            axes.plot(*end, marker=marker, zorder=3.0, **_MARKED)
    crossed = row.boundary_angular_frequency.values
    axes.plot(np.zeros(len(crossed)), crossed, linestyle="", marker="D", zorder=3.0, **_MARKED)
    every, tint = np.concatenate(pieces), np.concatenate(colours)
    there = np.all(np.isfinite(every), axis=(1, 2))
    lines = LineCollection(list(every[there]), cmap=_MAP, norm=norm, linewidths=1.8, zorder=2.0)
    lines.set_array(tint[there])
    axes.add_collection(lines)
    return lines


def _frame(axes: Axes, dataset: xr.Dataset) -> None:
    """Set the scales and the limits of all panels, which share them."""
    above = dataset.where(dataset.imaginary_part >= 0.0)
    for axis, name in (("x", "real_part"), ("y", "imaginary_part")):
        sizes = np.nanmax(np.abs(above[name].values), axis=(0, 1), initial=0.0)
        sizes = sizes[sizes > 0.0]
        if len(sizes) and np.max(sizes) > _WIDE * np.min(sizes):
            linear = 10.0 ** np.floor(np.log10(max(np.min(sizes), _DECADES * np.max(sizes))))
            getattr(axes, f"set_{axis}scale")("symlog", linthresh=float(linear))
            marks = SymmetricalLogLocator(base=10.0, linthresh=float(linear))
            marks.set_params(numticks=7)
            getattr(axes, f"{axis}axis").set_major_locator(marks)
    axes.update_datalim([(0.0, 0.0)])
    axes.margins(_ROOM)
    axes.autoscale_view()
