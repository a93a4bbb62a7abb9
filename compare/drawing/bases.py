"""The three kinds of base as artists."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from compare.drawing.grounds import CARRIAGE_HEIGHT, CARRIAGE_LENGTH, GROUND_DEPTH, RAIL_LENGTH, WALL_LENGTH
from compare.drawing.look import INK, JOINT_SIZE, Look
from compare.drawing.parts import draw_cross, draw_solid, draw_strut, filled, rectangle, silhouette
from compare.drawing.shape import Shape
from compare.drawing.solids import Box, Disc
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.kinematics import rotated


def draw_ground(axes: Axes, arm: Arm, shape: Shape) -> None:
    """Draw what does not move: the wall of a fixed base, the rails of a guided one."""
    for corners in shape.ground:
        axes.add_patch(hatched(silhouette(corners), outline=0.8))
    if arm.spatial:
        return
    parts = tree(arm)
    joint = shape.links[0][0]
    if arm.base.kind == "fixed":
        for k in shape.feet:
            _surface(axes, shape.links[k][0], rotated(parts.links[k].axis), shape.size * WALL_LENGTH, shape.size)
    if arm.base.kind == "guided":
        for along in (parts.base_direction, -parts.base_direction):
            edge = joint - 0.5 * CARRIAGE_HEIGHT * shape.size * rotated(along)
            _surface(axes, edge, -along, shape.size * RAIL_LENGTH, shape.size)


def _surface(axes: Axes, middle: Array, along: Array, length: float, size: float) -> None:
    """Draw a surface of the ground, hatched on the left of its direction."""
    ends = np.stack([middle - 0.5 * length * along, middle + 0.5 * length * along])
    depth = GROUND_DEPTH * size
    ground = rectangle(middle + 0.5 * depth * rotated(along), along, 0.5 * length, 0.5 * depth)
    axes.add_patch(hatched(ground))
    axes.add_line(Line2D(*ends.T, color=INK, linewidth=1.3, zorder=1.1, solid_capstyle="butt"))


def hatched(ground: Polygon, outline: float = 0.0) -> Polygon:
    """Return a patch as the ground's section: hatched, without an outline unless its width is given."""
    ground.set(facecolor="none", edgecolor=INK, linewidth=outline, hatch="//////", zorder=1.0)
    return ground


def draw_base(axes: Axes, arm: Arm, shape: Shape, look: Look) -> None:
    """Draw the base that moves: a free base's box, of its radius of gyration, or a guided base's carriage."""
    if isinstance(shape.base, Box) and shape.base.radius:
        draw_strut(axes, shape, shape.base, look)
        draw_solid(axes, shape.base, look.base, look)
    elif arm.base.kind == "guided":
        half = 0.5 * shape.size
        along = tree(arm).base_direction
        carriage = rectangle(shape.links[0][0], along, half * CARRIAGE_LENGTH, half * CARRIAGE_HEIGHT)
        axes.add_patch(filled(carriage, look.base, look))
    elif arm.base.kind == "free":
        _draw_free(axes, shape, look)


def _draw_free(axes: Axes, shape: Shape, look: Look) -> None:
    base = shape.base
    draw_strut(axes, shape, base, look)
    if isinstance(base, Disc) and base.radius:
        along = np.array([np.cos(base.angle), np.sin(base.angle)])
        axes.add_patch(filled(rectangle(base.centre, along, base.radius, base.radius), look.base, look))
        draw_cross(axes, base, look.base, look)
    else:
        marker = base_marker(look)
        marker.set_data(*base.centre[:, np.newaxis])
        axes.add_line(marker)


def base_marker(look: Look) -> Line2D:
    """Return the marker of a free base that is a point mass, wider than the joint on it, without a place."""
    face = (look.base, 0.22)
    return Line2D(
        [],
        [],
        linestyle="none",
        marker="s",
        markersize=2.0 * JOINT_SIZE,
        markerfacecolor=face,
        markeredgecolor=look.base,
        zorder=look.order - 0.4,
    )
