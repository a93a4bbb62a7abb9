"""``flexarm draw``: a picture of an arm, at rest or in a mode."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import whole
from compare.commands.outputs import require_output


def draw(
    arm: Path,
    /,
    *,
    output: Annotated[list[Path], Parameter(("--output", "-o"), negative=())],
    mode: Annotated[int | None, Parameter(converter=whole)] = None,
    backend: Annotated[str, Parameter(("--backend", "-b"))] = "exact",
) -> None:
    """Draw an arm to scale in its posture and, with a mode, its undeformed and deformed shape.

    Parameters
    ----------
    arm
        The arm file.
    output
        The picture to write: FILE.svg, FILE.png or FILE.pdf; may be given several times.
    mode
        Number of the mode to draw, from 1, rigid-body modes left out.
    backend
        Backend that computes the mode.
    """
    for path in output:
        require_output(path, harness.FORMATS)
    loaded = harness.load(arm)
    picture = harness.draw(loaded, mode, harness.find_backend(backend) if mode is not None else None)
    for path in output:
        harness.save_figure(picture, path)
