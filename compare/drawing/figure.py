"""The figure: an arm in its posture and, with a mode, its undeformed and deformed shape."""

from typing import TYPE_CHECKING

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from numpy.typing import NDArray

import flexarm
from compare.drawing.bases import draw_base, draw_ground
from compare.drawing.legend import entries
from compare.drawing.look import GHOST, INK, LATER, LINK_WIDTH, SOLID, Look
from compare.drawing.parts import draw_bodies, draw_joint_axes, draw_joints, draw_links, draw_ribbons, draw_supports
from compare.drawing.shape import STATIONS, Shape
from compare.drawing.sheet import Sheet
from flexarm.arm import Arm
from flexarm.errors import Fault, InputError
from flexarm.kinematics import rotated
from flexarm.welded import numbers, told
from flexarm.whole import require_count

ComplexArray = NDArray[np.complex128]

if TYPE_CHECKING:
    from flexarm.backend import Backend
    from flexarm.modes import ModalModel

STYLE = "compare.flexarm"
SHORTEST = 0.05


def draw(arm: Arm, mode: int | None = None, backend: "Backend | None" = None, narrow: bool = False) -> Figure:
    """Return a picture of an arm, to scale; of an arm in space, three views along the base's axes and a pictorial one.

    Bodies are discs of their radius of gyration (kept between 1.2 % and 25 % of the arm's size), point masses
    dots. In space they are uniform boxes of the same mass and moments of inertia (half their edges kept so), links have
    a ribbon on their left that shows their twist, and joints a line along their axis. A mode is scaled so that its
    largest displacement, of a ribbon's edge too, is 9 % of the arm's size. Modes of arms with dampers and drives are
    complex: they are shown at two instants, a quarter of a period apart, their decay left out.

    Parameters
    ----------
    arm
        The arm, in its posture.
    mode
        Number of the mode to show, from 1, rigid-body modes left out; None for the posture alone.
    backend
        What computes the mode; None for the installed backend named ``exact``.
    narrow
        Whether it is for a narrow page, or one of several side by side; of an arm in space, the pictorial view alone.

    Raises
    ------
    InputError
        If the mode is not a whole number of 1 or more, or has finer waves than a picture shows.
    QuestionError
        If the backend cannot answer.
    """
    rest, heading = Shape.at_rest(arm), (arm.name, "")
    shapes = [(rest, SOLID)]
    if mode is not None:
        by, heading, _ = asked_motion(arm, mode, backend, rest)
        scale = rest.scale(np.stack([by.real, by.imag]))
        later = [(rest.displaced_by(-scale * by.imag), LATER)] if np.any(by.imag) else []
        shapes = [*later, (rest.displaced_by(scale * by.real), SOLID)]
    with style.context(STYLE):
        sheet = Sheet.of(arm, narrow)
        draw_rest(sheet, arm, rest, mode is not None)
        for shape, look in shapes:
            for axes, seen in sheet.seen(shape):
                if look is SOLID:
                    draw_arm(axes, arm, seen)
                else:
                    draw_shape(axes, arm, seen, look)
        samples = entries(arm, rest, mode is not None)
        samples |= (
            {"a quarter of a period on": Line2D([], [], color=LATER.link, linewidth=LINK_WIDTH)}
            if len(shapes) > 1
            else {}
        )
        sheet.frame(rest.size, heading, samples)
    return sheet.figure


def asked_motion(
    arm: Arm, mode: int, backend: "Backend | None", rest: Shape
) -> tuple[ComplexArray, tuple[str, str], complex]:
    """Return how an outline moves in a mode that is to be drawn, complex of driven arms, its title and eigenvalue.

    A complex motion is turned so that its real part, the first instant, is as large as it ever is.
    """
    if not (isinstance(arm, Arm) and arm.driven):
        model = asked_model(arm, mode, backend)
        return rest.displacements(model)[-1] + 0j, title(arm, model), 1j * float(model.angular_frequency[-1])
    from flexarm.closed_loop.shapes import complex_mode  # drawing an arm at rest needs no solver

    require_mode(arm, mode)
    found = complex_mode(backend or flexarm.find_backend("exact"), arm, int(mode))
    by = np.sum([weights @ rest.displacements(one) for one, weights in found.parts], axis=0)
    by = by * np.exp(-0.5j * np.angle(np.sum(by * by)))
    s = found.eigenvalue
    if not s.imag:
        by = by.real + 0j
    swinging = f" + {s.imag:.5g} i" if s.imag else ""
    words = f"eigenvalue {mode}: {s.real:.4g}{swinging} 1/s, damping ratio {-s.real / abs(s):.3g}"
    return by, (arm.name, words), s


