"""``flexarm advise``: the fewest unknowns for a wanted accuracy."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands.numbers import whole

# Legendre shapes stand for all polynomials, which span the same; the beam functions are those of a clamped link.
CANDIDATES = (
    "assumed_modes:legendre",
    "assumed_modes:clamped-free",
    "assumed_modes:clamped-mass",
    "assumed_modes:comparison",
    "fem",
)


def advise(
    arm: Path,
    /,
    *,
    tolerance: float = 1e-3,
    count: Annotated[int, Parameter(("--count", "-n"), converter=whole)] = 3,
    backend: Annotated[list[str] | None, Parameter(("--backend", "-b"), negative=(), show_default=False)] = None,
    sizes: str = "1:6,8,12,16,24",
) -> None:
    """Say which backend, at which of some sizes, makes an arm's natural frequencies accurate at the fewest unknowns.

    Parameters
    ----------
    arm
        The arm file.
    tolerance
        Largest relative error of a natural frequency.
    count
        Number of natural frequencies that are to be so accurate; rigid-body modes are counted apart.
    backend
        Backend without its size, as assumed_modes:FAMILY or fem; may be given several times. Without any: fem, and
        assumed_modes with the families legendre, clamped-free, clamped-mass and comparison.
    sizes
        Numbers of functions or elements of every flexible link that are tried, as of flexarm converge.
    """
    from compare.commands.loading import load
    from compare.commands.progress import watched
    from compare.commands.schemes import find_schemes
    from compare.converging.cheapest import best_choices, require_tolerance
    from compare.converging.sizes import read_sizes
    from compare.converging.study import convergence
    from compare.converging.text import advice

    require_tolerance(tolerance)
    solvers = find_schemes(backend or CANDIDATES)
    dataset = convergence(load(arm), solvers, read_sizes(sizes), count, watch=watched)
    print(advice(dataset, tolerance, best_choices(dataset, tolerance)), end="")
