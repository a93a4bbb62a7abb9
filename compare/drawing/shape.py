"""An arm as points, in the plane or in space, at rest or displaced by a mode."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np

from compare.drawing.boxes import LARGEST, SMALLEST, Box, corners, half_edges, turned
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.frames import axes_along, turned_back
from flexarm.tree import PLANES, RODS, Body, LinkNumbers, Tree, tree

if TYPE_CHECKING:
    from flexarm.modes import ModalModel

STATIONS = 61
# Shares of an arm's size.
DISPLACEMENT = 0.09
RIBBON, JOINT_AXIS = 0.045, 0.11
WALL_LENGTH, GROUND_DEPTH = 0.16, 0.025
RAIL_LENGTH, CARRIAGE_LENGTH, CARRIAGE_HEIGHT = 0.4, 0.09, 0.05


@dataclass(frozen=True)
class Disc:
    """A rigid body as it is drawn."""

    name: str  # ``"base"``, ``"link1.tip"`` or ``"payload"``
    link: int  # number of the link whose tip carries it; 0 for the base, which carries the first joint
    centre: Array  # of mass, m, shape (2,)
    angle: float  # of the body's axis from the base's x axis at rest, rad
    radius: float  # of gyration, m, kept between 1.2 % and 25 % of the arm's size; zero for a point mass

    def displaced(self, by: Array) -> Self:
        """Return the disc displaced by a translation and a rotation, m and rad, shape (3,)."""
        return replace(self, centre=self.centre + by[:2], angle=self.angle + float(by[2]))


@dataclass(frozen=True)
class Shape:
    """An arm's outline; all vectors have two components in the plane, or seen from somewhere, and three in space."""

    links: tuple[Array, ...]  # stations of each link from root to tip, m, shape (stations, 2 or 3) a link
    base: Disc | Box
    bodies: tuple[Disc | Box, ...]  # at the links' tips and the payload; those without mass and inertia are left out
    size: float  # diagonal of the rectangle, or box, around links and centres of mass at rest, m
    ribbons: tuple[Array, ...] = ()  # in space: a ribbon's edge on each link's left, m, shape (stations, 3) a link
    joint_axes: tuple[Array, ...] = ()  # in space: ends of the line that each joint turns about, m, shape (2, 3) a link
    ground: tuple[Array, ...] = ()  # in space: corners of a fixed base's wall, or of a guided one's rails, m, (8, 3)

    @classmethod
    def at_rest(cls, arm: Arm) -> Self:
        """Return an arm's outline in its posture."""
        parts = tree(arm)
        links = _straight(parts)
        carried = [
            (number, body, links[number - 1][-1] + body.lever)
            for number, link in enumerate(parts.links, 1)
            for body in parts.sections[link.tip].bodies
            if body.mass > 0.0 or np.any(body.inertia)
        ]
        points = np.vstack([*links, np.zeros((1, len(parts.gravity))), *(centre for *_, centre in carried)])
        size = float(np.hypot.reduce(np.ptp(points, axis=0)))
        bodies = tuple(_solid(body, number, centre, parts, size) for number, body, centre in carried)
        base = _base(parts, links[0][0], size)
        if not arm.spatial:
            return cls(links, base, bodies, size)
        along = zip(links, parts.links, strict=True)
        ribbons = tuple(points + RIBBON * size * (link.length > 0.0) * link.left for points, link in along)
        return cls(links, base, bodies, size, ribbons, _joint_axes(parts, links, size), _ground(parts, links, size))

    def seen(self, view: Array) -> Self:
        """Return an outline in space projected, by unit vectors to the right and up, shape (2, 3)."""
        parts = (self.links, self.ribbons, self.joint_axes, self.ground)
        links, ribbons, axes, ground = (tuple(points @ view.T for points in part) for part in parts)
        base, *bodies = (solid.seen(view) for solid in (self.base, *self.bodies) if isinstance(solid, Box))
        return replace(
            self, links=links, base=base, bodies=tuple(bodies), ribbons=ribbons, joint_axes=axes, ground=ground
        )

    def displaced(self, model: "ModalModel", mode: int) -> Self:
        """Return the outline displaced by a mode, the largest displacement being 9 % of the arm's size."""
        by = self.displacements(model)[mode - 1 : mode]
        return self.displaced_by(self.scale(by) * by[0])

    def displacements(self, of: Displacements) -> Array:
        """Return how the outline moves in displacements of the arm, m and rad, shape (displacements, numbers).

        The numbers are x and y of every link's stations, then x, y and rotation of the base and every body; in space
        x, y, z and rotations about them of stations, base and bodies.
        """
        links = [_station_motion(of, number) for number in range(1, len(of.arm.links) + 1)]
        solids = [_motion(of, solid.name).T for solid in (self.base, *self.bodies)]
        return np.hstack([*(part.reshape(len(part), -1) for part in links), *solids])

    def displaced_by(self, by: Array) -> Self:
        """Return the outline displaced, each point as it is told by `displacements`, shape (numbers,)."""
        links, solids = self._parted(by)
        base, *bodies = (solid.displaced(one) for solid, one in zip((self.base, *self.bodies), solids, strict=True))
        points = tuple(at_rest + one[:, : self._axes] for at_rest, one in zip(self.links, links, strict=True))
        moved = replace(self, links=points, base=base, bodies=tuple(bodies))
        if self._axes == 2:
            return moved
        old, new, turns = self.links, points, links[..., 3:]
        ribbons = [new[k] + turned(edge - old[k], turns[k]) for k, edge in enumerate(self.ribbons)]
        axes = [new[k][0] + turned(ends - old[k][0], turns[k][0]) for k, ends in enumerate(self.joint_axes)]
        return replace(moved, ribbons=tuple(ribbons), joint_axes=tuple(axes))

    def scale(self, by: Array) -> float:
        """Return the factor that makes the largest displacement, by row, 9 % of the arm's size; 1 where none moves."""
        radii = np.array([solid.radius for solid in (self.base, *self.bodies)])
        # A disc's rim, or a ribbon's edge, may move farther than its centre.
        reaches = (np.array(RIBBON * self.size), radii)
        largest = 0.0
        for part, reach in zip(self._parted(by), reaches, strict=True):
            moved, turned_by = _length(part[..., : self._axes]), _length(part[..., self._axes :])
            largest = max(largest, np.max(moved, initial=0.0), np.max(turned_by * reach, initial=0.0))
        return DISPLACEMENT * self.size / float(largest) if largest > 0.0 else 1.0

    @property
    def _axes(self) -> int:
        """Number of components of a vector."""
        return int(self.links[0].shape[1])

    def _parted(self, by: Array) -> tuple[Array, Array]:
        """Return displacements of links, shape (..., links, stations, 2), and of base and bodies, (..., discs, 3).

        In space both end in 6.
        """
        station, solid = (2, 3) if self._axes == 2 else (6, 6)
        of_links = len(self.links) * STATIONS * station
        links = by[..., :of_links].reshape(*by.shape[:-1], len(self.links), STATIONS, station)
        return links, by[..., of_links:].reshape(*by.shape[:-1], 1 + len(self.bodies), solid)

    def carrier(self, solid: Disc | Box) -> Array:
        """Return the point of the arm that carries a body, m, shape (2 or 3,)."""
        return np.asarray(self.links[solid.link - 1][-1] if solid.link else self.links[0][0])


