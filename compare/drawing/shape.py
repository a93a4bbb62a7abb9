"""An arm as points, in the plane or in space, at rest or displaced by a mode."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self, get_args

import numpy as np

from compare.drawing.grounds import base_solid, ground_corners, on_base
from compare.drawing.solids import Box, Disc, Turning, solid, turned
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.displacements import About, Displacements
from flexarm.frames import rotations, turned_back
from flexarm.tree import PLANES, RODS, LinkNumbers, Tree

if TYPE_CHECKING:
    from flexarm.modes import ModalModel

STATIONS = 61
# Shares of an arm's size.
DISPLACEMENT = 0.09
RIBBON, JOINT_AXIS = 0.045, 0.11


@dataclass(frozen=True)
class Shape:
    """An arm's outline; all vectors have two components in the plane, or seen from somewhere, and three in space."""

    links: tuple[Array, ...]  # stations of each link from root to tip, m, shape (stations, 2 or 3) a link
    base: Disc | Box
    bodies: tuple[Disc | Box, ...]  # at the links' tips and the payload; those without mass and inertia are left out
    size: float  # diagonal of the rectangle, or box, around links and centres of mass at rest, m
    ribbons: tuple[Array, ...] = ()  # in space: a ribbon's edge on each link's left, m, shape (stations, 3) a link
    joint_axes: tuple[Array, ...] = ()  # in space: ends of lines that joints turn about or slide along, m, (2 lines, 3)
    feet: tuple[int, ...] = (0,)  # numbers, from 0, of links that begin on the base, one a place
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
        bodies = tuple(solid(body, number, centre, parts, size) for number, body, centre in carried)
        base = base_solid(parts, links[0][0], size)
        if not arm.spatial:
            return cls(links, base, bodies, size, feet=on_base(parts))
        along = zip(links, parts.links, strict=True)
        ribbons = tuple(points + RIBBON * size * (link.length > 0.0) * link.left for points, link in along)
        return cls(
            links,
            base,
            bodies,
            size,
            ribbons,
            _joint_axes(parts, links, size),
            on_base(parts),
            ground_corners(parts, links[0][0], size),
        )

    def seen(self, view: Array) -> Self:
        """Return an outline in space projected, by unit vectors to the right and up, shape (2, 3)."""
        parts = (self.links, self.ribbons, self.joint_axes, self.ground)
        links, ribbons, axes, ground = (tuple(points @ view.T for points in part) for part in parts)
        base, *bodies = (one.seen(view) for one in (self.base, *self.bodies) if isinstance(one, Box))
        return replace(
            self, links=links, base=base, bodies=tuple(bodies), ribbons=ribbons, joint_axes=axes, ground=ground
        )

    def displaced(self, model: "ModalModel", mode: int) -> Self:
        """Return the outline displaced by a mode, the largest displacement being 9 % of the arm's size."""
        by = self.displacements(model)[mode - 1 : mode]
        return self.displaced_by(self.scale(by) * by[0])

    def displacements(self, of: Displacements) -> Array:
        """Return how the outline moves in displacements of the arm, m and rad, shape (displacements, numbers).

        The numbers are x, y and rotation of every link's stations, then of the base and every body; in space x, y, z
        and rotations about them.
        """
        links = [_station_motion(of, number) for number in range(1, len(of.arm.links) + 1)]
        solids = [_motion(of, one.name).T for one in (self.base, *self.bodies)]
        return np.hstack([*(part.reshape(len(part), STATIONS * self._motions[1]) for part in links), *solids])

    def displaced_by(self, by: Array, turned: Turning = turned) -> Self:
        """Return the outline displaced, each point as it is told by `displacements`, shape (numbers,)."""
        links, solids = self.parted(by)
        at_rest = (self.base, *self.bodies)
        base, *bodies = (solid.displaced(one, turned) for solid, one in zip(at_rest, solids, strict=True))
        points = tuple(still + one[:, : self._axes] for still, one in zip(self.links, links, strict=True))
        moved = replace(self, links=points, base=base, bodies=tuple(bodies))
        if self._axes == 2:
            return moved
        old, new, turns = self.links, points, links[..., 3:]
        ribbons = [new[k] + turned(edge - old[k], turns[k]) for k, edge in enumerate(self.ribbons)]
        axes = [new[k][0] + turned(ends - old[k][0], turns[k][0]) for k, ends in enumerate(self.joint_axes)]
        return replace(moved, ribbons=tuple(ribbons), joint_axes=tuple(axes))

    def scale(self, by: Array) -> float:
        """Return the factor that makes the largest displacement, by row, 9 % of the arm's size; 1 where none moves."""
        radii = np.array([one.radius for one in (self.base, *self.bodies)])
        # A disc's rim, or a ribbon's edge, may move farther than its centre.
        reaches = (np.array(RIBBON * self.size if self.ribbons else 0.0), radii)
        largest = 0.0
        for part, reach in zip(self.parted(by), reaches, strict=True):
            moved, turned_by = _length(part[..., : self._axes]), _length(part[..., self._axes :])
            largest = max(largest, np.max(moved, initial=0.0), np.max(turned_by * reach, initial=0.0))
        return DISPLACEMENT * self.size / float(largest) if largest > 0.0 else 1.0

    @property
    def numbers(self) -> int:
        """How many numbers tell a displacement."""
        return self._motions[0] * self._motions[1]

    @property
    def _axes(self) -> int:
        """Number of components of a vector."""
        return int(self.links[0].shape[1])

    @property
    def _motions(self) -> tuple[int, int]:
        """Number of stations and bodies that move, and of the components of a motion."""
        return len(self.links) * STATIONS + 1 + len(self.bodies), 3 if self._axes == 2 else 6

    def parted(self, by: Array) -> tuple[Array, Array]:
        """Return displacements of stations, (..., links, stations, 3 or 6), and of base and bodies, (..., 3 or 6)."""
        links, many = len(self.links), by.shape[:-1]
        motions = by.reshape(*many, *self._motions)
        of_links, bodies = np.split(motions, [links * STATIONS], axis=-2)
        return of_links.reshape(*many, links, STATIONS, self._motions[1]), bodies

    def carriers(self, body: Disc | Box) -> list[Array]:
        """Return the points of the arm that carry a body, or that the base carries, m, shape (2 or 3,) each."""
        return [self.links[body.link - 1][-1]] if body.link else [self.links[k][0] for k in self.feet]


