"""The figure of a study of convergence: errors against unknowns, one panel a mode."""

import math
from dataclasses import dataclass
from itertools import cycle
from typing import Literal

import numpy as np
import xarray as xr
from matplotlib import rcParams, style
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

from compare.drawing.figure import STYLE
from compare.drawing.panels import entitle, label_outer, panels, rule
from compare.readings.cheapest import asked_one, require_convergence
from compare.readings.order import LAWS
from flexarm.arrays import Array

MARKERS = "osD^vP*X"
COLUMNS, PANEL, AROUND = 3, (2.9, 2.4), (0.6, 0.8)
BAND = "#E4E4E4"
# How errors are drawn, and what they are called where there are several.
STYLES: dict[str, tuple[Literal["-", "--"], str]] = {
    "relative_error": ("-", "frequency"),
    "damping_ratio_error": ("--", "damping ratio"),
}


@dataclass(frozen=True)
class _Look:
    """Colour and marker of a backend."""

    colour: str
    marker: str

    def line(self, x: Array, y: Array, style: Literal["-", "--", "none"], face: str) -> Line2D:
        """Return a line through points, or their markers alone."""
        marker = self.marker if face != "none" else "none"
        return Line2D(
            x, y, color=self.colour, linestyle=style, linewidth=1.1, marker=marker, markersize=4.5, markerfacecolor=face
        )


def plot_convergence(dataset: xr.Dataset, narrow: bool = False) -> Figure:
    """Return a picture of relative frequency errors against unknowns, log–log, one panel a mode.

    Errors of damping ratios, where there are any, have dashed lines. Errors that are round-off (at and beyond
    ``round_off_size``) have hollow markers; a band reaches from below to the highest level of round-off that a backend
    comes down to. Errors below the spacing of float64 stand at it.

    Parameters
    ----------
    dataset
        What `compare.convergence` returned.
    narrow
        Whether it is for a narrow page: one panel below the other.

    Raises
    ------
    InputError
        If it is none of `compare.convergence`.
    """
    dataset = require_convergence(dataset)
    modes = dataset.mode.values
    columns = 1 if narrow else 2 if len(modes) in (2, 4) else min(COLUMNS, len(modes))
    with style.context(STYLE):
        figure, axes = panels(len(modes), columns, PANEL, AROUND)
        for place, mode in zip(axes, modes, strict=True):
            _draw_mode(place, dataset.sel(mode=mode))
        several = len(_shown(dataset)) > 1
        label_outer(axes, columns, "unknowns", f"|relative {'' if several else 'frequency '}error|")
        axes[0].autoscale_view(scaley=False)
        axes[0].set_ylim(_limits(dataset))
        _mark_unknowns(axes[0])
        entitle(figure, dataset.attrs["arm"])
        _legend(figure, dataset, columns)
    return figure


def _mark_unknowns(axes: Axes) -> None:
    """Mark 1, 2, 5, 10, 20, … unknowns in plain numbers; the other panels share the marks."""
    axes.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axes.xaxis.set_minor_formatter(NullFormatter())


def _limits(dataset: xr.Dataset) -> tuple[float, float]:
    """Return the least and the largest error with room around them; the spacing of float64 is the least there is."""
    every = np.concatenate([dataset[name].values.ravel() for name in _shown(dataset)])
    error = np.abs(every[np.isfinite(every)])
    shown = np.maximum(error, np.finfo(float).eps)
    return 0.3 * float(np.min(shown, initial=1.0)), 3.0 * float(np.max(shown, initial=np.finfo(float).eps))


def _shown(dataset: xr.Dataset) -> list[str]:
    """Return the errors that there are."""
    return [name for name in STYLES if name in dataset]


def _draw_mode(axes: Axes, one: xr.Dataset) -> None:
    axes.set(xscale="log", yscale="log", title=f"{asked_one(one)} {one.mode.item()}")
    rule(axes)
    for backend, look in zip(one.backend.values, _looks(one), strict=True):
        for name in _shown(one):
            _draw_errors(axes, one.sel(backend=backend), name, look)
    level = max(float(one[f"{LAWS[name]}round_off_level"].max()) for name in _shown(one))
    if level > 0.0:
        axes.axhspan(np.finfo(float).tiny, level, color=BAND, zorder=0.5, linewidth=0.0)


def _draw_errors(axes: Axes, one: xr.Dataset, name: str, look: _Look) -> None:
    known = np.isfinite(one[name].values)
    unknowns = one.unknowns.values[known]
    error = np.maximum(np.abs(one[name].values[known]), np.finfo(float).eps)
    end = one[f"{LAWS[name]}round_off_size"].item() or math.inf
    hollow = one.size.values[known] >= end
    axes.add_line(look.line(unknowns, error, STYLES[name][0], "none"))
    axes.add_line(look.line(unknowns[~hollow], error[~hollow], "none", look.colour))
    axes.add_line(look.line(unknowns[hollow], error[hollow], "none", "white"))


def _looks(dataset: xr.Dataset) -> list[_Look]:
    colours = cycle(rcParams["axes.prop_cycle"].by_key()["color"])
    return [_Look(colour, marker) for colour, marker, _ in zip(colours, cycle(MARKERS), dataset.backend, strict=False)]


def _legend(figure: Figure, dataset: xr.Dataset, columns: int) -> None:
    looks = zip(dataset.backend.values, _looks(dataset), strict=True)
    nowhere = np.zeros(0)
    samples: dict[str, Artist] = {str(name): look.line(nowhere, nowhere, "-", look.colour) for name, look in looks}
    if len(shown := _shown(dataset)) > 1:
        samples |= {STYLES[name][1]: Line2D([], [], color="#333333", linestyle=STYLES[name][0]) for name in shown}
    if any(np.any(dataset[f"{LAWS[name]}round_off_size"] > 0) for name in shown):
        samples["round-off (hollow: no longer falling)"] = Patch(color=BAND)
    figure.legend(list(samples.values()), list(samples), loc="outside lower center", ncols=columns)
