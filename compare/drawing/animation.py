"""Moving pictures: an arm in one mode over a period, in its response to a load case, or through a manoeuvre."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, log10

import numpy as np
from matplotlib import style
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from compare.drawing.figure import STYLE, asked_motion, draw_arm, draw_rest
from compare.drawing.legend import entries
from compare.drawing.look import GHOST, LINK_WIDTH
from compare.drawing.shape import Shape
from compare.drawing.sheet import Sheet
from compare.drawing.slews import draw_path, named, slew_motion
from compare.drawing.solids import Turning, turned, turned_far
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend, find_backend
from flexarm.checks import as_finite, shown
from flexarm.errors import Fault, InputError
from flexarm.forced_response.motion import modal_response
from flexarm.load_cases import BaseAcceleration, LoadCase
from flexarm.slews.manoeuvre import Manoeuvre
from flexarm.whole import is_whole

MODE_FRAMES, RESPONSE_FRAMES = 32, 120
# What is shown of a motion that decays without swinging, in times in which it falls to 1/e.
_SPAN = 3.0
# So many pictures take a minute to draw, and 20 MB.
MOST_FRAMES = 1000


@dataclass(frozen=True, eq=False)
class Film:
    """A moving picture."""

    figure: Figure  # the page, with what stands still
    pictures: list[list[Artist]]  # what is seen in one picture after another


def animate_mode(arm: Arm, mode: int, backend: Backend | None = None, frames: int = MODE_FRAMES) -> Film:
    """Return a moving picture of an arm over one period of a mode, to be repeated.

    The mode is scaled so that its largest displacement is 9 % of the arm's size. Those of arms with dampers and drives
    travel; their decay is left out, but of one that does not swing three times the time in which it falls to 1/e.

    Parameters
    ----------
    arm
        The arm, in its posture.
    mode
        Number of the mode, from 1, rigid-body modes left out.
    backend
        What computes the mode; None for the installed backend named ``exact``.
    frames
        Number of pictures a period, from 2 to 1000.

    Raises
    ------
    InputError
        If the mode is not a whole number of 1 or more, or the number of pictures is out of its range.
    QuestionError
        If the backend cannot answer.
    """
    _require_frames(frames)
    rest = Shape.at_rest(arm)
    by, heading, eigenvalue = asked_motion(arm, mode, backend, rest)
    part = np.arange(frames) / frames
    turning = np.exp(2j * np.pi * part) if eigenvalue.imag else np.exp(np.sign(eigenvalue.real) * _SPAN * part) + 0j
    over_time = rest.scale(np.stack([by.real, by.imag])) * np.real(turning[:, np.newaxis] * by)
    return _film(arm, rest, over_time, heading, [""] * frames)


def animate_response(
    arm: Arm,
    case: LoadCase,
    backend: Backend | None = None,
    *,
    modes: int | None = None,
    frames: int = RESPONSE_FRAMES,
    scale: float | None = None,
) -> Film:
    """Return a moving picture of an arm's response, relative to the base where the motion of that is prescribed.

    Parameters
    ----------
    arm
        The arm, in its posture.
    case
        What acts on it.
    backend
        What computes the modes; None for the installed backend named ``exact``.
    modes
        Number of modes beside the rigid-body ones; None for twelve, or all that the backend has.
    frames
        Number of pictures, from 2 to 1000, equally spaced from 0 to the case's duration.
    scale
        What displacements are multiplied by; None for a round number with which the largest is up to 9 % of the arm's
        size.

    Raises
    ------
    InputError
        If the arm and the case do not fit one another, or a number is out of its range.
    QuestionError
        If the backend cannot answer.
    """
    _require_frames(frames)
    factor = None if scale is None else _positive(scale)
    motion, rest = modal_response(backend or find_backend("exact"), arm, case, modes, True), Shape.at_rest(arm)
    times = np.linspace(0.0, case.duration, frames)
    weights = motion.weights([rest.displacements(source) for source in motion.sources()])
    over_time = motion.at(times, weights)
    factor = _round(rest.scale(over_time)) if factor is None else factor
    turned = any(isinstance(load, BaseAcceleration) for load in case.loads)
    words = f"displacements × {factor:g}{', relative to the base' if turned else ''}"
    return _film(arm, rest, factor * over_time, (named(arm, case.name), words), _labels(times))


def animate_slew(arm: Arm, manoeuvre: Manoeuvre, backend: Backend | None = None, frames: int = RESPONSE_FRAMES) -> Film:
    """Return a moving picture of an arm through a manoeuvre, as it moves: nothing is magnified.

    Parameters
    ----------
    arm
        The arm, in its posture.
    manoeuvre
        What turns its joints and acts on it.
    backend
        What models the links; None for the installed backend named ``exact``.
    frames
        Number of pictures, from 2 to 1000, equally spaced from 0 to the manoeuvre's duration.

    Raises
    ------
    InputError
        If the arm and the manoeuvre do not fit one another, or the number of pictures is out of its range.
    QuestionError
        If the backend cannot answer.
    """
    _require_frames(frames)
    moved = slew_motion(arm, manoeuvre, backend, frames)
    return _film(arm, moved.rest, moved.over_time, moved.heading, _labels(moved.times), _start_and_path, turned_far)


def _start_and_path(sheet: Sheet, rest: Shape, over_time: Array) -> dict[str, Artist]:
    """Draw the way of the last link's tip, and return samples of it and of the arm at the start."""
    line = draw_path(sheet, rest, over_time)
    return {"at the start": Line2D([], [], color=GHOST.link, linewidth=LINK_WIDTH), "way of the tip": line}


