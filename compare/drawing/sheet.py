"""The page of a picture: one pair of axes for an arm in the plane, several views of one in space."""

from dataclasses import dataclass
from typing import Self

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from compare.drawing.layout import LARGEST_AXES, NARROW_AXES, frame
from compare.drawing.shape import Shape
from compare.drawing.views import LARGEST_SHEET, View, add_views, frame_views
from flexarm.arm import Arm


@dataclass(frozen=True, eq=False)
class Sheet:
    """A page with axes for an arm, each with what it is seen from; in the plane one, and None."""

    figure: Figure
    views: list[tuple[Axes, View | None]]
    narrow: bool

    @classmethod
    def of(cls, arm: Arm, narrow: bool = False) -> Self:
        """Return the page for an arm, narrow for a narrow one."""
        figure = Figure()
        if arm.spatial:
            return cls(figure, [*add_views(figure, narrow)], narrow)
        axes = figure.add_subplot(aspect="equal", xlabel="x (m)", ylabel="y (m)")
        return cls(figure, [(axes, None)], narrow)

    def seen(self, shape: Shape) -> list[tuple[Axes, Shape]]:
        """Return every pair of axes and an outline as it is seen there."""
        return [(axes, shape if view is None else shape.seen(view.axes)) for axes, view in self.views]

    def frame(self, size: float, title: tuple[str, str], samples: dict[str, Artist]) -> None:
        """Set limits, titles, legend and the page's size."""
        views = [(axes, view) for axes, view in self.views if view is not None]
        if views:
            largest = NARROW_AXES if self.narrow else LARGEST_SHEET
            frame_views(self.figure, views, size, title, samples, largest)
        else:
            largest = NARROW_AXES if self.narrow else LARGEST_AXES
            frame(self.figure, self.views[0][0], size, title, samples, largest)
