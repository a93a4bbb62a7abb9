"""``flexarm draw``: a picture of an arm, at rest, in a mode, or at moments of a manoeuvre."""

from pathlib import Path

from compare.commands import harness
from compare.commands.options import Backend, Pictures, Whole
from compare.commands.outputs import require_pictures, save_pictures
from compare.commands.refusal import refusal


def draw(
    arm: Path,
    manoeuvre: Path | None = None,
    /,
    *,
    output: Pictures,
    mode: Whole = None,
    backend: Backend = "exact",
    moments: Whole = None,
) -> None:
    """Draw an arm to scale in its posture; with a mode, its undeformed and deformed shape; or in a manoeuvre.

    An arm in space is drawn in three views along the base's axes and a pictorial one.

    Parameters
    ----------
    arm
        The arm file.
    manoeuvre
        The manoeuvre's file: the arm at some moments of its large motion, as it is.
    output
        The picture to write: FILE.svg, FILE.png or FILE.pdf; or FILE.vtu, links and bodies with all modes up to the
        one that --mode says, for ParaView (needs flexarm[vtk]); may be given several times.
    mode
        Number of the mode to draw, from 1, rigid-body modes left out.
    backend
        Backend that computes the mode, or models the links in a manoeuvre.
    moments
        Number of moments of a manoeuvre, from 2 to 20; five without it.
    """
    if manoeuvre is None and moments is not None:
        raise refusal("draw", "a manoeuvre's file after the arm's, for --moments", "none")
    if manoeuvre is not None:
        _draw_slew(arm, manoeuvre, output, mode, backend, moments)
        return
    files, loaded = require_pictures(output, "--output", harness.VTK), harness.load(arm)
    solver = harness.find_backend(backend) if mode is not None else None
    pictures = [path for path in files if path.suffix.lower() not in harness.VTK]
    for path in files:
        if path not in pictures:
            harness.save_vtk(loaded, path, mode, solver)
    save_pictures(pictures, lambda: harness.draw(loaded, mode, solver))


def _draw_slew(
    arm: Path, manoeuvre: Path, output: list[Path], mode: int | None, backend: str, moments: int | None
) -> None:
    files = require_pictures(output, "--output")
    if mode is not None:
        raise refusal("draw", "a manoeuvre or --mode", "both")
    loaded, solver = harness.load(arm), harness.find_backend(backend)
    told = harness.load_manoeuvre(manoeuvre, loaded)
    count = harness.MOMENTS if moments is None else moments
    save_pictures(files, lambda: harness.draw_slew(loaded, told, solver, count))
