"""The figure of a sweep: curves over one dimension, filled maps over two, one panel a value of the others."""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np
import xarray as xr
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.colors import BoundaryNorm
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from compare.drawing.figure import STYLE
from compare.drawing.panels import entitle, label_outer, panels, rule
from compare.grids.keys import Value
from compare.readings.selection import left_out, selected
from compare.rendering.records import with_unit
from compare.rendering.sheet import counted
from flexarm.arrays import Array
from flexarm.errors import Fault, InputError

COLUMNS, PANEL, ALONE, AROUND = 4, (2.6, 2.3), 1.7, (0.7, 0.9)
MOST_PANELS = 36
LEVELS, MARKED, MAP = 9, 30, "cividis"
MISSING = "#D8D8D8"
# A linear scale shows values that span less than this factor; beyond it, decades are shown; of a coordinate, which is
# chosen and not found, beyond its square.
_WIDE = 10.0


@dataclass(frozen=True)
class _Panel:
    """One panel: what of the values it shows, and what stands over it."""

    values: xr.DataArray
    title: str


def plot_sweep(
    dataset: xr.Dataset,
    x: str,
    y: str | None = None,
    *,
    mode: int | None = None,
    variable: str | None = None,
    at: Mapping[str, Value] | None = None,
    unit: str = "rad/s",
) -> Figure:
    """Return a picture of a sweep.

    Parameters
    ----------
    dataset
        What `compare.sweep` or `compare.open_sweep` returned.
    x
        Dimension along the horizontal axis.
    y
        Dimension along the vertical axis, for filled maps with labelled contours; points without an answer are grey.
        None for curves. Points with unstable modes are left out, and the title says so.
    mode
        Number of the mode; None for all of them as curves, or the first as a map.
    variable
        What is drawn; None for the amplitude of a load case, else angular_frequency. Of unstable_modes, all points.
    at
        Dimensions that are held, and where; every other dimension makes small multiples, one panel a value.
    unit
        Of frequencies: ``"rad/s"`` or ``"hz"``.

    Raises
    ------
    InputError
        If the Dataset is of no sweep, there is no such dimension, mode, variable or value, or panels are too many.
    """
    values = selected(dataset, x, y, mode, variable, at or {}, unit)
    shown, columns = _panels(values, x, y)
    scale = ALONE if len(shown) == 1 else 1.0
    with style.context(STYLE):
        figure, axes = panels(len(shown), columns, (scale * PANEL[0], scale * PANEL[1]), AROUND)
        if y is None:
            _draw_curves(figure, axes, shown, x, values)
        else:
            _draw_maps(figure, axes, shown, x, y, values)
        for place, panel in zip(axes, shown, strict=True):
            place.set_title(panel.title, fontsize=8, parse_math=False)
        label_outer(axes, columns, _words(values[x]), "" if y is None else _words(values[y]))
        _scale(axes[0], "x", values[x])
        if y is not None:
            _scale(axes[0], "y", values[y])
        entitle(figure, _title(dataset, values))
    return figure


def _panels(values: xr.DataArray, x: str, y: str | None) -> tuple[list[_Panel], int]:
    """Return the panels, row by row, and how many stand in a row: of two more dimensions the last stands across."""
    inner = ("mode", x, y) if y is None else (x, y)
    others = [name for name in values.dims if name not in inner]
    count = math.prod(values.sizes[name] for name in others)
    if count > MOST_PANELS:
        sizes = ", ".join(f"{name} of {values.sizes[name]}" for name in others)
        wanted = f"{MOST_PANELS} panels at most: hold dimensions at a value (at; --at NAME=VALUE)"
        raise InputError([Fault("", wanted, f"{count}, one for each of {sizes}")], "plot")
    places = product(*(values[name].values for name in others))
    panels = [_panel(values, dict(zip(others, place, strict=True))) for place in places]
    across = values.sizes[others[-1]] if len(others) > 1 else count
    if len(others) > 1 and across <= 2 * COLUMNS:
        return panels, across
    return panels, min(count, COLUMNS if count != 3 * (COLUMNS - 1) else COLUMNS - 1)


def _panel(values: xr.DataArray, place: Mapping[Hashable, object]) -> _Panel:
    return _Panel(values.sel(place), ", ".join(_at(values[name], value) for name, value in place.items()))


def _at(coordinate: xr.DataArray, value: object) -> str:
    unit = coordinate.attrs.get("units", "1")
    number = f"{value:g}" if isinstance(value, float) else str(value)
    return with_unit(f"{coordinate.name} {number}", unit, "{} {}")


def _words(coordinate: xr.DataArray) -> str:
    return with_unit(coordinate.name, coordinate.attrs.get("units", "1"))