def _straight(arm: Tree) -> tuple[Array, ...]:
    along = np.linspace(0.0, 1.0, STATIONS)[:, np.newaxis]
    return tuple(arm.places[link.root] + along * link.length * link.axis for link in arm.links)


def _station_motion(of: Displacements, number: int) -> Array:
    """Return how a link's stations move and turn, m and rad, shape (displacements, stations, 3 or 6)."""
    x, link = np.linspace(0.0, of.arm.links[number - 1].length, STATIONS), tree(of.arm).links[number - 1]
    moved, root = of.translation(number, x), of.link_motions[number - 1].root.array
    own = np.zeros((len(root), len(moved), STATIONS))
    for about, (_, place, sign) in zip(get_args(About), PLANES[len(root)], strict=False):
        own[place] = sign * of.slope(number, x, about)
    if of.arm.spatial:
        own[RODS[6][1]] = of.twist(number, x)
    turning = rotations(len(root))
    turned_by = root[turning, :, np.newaxis] + turned_back(own, link.axes)[turning]
    return np.concatenate([moved.transpose(0, 2, 1), turned_by.transpose(1, 2, 0)], axis=2)


def _motion(of: Displacements, name: str) -> Array:
    """Return a body's translation x, y and rotation, shape (3, displacements), or in space (6, displacements)."""
    if name == "base":
        return np.asarray(of.base_motion.T)
    return of.body_motions[name].array


def _length(vectors: Array) -> Array:
    """Return the lengths of vectors, shape (..., components)."""
    return np.asarray(np.abs(np.hypot.reduce(vectors, axis=-1)))


def _joint_axes(parts: Tree, links: tuple[Array, ...], size: float) -> tuple[Array, ...]:
    """Return the ends of lines that each joint turns about or slides along, one after another, m, (2 lines, 3)."""
    ends = 0.5 * JOINT_AXIS * size * np.array([[[-1.0]], [[1.0]]])
    along = zip(links, parts.links, strict=True)
    lines = (points[:1] + ends * _joint_directions(parts, link) for points, link in along)
    return tuple(line.transpose(1, 0, 2).reshape(-1, 3) for line in lines)


def _joint_directions(parts: Tree, link: LinkNumbers) -> Array:
    """Return unit vectors along the freedoms of a joint, each direction once, shape (lines, 3)."""
    freedoms = parts.sections[link.root].freedoms
    if freedoms is None or freedoms.axes is None:
        return np.zeros((0, 3))
    return np.asarray(freedoms.axes[sorted({place % 3 for place in freedoms.places})])
