"""An arm as points in the plane, at rest or displaced by a mode."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.parts import Base
from flexarm.tree import Body, Tree, tree

if TYPE_CHECKING:
    from flexarm.modes import ModalModel

STATIONS = 61
DISPLACEMENT = 0.09
SMALLEST, LARGEST = 0.012, 0.25


@dataclass(frozen=True)
class Disc:
    """A rigid body as it is drawn."""

    name: str  # ``"base"``, ``"link1.tip"`` or ``"payload"``
    link: int  # number of the link whose tip carries it; 0 for the base, which carries the first joint
    centre: Array  # of mass, m, shape (2,)
    angle: float  # of the body's axis from the base's x axis at rest, rad
    radius: float  # of gyration, m, kept between 1.2 % and 25 % of the arm's size; zero for a point mass


@dataclass(frozen=True)
class Shape:
    """An arm's outline."""

    links: tuple[Array, ...]  # stations of each link from root to tip, m, shape (stations, 2) a link
    base: Disc
    bodies: tuple[Disc, ...]  # at the links' tips and the payload; those without mass and inertia are left out
    size: float  # diagonal of the rectangle around links and centres of mass at rest, m

    @classmethod
    def at_rest(cls, arm: Arm) -> Self:
        """Return an arm's outline in its posture."""
        parts = tree(arm)
        links = _straight(parts)
        carried = [
            (number, body, links[number - 1][-1] + body.lever)
            for number, link in enumerate(parts.links, 1)
            for body in parts.sections[link.tip].bodies
            if body.mass > 0.0 or body.inertia > 0.0
        ]
        corners = np.vstack([*links, np.zeros((1, 2)), *(centre for *_, centre in carried)])
        size = float(np.hypot(*np.ptp(corners, axis=0)))
        bodies = [
            Disc(body.name, number, centre, _angle(parts.links[number - 1].axis), _radius(body, size))
            for number, body, centre in carried
        ]
        return cls(links, Disc("base", 0, np.zeros(2), 0.0, _radius(arm.base, size)), tuple(bodies), size)

    def displaced(self, model: "ModalModel", mode: int) -> Self:
        """Return the outline displaced by a mode, the largest displacement being 9 % of the arm's size."""
        by = self.displacements(model)[mode - 1 : mode]
        return self.displaced_by(self.scale(by) * by[0])

    def displacements(self, of: Displacements) -> Array:
        """Return how the outline moves in displacements of the arm, m and rad, shape (displacements, numbers).

        The numbers are x and y of every link's stations, then x, y and rotation of the base and every body.
        """
        along = [np.linspace(0.0, link.length, STATIONS) for link in of.arm.links]
        links = [of.translation(number, x).transpose(0, 2, 1) for number, x in enumerate(along, 1)]
        discs = [_motion(of, disc.name).T for disc in (self.base, *self.bodies)]
        return np.hstack([*(part.reshape(len(part), STATIONS * 2) for part in links), *discs])

    def displaced_by(self, by: Array) -> Self:
        """Return the outline displaced, each point as it is told by `displacements`, shape (numbers,)."""
        links, discs = self._parted(by)
        base, *bodies = (_displaced(disc, one) for disc, one in zip((self.base, *self.bodies), discs, strict=True))
        points = tuple(at_rest + one for at_rest, one in zip(self.links, links, strict=True))
        return replace(self, links=points, base=base, bodies=tuple(bodies))

    def scale(self, by: Array) -> float:
        """Return the factor that makes the largest displacement, by row, 9 % of the arm's size; 1 where none moves."""
        links, discs = self._parted(by)
        radii = np.array([disc.radius for disc in (self.base, *self.bodies)])
        translations = [np.hypot(part[..., 0], part[..., 1]).max(initial=0.0) for part in (links, discs)]
        # A disc's rim may move farther than its centre.
        largest = max(*translations, np.max(np.abs(discs[..., 2]) * radii, initial=0.0))
        return DISPLACEMENT * self.size / float(largest) if largest > 0.0 else 1.0

    def _parted(self, by: Array) -> tuple[Array, Array]:
        """Return displacements of links, shape (..., links, stations, 2), and of base and bodies, (..., discs, 3)."""
        of_links = len(self.links) * STATIONS * 2
        links = by[..., :of_links].reshape(*by.shape[:-1], len(self.links), STATIONS, 2)
        return links, by[..., of_links:].reshape(*by.shape[:-1], 1 + len(self.bodies), 3)

    def carrier(self, disc: Disc) -> Array:
        """Return the point of the arm that carries a body, m, shape (2,)."""
        return np.asarray(self.links[disc.link - 1][-1] if disc.link else self.links[0][0])


def _straight(arm: Tree) -> tuple[Array, ...]:
    along = np.linspace(0.0, 1.0, STATIONS)[:, np.newaxis]
    return tuple(arm.places[link.root] + along * link.length * link.axis for link in arm.links)


def _motion(of: Displacements, name: str) -> Array:
    """Return a body's translation x, y and rotation, shape (3, displacements)."""
    if name == "base":
        return np.asarray(of.base_motion.T)
    return of.body_motions[name].array


def _displaced(disc: Disc, by: Array) -> Disc:
    return replace(disc, centre=disc.centre + by[:2], angle=disc.angle + float(by[2]))


def _angle(axis: Array) -> float:
    return float(np.arctan2(axis[1], axis[0]))


def _radius(body: Body | Base, size: float) -> float:
    if body.inertia == 0.0:
        return 0.0
    gyration = np.sqrt(body.inertia / body.mass) if body.mass > 0.0 else np.inf
    return float(np.clip(gyration, SMALLEST * size, LARGEST * size))
