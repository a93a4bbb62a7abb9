"""Pictures of several panels: their places, the labels of the outer ones, and the title over all."""

import math
import textwrap
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compare.drawing.laid_out import LaidOutFigure
from compare.drawing.layout import CHARACTERS_AN_INCH


def panels(
    count: int, columns: int, size: tuple[float, float], around: tuple[float, float], sharey: bool = True
) -> tuple[Figure, list[Axes]]:
    """Return a page of so many panels, each of a size in inches with so much around all, in rows of some columns."""
    rows = math.ceil(count / columns)
    page = (size[0] * columns + around[0], size[1] * rows + around[1])
    figure = LaidOutFigure(page)
    every = list(figure.subplots(rows, columns, sharex=True, sharey=sharey, squeeze=False).flat)
    for axes in every[count:]:
        axes.remove()
    return figure, every[:count]


def label_outer(axes: Sequence[Axes], columns: int, x: str, y: str = "") -> None:
    """Label the lowest panels, and the leftmost ones."""
    for k, place in enumerate(axes):
        if y:
            place.set_ylabel(y if k % columns == 0 else "")
        if k + columns >= len(axes):
            place.set_xlabel(x)
            place.tick_params(labelbottom=True)


def rule(axes: Axes) -> None:
    """Rule a panel in pale lines."""
    axes.grid(color="#EEEEEE", linewidth=0.6)


def entitle(figure: Figure, words: str) -> None:
    """Put words over all panels, wrapped to the page; a blank that does not break keeps what it joins together."""
    lines = textwrap.fill(words, int(CHARACTERS_AN_INCH * figure.get_figwidth()))
    figure.suptitle(lines.replace("\N{NO-BREAK SPACE}", " "), x=0.01, ha="left", fontsize=11, parse_math=False)
