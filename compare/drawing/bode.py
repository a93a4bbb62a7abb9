"""The figure of frequency responses: size and phase over frequency, a column a pair of output and input."""

from itertools import cycle, product

import numpy as np
import xarray as xr
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compare.drawing.figure import STYLE
from compare.drawing.laid_out import LaidOutFigure
from compare.drawing.panels import entitle, rule
from compare.drawing.response import DASHES
from flexarm.arrays import Array
from flexarm.checks import shown
from flexarm.errors import Fault, InputError

PANEL, ALONE, AROUND = (3.4, 4.2), 1.7, (0.5, 0.7)
MOST = 6
# A curve of the phase is broken where it leaps by more, degrees: from −180 to 180, and at a resonance without damping.
_LEAP = 170.0


def plot_bode(dataset: xr.Dataset, unit: str = "rad/s") -> Figure:
    """Return a Bode picture: size, log–log, and phase of every output per input, one line a backend.

    Parameters
    ----------
    dataset
        What `compare.frequency_response` returned.
    unit
        Of frequencies: ``"rad/s"`` or ``"hz"``.

    Raises
    ------
    InputError
        If it is none of `compare.frequency_response`, or has too many pairs for a picture.
    """
    if not isinstance(dataset, xr.Dataset) or "phase" not in dataset:
        raise InputError([Fault("dataset", "what compare.frequency_response returned", shown(dataset))], "plot_bode")
    pairs = list(product(dataset.output.values, dataset.input.values))
    if len(pairs) > MOST:
        raise InputError([Fault("", f"{MOST} pairs of output and input at most", str(len(pairs)))], "plot_bode")
    wide = ALONE if len(pairs) == 1 else 1.0
    with style.context(STYLE):
        size = (wide * PANEL[0] * len(pairs) + AROUND[0], PANEL[1] + AROUND[1])
        figure = LaidOutFigure(size)
        ratio = {"height_ratios": (2.0, 1.0)}
        axes = figure.subplots(2, len(pairs), sharex=True, squeeze=False, gridspec_kw=ratio)
        for (output, one), column in zip(pairs, axes.T, strict=True):
            _draw(column[0], column[1], dataset.sel(output=output, input=one), unit)
        axes[1, 0].set_ylabel("phase (°)")
        entitle(figure, dataset.attrs["arm"] or "arm without a name")
        handles, labels = axes[0, 0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=min(3, len(labels)))
    return figure


def _draw(above: Axes, below: Axes, pair: xr.Dataset, unit: str) -> None:
    x = pair.frequency.values if unit == "hz" else pair.angular_frequency.values
    for (spec, row), dashes in zip(pair.groupby("backend", squeeze=False), cycle(DASHES), strict=False):
        above.plot(x, row.magnitude.values[0], label=str(spec), linestyle=dashes, linewidth=1.2)
        below.plot(x, _broken(row.phase.values[0]), linestyle=dashes, linewidth=1.2)
    per = f"{pair.output_units.item()} per {pair.input_units.item()}"
    words = [str(name.item()).replace("_", " ") for name in (pair.output, pair.input)]
    above.set(xscale="log", yscale="log", ylabel=per)
    above.set_title(f"{words[0]}\nper {words[1]}", fontsize=9)
    below.set(ylim=(-190.0, 190.0), yticks=(-180, -90, 0, 90, 180), xlabel="Hz" if unit == "hz" else "rad/s")
    for place in (above, below):
        rule(place)


def _broken(phase: Array) -> Array:
    """Return a phase with gaps in place of leaps."""
    found = phase.copy()
    found[1:][np.abs(np.diff(phase)) > _LEAP] = np.nan
    return found
