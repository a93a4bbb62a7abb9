"""``flexarm plot``: pictures of a sweep."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import whole
from compare.commands.options import Unit
from compare.commands.outputs import require_output


def plot(
    sweep: Path,
    /,
    *,
    x: Annotated[str, Parameter(("-x", "--x"))],
    y: Annotated[str | None, Parameter(("-y", "--y"))] = None,
    mode: Annotated[int | None, Parameter(converter=whole)] = None,
    variable: str | None = None,
    at: Annotated[list[str] | None, Parameter(negative=(), show_default=False)] = None,
    unit: Unit = "rad/s",
    output: Annotated[list[Path], Parameter(("--output", "-o"), negative=())],
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
    for path in output:
        require_output(path, harness.FORMATS)
    held = harness.read_held(at or ())
    picture = harness.plot_sweep(harness.open_sweep(sweep), x, y, mode=mode, variable=variable, at=held, unit=unit)
    for path in output:
        harness.save_figure(picture, path)