def _labels(times: Array) -> list[str]:
    digits = max(0, 2 - floor(log10(times[-1])))
    return [f"t = {t:.{digits}f} s" for t in times]


def _film(
    arm: Arm,
    rest: Shape,
    over_time: Array,
    heading: tuple[str, str],
    labels: Sequence[str],
    beside: Callable[[Sheet, Shape, Array], dict[str, Artist]] | None = None,
    turned: Turning = turned,
) -> Film:
    """Return the pictures of displacements, shape (pictures, numbers), one after another.

    What is drawn beside them, and its samples for the legend, is the arm undeformed unless it is said otherwise.
    """
    with style.context(STYLE):
        sheet = Sheet.of(arm)
        draw_rest(sheet, arm, rest, True)
        samples = entries(arm, rest, beside is None) | (beside(sheet, rest, over_time) if beside else {})
        pictures = [
            _added(sheet, lambda by=by, label=label: _draw(sheet, arm, rest.displaced_by(by, turned), label))  # type: ignore[misc]
            for by, label in zip(over_time, labels, strict=True)
        ]
        sheet.frame(rest.size, heading, samples)
    return Film(sheet.figure, pictures)


def _draw(sheet: Sheet, arm: Arm, shape: Shape, label: str) -> None:
    for axes, seen in sheet.seen(shape):
        draw_arm(axes, arm, seen)
    axes = sheet.views[0][0]
    axes.text(1.0, 1.01, label, ha="right", va="bottom", fontsize=9, transform=axes.transAxes)


def _added(sheet: Sheet, draw: Callable[[], None]) -> list[Artist]:
    """Draw, and return what has been added."""
    before = {artist for axes, _ in sheet.views for artist in axes.get_children()}
    draw()
    return [artist for axes, _ in sheet.views for artist in axes.get_children() if artist not in before]


def _require_frames(frames: int) -> None:
    if not is_whole(frames) or not 2 <= frames <= MOST_FRAMES:
        raise InputError([Fault("frames", f"a whole number from 2 to {MOST_FRAMES}", shown(frames))], "animate")


def _positive(scale: float) -> float:
    number = as_finite(scale)
    if number is None or number <= 0.0:
        raise InputError([Fault("scale", "a positive number (no unit)", shown(scale))], "animate")
    return number


def _round(scale: float) -> float:
    """Return the largest of 1, 2, 5, 10 and so on that is not above a positive number."""
    power = 10.0 ** floor(log10(scale))
    return max(step * power for step in (1.0, 2.0, 5.0) if step * power <= scale * (1.0 + 1e-12))
