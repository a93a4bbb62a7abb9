"""``flexarm locus``: the complex eigenvalues of an arm as one of its numbers changes."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import whole
from compare.commands.options import RUNNING, WRITTEN, Backends, Plots, Running, Unit, Written
from compare.commands.outputs import require_pictures, save_pictures
from compare.studies.usual import usual_eigenvalues


def locus(
    arm: Path,
    /,
    *,
    vary: Annotated[list[str], Parameter("--vary", negative=())],
    backend: Backends = None,
    count: Annotated[int | None, Parameter(("--count", "-n"), converter=whole)] = None,
    within: float | None = None,
    plot: Plots = None,
    unit: Unit = "rad/s",
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Follow the complex eigenvalues of an arm as one of its numbers changes: the root locus.

    Parameters
    ----------
    arm
        The arm file.
    vary
        KEY=VALUES, a key of an arm file and its values: joint2.drive.derivative=0:5000:41, payload.mass=1e2:1e4:9:log.
        Given several times, keys change together, and have as many values each.
    backend
        Backend and settings: exact, assumed_modes:FAMILY:SHAPES or fem:ELEMENTS; may be given several times.
        Without it: exact.
    count
        Number of eigenvalues at the first value, by size; all in the circle about them are followed. 12 unless within
        is given.
    within
        In place of a number, the circle's radius, rad/s.
    plot
        Also draw the locus in the plane of s: FILE.svg, FILE.png or FILE.pdf; may be given several times.
    unit
        Unit of the frequencies in tables.
    """
    written.require(".zarr")
    pictures, varied = require_pictures(plot), harness.read_grid(vary, "--vary")
    solvers = [harness.find_backend(spec) for spec in backend or ("exact",)]
    with running.watched(written) as how:
        dataset = harness.locus(harness.load(arm), varied, solvers, usual_eigenvalues(count, within), within, **how)
    save_pictures(pictures, lambda: harness.plot_locus(dataset))
    written.write(harness.LOCUS, dataset, unit)
