"""``flexarm respond``: an arm's forced response by several backends."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from compare.commands.numbers import whole

if TYPE_CHECKING:
    import xarray as xr

DEFAULT_BACKENDS = ("exact",)
DEFAULT_REFERENCE = "exact"
DEFAULT_SCHEMES = ("exact", "assumed_modes:clamped-free", "assumed_modes:legendre", "fem")


def respond(
    arm: Path,
    case: Path,
    /,
    *,
    backend: Annotated[list[str] | None, Parameter(("--backend", "-b"), negative=(), show_default=False)] = None,
    count: Annotated[int | None, Parameter(("--count", "-n"), converter=whole)] = None,
    correction: bool = True,
    sizes: str | None = None,
    against: Annotated[str | None, Parameter(show_default=False)] = None,
    form: Annotated[Literal["table", "json"], Parameter("--format")] = "table",
    output: Annotated[Path | None, Parameter(("--output", "-o"))] = None,
    plot: Path | None = None,
) -> None:
    """Compute an arm's response to a load case: amplitude, offset and peak of every output, and histories.

    Parameters
    ----------
    arm
        The arm file.
    case
        The load case's file.
    backend
        Backend and settings: exact, assumed_modes:FAMILY:SHAPES or fem:ELEMENTS; may be given several times.
        Without it: exact.
    count
        Number of modes; without it twelve, or all that the backend has.
    correction
        Correct statically for the modes left out.
    sizes
        Tabulate errors instead: numbers of functions or elements of every flexible link, of exact the number of modes,
        as for converge (1:6); backends are then given without a size. No correction is made for the modes left out.
    against
        Backend that the errors are taken against, with --sizes alone (--sizes 4 for one size). Without it: exact.
    form
        A table for people, or json (one object) with all digits for programs.
    output
        Also write the histories to this NetCDF file, FILE.nc, with a dimension backend where there are several.
    plot
        Also draw the outputs over time: FILE.svg, FILE.png or FILE.pdf.
    """
    from compare.commands.notices import notice
    from compare.commands.outputs import require_output
    from compare.drawing.pages import FORMATS
    from compare.responding.table import large_motion

    if output is not None:
        require_output(output, (".nc",))
    if plot is not None:
        require_output(plot, FORMATS, "--plot")
    if sizes is None:
        _refuse_without_sizes(against)
    else:
        _refuse_beside_sizes({"--plot": plot, "--count": count})
        _errors(arm, case, backend or DEFAULT_SCHEMES, sizes, against or DEFAULT_REFERENCE, form, output)
        return
    responses = _responses(arm, case, backend or DEFAULT_BACKENDS, count, correction)
    if output is not None:
        from compare.responding.records import joined
        from flexarm.datasets import save_dataset

        save_dataset(joined(responses), output)
    if plot is not None:
        from compare.drawing.pages import save_figure
        from compare.drawing.response import plot_response

        save_figure(plot_response(responses), plot)
    if form == "json":
        from compare.responding.records import as_json as written
    else:
        from compare.responding.table import as_table as written
    if far := large_motion(responses):
        notice(f"{arm}: beyond small motion, which responses are made for: {far}")
    print(written(responses), end="")


def _refuse_without_sizes(against: str | None) -> None:
    from flexarm.errors import Fault, InputError

    if against is not None:
        wanted = "--sizes beside it, which tabulates errors by size (--sizes 4 for one size)"
        raise InputError([Fault("--against", wanted, against)])


def _refuse_beside_sizes(options: dict[str, object]) -> None:
    from flexarm.errors import Fault, InputError

    wanted = "nothing beside --sizes, which tabulates errors alone"
    if given := [Fault(name, wanted, str(value)) for name, value in options.items() if value is not None]:
        raise InputError(given)


def _responses(
    arm: Path, case: Path, specs: list[str] | tuple[str, ...], count: int | None, correction: bool
) -> "dict[str, xr.Dataset]":
    from compare.commands.loading import load, load_case
    from compare.commands.progress import watched
    from flexarm.backend import find_backend
    from flexarm.forced_response.dataset import response

    solvers, loaded, asked = [find_backend(spec) for spec in specs], load(arm), load_case(case)
    return {
        solver.spec: response(solver, loaded, asked, modes=count, static_correction=correction)
        for solver in watched(solvers)
    }


def _errors(
    arm: Path, case: Path, specs: list[str] | tuple[str, ...], sizes: str, against: str, form: str, output: Path | None
) -> None:
    from compare.commands.loading import load, load_case
    from compare.commands.progress import watched
    from compare.commands.schemes import find_schemes
    from compare.converging.sizes import read_sizes
    from compare.responding.errors import response_errors
    from flexarm.backend import find_backend

    solvers, reference = find_schemes(specs), find_backend(against)
    dataset = response_errors(load(arm), load_case(case), solvers, read_sizes(sizes), reference, watch=watched)
    if output is not None:
        from flexarm.datasets import save_dataset

        save_dataset(dataset, output)
    if form == "json":
        from compare.responding.records import errors_as_json as written
    else:
        from compare.responding.error_table import as_error_table as written
    print(written(dataset), end="")
