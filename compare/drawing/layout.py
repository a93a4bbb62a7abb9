"""The frame of a picture: limits, title, legend, and a page on which they fit."""

import math
import textwrap

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from flexarm.arrays import Array

LARGEST_AXES, NARROW_AXES = np.array([6.2, 4.8]), np.array([2.8, 3.2])
MARGIN, LOWEST, NARROWEST = 0.05, 0.2, 0.85
CHARACTERS_AN_INCH, ENTRIES_AN_INCH = 11.5, 0.6
LEFT, RIGHT, TITLE_LINE, LEGEND_LINE, GAP, AXIS_LABEL = 0.75, 0.2, 0.2, 0.18, 0.15, 0.45


def frame(
    figure: Figure,
    axes: Axes,
    size: float,
    title: tuple[str, str],
    samples: dict[str, Artist],
    largest: Array = LARGEST_AXES,
) -> None:
    """Set limits, title, legend and the page's size."""
    width, height = _set_limits(axes, size, largest)
    lines = heading(title, width)
    rows = math.ceil(len(samples) / (ENTRIES_AN_INCH * width))
    below = AXIS_LABEL + LEGEND_LINE * rows + GAP
    page = np.array([LEFT + width + RIGHT, below + height + TITLE_LINE * len(lines) + GAP])
    figure.set_size_inches(*page)
    # Placed by hand: matplotlib's layout engines cut off the title of axes of equal aspect.
    axes.set_position((*((LEFT, below) / page), *((width, height) / page)))
    axes.set_title("\n".join(lines), parse_math=False)
    columns = math.ceil(len(samples) / rows)
    figure.legend(list(samples.values()), list(samples), loc="lower center", ncols=columns)


def heading(title: tuple[str, str], width: float) -> list[str]:
    """Return a title's lines, its first part wrapped to a width in inches."""
    return [*textwrap.wrap(title[0], int(CHARACTERS_AN_INCH * width)), *filter(None, title[1:])]


def _set_limits(axes: Axes, size: float, largest: Array) -> Array:
    """Set the limits around all that is drawn; return the axes' width and height, inches."""
    low, high = axes.dataLim.get_points()
    spread = np.maximum(high - low + 2.0 * MARGIN * size, LOWEST * size)
    spread[0] = max(spread[0], NARROWEST * spread[1])
    middle = 0.5 * (low + high)
    axes.set_xlim(middle[0] - 0.5 * spread[0], middle[0] + 0.5 * spread[0])
    axes.set_ylim(middle[1] - 0.5 * spread[1], middle[1] + 0.5 * spread[1])
    return np.asarray(spread * np.min(largest / spread))
