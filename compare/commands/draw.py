"""``flexarm draw``: a picture of an arm, at rest or in a mode."""

from pathlib import Path

from compare.commands import harness
from compare.commands.options import Backend, Pictures, Whole
from compare.commands.outputs import require_pictures, save_pictures


def draw(
    arm: Path,
    /,
    *,
    output: Pictures,
    mode: Whole = None,
    backend: Backend = "exact",
) -> None:
    """Draw an arm to scale in its posture and, with a mode, its undeformed and deformed shape.

    An arm in space is drawn in three views along the base's axes and a pictorial one.

    Parameters
    ----------
    arm
        The arm file.
    output
        The picture to write: FILE.svg, FILE.png or FILE.pdf; or FILE.vtu, links and bodies with all modes up to the
        one that --mode says, for ParaView (needs flexarm[vtk]); may be given several times.
    mode
        Number of the mode to draw, from 1, rigid-body modes left out.
    backend
        Backend that computes the mode.
    """
    files, loaded = require_pictures(output, "--output", harness.VTK), harness.load(arm)
    solver = harness.find_backend(backend) if mode is not None else None
    pictures = [path for path in files if path.suffix.lower() not in harness.VTK]
    for path in files:
        if path not in pictures:
            harness.save_vtk(loaded, path, mode, solver)
    save_pictures(pictures, lambda: harness.draw(loaded, mode, solver))
