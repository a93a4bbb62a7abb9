"""The figure of forced responses and slews: outputs over time, one panel an output, one line a backend.

In space a panel has an output's components, in colours, and those that are zero throughout are left out.
"""

import textwrap
from collections.abc import Mapping
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
from compare.studies.slews import failing, unsettled

COLUMNS, PANEL, AROUND = 2, (4.2, 1.9), (0.0, 0.9)
# What names of components end with, and how they are called beside one that has no ending.
_ENDINGS = ("about_y", "along", "x", "y", "z")
_ACROSS, _ABOUT = {"": "across", "about_y": "above"}, {"": "about z", "about_y": "about y"}
# So many, and colours eight, that fifty-six lines are told apart by both.
DASHES = (
    "-",
    (0, (5, 2)),
    (0, (1, 1.5)),
    (0, (5, 1.5, 1, 1.5)),
    (0, (10, 2)),
    (0, (5, 1.5, 1, 1.5, 1, 1.5)),
    (0, (3, 5)),
)
# Lines of what does not hold: how opaque they are.
_FAINT = 0.35
# Around and between panels, inches; of the legend, inches that a character and a sample take.
_ROOM, _CHARACTER, _SAMPLE = 0.08, 0.073, 0.65


def plot_response(responses: Mapping[str, xr.Dataset], narrow: bool = False) -> Figure:
    """Return a picture of every output over time.

    Parameters
    ----------
    responses
        What `flexarm.response` or `flexarm.slew` returned, by the backend's specification; one or more, of one arm.
        Outputs that are not known to be settled have a star.
    narrow
        Whether it is for a narrow page: one panel below the other.
    """
    first = next(iter(responses.values()))
    # What no model knows is not drawn.
    known = [
        name for name in map(str, first.output.values) if any(one[name].notnull().any() for one in responses.values())
    ]
    shown = _components(responses) if first.sizes.get("axis") == 3 else {name: {"": name} for name in known}
    columns = 1 if narrow else min(COLUMNS, len(shown))
    with style.context(STYLE):
        figure, axes = panels(len(shown), columns, PANEL, AROUND, sharey=False)
        for place, (title, parts) in zip(axes, shown.items(), strict=True):
            _draw(place, title, parts, responses)
        label_outer(axes, columns, "time / s")
        entitle(figure, ": ".join(part for part in (first.attrs["arm"], first.attrs["case"]) if part))
        _legend(figure, responses)
        figure.set_layout_engine("constrained", w_pad=_ROOM)
    return figure


def _legend(figure: Figure, responses: Mapping[str, xr.Dataset]) -> None:
    """Tell what lines and marks mean, below the panels, wrapped to the page."""
    width = figure.get_figwidth() - 2.0 * _ROOM
    looks = _looks(responses)
    labels = [spec + " ‡" * bool(failing(one)) for spec, one in responses.items()]
    columns = max(1, min(3, int(width / (_CHARACTER * max(map(len, labels)) + _SAMPLE))))
    notes = {
        "* not settled by": [spec for spec, one in responses.items() if unsettled(one)],
        "‡ faint, for it does not hold:": [spec for spec, one in responses.items() if failing(one)],
    }
    words = [f"{note} {', '.join(specs)}" for note, specs in notes.items() if specs]
    told = "\n".join(textwrap.fill(one, int(width / _CHARACTER)) for one in words)
    handles = [Line2D([], [], **look) for look in looks]
    figure.legend(
        handles, labels, loc="outside lower center", ncols=columns, handlelength=3.5,
        title=told or None, title_fontsize="small", alignment="left",
    )  # fmt: skip


def _looks(responses: Mapping[str, xr.Dataset]) -> list[dict[str, Any]]:
    """Return how each backend's lines are drawn: in space dashes alone tell backends, for colours tell components."""
    spatial = next(iter(responses.values())).sizes.get("axis") == 3
    colours = cycle(["black"] if spatial else rcParams["axes.prop_cycle"].by_key()["color"])
    looks = zip(colours, cycle(DASHES), responses, strict=False)
    return [{"color": colour, "linestyle": dashes, "linewidth": 1.0} for colour, dashes, _ in looks]


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


def _draw(axes: Axes, title: str, parts: Mapping[str, str], responses: Mapping[str, xr.Dataset]) -> None:
    colours = rcParams["axes.prop_cycle"].by_key()["color"]
    for (label, name), own in zip(parts.items(), colours, strict=False):
        for k, (look, dataset) in enumerate(zip(_looks(responses), responses.values(), strict=True)):
            spatial = dataset.sizes.get("axis") == 3
            named = {"color": own, "label": label if k == 0 else None} if spatial else {}
            opaque = _FAINT if name in failing(dataset) else 1.0
            axes.plot(dataset.time, dataset[name], alpha=opaque, **look | named)
    unit = next(iter(responses.values()))[next(iter(parts.values()))].attrs["units"]
    # Beside the names of components a title has less room.
    marks = {"*": unsettled, "‡": failing}.items()
    star = "".join(mark for mark, of in marks if any(set(parts.values()) & set(of(one)) for one in responses.values()))
    axes.set_title(title.replace("_", " ") + star, fontsize=None if len(parts) == 1 else "small")
    axes.set(ylabel=unit, xlim=(0.0, max(float(one.time[-1]) for one in responses.values())))
    if len(parts) > 1:
        short = {"fontsize": "x-small", "handlelength": 0.8, "handletextpad": 0.4, "columnspacing": 0.8}
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.1, ncols=len(parts), **short)
    rule(axes)
