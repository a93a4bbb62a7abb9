"""The figure of shifts from the rigid model: Hufnagel's figures 4.10 and 5.13 on the left, 5.14 on the right."""

import numpy as np
import xarray as xr
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compare.drawing.figure import STYLE
from compare.drawing.laid_out import LaidOutFigure
from compare.drawing.panels import rule
from compare.studies.rigid_shifts import rigid_shifts
from flexarm.arrays import Array

SIZE = (8.6, 4.6)
# Curves lie on one another: every one is thinner than the one below it.
_WIDEST, _THINNEST = 5.0, 1.0
_PER_CENT = 100.0
# On the right curves reach as far as the springs of all arms; beyond this hardly anything changes.
_FARTHEST = 3.0


def plot_rigid_shifts(dataset: xr.Dataset | None = None) -> Figure:
    """Return a picture of the shift against the ratio to the clamped arm, and to the clamped link alone.

    Parameters
    ----------
    dataset
        What `compare.rigid_shifts` returned; None for Hufnagel's arms.
    """
    shifts = rigid_shifts() if dataset is None else dataset
    with style.context(STYLE):
        figure = LaidOutFigure(SIZE)
        left, right = figure.subplots(1, 2, sharey=True)
        _draw(left, shifts, np.broadcast_to(shifts.ratio.values, shifts["shift"].shape))
        _draw(right, shifts, shifts.ratio_to_bare.values)
        left.set_xlabel("rigid model's frequency over that of the clamped arm")
        right.set_xlabel("… over that of the clamped link alone")
        left.set_ylabel("shift of the first frequency / %")
        figure.suptitle("First natural frequency against that of the rigid model", x=0.01, ha="left", fontsize=11)
        handles, labels = left.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=2)
    return figure


def _draw(axes: Axes, dataset: xr.Dataset, ratios: Array) -> None:
    widths = np.linspace(_WIDEST, _THINNEST, dataset.sizes["arm"])
    for name, x, shift, width in zip(dataset.arm.values, ratios, dataset["shift"].values, widths, strict=True):
        axes.plot(x, _PER_CENT * shift, linewidth=width, label=str(name))
    axes.set_xlim(0.0, min(_FARTHEST, float(np.max(ratios))))
    rule(axes)
