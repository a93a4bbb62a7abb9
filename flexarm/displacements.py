"""Small displacements of an arm, many at once: how base, joints, links and bodies move in each of them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.checks import shown
from flexarm.errors import Fault, InputError
from flexarm.kinematics import LinkMotion, Motion, Rows, bodies, rotated, section_motions
from flexarm.parts import Link
from flexarm.tree import Tree, tree
from flexarm.whole import is_whole


class LinkShape(Protocol):
    """How one link bends and stretches in every mode, or displacement, relative to the link's root section."""

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the deflection w at stations `x`, 0, or the sections' rotation φ, φ′ or φ″, 1 to 3; (modes, stations).

        Without shear φ is w′.
        """
        ...

    def stretch(self, x: Array, derivative: int) -> Array:
        """Return the displacement u along the link at stations `x`, or u′, shape (modes, stations)."""
        ...

    def moments(self) -> Array:
        """Return ∫ u dx, ∫ w dx, ∫ w x dx and ∫ φ dx over the link, m², m², m³ and m, shape (4, modes)."""
        ...


# Stations computed as sums of parts of a length may pass its end by round-off.
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Displacements:
    """Small displacements of one arm from its posture: modes, static deflections, rigid-body motions.

    Parameters
    ----------
    arm
        The arm.
    backend
        The backend's specification, as given on the command line.
    base_motion
        Translation x, y and rotation of the base's centre, shape (displacements, 3).
    joint_rotation
        Relative rotation at every link's root joint, shape (displacements, links).
    shapes
        Each link's deflection relative to its root.
    """

    arm: Arm
    backend: str
    base_motion: Array
    joint_rotation: Array
    shapes: tuple[LinkShape, ...]

    def __post_init__(self) -> None:
        for values in (self.base_motion, self.joint_rotation):
            values.flags.writeable = False

    @cached_property
    def _tree(self) -> Tree:
        return tree(self.arm)

    @cached_property
    def rows(self) -> Rows:
        """What kinematics starts from, one displacement a column."""
        tips = [tip_motion(shape, link.length) for shape, link in zip(self.shapes, self.arm.links, strict=True)]
        return Rows(self.base_motion.T, list(self.joint_rotation.T), tips)

    @cached_property
    def section_motions(self) -> tuple[Motion, ...]:
        """Motion of every section (`flexarm.tree`)."""
        return section_motions(self._tree, self.rows)

    @cached_property
    def link_motions(self) -> tuple[LinkMotion, ...]:
        """Motion of every link's root and tip section; translation (2, n), rotation (n,)."""
        motions = self.section_motions
        return tuple(LinkMotion(motions[link.root], motions[link.tip]) for link in self._tree.links)

    @cached_property
    def body_motions(self) -> dict[str, Motion]:
        """Motion of every rigid body's centre of mass, by the body's name, from base to payload."""
        return {body.name: motion for body, motion in bodies(self._tree, self.section_motions) if body.name}

    def scaled(self, factors: Array) -> "Displacements":
        """Return the displacements multiplied.

        Parameters
        ----------
        factors
            What by, without a unit, shape (displacements,).
        """
        shapes = tuple(_ScaledShape(shape, factors) for shape in self.shapes)
        column = factors[:, np.newaxis]
        return Displacements(self.arm, self.backend, column * self.base_motion, column * self.joint_rotation, shapes)

    def deflection(self, link: int, x: ArrayLike) -> Array:
        """Return a link's deflection relative to its root section, shape (displacements, stations).

        Parameters
        ----------
        link
            The link's number, from 1 at the base.
        x
            Stations from the link's root, m, shape (stations,).

        Raises
        ------
        InputError
            If there is no such link, or a station does not lie on it; so do the other shapes.
        """
        return self._shape(link, x, 0)

    def slope(self, link: int, x: ArrayLike) -> Array:
        """Return the rotation of a link's sections relative to its root's, rad/m, shape (displacements, stations).

        It is the link's slope w′, less what shear makes of that where the link has a shear rigidity.

        Parameters
        ----------
        link, x
            As of `deflection`: the link's number, and stations, m, shape (stations,).
        """
        return self._shape(link, x, 1)

    def bending_moment(self, link: int, x: ArrayLike) -> Array:
        """Return a link's bending moment EI φ′, N m per m, shape (displacements, stations); zero in a rigid link.

        φ is the rotation of the link's sections, w′ without shear.

        Parameters
        ----------
        link, x
            As of `deflection`: the link's number, and stations, m, shape (stations,).
        """
        return self._shape(link, x, 2) * self._rigidity(link)

    def shear_force(self, link: int, x: ArrayLike) -> Array:
        """Return a link's shear force EI φ″, N per m, shape (displacements, stations); zero in a rigid link.

        φ is the rotation of the link's sections, w′ without shear; modes have their rotary inertia in it.

        Parameters
        ----------
        link, x
            As of `deflection`: the link's number, and stations, m, shape (stations,).
        """
        return self._shape(link, x, 3) * self._rigidity(link)

    def stretch(self, link: int, x: ArrayLike) -> Array:
        """Return a link's displacement along its axis relative to its root section, shape (displacements, stations).

        Parameters
        ----------
        link, x
            As of `deflection`: the link's number, and stations, m, shape (stations,).
        """
        return self._stretch(link, self._stations(link, x), 0)

    def axial_force(self, link: int, x: ArrayLike) -> Array:
        """Return a link's axial force EA u′, N per m, shape (displacements, stations); zero where it keeps its length.

        Parameters
        ----------
        link, x
            As of `deflection`: the link's number, and stations, m, shape (stations,).
        """
        rigidity = getattr(self.arm.links[link - 1], "axial_rigidity", None)
        return self._stretch(link, self._stations(link, x), 1) * (rigidity or 0.0)

    def translation(self, link: int, x: ArrayLike) -> Array:
        """Return the absolute motion of a link's stations along x and y, shape (displacements, 2, stations).

        Parameters
        ----------
        link, x
            As of `deflection`: the link's number, and stations, m, shape (stations,).
        """
        stations = self._stations(link, x)
        part = self._tree.links[link - 1]
        root = self.link_motions[link - 1].root
        across = root.rotation[:, np.newaxis] * stations + self._shape(link, stations, 0)
        left = rotated(part.axis)[:, np.newaxis] * across[:, np.newaxis, :]
        along = part.axis[:, np.newaxis] * self._stretch(link, stations, 0)[:, np.newaxis, :]
        return np.asarray(root.translation.T[:, :, np.newaxis] + left + along)

    def _shape(self, link: int, x: ArrayLike, derivative: int) -> Array:
        stations = self._stations(link, x)
        return self.shapes[link - 1](stations, derivative)

    def _stretch(self, link: int, stations: Array, derivative: int) -> Array:
        return self.shapes[link - 1].stretch(stations, derivative)

    def _stations(self, link: int, x: ArrayLike) -> Array:
        if not is_whole(link) or not 1 <= link <= len(self.arm.links):
            raise InputError([Fault("link", f"a link's number, 1 to {len(self.arm.links)}", shown(link))], self.backend)
        stations, length = np.atleast_1d(np.asarray(x, dtype=float)), self.arm.links[link - 1].length
        if stations.ndim != 1 or not np.all((stations >= 0.0) & (stations <= length * (1.0 + _ROUNDING))):
            raise InputError([Fault("x", f"stations from 0 to {length} m on link {link}", shown(x))], self.backend)
        return stations

    def _rigidity(self, link: int) -> float:
        part = self.arm.links[link - 1]
        return part.flexural_rigidity if isinstance(part, Link) else 0.0


