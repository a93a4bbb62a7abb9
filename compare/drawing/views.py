"""An arm in space seen from four sides: three views along the base's axes and a pictorial one, all to one scale."""

import math
from dataclasses import dataclass

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compare.drawing.layout import (
    AXIS_LABEL,
    ENTRIES_AN_INCH,
    GAP,
    LEFT,
    LEGEND_LINE,
    LOWEST,
    MARGIN,
    RIGHT,
    TITLE_LINE,
    heading,
)
from compare.drawing.look import INK
from flexarm.arrays import Array

LARGEST_SHEET = np.array([7.6, 6.4])
BETWEEN = np.array([0.75, 0.75])
# Inches; the triad's place is from the lower left corner of the pictorial view.
_TRIAD, _TRIAD_PLACE = 0.3, np.array([-0.3, 0.2])
_FEWEST = 2.6


@dataclass(frozen=True, eq=False)
class View:
    """Where an arm is seen from."""

    title: str
    labels: tuple[str, str]  # of the axes to the right and up, empty where none is one of the base's
    axes: Array  # unit vectors to the right and up, shape (2, 3)


def _pictorial(turned: float, raised: float) -> Array:
    """Return the view from a direction turned from z towards x and raised towards y, rad, shape (2, 3)."""
    c, s, up, high = np.cos(turned), np.sin(turned), np.cos(raised), np.sin(raised)
    return np.array([[c, 0.0, -s], [-s * high, up, -c * high]])


_X, _Y, _Z = np.eye(3)
FRONT = View("seen along −z", ("x (m)", "y (m)"), np.array([_X, _Y]))
BELOW = View("seen along +y", ("x (m)", "z (m)"), np.array([_X, _Z]))
SIDE = View("seen along +x", ("z (m)", "y (m)"), np.array([_Z, _Y]))
PICTORIAL = View("pictorial", ("", ""), _pictorial(np.radians(35.0), np.radians(25.0)))
# By row and column. Axes point right and up in all, so that those of a row, or column, are one: first-angle projection.
SHEET = ((BELOW, PICTORIAL), (FRONT, SIDE))


def add_views(figure: Figure, narrow: bool) -> list[tuple[Axes, View]]:
    """Add the views' axes to a page, the first row first; on a narrow one the pictorial view alone."""
    views = [PICTORIAL] if narrow else [view for row in SHEET for view in row]
    return [(_added(figure, view), view) for view in views]


def _added(figure: Figure, view: View) -> Axes:
    # Axes of one place and label would be one.
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0), label=view.title, aspect="equal")
    axes.set(xlabel=view.labels[0], ylabel=view.labels[1])
    if view is PICTORIAL:
        axes.set_axis_off()
    return axes


def frame_views(
    figure: Figure,
    views: list[tuple[Axes, View]],
    size: float,
    title: tuple[str, str],
    samples: dict[str, Artist],
    largest: Array,
) -> None:
    """Set the views' limits, titles and places, the figure's title and legend, and the page's size."""
    columns = 1 if len(views) == 1 else 2
    limits = _limits(views, size)
    spreads = (limits[:, :, 1] - limits[:, :, 0]).reshape(-1, columns, 2)
    widths, heights = spreads[:, :, 0].max(axis=0), spreads[:, :, 1].max(axis=1)
    between = BETWEEN * (columns - 1)
    scale = np.min((largest - between) / [np.sum(widths), np.sum(heights)])
    width, height = scale * np.array([np.sum(widths), np.sum(heights)]) + between
    width = max(width, _FEWEST)
    lines = heading(title, width)
    rows = math.ceil(len(samples) / (ENTRIES_AN_INCH * width))
    below = AXIS_LABEL * (columns - 1) + LEGEND_LINE * rows + GAP
    above = TITLE_LINE * (len(lines) + 1) + 2.0 * GAP
    page = np.array([LEFT + width + RIGHT, below + height + above])
    figure.set_size_inches(*page)
    for k, (axes, view) in enumerate(views):
        row, column = divmod(k, columns)
        x = LEFT + scale * np.sum(widths[:column]) + between[0] * column
        y = below + height - scale * np.sum(heights[: row + 1]) - between[1] * row
        cell = np.array([widths[column], heights[row]])
        middle = limits[k].mean(axis=1)
        axes.set_xlim(middle[0] - 0.5 * cell[0], middle[0] + 0.5 * cell[0])
        axes.set_ylim(middle[1] - 0.5 * cell[1], middle[1] + 0.5 * cell[1])
        axes.set_position((*(np.array([x, y]) / page), *(scale * cell / page)))
        axes.set_title(view.title, fontsize=9, color=INK)
        if view is PICTORIAL:
            _draw_triad(figure, axes, np.array([x, y]) + _TRIAD_PLACE)
    figure.suptitle("\n".join(lines), x=LEFT / page[0], y=1.0 - GAP / page[1], ha="left", fontsize=11, parse_math=False)
    figure.legend(list(samples.values()), list(samples), loc="lower center", ncols=math.ceil(len(samples) / rows))


def _limits(views: list[tuple[Axes, View]], size: float) -> Array:
    """Return limits around all that is drawn, the same of an axis in every view, m, shape (views, 2, 2)."""
    limits = np.array([axes.dataLim.get_points().T for axes, _ in views])
    labels = [view.labels for _, view in views]
    for label in {label for pair in labels for label in pair if label}:
        places = [(k, pair.index(label)) for k, pair in enumerate(labels) if label in pair]
        common = np.array([limits[place] for place in places])
        for place in places:
            limits[place] = common[:, 0].min(), common[:, 1].max()
    middle, spread = limits.mean(axis=2), limits[:, :, 1] - limits[:, :, 0]
    half = 0.5 * np.maximum(spread + 2.0 * MARGIN * size, LOWEST * size)
    return np.stack([middle - half, middle + half], axis=2)


def _draw_triad(figure: Figure, axes: Axes, place: Array) -> None:
    """Draw the directions of the base's axes at a place on the page, inches, shape (2,)."""
    inches = figure.dpi_scale_trans
    for name, direction in zip("xyz", PICTORIAL.axes.T, strict=True):
        axes.annotate(
            name,
            (place[0], place[1]),
            tuple(place + _TRIAD * direction),
            xycoords=inches,
            textcoords=inches,
            ha="center",
            va="center",
            fontsize=8,
            color=INK,
            arrowprops={"arrowstyle": "<-", "color": INK, "shrinkA": 3.0, "shrinkB": 0.0, "linewidth": 0.9},
        )
