"""``flexarm converge``: how the errors of an arm's frequencies fall with the size."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands.numbers import whole

DEFAULT_BACKENDS = ("assumed_modes:legendre", "assumed_modes:clamped-free", "fem")


def converge(
    arm: Path,
    /,
    *,
    backend: Annotated[list[str] | None, Parameter(("--backend", "-b"), negative=(), show_default=False)] = None,
    sizes: str = "1:12",
    count: Annotated[int, Parameter(("--count", "-n"), converter=whole)] = 3,
    output: Annotated[Path | None, Parameter(("--output", "-o"))] = None,
    plot: Path | None = None,
) -> None:
    """Tabulate the errors of an arm's natural frequencies by backend and size, and the order that they fall with.

    Parameters
    ----------
    arm
        The arm file.
    backend
        Backend without its size, as assumed_modes:FAMILY or fem; may be given several times.
        Without any: assumed_modes:legendre, assumed_modes:clamped-free and fem.
    sizes
        Numbers of functions or elements of every flexible link, ascending: 1:12 (every size), 1:1000:x2 (doubling),
        4,8,16,32; or several of these with commas between.
    count
        Number of natural frequencies; rigid-body modes are counted apart.
    output
        Also write everything, errors of the mode shapes too, to this NetCDF file, FILE.nc.
    plot
        Also draw the errors against the unknowns: FILE.svg, FILE.png or FILE.pdf.
    """
    from compare.commands.outputs import require_output
    from compare.drawing.pages import FORMATS

    if output is not None:
        require_output(output, (".nc",))
    if plot is not None:
        require_output(plot, FORMATS, "--plot")

    from compare.commands.loading import load
    from compare.commands.progress import watched
    from compare.commands.schemes import find_schemes
    from compare.converging.sizes import read_sizes
    from compare.converging.study import convergence
    from compare.converging.text import as_text

    solvers = find_schemes(backend or DEFAULT_BACKENDS)
    dataset = convergence(load(arm), solvers, read_sizes(sizes), count, watch=watched)
    if output is not None:
        from flexarm.datasets import save_dataset

        save_dataset(dataset, output)
    if plot is not None:
        from compare.drawing.convergence import plot_convergence
        from compare.drawing.pages import save_figure

        save_figure(plot_convergence(dataset), plot)
    print(as_text(dataset), end="")
