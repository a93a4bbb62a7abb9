"""Pictures in files."""

import io
from pathlib import Path

from matplotlib import style
from matplotlib.figure import Figure

from compare.drawing.figure import STYLE
from flexarm.writing import write_whole

FORMATS = (".svg", ".png", ".pdf")
# Without these a picture's bytes change with the day that it was made.
TIMELESS = {".svg": {"Date": None}, ".png": {}, ".pdf": {"CreationDate": None}}


def save_figure(figure: Figure, path: Path) -> None:
    """Write a figure to a file, whole or not at all, of the kind that its ending, one of `FORMATS`, says."""
    write_whole(path, as_page(figure, path.suffix.lower()))


def as_page(figure: Figure, kind: str) -> bytes:
    """Return a figure as a file of a kind, one of `FORMATS`, holds it."""
    page = io.BytesIO()
    with style.context(STYLE):
        figure.savefig(page, format=kind.removeprefix("."), metadata=TIMELESS[kind])
    return page.getvalue()
