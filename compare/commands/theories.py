"""``flexarm theories``: what each term of beam theory changes in an arm's frequencies."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.options import RUNNING, WRITTEN, Backends, Count, Plots, Running, Unit, Written
from compare.commands.outputs import require_pictures, save_pictures


def theories(
    arm: Path,
    /,
    *,
    backend: Backends = None,
    count: Count = 6,
    sound_speed: Annotated[float | None, Parameter(show_default=False)] = None,
    unit: Unit = "rad/s",
    plot: Plots = None,
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Tabulate by how much an arm's frequencies change without stretch, shear or rotary inertia of its links.

    Terms that a link does not have are estimated, as of a tube of metal. Modes are compared by their shapes; one that
    is missing, such as a payload that bounces along a straight arm, there is none of in the simpler theory.

    Parameters
    ----------
    arm
        The arm file, without static loads.
    backend
        Backend and settings: exact, assumed_modes:FAMILY:SHAPES or fem:ELEMENTS; may be given several times.
        Without it: exact.
    count
        Number of natural frequencies; rigid-body modes are counted apart.
    sound_speed
        Speed of sound in the links' material, m/s, the root of Young's modulus over density, for terms that are
        estimated. Without it 5000, as of steel, aluminium and titanium.
    unit
        Unit of the frequencies in tables.
    plot
        Also draw the changes: FILE.svg, FILE.png or FILE.pdf; may be given several times.
    """
    written.require(".zarr")
    pictures = require_pictures(plot)
    solvers = [harness.find_backend(spec) for spec in backend or ("exact",)]
    speed = harness.SOUND_SPEED if sound_speed is None else sound_speed
    with running.watched(written) as how:
        dataset = harness.theories(harness.load(arm), solvers, count, speed, **how)
    save_pictures(pictures, lambda: harness.plot_theories(dataset))
    written.write(harness.THEORIES, dataset, unit)
