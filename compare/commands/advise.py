"""``flexarm advise``: the fewest unknowns, or the least time, for a wanted accuracy."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import part
from compare.commands.options import RUNNING, WRITTEN, Backends, Count, Running, Written
from compare.commands.schemes import find_schemes
from compare.studies.usual import CANDIDATE_SIZES, CANDIDATES


def advise(
    arm: Path,
    /,
    *,
    tolerance: Annotated[float, Parameter(converter=part)] = 1e-3,
    count: Count = 3,
    by: Literal["unknowns", "time"] = "unknowns",
    backend: Backends = None,
    sizes: str = CANDIDATE_SIZES,
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Say which backend, at which of some sizes, makes an arm's natural frequencies accurate at the lowest price.

    Parameters
    ----------
    arm
        The arm file.
    tolerance
        Largest relative error of a natural frequency, and of a damping ratio of an arm with dampers or drives, above 0
        and below 1: 0.001, or 0.1%.
    count
        Number of natural frequencies that are to be so accurate; rigid-body modes are counted apart.
    by
        The price: the number of unknowns, or the time of one solution on this machine.
    backend
        Backend without its size, as assumed_modes:FAMILY or fem; may be given several times. Without any: fem, and
        assumed_modes with the families legendre, clamped-free, clamped-mass and comparison.
    sizes
        Numbers of functions or elements of every flexible link that are tried, as of flexarm converge.
    """
    written.require(".zarr")
    harness.require_tolerance(tolerance)
    solvers, chosen, loaded = find_schemes(backend or CANDIDATES), harness.read_sizes(sizes), harness.load(arm)
    if by == "time":
        harness.convergence(loaded, solvers, chosen[:1], count)  # what a first solution imports is no part of its time
    with running.watched(written) as how:
        dataset = harness.convergence(loaded, solvers, chosen, count, **how)
    written.write(harness.advice(tolerance, {"unknowns": "unknowns", "time": "seconds"}[by]), dataset)
