"""Links, joints and bodies as artists."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Patch, Polygon

from compare.drawing.look import (
    INK,
    JOINT_AXIS_WIDTH,
    JOINT_SIZE,
    LINK_WIDTH,
    LOCKED,
    POINT_SIZE,
    RIB_SPACE,
    RIB_WIDTH,
    RIBS,
    RIGID_WIDTH,
    STRUT_WIDTH,
    UNLOCKED,
    WELDED,
    Look,
)
from compare.drawing.shape import Shape
from compare.drawing.solids import EDGES, Box, Disc
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.branching import link_numbers
from flexarm.links import Link, RigidLink
from flexarm.parts import Joint
from flexarm.welded import told

JOINT_MARKERS = {
    "locked": ("o", LOCKED),
    "unlocked": ("o", UNLOCKED),
    "rigid": ("s", WELDED),
    "general": ("D", UNLOCKED),
}


def draw_links(axes: Axes, arm: Arm, shape: Shape, look: Look) -> None:
    """Draw the links' centre lines, rigid ones thick."""
    for link, points in zip(arm.links, shape.links, strict=True):
        line = link_line(link, look)
        line.set_data(*points.T)
        axes.add_line(line)


def link_line(link: Link | RigidLink, look: Look) -> Line2D:
    """Return an empty line in a link's width and colour."""
    colour = link_colour(link, look)
    if isinstance(link, Link):
        return Line2D([], [], color=colour, linewidth=LINK_WIDTH, zorder=look.order)
    return Line2D([], [], color=colour, linewidth=RIGID_WIDTH, solid_capstyle="butt", zorder=look.order - 0.2)


def link_colour(link: Link | RigidLink, look: Look) -> str:
    """Return a link's colour."""
    return look.link if isinstance(link, Link) else look.rigid_link


def draw_joints(axes: Axes, arm: Arm, shape: Shape, look: Look) -> None:
    """Mark the joint at every link's root: locked filled, unlocked open, rigid a small square; none between pieces."""
    for run in told(arm.links):
        marker = joint_marker(arm.links[run.start].joint, look)
        marker.set_data(*shape.links[run.start][:1].T)
        axes.add_line(marker)


def joint_marker(joint: Joint, look: Look) -> Line2D:
    """Return a joint's marker without a place."""
    marker, face = JOINT_MARKERS[joint.state]
    size = JOINT_SIZE if marker == "o" else 0.75 * JOINT_SIZE
    return Line2D(
        [],
        [],
        linestyle="none",
        marker=marker,
        markersize=size,
        markerfacecolor=face,
        markeredgecolor=INK,
        markeredgewidth=1.3,
        zorder=look.order + 1.0,
    )


def draw_ribbons(axes: Axes, arm: Arm, shape: Shape, look: Look) -> None:
    """Draw the ribbon on every link's left, with ribs across, so that its twist is seen; none in the plane."""
    for link, points, edge in zip(arm.links, shape.links, shape.ribbons, strict=False):
        colour = link_colour(link, look)
        face = Polygon(np.concatenate([points, edge[::-1]]), closed=True)
        face.set(facecolor=(colour, 0.15), edgecolor="none", zorder=look.order - 0.6)
        axes.add_artist(face)  # the limits come from the lines around it, in a tenth of the time
        axes.add_line(Line2D(*edge.T, color=colour, linewidth=RIB_WIDTH, zorder=look.order - 0.5))
        places = np.linspace(0, len(points) - 1, 1 + int(np.clip(link.length / (RIB_SPACE * shape.size), 1, RIBS)))
        ribs = np.stack([points, edge], axis=1)[places.astype(int)]
        axes.add_line(separate_lines(ribs, color=colour, linewidth=RIB_WIDTH, zorder=look.order - 0.5))


def separate_lines(ends: Array, **looks: Any) -> Line2D:
    """Return lines between pairs of points, shape (lines, 2, 2), as one artist."""
    gaps = np.full((len(ends), 1, 2), np.nan)
    return Line2D(*np.concatenate([ends, gaps], axis=1).reshape(-1, 2).T, **looks)


def draw_joint_axes(axes: Axes, shape: Shape, look: Look) -> None:
    """Draw a short line along each axis that a joint turns about or slides along; none in the plane."""
    for ends in shape.joint_axes:
        for pair in ends.reshape(-1, 2, ends.shape[-1]):
            line = joint_axis_line(look)
            line.set_data(*pair.T)
            axes.add_line(line)


