"""``flexarm check``: an arm file explained."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def check(
    arm: Path,
    /,
    *,
    output: Annotated[Path | None, Parameter(("--output", "-o"))] = None,
) -> None:
    """Explain an arm file: its parts, how it can move, its mass, and values that look like mistakes of units.

    Parameters
    ----------
    arm
        The arm file.
    output
        Also draw the arm: FILE.svg, FILE.png or FILE.pdf.
    """
    from compare.commands.outputs import require_output
    from compare.drawing.pages import FORMATS

    if output is not None:
        require_output(output, FORMATS)

    from compare.arm_text import as_explanation
    from flexarm.files import load

    loaded = load(arm)
    text = as_explanation(loaded)
    if output is not None:
        from compare.drawing.figure import draw
        from compare.drawing.pages import save_figure

        save_figure(draw(loaded), output)
    print(text, end="")
