"""``flexarm slew``: an arm's large motion through a manoeuvre, by several models of its links."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.options import RUNNING, WRITTEN, Backends, Plots, Running, Written
from compare.commands.outputs import require_pictures, save_pictures
from compare.commands.refusal import refusal
from compare.commands.schemes import find_schemes

DEFAULT_BACKENDS = ("exact", "assumed_modes:legendre:4", "fem:8")
DEFAULT_REFERENCE = "exact"
# What --sizes and --durations ask without a backend.
_SIZELESS = ("assumed_modes:legendre", "fem", "fem:floating")
_HURRIED = (
    "assumed_modes:legendre:4",
    "assumed_modes:legendre:4:about-moving-posture",
    "assumed_modes:legendre:4:about-posture",
    "fem:8",
)


def slew(
    arm: Path,
    manoeuvre: Path,
    /,
    *,
    backend: Backends = None,
    against: Annotated[str, Parameter(show_default=False)] = DEFAULT_REFERENCE,
    sizes: str | None = None,
    durations: str | None = None,
    plot: Plots = None,
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Follow an arm through a manoeuvre in large motion, by several models, and say how far they are apart.

    With --output states are kept beside it while models run, in FILE.BACKEND.partial: the same command goes on there.

    Parameters
    ----------
    arm
        The arm file.
    manoeuvre
        The manoeuvre's file.
    backend
        Backend and settings: exact (geometrically exact beams, refined until the manoeuvre's accuracy is reached),
        fem:ELEMENTS (geometrically exact elements; with :floating small deflection in floating frames) or
        assumed_modes:FAMILY:SHAPES (shapes in floating frames; with :no-foreshortening to first order, with
        :about-posture or :about-moving-posture linear; without shapes, legendre:0, rigid); may be given several times.
        Without it: exact, assumed_modes:legendre:4 and fem:8.
    against
        Backend that the errors are taken against. Without it: exact.
    sizes
        Tabulate errors instead: numbers of functions or elements of every flexible link, as for converge (1:6);
        backends are then given without a size. Without any: assumed_modes:legendre, fem and fem:floating.
    durations
        Tabulate errors instead, of the same slew made faster and slower: how long it takes, s (1,2,4). Without
        backends: assumed_modes:legendre:4, the same linear about a posture that moves or stays, and fem:8.
    plot
        Also draw the outputs over time: FILE.svg, FILE.png or FILE.pdf; may be given several times.
    """
    studied = {name: value for name, value in (("--sizes", sizes), ("--durations", durations)) if value is not None}
    if not studied and written.output is not None and written.output.suffix.lower() == ".zarr":
        raise refusal("--output", "a file; FOLDER.zarr goes with --sizes or --durations", repr(str(written.output)))
    written.require(*[".zarr"] * bool(studied))
    pictures = require_pictures(plot)
    if studied:
        if len(studied) > 1 or pictures:
            wanted = "one of --sizes, --durations and --plot: tables of errors have no pictures"
            raise harness.InputError([harness.Fault("--sizes", wanted, "several")])
        _tabulate(arm, manoeuvre, backend, against, sizes, durations, written, running)
        return
    running.refuse("--sizes or --durations")
    loaded = harness.load(arm)
    asked = harness.load_manoeuvre(manoeuvre, loaded)
    solvers = [harness.find_backend(spec) for spec in backend or DEFAULT_BACKENDS]
    reference = harness.find_backend(against)
    kept = [harness.kept_path(written.output, one.spec) for one in (*solvers, reference)] if written.output else []
    try:
        with harness.progress_bar("Solving") as progress:
            found = harness.slews(loaded, asked, solvers, reference, output=written.output, progress=progress)
    except harness.QuestionError:
        _remove(kept)  # what one model refuses is refused again
        raise
    save_pictures(pictures, lambda: harness.plot_response(found))
    written.write(harness.SLEWS, found)
    _remove(kept)


def _remove(paths: list[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)


def _tabulate(
    arm: Path,
    manoeuvre: Path,
    backend: list[str] | None,
    against: str,
    sizes: str | None,
    durations: str | None,
    written: Written,
    running: Running,
) -> None:
    solvers = find_schemes(backend or _SIZELESS) if sizes else list(map(harness.find_backend, backend or _HURRIED))
    by_size = None if sizes is None else harness.read_sizes(sizes)
    by_time = None if durations is None else harness.read_numbers(durations, "--durations")
    reference, loaded = harness.find_backend(against), harness.load(arm)
    asked = harness.load_manoeuvre(manoeuvre, loaded)
    with running.watched(written) as how:
        dataset = harness.slew_errors(
            loaded, asked, solvers, sizes=by_size, durations=by_time, reference=reference, **how
        )
    written.write(harness.SLEW_ERRORS, dataset)