def joint_axis_line(look: Look) -> Line2D:
    """Return the line of a joint's axis, without a place."""
    return Line2D([], [], color=INK, linewidth=JOINT_AXIS_WIDTH, solid_capstyle="butt", zorder=look.order + 0.9)


def draw_supports(axes: Axes, arm: Arm, shape: Shape, look: Look) -> None:
    """Mark every section that a support holds, by a triangle below it; to another section by a smaller one."""
    numbers = link_numbers(arm.links)
    for support in arm.supports:
        name, _, end = support.section.partition(".")
        points = shape.links[-1 if name == "tip" else numbers[name]]
        share = (support.station or 0.0) / arm.links[numbers[name]].length if support.station else 0.0
        place = points[round(share * (len(points) - 1))] if support.station or end == "root" else points[-1]
        marker = support_marker(look, JOINT_SIZE if support.to else 1.6 * JOINT_SIZE)
        marker.set_data(*place[:, np.newaxis])
        axes.add_line(marker)


def support_marker(look: Look, size: float = 1.6 * JOINT_SIZE) -> Line2D:
    """Return a support's marker without a place: its apex is the section."""
    return Line2D(
        [],
        [],
        linestyle="none",
        marker=6,  # a triangle whose apex is the place
        markersize=size,
        markerfacecolor="white",
        markeredgecolor=INK,
        markeredgewidth=1.3,
        zorder=look.order + 0.8,
    )


def draw_bodies(axes: Axes, shape: Shape, look: Look) -> None:
    """Draw bodies as discs of their radius of gyration, or boxes, point masses as dots, each on its strut."""
    for solid in shape.bodies:
        draw_strut(axes, shape, solid, look)
        colour = look.payload if solid.name == "payload" else look.body
        if solid.radius:
            draw_solid(axes, solid, colour, look)
        else:
            axes.add_line(point_marker(colour, look, solid.centre))


def draw_solid(axes: Axes, solid: Disc | Box, colour: str, look: Look) -> None:
    """Draw a body as a disc of its radius of gyration, or as a box with its edges."""
    if isinstance(solid, Disc):
        axes.add_patch(filled(Circle((solid.centre[0], solid.centre[1]), solid.radius), colour, look))
        draw_cross(axes, solid, colour, look)
        return
    axes.add_patch(filled(silhouette(solid.corners), colour, look))
    axes.add_line(separate_lines(solid.corners[np.array(EDGES)], color=colour, linewidth=0.7, zorder=look.order - 0.3))


def silhouette(corners: Array) -> Polygon:
    """Return the outline of a box that is seen, from its corners, m, shape (8, 2)."""
    from scipy.spatial import ConvexHull  # late: pictures of arms in the plane need no scipy

    return Polygon(corners[ConvexHull(corners).vertices], closed=True)


def point_marker(colour: str, look: Look, place: Array | None = None) -> Line2D:
    """Return the dot of a point mass, without a place unless one is given, m, shape (2,)."""
    x, y = ([], []) if place is None else place[:, np.newaxis]
    return Line2D(x, y, linestyle="none", marker="o", markersize=POINT_SIZE, color=colour, zorder=look.order + 0.5)


def draw_strut(axes: Axes, shape: Shape, solid: Disc | Box, look: Look) -> None:
    """Draw the thin lines between a body's centre of mass and the points that carry it, or that the base carries."""
    for point in shape.carriers(solid):
        ends = np.stack([point, solid.centre])
        axes.add_line(Line2D(*ends.T, color=look.strut, linewidth=STRUT_WIDTH, zorder=look.order - 0.1))


def draw_cross(axes: Axes, disc: Disc, colour: str, look: Look) -> None:
    """Draw a body's axes through its centre of mass, so that its rotation is seen."""
    for angle in (disc.angle, disc.angle + 0.5 * np.pi):
        reach = disc.radius * np.array([np.cos(angle), np.sin(angle)])
        ends = np.stack([disc.centre - reach, disc.centre + reach])
        axes.add_line(Line2D(*ends.T, color=colour, linewidth=0.7, zorder=look.order - 0.3))


def filled(patch: Patch, colour: str, look: Look) -> Patch:
    """Return a patch with a pale face and an edge of one colour."""
    patch.set(facecolor=(colour, 0.22), edgecolor=colour, linewidth=1.4, zorder=look.order - 0.4)
    return patch


def rectangle(centre: Array, along: Array, half_length: float, half_height: float) -> Polygon:
    """Return a rectangle about a centre, m, shape (2,), its length along a unit vector, shape (2,)."""
    left = np.array([-along[1], along[0]])
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    return Polygon([centre + a * half_length * along + b * half_height * left for a, b in corners], closed=True)
