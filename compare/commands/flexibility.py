"""``flexarm flexibility``: how far an arm's end gives way, part by part."""

from pathlib import Path
from typing import Literal

from compare.commands import harness
from compare.commands.options import RUNNING, WRITTEN, Backends, Running, Written


def flexibility(
    arm: Path,
    /,
    *,
    backend: Backends = None,
    frame: Literal["base", "tip"] = "base",
    at: str = "tip",
    written: Written = WRITTEN,
    running: Running = RUNNING,
) -> None:
    """Say how far an arm's end gives way to unit forces and couples, and what of that each joint and link makes.

    Parameters
    ----------
    arm
        The arm file.
    backend
        Backend and settings: exact, assumed_modes:FAMILY:SHAPES or fem:ELEMENTS; may be given several times.
        Without it: exact.
    frame
        The axes of forces and motions: the base's, or those of the link there.
    at
        Where: tip (the last link's), payload (its centre of mass), or a link's: boom.tip, link2.root.
    """
    written.require(".zarr")
    solvers = [harness.find_backend(spec) for spec in backend or ("exact",)]
    with running.watched(written) as how:
        dataset = harness.flexibility(harness.load(arm), solvers, frame, at, **how)
    written.write(harness.FLEXIBILITY, dataset)
