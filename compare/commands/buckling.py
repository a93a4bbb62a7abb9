"""``flexarm buckling``: the load factors at which an arm loses stability."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from compare.commands.numbers import whole


def buckling(
    arm: Path,
    /,
    *,
    scale: Literal["gravity", "axial_force"],
    backend: Annotated[list[str] | None, Parameter(("--backend", "-b"), negative=(), show_default=False)] = None,
    count: Annotated[int, Parameter(("--count", "-n"), converter=whole)] = 1,
    limit: float = 1e4,
    form: Annotated[Literal["table", "json", "csv"], Parameter("--format")] = "table",
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
    form
        A table for people; json (one object) or csv (a row per backend and load factor) with all digits for programs.
    """
    from compare.commands.compare import DEFAULT_BACKENDS
    from compare.commands.loading import load
    from compare.stability.factors import buckling as factors
    from compare.stability.text import as_csv, as_json, as_table
    from flexarm.backend import find_backend

    solvers = [find_backend(spec) for spec in backend or DEFAULT_BACKENDS]
    dataset = factors(load(arm), solvers, scale, count, limit)
    print({"table": as_table, "json": as_json, "csv": as_csv}[form](dataset), end="")
