"""``flexarm sweep``: frequencies or amplitudes all over a grid of an arm's numbers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from compare.commands.numbers import whole

if TYPE_CHECKING:
    from compare.sweeping.quantities import Quantity

DEFAULT_COUNT = 4


def sweep(
    arm: Path,
    /,
    *,
    grid: Annotated[list[str], Parameter(("--grid", "-g"), negative=())],
    count: Annotated[int | None, Parameter(("--count", "-n"), converter=whole, show_default=False)] = None,
    backend: Annotated[str, Parameter(("--backend", "-b"))] = "exact",
    against: Annotated[str | None, Parameter(show_default=False)] = None,
    case: Annotated[Path | None, Parameter(show_default=False)] = None,
    track: str | None = None,
    output: Annotated[Path | None, Parameter(("--output", "-o"))] = None,
    workers: Annotated[int, Parameter(converter=whole)] = 1,
    scheduler: str | None = None,
    memory: Annotated[int, Parameter(converter=whole)] = 256,
) -> None:
    """Compute an arm's first natural frequencies at every point of a grid of its numbers.

    Parameters
    ----------
    arm
        The arm file.
    grid
        KEY=VALUES; given once for each key. Keys are those of an arm file (link2.angle, payload.mass,
        link1.joint.stiffness, gravity[1]), and joints: a digit a joint from the base, 1 held, 0 unlocked. Values are
        0:90:31 (31 values from 0 to 90), 0,1e3,1e4, or 111,110,101; one alone holds for all points.
    count
        Number of natural frequencies, without it 4; or with --case of modes.
    backend
        Backend and settings: exact, assumed_modes:FAMILY:SHAPES or fem:ELEMENTS.
    against
        Also give the frequencies' relative errors against this backend.
    case
        Give the amplitudes of this load case's outputs instead of frequencies.
    track
        Dimension along which modes are followed (by the modal assurance criterion), so that they may cross.
    output
        FILE.nc; or FOLDER.zarr, written block by block, where a sweep that was stopped goes on. Without it, a table.
    workers
        Number of processes; more than one need flexarm[sweep].
    scheduler
        threads, in place of processes; or the address of a running Dask scheduler, tcp://HOST:PORT.
    memory
        What a worker may use for a block, MB, about; it sets the size of blocks.
    """
    from compare.commands.loading import load
    from compare.commands.progress import counted
    from compare.sweeping.grid import read_grid
    from compare.sweeping.plan import sweep_plan
    from compare.sweeping.sweep import run
    from compare.sweeping.text import as_summary, as_table
    from flexarm.backend import find_backend

    quantity = _quantity(count, against, case)
    plan = sweep_plan(load(arm), read_grid(grid), quantity, find_backend(backend), track, memory * 2.0**20)
    with counted("Points") as progress:
        dataset, tally = run(plan, output, workers, scheduler, progress)
    print(as_summary(dataset, tally), end="")
    print(as_table(dataset) if output is None else f"{output}\n", end="")


def _quantity(count: int | None, against: str | None, case: Path | None) -> "Quantity":
    from compare.commands.loading import load_case
    from compare.sweeping.quantities import Amplitudes, Errors, Frequencies
    from flexarm.backend import find_backend
    from flexarm.errors import Fault, InputError

    if case is not None:
        if against is not None:
            raise InputError([Fault("--against", "nothing beside --case, whose amplitudes it is not for", against)])
        return Amplitudes(load_case(case), count)
    number = DEFAULT_COUNT if count is None else count
    return Frequencies(number) if against is None else Errors(number, find_backend(against))
