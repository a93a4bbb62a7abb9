"""``flexarm sweep``: frequencies or amplitudes all over a grid of an arm's numbers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import whole
from compare.commands.options import RUNNING, WRITTEN, Backends, Running, Unit, Written
from compare.commands.refusal import refusal

if TYPE_CHECKING:
    from compare.studies.quantities import Quantity

DEFAULT_COUNT = 4


def sweep(
    arm: Path,
    /,
    *,
    grid: Annotated[list[str], Parameter(("--grid", "-g"), negative=())],
    count: Annotated[int | None, Parameter(("--count", "-n"), converter=whole, show_default=False)] = None,
    backend: Backends = None,
    against: Annotated[str | None, Parameter(show_default=False)] = None,
    case: Annotated[Path | None, Parameter(show_default=False)] = None,
    track: str | None = None,
    unit: Unit = "rad/s",
    memory: Annotated[int, Parameter(converter=whole)] = 256,
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Compute an arm's first natural frequencies at every point of a grid of its numbers.

    Parameters
    ----------
    arm
        The arm file.
    grid
        KEY=VALUES; given once for each key. Keys are those of an arm file (link2.angle, payload.mass,
        link1.joint.stiffness, gravity[1]), and joints: a digit a joint from the base, 1 held, 0 unlocked. Values are
        0:90:31 (31 values from 0 to 90), 1e3:1e6:7:log (in equal ratios), 0,1e3,1e4, or 111,110,101; one alone holds
        for all points.
    count
        Number of natural frequencies, without it 4; or with --case of modes.
    backend
        Backend and settings: exact, assumed_modes:FAMILY:SHAPES or fem:ELEMENTS; may be given several times, which
        makes a dimension backend. Without it: exact.
    against
        Also give the frequencies' relative errors against this backend.
    case
        Give the amplitudes of this load case's outputs instead of frequencies.
    track
        Dimension along which modes are followed by their shapes, so that they may cross.
    unit
        Unit of the frequencies in tables.
    memory
        What a worker may use for a block, MB, about; it sets the size of blocks.
    """
    written.require(".zarr")
    solvers = [harness.find_backend(spec) for spec in backend or ("exact",)]
    quantity, keys = _quantity(count, against, case), harness.read_grid(grid)
    study = harness.sweep_study(harness.load(arm), keys, quantity, solvers, track, memory * 2.0**20)
    with running.watched(written, "Points") as how:
        dataset, tally = harness.run(study, **how)
    harness.require_answers(dataset)
    text = harness.SWEEP.text(dataset, written.form, unit) if written.form != "table" or written.output is None else ""
    written.save(harness.SWEEP, dataset, unit)
    if written.form in ("table", "markdown"):
        print(harness.as_summary(dataset, tally), end="")
    print(text or f"{written.output}\n", end="")


def _quantity(count: int | None, against: str | None, case: Path | None) -> "Quantity":
    if case is not None:
        if against is not None:
            raise refusal("--against", "nothing beside --case, whose amplitudes it is not for", against)
        return harness.Amplitudes(harness.load_case(case), count)
    number = DEFAULT_COUNT if count is None else count
    return harness.Frequencies(number) if against is None else harness.Errors(number, harness.find_backend(against))
