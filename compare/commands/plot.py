"""``flexarm plot``: pictures of a sweep."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands.numbers import whole


def plot(
    sweep: Path,
    /,
    *,
    x: Annotated[str, Parameter(("-x", "--x"))],
    y: Annotated[str | None, Parameter(("-y", "--y"))] = None,
    mode: Annotated[int | None, Parameter(converter=whole)] = None,
    variable: str | None = None,
    at: Annotated[list[str] | None, Parameter(negative=(), show_default=False)] = None,
    output: Annotated[Path, Parameter(("--output", "-o"))],
) -> None:
    """Draw a sweep: curves over one dimension, a filled map with labelled contours over two, a panel a value of others.

    Parameters
    ----------
    sweep
        The sweep's output: FOLDER.zarr or FILE.nc.
    x
        Dimension along the horizontal axis.
    y
        Dimension along the vertical axis, for a map. Without it: curves.
    mode
        Number of the mode; without it all of them as curves, or the first as a map.
    variable
        What is drawn: angular_frequency, relative_error, rigid_modes, amplitude or mac. Without it: amplitude of a load
        case, else angular_frequency.
    at
        NAME=VALUE of a dimension that is held there: payload.mass=1e4, output=payload_deflection; may be given several
        times.
    output
        The picture to write: FILE.svg, FILE.png or FILE.pdf.
    """
    from compare.commands.outputs import require_output
    from compare.drawing.pages import FORMATS

    require_output(output, FORMATS)

    from compare.drawing.pages import save_figure
    from compare.drawing.sweep import plot_sweep
    from compare.sweeping.selection import read_held
    from compare.sweeping.store import open_sweep

    picture = plot_sweep(open_sweep(sweep), x, y, mode=mode, variable=variable, at=read_held(at or ()))
    save_figure(picture, output)
