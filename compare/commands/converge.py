"""``flexarm converge``: how the errors of an arm's frequencies fall with the size."""

from pathlib import Path

from compare.commands import harness
from compare.commands.options import RUNNING, WRITTEN, Backends, Count, Plots, Running, Written
from compare.commands.outputs import require_pictures, save_pictures
from compare.commands.schemes import find_schemes

SCHEMES = ("assumed_modes:legendre", "assumed_modes:clamped-free", "fem")


def converge(
    arm: Path,
    /,
    *,
    backend: Backends = None,
    sizes: str = "1:12",
    count: Count = 3,
    plot: Plots = None,
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Tabulate the errors of an arm's natural frequencies by backend and size, and the order that they fall with.

    Of an arm with dampers and drives: those of frequency and damping ratio of its complex eigenvalues.

    Parameters
    ----------
    arm
        The arm file.
    backend
        Backend without its size, as assumed_modes:FAMILY or fem; may be given several times.
        Without any: assumed_modes:legendre, assumed_modes:clamped-free and fem.
    sizes
        Numbers of functions or elements of every flexible link, ascending: 1:12 (every size), 1:1000:x2 (doubling),
        4,8,16,32; or several of these with commas between.
    count
        Number of natural frequencies, or of eigenvalues by size; rigid-body modes are counted apart.
    plot
        Also draw the errors against the unknowns: FILE.svg, FILE.png or FILE.pdf; may be given several times.
    """
    written.require(".zarr")
    pictures = require_pictures(plot)
    solvers, chosen = find_schemes(backend or SCHEMES), harness.read_sizes(sizes)
    with running.watched(written) as how:
        dataset = harness.convergence(harness.load(arm), solvers, chosen, count, **how)
    save_pictures(pictures, lambda: harness.plot_convergence(dataset))
    written.write(harness.CONVERGENCE, dataset)