def tip_motion(shape: LinkShape, length: float) -> Array:
    """Return stretch, deflection and rotation at the tip of a link, length in m, relative to its root, (3, modes)."""
    end = np.array([length])
    return np.concatenate([shape.stretch(end, 0).T, shape(end, 0).T, shape(end, 1).T])


@dataclass(frozen=True, eq=False)
class _ScaledShape:
    """A link's shape, multiplied by factors, shape (modes,)."""

    shape: LinkShape
    factors: Array

    def __call__(self, x: Array, derivative: int) -> Array:
        return self.factors[:, np.newaxis] * self.shape(x, derivative)

    def stretch(self, x: Array, derivative: int) -> Array:
        return self.factors[:, np.newaxis] * self.shape.stretch(x, derivative)

    def moments(self) -> Array:
        return self.factors * self.shape.moments()


@dataclass(frozen=True)
class RigidShape:
    """The shape of a link that does not bend."""

    modes: int  # number of modes

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return zeros, shape (modes, stations)."""
        return np.zeros((self.modes, len(x)))

    def stretch(self, x: Array, derivative: int) -> Array:
        """Return zeros, shape (modes, stations)."""
        return np.zeros((self.modes, len(x)))

    def moments(self) -> Array:
        """Return zeros, shape (4, modes)."""
        return np.zeros((4, self.modes))