def _straight(arm: Tree) -> tuple[Array, ...]:
    along = np.linspace(0.0, 1.0, STATIONS)[:, np.newaxis]
    return tuple(arm.places[link.root] + along * link.length * link.axis for link in arm.links)


def _station_motion(of: Displacements, number: int) -> Array:
    """Return how a link's stations move, m, shape (displacements, stations, 2), in space also turn, rad, (…, 6)."""
    x = np.linspace(0.0, of.arm.links[number - 1].length, STATIONS)
    moved = of.translation(number, x).transpose(0, 2, 1)
    if not of.arm.spatial:
        return moved
    link = tree(of.arm).links[number - 1]
    own = np.zeros((6, len(moved), STATIONS))
    for about, (_, place, sign) in zip(("z", "y"), PLANES[6], strict=True):
        own[place] = sign * of.slope(number, x, about)
    own[RODS[6][1]] = of.twist(number, x)
    turned_by = of.link_motions[number - 1].root.array[3:, :, np.newaxis] + turned_back(own, link.axes)[3:]
    return np.concatenate([moved, turned_by.transpose(1, 2, 0)], axis=2)


def _motion(of: Displacements, name: str) -> Array:
    """Return a body's translation x, y and rotation, shape (3, displacements), or in space (6, displacements)."""
    if name == "base":
        return np.asarray(of.base_motion.T)
    return of.body_motions[name].array


