"""An arm on its way through a manoeuvre, as it moves: what moving pictures show, and one picture of some moments."""

from dataclasses import dataclass, replace

import numpy as np
from matplotlib import colormaps, style
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from compare.drawing.figure import STYLE, draw_arm, draw_rest, draw_shape
from compare.drawing.legend import entries, shown_link
from compare.drawing.look import SOLID, STRUT_WIDTH, Look
from compare.drawing.parts import link_line
from compare.drawing.shape import STATIONS, Shape
from compare.drawing.sheet import Sheet
from compare.drawing.solids import turned_far
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend, find_backend
from flexarm.checks import shown
from flexarm.errors import Fault, InputError
from flexarm.links import Link
from flexarm.slews.manoeuvre import Manoeuvre
from flexarm.slews.outlines import Outline, outline
from flexarm.whole import is_whole

MOMENTS, MOST_MOMENTS = 5, 20
# Between these moments the way of the tip has so many points.
_POINTS = 20
# Earlier is paler: greys on which the arm at the end, in its own colours, is told apart; rigid links' own is a grey.
_EARLY, _LATE, _LATE_OF_RIGID = 0.78, 0.35, 0.6


@dataclass(frozen=True, eq=False)
class SlewMotion:
    """An arm at rest, and how its outline moves, shape (times, numbers), at times, s; and a picture's title."""

    rest: Shape
    over_time: Array
    times: Array
    heading: tuple[str, str]


def slew_motion(arm: Arm, manoeuvre: Manoeuvre, backend: Backend | None, samples: int) -> SlewMotion:
    """Return how an arm goes through a manoeuvre, at equally spaced times from 0 to its duration."""
    solver = backend or find_backend("exact")
    sampled = replace(manoeuvre, samples=samples) if isinstance(manoeuvre, Manoeuvre) else manoeuvre
    moved, rest = outline(solver, arm, sampled, STATIONS), Shape.at_rest(arm)
    heading = named(arm, sampled.name), f"as it moves, by {solver.spec}"
    return SlewMotion(rest, _numbers(moved, rest), sampled.times, heading)


def _numbers(moved: Outline, rest: Shape) -> Array:
    """Return motions as the numbers of displacements, shape (times, numbers)."""
    links = [one.reshape(len(one), -1) for one in moved.links]
    return np.hstack([*links, *(moved.bodies[one.name] for one in (rest.base, *rest.bodies))])


def draw_path(sheet: Sheet, rest: Shape, over_time: Array) -> Line2D:
    """Draw the way of the last link's tip wherever the arm is seen from, and return a sample of it."""
    links, _ = rest.parted(over_time)
    components = rest.links[-1].shape[1]
    path = rest.links[-1][-1] + links[:, -1, -1, :components]
    for axes, view in sheet.views:
        seen = path if view is None else path @ view.axes.T
        (line,) = axes.plot(*seen.T, color=SOLID.strut, linewidth=STRUT_WIDTH, linestyle=":", zorder=SOLID.order - 2.0)
    return line


def draw_slew(
    arm: Arm,
    manoeuvre: Manoeuvre,
    backend: Backend | None = None,
    moments: int = MOMENTS,
    narrow: bool = False,
) -> Figure:
    """Return a picture of an arm at some moments of a manoeuvre, to scale, as it moves: nothing is magnified.

    Parameters
    ----------
    arm
        The arm, in its posture.
    manoeuvre
        What turns its joints and acts on it.
    backend
        What models the links; None for the installed backend named ``exact``.
    moments
        Number of moments, from 2 to 20, equally spaced from 0 to the manoeuvre's duration; the last is in colours.
    narrow
        Whether it is for a narrow page; of an arm in space, the pictorial view alone.

    Raises
    ------
    InputError
        If the arm and the manoeuvre do not fit one another, or the number of moments is out of its range.
    QuestionError
        If the backend cannot answer.
    """
    if not is_whole(moments) or not 2 <= moments <= MOST_MOMENTS:
        raise InputError([Fault("moments", f"a whole number from 2 to {MOST_MOMENTS}", shown(moments))], "draw")
    moved = slew_motion(arm, manoeuvre, backend, _POINTS * (moments - 1) + 1)
    *early, last = moved.over_time[::_POINTS]
    with style.context(STYLE):
        sheet = Sheet.of(arm, narrow)
        draw_rest(sheet, arm, moved.rest, False)
        samples = entries(arm, moved.rest, False) | {"way of the tip": draw_path(sheet, moved.rest, moved.over_time)}
        link = shown_link(arm)
        late = _LATE if isinstance(link, Link) else _LATE_OF_RIGID
        for by, look, time in zip(early, _looks(len(early), late), moved.times[::_POINTS], strict=False):
            for axes, seen in sheet.seen(moved.rest.displaced_by(by, turned_far)):
                draw_shape(axes, arm, seen, look)
            samples[f"{time:.3g} s"] = link_line(link, look)
        for axes, seen in sheet.seen(moved.rest.displaced_by(last, turned_far)):
            draw_arm(axes, arm, seen)
        samples[f"{moved.times[-1]:.3g} s"] = link_line(link, SOLID)
        # Names of backends are too long for a narrow page.
        sheet.frame(moved.rest.size, (moved.heading[0], "" if narrow else moved.heading[1]), samples)
    return sheet.figure


def _looks(count: int, late: float) -> list[Look]:
    """Return how the arm looks at moments before the last, which lie below it: the later, the darker."""
    shades = [to_hex(colormaps["Greys_r"](one)) for one in np.linspace(_EARLY, late, count)]
    return [Look(shade, shade, shade, shade, shade, shade, order=2.0 + k / count) for k, shade in enumerate(shades)]


def named(arm: Arm, name: str) -> str:
    """Return the title of a picture of an arm in a case."""
    return ": ".join(part for part in (arm.name, name) if part)
