"""``flexarm buckling``: the load factors at which an arm loses stability."""

from pathlib import Path
from typing import Literal

from compare.commands import harness
from compare.commands.options import RUNNING, WRITTEN, Backends, Count, Running, Written
from compare.studies.usual import USUAL_BACKENDS


def buckling(
    arm: Path,
    /,
    *,
    scale: Literal["gravity", "axial_force"],
    backend: Backends = None,
    count: Count = 1,
    limit: float = 1e4,
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Say at which multiples of its gravity or its axial forces an arm first buckles or falls.

    Parameters
    ----------
    arm
        The arm file.
    scale
        What is multiplied: gravity, or the axial_force of every link; other loads stay as they are.
    backend
        Backend and settings: exact, assumed_modes:FAMILY:SHAPES or fem:ELEMENTS; may be given several times.
        Without it: exact, assumed_modes:legendre:8 and fem:20.
    count
        Number of load factors: of the first modes to become unstable.
    limit
        The largest load factor looked at.
    """
    written.require(".zarr")
    solvers = [harness.find_backend(spec) for spec in backend or USUAL_BACKENDS]
    with running.watched(written) as how:
        dataset = harness.buckling(harness.load(arm), solvers, scale, count, limit, **how)
    written.write(harness.BUCKLING, dataset)