def _length(vectors: Array) -> Array:
    """Return the lengths of vectors, shape (..., components)."""
    return np.abs(np.hypot.reduce(vectors, axis=-1))


def _base(parts: Tree, joint: Array, size: float) -> Disc | Box:
    """Return the base; in space a guided one's carriage, whose middle is the first joint."""
    none = np.zeros_like(joint)
    bodies = parts.sections[0].bodies
    if parts.base_kind == "guided" and parts.components == 6:
        half = 0.5 * size * np.array([CARRIAGE_LENGTH, CARRIAGE_HEIGHT, CARRIAGE_HEIGHT])
        place = corners(joint, axes_along(parts.base_direction), half)
        return Box("base", 0, joint, place, float(_length(half)))
    if not bodies:
        return Disc("base", 0, none, 0.0, 0.0) if parts.components == 3 else Box("base", 0, none, np.zeros((8, 3)), 0.0)
    return _solid(bodies[0], 0, none, parts, size)


def _solid(body: Body, number: int, centre: Array, parts: Tree, size: float) -> Disc | Box:
    """Return a body at the tip of a link, by number, or the base, 0, as it is drawn."""
    if parts.components == 3:
        angle = _angle(parts.links[number - 1].axis) if number else 0.0
        return Disc(body.name, number, centre, angle, _radius(body, size))
    half, axes = half_edges(float(body.mass), body.inertia, size)
    return Box(body.name, number, centre, corners(centre, axes, half), float(_length(half)))


def _joint_axes(parts: Tree, links: tuple[Array, ...], size: float) -> tuple[Array, ...]:
    """Return the ends of the line that each joint turns about, m, shape (2, 3) a link; both at the joint if rigid."""
    ends = 0.5 * JOINT_AXIS * size * np.array([[-1.0], [1.0]])
    return tuple(points[:1] + ends * _joint_axis(parts, link) for points, link in zip(links, parts.links, strict=True))


def _joint_axis(parts: Tree, link: LinkNumbers) -> Array:
    freedoms = parts.sections[link.root].freedoms
    if freedoms is None or freedoms.axes is None:
        return np.zeros(3)
    return np.asarray(freedoms.axes[freedoms.places[0] - 3])


def _ground(parts: Tree, links: tuple[Array, ...], size: float) -> tuple[Array, ...]:
    """Return corners of what does not move in space: a plate behind a fixed base, or rails beside a guided one."""
    joint = links[0][0]
    if parts.base_kind == "fixed":
        half, axis = 0.5 * size * np.array([GROUND_DEPTH, WALL_LENGTH, WALL_LENGTH]), parts.links[0].axis
        return (corners(joint - half[0] * axis, parts.links[0].axes, half),)
    if parts.base_kind == "guided":
        half = 0.5 * size * np.array([RAIL_LENGTH, GROUND_DEPTH, CARRIAGE_HEIGHT])
        axes = axes_along(parts.base_direction)
        away = 0.5 * size * (CARRIAGE_HEIGHT + GROUND_DEPTH) * axes[1]
        return tuple(corners(joint + side * away, axes, half) for side in (-1.0, 1.0))
    return ()


def _angle(axis: Array) -> float:
    return float(np.arctan2(axis[1], axis[0]))


def _radius(body: Body, size: float) -> float:
    if body.inertia == 0.0:
        return 0.0
    gyration = np.sqrt(body.inertia / body.mass) if body.mass > 0.0 else np.inf
    return float(np.clip(gyration, SMALLEST * size, LARGEST * size))