def _scale(axes: Axes, axis: Literal["x", "y"], coordinate: xr.DataArray) -> None:
    """Make an axis logarithmic where its values span decades, else mark round numbers; panels share it."""
    if _spans_decades(coordinate.values, _WIDE**2):
        axes.set(**{f"{axis}scale": "log"})
        return
    angle = coordinate.attrs.get("units") == "deg"
    marks = MaxNLocator(6, steps=[1, 1.5, 3, 4.5, 6, 9, 10] if angle else [1, 2, 5, 10])
    getattr(axes, f"{axis}axis").set_major_locator(marks)


def _quantity(values: xr.DataArray) -> str:
    unit = str(values["output_units"].item()) if "output_units" in values.coords and not values.output.ndim else ""
    unit = unit or values.attrs["units"]
    return with_unit(str(values.name).replace("_", " "), unit)


def _draw_curves(figure: Figure, axes: Sequence[Axes], panels: Sequence[_Panel], x: str, values: xr.DataArray) -> None:
    curves = values["mode"].values.tolist() if "mode" in values.dims else []
    logarithmic = _spans_decades(values.values)
    marker = "o" if values.sizes[x] <= MARKED else ""
    for place, panel in zip(axes, panels, strict=True):
        place.set(yscale="log" if logarithmic else "linear")
        rule(place)
        for mode in curves or [None]:
            one = panel.values if mode is None else panel.values.sel(mode=mode)
            label = None if mode is None else f"mode {mode}"
            place.plot(one[x].values, one.values, marker=marker, markersize=3.0, linewidth=1.3, label=label)
    figure.supylabel(_quantity(values), fontsize=9, color="#444444")
    if len(curves) > 1:
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=min(len(labels), 6))


def _spans_decades(values: Array, wide: float = _WIDE) -> bool:
    known = values[np.isfinite(values)]
    return bool(len(known) and np.all(known > 0.0) and np.max(known) > wide * np.min(known))


def _draw_maps(
    figure: Figure, axes: Sequence[Axes], panels: Sequence[_Panel], x: str, y: str, values: xr.DataArray
) -> None:
    levels = _levels(values.values)
    norm = BoundaryNorm(levels, 256) if len(levels) > 1 else None
    filled = None
    for place, panel in zip(axes, panels, strict=True):
        place.set_facecolor(MISSING)
        z = np.ma.masked_invalid(panel.values.transpose(y, x).values)
        if z.count() and len(levels) > 1:
            filled = place.contourf(values[x], values[y], z, levels=levels, cmap=MAP, norm=norm)
            # Outlines of fills repeat those of the contours, and make vector pictures twice as large.
            filled.set_rasterized(True)
            lines = place.contour(values[x], values[y], z, levels=levels, colors=_inks(levels), linewidths=0.6)
            place.clabel(lines, fontsize=7, fmt=lambda level: f"{level:g}")
        place.set(xlim=_ends(values[x].values), ylim=_ends(values[y].values))
    if filled is None:
        raise InputError([Fault(str(values.name), "values that are not all alike or missing", "such")], "plot")
    bar = figure.colorbar(filled, ax=list(axes), label=_quantity(values), format=lambda v, _: f"{v:g}")
    bar.outline.set_visible(False)


def _levels(values: Array) -> Array:
    """Return round levels that enclose all values; in steps of 1, 2 and 5 a decade where these span decades."""
    known = values[np.isfinite(values)]
    if not len(known):
        return np.zeros(0)
    low, high = float(np.min(known)), float(np.max(known))
    if _spans_decades(known):
        powers = 10.0 ** np.arange(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        steps = np.multiply.outer(powers, [1.0, 2.0, 5.0]).ravel()
        return np.asarray(steps[max(0, np.searchsorted(steps, low, "right") - 1) : np.searchsorted(steps, high) + 1])
    return np.asarray(MaxNLocator(LEVELS, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high))


def _inks(levels: Array) -> list[str]:
    """Return colours of contours that stand out from the colours between them."""
    return ["white" if k < len(levels) // 2 else "#222222" for k in range(len(levels))]


def _ends(values: Array) -> tuple[float, float]:
    return float(np.min(values)), float(np.max(values))


def _title(dataset: xr.Dataset, values: xr.DataArray) -> str:
    others = [name for name in values.coords if not values[name].ndim and name != "output_units"]
    # A name, its value and its unit stay in one line.
    held = [_at(values[name], values[name].item()).replace(" ", "\N{NO-BREAK SPACE}") for name in others]
    asked = dataset.attrs["quantity"].splitlines()[:1] if values.name == "amplitude" else []
    unstable = left_out(dataset, values)
    without = [f"without the {counted(unstable, 'point')} with unstable modes"] if unstable else []
    return ", ".join([dataset.attrs["arm"] or "arm without a name", *asked, *held, dataset.attrs["backend"], *without])
