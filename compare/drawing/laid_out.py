"""The page of several panels, laid out so that nothing overlaps: once, and not drawn for that."""

from matplotlib.backend_bases import RendererBase
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine


class LaidOutFigure(Figure):
    """A figure of a size in inches whose parts are placed when it is saved.

    Before it saves a figure matplotlib draws all of it to have it laid out, and then draws it again: of the first
    drawing nothing is seen, and here only its layout is made.
    """

    def __init__(self, size: tuple[float, float]) -> None:
        super().__init__(figsize=size, layout="constrained")

    def draw(self, renderer: RendererBase) -> None:
        """Draw the figure, or lay it out where matplotlib is about to save it."""
        engine = self.get_layout_engine()
        if self.canvas.is_saving() and isinstance(engine, ConstrainedLayoutEngine):
            engine.execute(self)
        else:
            super().draw(renderer)
