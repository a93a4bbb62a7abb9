"""The figure of forced responses and slews: outputs over time, one panel an output, one line a backend.

In space a panel has an output's components, in colours, and those that are zero throughout are left out.
"""

from collections.abc import Iterator, Mapping
from itertools import cycle
from typing import Any

import numpy as np
import xarray as xr
from matplotlib import rcParams, style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from compare.drawing.figure import STYLE
from compare.drawing.panels import entitle, label_outer, panels, rule
from compare.studies.slews import unsettled

COLUMNS, PANEL, AROUND = 2, (4.2, 1.9), (0.0, 0.9)
# What names of components end with, and how they are called beside one that has no ending.
_ENDINGS = ("about_y", "along", "x", "y", "z")
_ACROSS, _ABOUT = {"": "across", "about_y": "above"}, {"": "about z", "about_y": "about y"}
DASHES = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (5, 1.5, 1, 1.5)))


def plot_response(responses: Mapping[str, xr.Dataset], narrow: bool = False) -> Figure:
    """Return a picture of every output over time.

    Parameters
    ----------
    responses
        What `flexarm.response` or `flexarm.slew` returned, by the backend's specification; one or more, of one arm.
        Outputs of a slew that are not known to be settled have a star.
    narrow
        Whether it is for a narrow page: one panel below the other.
    """
    first = next(iter(responses.values()))
    shown = (
        _components(responses) if first.sizes.get("axis") == 3 else {n: {"": n} for n in map(str, first.output.values)}
    )
    columns = 1 if narrow else min(COLUMNS, len(shown))
    with style.context(STYLE):
        figure, axes = panels(len(shown), columns, PANEL, AROUND, sharey=False)
        for place, (title, parts) in zip(axes, shown.items(), strict=True):
            _draw(place, title, parts, responses)
        label_outer(axes, columns, "time / s")
        entitle(figure, ": ".join(part for part in (first.attrs["arm"], first.attrs["case"]) if part))
        handles, labels = axes[0].get_legend_handles_labels()
        if first.sizes.get("axis") == 3:
            handles, labels = [Line2D([], [], color="black", linestyle=one) for one in _dashes(responses)], [*responses]
        if far := [spec for spec, one in responses.items() if unsettled(one)]:
            handles, labels = [*handles, Line2D([], [], linestyle="")], [*labels, f"* not settled by {', '.join(far)}"]
        figure.legend(handles, labels, loc="outside lower center", ncols=columns if narrow else min(3, len(labels)))
    return figure


def _components(responses: Mapping[str, xr.Dataset]) -> dict[str, dict[str, str]]:
    """Return outputs by their components, by what they are components of, without those that are zero throughout."""
    first, found = next(iter(responses.values())), dict[str, dict[str, str]]()
    moving = [any(np.any(one[name].values) for one in responses.values()) for name in first.output.values]
    # Where nothing moves, all is shown.
    for name in map(str, first.output.values[moving if any(moving) else ...]):
        ending = next((end for end in _ENDINGS if name.endswith(f"_{end}")), "")
        whole = name.removesuffix(f"_{ending}")
        words = _ABOUT if whole.endswith("moment") else _ACROSS
        found.setdefault(whole, {})[words.get(ending, ending)] = name
    return {whole if len(parts) > 1 else next(iter(parts.values())): parts for whole, parts in found.items()}


def _dashes(responses: Mapping[str, xr.Dataset]) -> Iterator[Any]:
    return (dashes for _, dashes in zip(responses, cycle(DASHES), strict=False))


def _draw(axes: Axes, title: str, parts: Mapping[str, str], responses: Mapping[str, xr.Dataset]) -> None:
    colours = rcParams["axes.prop_cycle"].by_key()["color"]
    for (label, name), own in zip(parts.items(), colours, strict=False):
        for k, ((spec, dataset), dashes) in enumerate(zip(responses.items(), _dashes(responses), strict=True)):
            # In space colours tell components, and dashes alone backends.
            spatial = dataset.sizes.get("axis") == 3
            named, colour = (label if k == 0 else None, own) if spatial else (spec, None)
            axes.plot(dataset.time, dataset[name], linewidth=1.0, linestyle=dashes, label=named, color=colour)
    unit = next(iter(responses.values()))[next(iter(parts.values()))].attrs["units"]
    # Beside the names of components a title has less room.
    star = "*" * any(set(parts.values()) & set(unsettled(one)) for one in responses.values())
    axes.set_title(title.replace("_", " ") + star, fontsize=None if len(parts) == 1 else "small")
    axes.set(ylabel=unit, xlim=(0.0, float(np.max(axes.dataLim.intervalx))))
    if len(parts) > 1:
        short = {"fontsize": "x-small", "handlelength": 0.8, "handletextpad": 0.4, "columnspacing": 0.8}
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.1, ncols=len(parts), **short)
    rule(axes)
