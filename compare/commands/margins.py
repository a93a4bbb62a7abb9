"""``flexarm margins``: gain and phase margins of an arm's drives."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import whole
from compare.commands.options import RUNNING, WRITTEN, Backends, Running, Unit, Written
from compare.studies.usual import usual_eigenvalues


def margins(
    arm: Path,
    /,
    *,
    backend: Backends = None,
    count: Annotated[int | None, Parameter(("--count", "-n"), converter=whole)] = None,
    within: float | None = None,
    unit: Unit = "rad/s",
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Tabulate gain, phase and delay margins of the loops of an arm's drives, each opened by itself.

    Parameters
    ----------
    arm
        The arm file.
    backend
        Backend and settings: exact, whose transfer functions leave no mode out, assumed_modes:FAMILY:SHAPES or
        fem:ELEMENTS; may be given several times. Without it: exact.
    count
        Number of the closed loop's eigenvalues, by size, that the frequencies looked at reach as far as; 12 unless
        within is given.
    within
        In place of a number, the highest frequency looked at, rad/s.
    unit
        Unit of the frequencies in tables.
    """
    written.require(".zarr")
    solvers = [harness.find_backend(spec) for spec in backend or ("exact",)]
    with running.watched(written) as how:
        dataset = harness.margins(harness.load(arm), solvers, usual_eigenvalues(count, within), within, **how)
    written.write(harness.MARGINS, dataset, unit)
