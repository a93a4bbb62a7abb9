"""``flexarm respond``: an arm's forced response by several backends."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import whole
from compare.commands.options import RUNNING, WRITTEN, Backends, Plots, Running, Written
from compare.commands.outputs import require_pictures, save_pictures
from compare.commands.schemes import find_schemes
from compare.studies.usual import RESPONSE_SCHEMES

if TYPE_CHECKING:
    import xarray as xr

DEFAULT_BACKENDS = ("exact",)
DEFAULT_REFERENCE = "exact"


def respond(
    arm: Path,
    case: Path,
    /,
    *,
    backend: Backends = None,
    count: Annotated[int | None, Parameter(("--count", "-n"), converter=whole)] = None,
    correction: bool = True,
    sizes: str | None = None,
    against: Annotated[str | None, Parameter(show_default=False)] = None,
    plot: Plots = None,
    written: Written = WRITTEN,
    running: Running = RUNNING,
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
    plot
        Also draw the outputs over time: FILE.svg, FILE.png or FILE.pdf; may be given several times.
    """
    # CSV and NetCDF have the histories of the outputs; CSV, a row an instant.
    written.require(*[".zarr"] * (sizes is not None))
    pictures = require_pictures(plot)
    if sizes is None:
        _refuse({"--against": against}, "--sizes beside it, which tabulates errors by size (--sizes 4 for one size)")
        responses = _responses(arm, case, backend or DEFAULT_BACKENDS, count, correction)
        save_pictures(pictures, lambda: harness.plot_response(responses))
        if far := harness.large_motion(responses):
            harness.notice(f"{arm}: beyond small motion, which responses are made for: {far}")
        written.write(harness.RESPONSES, responses)
        return
    _refuse({"--plot": pictures or None, "--count": count}, "nothing beside --sizes, which tabulates errors alone")
    solvers, reference = find_schemes(backend or RESPONSE_SCHEMES), harness.find_backend(against or DEFAULT_REFERENCE)
    loaded, asked, chosen = harness.load(arm), harness.load_case(case), harness.read_sizes(sizes)
    with running.watched(written) as how:
        dataset = harness.response_errors(loaded, asked, solvers, chosen, reference, **how)
    written.write(harness.RESPONSE_ERRORS, dataset)


def _refuse(options: dict[str, object], wanted: str) -> None:
    if given := [harness.Fault(name, wanted, str(value)) for name, value in options.items() if value is not None]:
        raise harness.InputError(given)


def _responses(
    arm: Path, case: Path, specs: list[str] | tuple[str, ...], count: int | None, correction: bool
) -> "dict[str, xr.Dataset]":
    solvers, loaded, asked = [harness.find_backend(spec) for spec in specs], harness.load(arm), harness.load_case(case)
    found = {}
    with harness.progress_bar("Solving") as progress:
        for done, solver in enumerate(solvers):
            if progress is not None:
                progress(done, len(solvers), solver.spec)
            found[solver.spec] = harness.response(solver, loaded, asked, modes=count, static_correction=correction)
    return found
