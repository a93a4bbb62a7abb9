"""Pictures in files."""

import io
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = (".svg", ".png", ".pdf")
# Without these a picture's bytes change with the day that it was made.
TIMELESS = {".svg": {"Date": None}, ".png": {}, ".pdf": {"CreationDate": None}}


def save_figure(figure: "Figure", path: Path) -> None:
    """Write a figure to a file, whole or not at all.

    Parameters
    ----------
    figure
        The figure.
    path
        The file; its suffix, one of `FORMATS`, says of which kind.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    from matplotlib import style

    from compare.drawing.figure import STYLE
    from flexarm.writing import write_whole

    kind = path.suffix.lower()
    page = io.BytesIO()
    with style.context(STYLE):
        figure.savefig(page, format=kind.removeprefix("."), metadata=TIMELESS[kind])
    write_whole(path, page.getvalue())