def asked_model(arm: Arm, mode: int, backend: "Backend | None") -> "ModalModel":
    """Return the modes of an arm up to one that is to be drawn."""
    require_mode(arm, mode)
    return (backend or flexarm.find_backend("exact")).modes(arm, int(mode))


def require_mode(arm: Arm, mode: int) -> None:
    """Refuse what is no number of a mode, or one of finer waves than a picture shows."""
    require_count(mode, "mode", "draw")
    # Of a finer mode a picture would show other waves than it has: two points each are the fewest.
    most = STATIONS // 2 * len(arm.links)
    if mode > most:
        wanted = f"{most} at most: pictures have {STATIONS} points a link, too few for finer waves"
        raise InputError([Fault("mode", wanted, str(mode))], "draw")


def draw_rest(sheet: Sheet, arm: Arm, rest: Shape, undeformed: bool) -> None:
    """Draw the ground and, where wanted, the undeformed arm."""
    for axes, seen in sheet.seen(rest):
        draw_ground(axes, arm, seen)
        if undeformed:
            draw_shape(axes, arm, seen, GHOST)


def draw_arm(axes: Axes, arm: Arm, shape: Shape) -> None:
    """Draw all of an outline."""
    draw_shape(axes, arm, shape, SOLID)
    draw_joint_axes(axes, shape, SOLID)
    draw_joints(axes, arm, shape, SOLID)
    draw_supports(axes, arm, shape, SOLID)
    number_links(axes, arm, shape)


def draw_shape(axes: Axes, arm: Arm, shape: Shape, look: Look) -> None:
    """Draw base, bodies and links of an outline."""
    draw_base(axes, arm, shape, look)
    draw_bodies(axes, shape, look)
    draw_ribbons(axes, arm, shape, look)
    draw_links(axes, arm, shape, look)


def number_links(axes: Axes, arm: Arm, shape: Shape) -> None:
    """Write links' names, or numbers where there are several, beside them; of pieces of one, the first's and last's."""
    for run in told(arm.links):
        points = np.concatenate(shape.links[run.start : run.stop])
        if arm.spatial and np.hypot(*np.ptp(points, axis=0)) < SHORTEST * shape.size:
            continue  # seen end on
        middle = len(points) // 2
        along = points[middle + 1] - points[middle - 1]
        left = rotated(along) / np.hypot(*along)
        if arm.spatial:
            left = left * (-1.0 if (shape.ribbons[run.start][0] - shape.links[run.start][0]) @ left > 0.0 else 1.0)
        name = "" if arm.spatial else arm.links[run.stop - 1].name  # in space, views are small and names many
        text = name or (numbers(run) if len(shape.links) > 1 else "")
        away = (9.0 + 2.2 * max(len(text) - 1, 0) * abs(left[0])) * left  # half the width of what is written sideways
        axes.annotate(
            text,
            points[middle],
            (away[0], away[1]),
            textcoords="offset points",
            ha="center",
            va="center",
            fontsize=8,
            color=INK,
            path_effects=[withStroke(linewidth=2.0, foreground="white")],
        )


def title(arm: Arm, model: "ModalModel | None") -> tuple[str, str]:
    """Return a picture's title: the arm's name and, with modes, the last one's number and frequency."""
    if model is None:
        return arm.name, ""
    omega, hertz = model.angular_frequency[-1], model.frequency[-1]
    unstable = f", beside {model.unstable} unstable" if model.unstable else ""
    return arm.name, f"mode {model.modes}: {omega:.5g} rad/s ({hertz:.5g} Hz){unstable}"
