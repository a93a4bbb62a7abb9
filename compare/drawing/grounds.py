"""What an arm in space stands on: a fixed base's wall, a guided one's carriage and rails; and the base itself."""

import numpy as np

from compare.drawing.solids import Box, Disc, corners, solid
from flexarm.arrays import Array
from flexarm.frames import axes_along
from flexarm.tree import Tree

# Shares of an arm's size.
WALL_LENGTH, GROUND_DEPTH = 0.16, 0.025
RAIL_LENGTH, CARRIAGE_LENGTH, CARRIAGE_HEIGHT = 0.4, 0.09, 0.05


def base_solid(parts: Tree, joint: Array, size: float) -> Disc | Box:
    """Return the base; in space a guided one's carriage, whose middle is the first joint."""
    none = np.zeros_like(joint)
    bodies = parts.sections[0].bodies
    if parts.base_kind == "guided" and parts.components == 6:
        half = 0.5 * size * np.array([CARRIAGE_LENGTH, CARRIAGE_HEIGHT, CARRIAGE_HEIGHT])
        place = corners(joint, axes_along(parts.base_direction), half)
        return Box("base", 0, joint, place, float(np.linalg.norm(half)))
    if not bodies:
        return Disc("base", 0, none, 0.0, 0.0) if parts.components == 3 else Box("base", 0, none, np.zeros((8, 3)), 0.0)
    return solid(bodies[0], 0, none, parts, size)


def on_base(parts: Tree) -> tuple[int, ...]:
    """Return the numbers, from 0, of the links that begin on the base, one of those at one place: the first."""
    found: dict[tuple[float, ...], int] = {}
    for k, link in enumerate(parts.links):
        if parts.sections[link.root].parent == 0:
            found.setdefault(tuple(parts.places[link.root].tolist()), k)
    return tuple(found.values())


def ground_corners(parts: Tree, joint: Array, size: float) -> tuple[Array, ...]:
    """Return corners of what does not move in space: plates behind a fixed base's joints, or rails of a guided one."""
    if parts.base_kind == "fixed":
        half = 0.5 * size * np.array([GROUND_DEPTH, WALL_LENGTH, WALL_LENGTH])
        feet = [(parts.links[k], parts.places[parts.links[k].root]) for k in on_base(parts)]
        return tuple(corners(place - half[0] * link.axis, link.axes, half) for link, place in feet)
    if parts.base_kind == "guided":
        half = 0.5 * size * np.array([RAIL_LENGTH, GROUND_DEPTH, CARRIAGE_HEIGHT])
        axes = axes_along(parts.base_direction)
        away = 0.5 * size * (CARRIAGE_HEIGHT + GROUND_DEPTH) * axes[1]
        return tuple(corners(joint + side * away, axes, half) for side in (-1.0, 1.0))
    return ()
