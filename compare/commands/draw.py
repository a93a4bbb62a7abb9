"""``flexarm draw``: a picture of an arm, at rest or in a mode."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands.numbers import whole


def draw(
    arm: Path,
    /,
    *,
    output: Annotated[Path, Parameter(("--output", "-o"))],
    mode: Annotated[int | None, Parameter(converter=whole)] = None,
    backend: Annotated[str, Parameter(("--backend", "-b"))] = "exact",
) -> None:
    """Draw an arm to scale in its posture and, with a mode, its undeformed and deformed shape.

    Parameters
    ----------
    arm
        The arm file.
    output
        The picture to write: FILE.svg, FILE.png or FILE.pdf.
    mode
        Number of the mode to draw, from 1, rigid-body modes left out.
    backend
        Backend that computes the mode.
    """
    from compare.commands.outputs import require_output
    from compare.drawing.pages import FORMATS

    require_output(output, FORMATS)

    from compare.commands.loading import load
    from compare.drawing.figure import draw as figure
    from compare.drawing.pages import save_figure
    from flexarm.backend import find_backend

    save_figure(figure(load(arm), mode, find_backend(backend) if mode is not None else None), output)
