"""``flexarm animate``: a moving picture of an arm, in a mode, in its response, or through a manoeuvre."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import whole
from compare.commands.options import Backend, Whole
from compare.commands.outputs import require_output
from compare.commands.refusal import refusal


def animate(
    arm: Path,
    case: Path | None = None,
    /,
    *,
    output: Annotated[Path, Parameter(("--output", "-o"))],
    mode: Whole = None,
    backend: Backend = "exact",
    count: Annotated[int | None, Parameter(("--count", "-n"), converter=whole)] = None,
    frames: Whole = None,
    scale: float | None = None,
    slew: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Animate an arm over one period of a mode, in its response to a load case, or through a manoeuvre.

    Parameters
    ----------
    arm
        The arm file.
    case
        The load case's file, for its response, or with --slew a manoeuvre's; without it, --mode.
    output
        The moving picture to write: FILE.gif, or FILE.html, a page with buttons that needs no other file.
    mode
        Number of the mode, from 1, rigid-body modes left out.
    backend
        Backend that computes the modes, or models the links of a slew.
    count
        Number of modes that a response is made of; without it twelve, or all that the backend has.
    frames
        Number of pictures, 20 of which are shown a second; without it 32 for a mode and 120 for a response or a slew,
        equally spaced over its duration.
    scale
        What the displacements of a response are multiplied by; without it a round number with which the largest is up
        to 9 % of the arm's size.
    slew
        The file is a manoeuvre's: large motion of the arm, as it is.
    """
    _require_one(case, mode, {"--count": count, "--scale": scale}, slew)
    require_output(output, harness.FILMS)
    loaded, solver = harness.load(arm), harness.find_backend(backend)
    if slew:
        assert case is not None  # it is needed with --slew
        manoeuvre = harness.load_manoeuvre(case, loaded)
        film = harness.animate_slew(loaded, manoeuvre, solver, harness.RESPONSE_FRAMES if frames is None else frames)
    elif case is None:
        assert mode is not None  # one of the two is given
        film = harness.animate_mode(loaded, mode, solver, harness.MODE_FRAMES if frames is None else frames)
    else:
        pictures = harness.RESPONSE_FRAMES if frames is None else frames
        loads = harness.load_case(case)
        film = harness.animate_response(loaded, loads, solver, modes=count, frames=pictures, scale=scale)
    harness.save_film(film, output, loaded.title)


def _require_one(case: Path | None, mode: int | None, of_response: dict[str, object], slew: bool) -> None:
    """Refuse both or neither of what can be animated, and what a mode or a slew has no use for."""
    if slew and (case is None or mode is not None):
        raise refusal("animate", "a manoeuvre's file after the arm's, for --slew", "--mode" if mode else "none")
    if (case is None) == (mode is None):
        got = "neither" if case is None else "both"
        raise refusal("animate", "a load case's file after the arm's, or --mode NUMBER", got)
    wanted = f"nothing beside {'--slew' if slew else '--mode'}: it is for a response"
    foreign = [harness.Fault(name, wanted, str(value)) for name, value in of_response.items() if value is not None]
    if (mode is not None or slew) and foreign:
        raise harness.InputError(foreign)
