"""Rigid bodies as they are drawn: in the plane discs, in space boxes.

A disc has the body's radius of gyration; a box is a uniform one of the same mass and moments of inertia.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from typing import Self

import numpy as np

from flexarm.arrays import Array
from flexarm.curves import rotations
from flexarm.tree import Body, Tree

SMALLEST, LARGEST = 0.012, 0.25
_SIGNS = np.array(list(product((-1.0, 1.0), repeat=3)))
# What vectors, shape (..., 3), become when they turn by rotations, rad, of the same shape or (3,).
Turning = Callable[[Array, Array], Array]
# Pairs of corners that differ in one sign.
EDGES = [(a, b) for a, b in product(range(8), repeat=2) if a < b and np.sum(_SIGNS[a] != _SIGNS[b]) == 1]


@dataclass(frozen=True)
class Disc:
    """A rigid body as it is drawn."""

    name: str  # ``"base"``, ``"link1.tip"`` or ``"payload"``
    link: int  # number of the link whose tip carries it; 0 for the base, which carries the first joint
    centre: Array  # of mass, m, shape (2,)
    angle: float  # of the body's axis from the base's x axis at rest, rad
    radius: float  # of gyration, m, kept between 1.2 % and 25 % of the arm's size; zero for a point mass

    def displaced(self, by: Array, turned: Turning) -> Self:
        """Return the disc displaced by a translation and a rotation, m and rad, shape (3,)."""
        return replace(self, centre=self.centre + by[:2], angle=self.angle + float(by[2]))


@dataclass(frozen=True)
class Box:
    """A rigid body in space as it is drawn, or such a drawing seen from somewhere."""

    name: str  # ``"base"``, ``"link1.tip"`` or ``"payload"``
    link: int  # number of the link whose tip carries it; 0 for the base, which carries the first joint
    centre: Array  # of mass, m, shape (3,), or (2,) where seen
    corners: Array  # m, shape (8, 3), or (8, 2) where seen
    radius: float  # of the sphere around it, m; zero for a point mass

    def displaced(self, by: Array, turned: Turning) -> Self:
        """Return the box displaced by a translation and a rotation, m and rad, shape (6,)."""
        centre = self.centre + by[:3]
        return replace(self, centre=centre, corners=centre + turned(self.corners - self.centre, by[3:]))

    def seen(self, view: Array) -> Self:
        """Return the box projected, by unit vectors to the right and up, shape (2, 3)."""
        return replace(self, centre=view @ self.centre, corners=self.corners @ view.T)


def solid(body: Body, number: int, centre: Array, parts: Tree, size: float) -> Disc | Box:
    """Return a body at the tip of a link, by number, or the base, 0, as it is drawn."""
    if parts.components == 3:
        angle = _angle(parts.links[number - 1].axis) if number else 0.0
        return Disc(body.name, number, centre, angle, _radius(body, size))
    half, axes = _half_edges(float(body.mass), body.inertia, size)
    return Box(body.name, number, centre, corners(centre, axes, half), float(np.linalg.norm(half)))


def corners(centre: Array, axes: Array, half: Array) -> Array:
    """Return a box's corners, m, shape (8, 3): axes are rows of unit vectors, half its edges in m, shape (3,)."""
    return np.asarray(centre + (_SIGNS * half) @ axes)


def turned(vectors: Array, by: Array) -> Array:
    """Return vectors, shape (..., 3), turned by small rotations, rad, of the same shape or (3,).

    As a picture magnifies these they stop to be small: what turns by θ then turns by arctan θ, as a line whose ends
    move across it does, so that sections stay across the drawn line of a link (Rodrigues).
    """
    cosine = 1.0 / np.sqrt(1.0 + np.sum(by**2, axis=-1, keepdims=True))
    along = np.sum(by * vectors, axis=-1, keepdims=True) * by
    return np.asarray(cosine * (vectors + np.cross(by, vectors) + cosine / (1.0 + cosine) * along))


def turned_far(vectors: Array, by: Array) -> Array:
    """Return vectors, shape (..., 3), turned as far as rotation vectors say, rad, of the same shape or (3,)."""
    return rotations.turned(rotations.rotation(by), vectors)


def _half_edges(mass: float, inertia: Array, size: float) -> tuple[Array, Array]:
    """Return half the edges, m, shape (3,), and axes of a body's box, shape (3, 3), from its tensor of inertia.

    Longest ones are kept below 25 % of the arm's size, every one above 1.2 %; without inertia all are zero.
    """
    moments, vectors = np.linalg.eigh(inertia)
    axes = np.array([*vectors.T[:2], np.cross(*vectors.T[:2])])  # right-handed
    half = np.sqrt(np.maximum(1.5 * (np.sum(moments) - 2.0 * moments), 0.0))
    if not np.any(half):
        return np.zeros(3), axes
    most = LARGEST * size
    half = half / np.sqrt(mass) if mass > 0.0 else half * (most / np.max(half))
    return np.maximum(half * min(1.0, most / float(np.max(half))), SMALLEST * size), axes


def _angle(axis: Array) -> float:
    return float(np.arctan2(axis[1], axis[0]))


def _radius(body: Body, size: float) -> float:
    if body.inertia == 0.0:
        return 0.0
    gyration = np.sqrt(body.inertia / body.mass) if body.mass > 0.0 else np.inf
    return float(np.clip(gyration, SMALLEST * size, LARGEST * size))
