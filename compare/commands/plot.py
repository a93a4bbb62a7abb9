"""``flexarm plot``: pictures of a sweep."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.options import Pictures, Unit, Whole
from compare.commands.outputs import require_pictures, save_pictures


def plot(
    sweep: Path,
    /,
    *,
    x: Annotated[str, Parameter(("-x", "--x"))],
    y: Annotated[str | None, Parameter(("-y", "--y"))] = None,
    mode: Whole = None,
    variable: str | None = None,
    at: Annotated[list[str] | None, Parameter(negative=(), show_default=False)] = None,
    unit: Unit = "rad/s",
    output: Pictures,
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
        What is drawn: angular_frequency, frequency, relative_error, rigid_modes, amplitude or mac. Without it:
        amplitude of a load case, else the frequency in its unit.
    at
        NAME=VALUE of a dimension that is held there: payload.mass=1e4, output=payload_deflection; may be given several
        times.
    unit
        Unit of frequencies.
    output
        The picture to write: FILE.svg, FILE.png or FILE.pdf; may be given several times.
    """
    pictures, held = require_pictures(output, "--output"), harness.read_held(at or ())
    dataset = harness.open_sweep(sweep)
    save_pictures(pictures, lambda: harness.plot_sweep(dataset, x, y, mode=mode, variable=variable, at=held, unit=unit))
