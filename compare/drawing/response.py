"""The figure of forced responses: outputs over time, one panel an output, one line a backend."""

from collections.abc import Mapping
from itertools import cycle

import numpy as np
import xarray as xr
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compare.drawing.figure import STYLE
from compare.drawing.panels import entitle, label_outer, panels, rule

COLUMNS, PANEL, AROUND = 2, (4.2, 1.9), (0.0, 0.9)
DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1.5, 1, 1.5)))


def plot_response(responses: Mapping[str, xr.Dataset], narrow: bool = False) -> Figure:
    """Return a picture of every output over time.

    Parameters
    ----------
    responses
        What `flexarm.response` returned, by the backend's specification; one or more, of one arm.
    narrow
        Whether it is for a narrow page: one panel below the other.
    """
    first = next(iter(responses.values()))
    names = [str(name) for name in first.output.values]
    columns = 1 if narrow else min(COLUMNS, len(names))
    with style.context(STYLE):
        figure, axes = panels(len(names), columns, PANEL, AROUND, sharey=False)
        for place, name in zip(axes, names, strict=True):
            _draw(place, name, responses)
        label_outer(axes, columns, "time / s")
        entitle(figure, ": ".join(part for part in (first.attrs["arm"], first.attrs["case"]) if part))
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=columns if narrow else min(3, len(labels)))
    return figure


def _draw(axes: Axes, name: str, responses: Mapping[str, xr.Dataset]) -> None:
    for (spec, dataset), dashes in zip(responses.items(), cycle(DASHES), strict=False):
        axes.plot(dataset.time, dataset[name], linewidth=1.0, linestyle=dashes, label=spec)
    unit = next(iter(responses.values()))[name].attrs["units"]
    axes.set(title=name.replace("_", " "), ylabel=unit, xlim=(0.0, float(np.max(axes.dataLim.intervalx))))
    rule(axes)
