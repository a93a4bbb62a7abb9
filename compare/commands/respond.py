"""``flexarm respond``: an arm's forced response by several backends."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import whole
from compare.commands.options import RUNNING, WRITTEN, Backends, Plots, Running, Unit, Written
from compare.commands.outputs import require_pictures, save_pictures
from compare.commands.schemes import find_schemes
from compare.studies.usual import RESPONSE_SCHEMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    import xarray as xr

    from flexarm.arm import Arm
    from flexarm.errors import Fault

DEFAULT_BACKENDS = ("exact",)
DEFAULT_REFERENCE = "exact"


def respond(
    arm: Path,
    case: Path | None = None,
    /,
    *,
    frequency: Annotated[str | None, Parameter(show_default=False)] = None,
    inputs: Annotated[list[str] | None, Parameter("--from", negative=(), show_default=False)] = None,
    outputs: Annotated[list[str] | None, Parameter("--to", negative=(), show_default=False)] = None,
    backend: Backends = None,
    count: Annotated[int | None, Parameter(("--count", "-n"), converter=whole)] = None,
    correction: bool = True,
    sizes: str | None = None,
    against: Annotated[str | None, Parameter(show_default=False)] = None,
    plot: Plots = None,
    unit: Unit = "rad/s",
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Compute an arm's response to a load case, amplitude, offset and peak of every output, or its frequency response.

    Parameters
    ----------
    arm
        The arm file.
    case
        The load case's file.
    frequency
        In place of a case, angular frequencies, rad/s: 0.1:100:400:log; of the frequency response, with dampers and
        drives in the loop: exact in closed form, other backends by all their modes.
    inputs
        With --frequency, what drives the arm: joint1_torque, payload_force_y; may be given several times.
    outputs
        With --frequency, what is seen of it: payload_deflection, base_moment; may be given several times.
    backend
        Backend and settings: exact, assumed_modes:FAMILY:SHAPES or fem:ELEMENTS; may be given several times.
        Without it: exact.
    count
        Number of modes; without it twelve, or all that the backend has; with --frequency of truncated models.
    correction
        Correct statically for the modes left out.
    sizes
        Tabulate errors instead: numbers of functions or elements of every flexible link, of exact the number of modes,
        as for converge (1:6); backends are then given without a size. No correction is made for the modes left out.
    against
        Backend that the errors are taken against, with --sizes alone (--sizes 4 for one size). Without it: exact.
    plot
        Also draw the outputs over time, or a Bode picture: FILE.svg, FILE.png or FILE.pdf; may be given several times.
    unit
        Unit of the frequencies in tables.
    """
    if frequency is not None:
        _refuse({"CASE": case, "--sizes": sizes}, "nothing beside --frequency, whose loads are units of --from")
        _frequency(arm, frequency, (inputs, outputs), (backend, count, against), plot, unit, written, running)
        return
    _refuse({"--from": inputs, "--to": outputs}, "--frequency beside it")
    if case is None:
        raise harness.InputError([harness.Fault("CASE", "a load case's file, or --frequency", "neither")])
    # CSV and NetCDF have the histories of the outputs; CSV, a row an instant.
    written.require(*[".zarr"] * (sizes is not None))
    pictures = require_pictures(plot)
    if sizes is None:
        _refuse({"--against": against}, "--sizes beside it, which tabulates errors by size (--sizes 4 for one size)")
        running.refuse("--sizes or --frequency")
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


def _frequency(
    arm: Path,
    frequency: str,
    between: tuple[list[str] | None, list[str] | None],
    asked: tuple[list[str] | None, int | None, str | None],
    plot: list[Path] | None,
    unit: Unit,
    written: Written,
    running: Running,
) -> None:
    """Answer with the frequency response."""
    written.require(".zarr")
    (inputs, outputs), (backend, count, against) = between, asked
    pictures, omega, loaded = require_pictures(plot), harness.read_numbers(frequency, "--frequency"), harness.load(arm)
    driving = [one.name for one in harness.inputs(loaded)]
    showing = [one.name for one in harness.named_outputs(loaded)]
    faults = [*_name_faults("--from", inputs, driving, loaded), *_name_faults("--to", outputs, showing, loaded)]
    if faults:
        raise harness.InputError(faults)
    solvers = [harness.find_backend(spec) for spec in backend or DEFAULT_BACKENDS]
    reference = None if against is None else harness.find_backend(against)
    with running.watched(written) as how:
        dataset = harness.frequency_response(loaded, omega, solvers, inputs, outputs, count, reference, **how)
    save_pictures(pictures, lambda: harness.plot_bode(dataset, unit))
    written.write(harness.FREQUENCY_RESPONSE, dataset, unit)


def _name_faults(option: str, given: list[str] | None, known: list[str], arm: "Arm") -> "Sequence[Fault]":
    """Return the faults of what must be one or more of an arm's names."""
    if not given:
        return [harness.Fault(option, f"one or more of {', '.join(known)}", "none")]
    try:
        harness.places(option, given, known, "", arm)
    except harness.InputError as error:
        return error.faults
    return []


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
