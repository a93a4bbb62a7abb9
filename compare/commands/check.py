"""``flexarm check``: an arm file explained."""

from pathlib import Path

from compare.commands import harness
from compare.commands.options import Output
from compare.commands.outputs import require_output


def check(
    arm: Path,
    /,
    *,
    output: Output = None,
) -> None:
    """Explain an arm file: its parts, how it can move, its mass, and values that look like mistakes of units.

    Parameters
    ----------
    arm
        The arm file.
    output
        Also draw the arm: FILE.svg, FILE.png or FILE.pdf.
    """
    if output is not None:
        require_output(output, harness.FORMATS)
    loaded = harness.load(arm, silent=True)
    text = harness.as_explanation(loaded)
    if output is not None:
        harness.save_figure(harness.draw(loaded), output)
    print(text, end="")
