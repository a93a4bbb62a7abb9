"""The figure of forced responses: outputs over time, one panel an output, one line a backend."""

import math
import textwrap
from collections.abc import Mapping
from itertools import cycle

import numpy as np
import xarray as xr
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compare.drawing.figure import STYLE
from compare.drawing.layout import CHARACTERS_AN_INCH

COLUMNS, PANEL_WIDTH, PANEL_HEIGHT, AROUND = 2, 4.2, 1.9, 0.9
DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1.5, 1, 1.5)))


def plot_response(responses: Mapping[str, xr.Dataset]) -> Figure:
    """Return a picture of every output over time.

    Parameters
    ----------
    responses
        What `flexarm.response` returned, by the backend's specification; one or more, of one arm.
    """
    first = next(iter(responses.values()))
    names = [str(name) for name in first.output.values]
    columns = min(COLUMNS, len(names))
    rows = math.ceil(len(names) / columns)
    with style.context(STYLE):
        size = (PANEL_WIDTH * columns, PANEL_HEIGHT * rows + AROUND)
        figure = Figure(figsize=size, layout="constrained")
        panels = list(figure.subplots(rows, columns, sharex=True, squeeze=False).flat)
        for k, axes in enumerate(panels):
            if k < len(names):
                _draw(axes, names[k], responses, lowest=k + columns >= len(names))
            else:
                axes.remove()
        words = ": ".join(part for part in (first.attrs["arm"], first.attrs["case"]) if part)
        title = textwrap.fill(words, int(CHARACTERS_AN_INCH * size[0]))
        figure.suptitle(title, x=0.01, ha="left", fontsize=11, parse_math=False)
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=min(3, len(labels)))
    return figure


def _draw(axes: Axes, name: str, responses: Mapping[str, xr.Dataset], lowest: bool) -> None:
    for (spec, dataset), dashes in zip(responses.items(), cycle(DASHES), strict=False):
        axes.plot(dataset.time, dataset[name], linewidth=1.0, linestyle=dashes, label=spec)
    unit = next(iter(responses.values()))[name].attrs["units"]
    axes.set(title=name.replace("_", " "), ylabel=unit, xlim=(0.0, float(np.max(axes.dataLim.intervalx))))
    axes.grid(color="#EEEEEE", linewidth=0.6)
    if lowest:
        axes.set_xlabel("time / s")
        axes.tick_params(labelbottom=True)
