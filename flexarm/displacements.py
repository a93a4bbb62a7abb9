"""Small displacements of an arm, many at once: how base, joints, links and bodies move in each of them."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.checks import shown
from flexarm.errors import Fault, InputError
from flexarm.frames import rotations, turned, turned_back
from flexarm.kinematics import LinkMotion, Motion, Rows, bodies, joint_rows, relative_motion, section_motions
from flexarm.link_mass import LinkMass, with_link_mass
from flexarm.links import Link
from flexarm.tree import PLANES, RODS, Tree, direction
from flexarm.whole import is_whole

About = Literal["z", "y"]


class LinkShape(Protocol):
    """How one link bends and stretches in every mode, or displacement, relative to the link's root section."""

    def __call__(self, x: Array, derivative: int, plane: int = 0) -> Array:
        """Return the deflection w at stations `x`, 0, or the sections' rotation φ, φ′ or φ″, 1 to 3; (modes, stations).

        Without shear φ is w′. In space that is to the left, and upwards in the second plane, where φ is w′ too.
        """
        ...

    def rod(self, x: Array, derivative: int, number: int = 0) -> Array:
        """Return the displacement u along the link at stations `x`, or u′, or the twist of the second rod, in space.

        Shape (modes, stations).
        """
        ...

    def moments(self) -> Array:
        """Return ∫ u dx, ∫ w dx, ∫ w x dx and ∫ φ dx over the link, m², m², m³ and m, shape (4, modes).

        In space the latter three once more, of the second plane, and ∫ of the twist, shape (8, modes).
        """
        ...


@runtime_checkable
class IntegrableShape(LinkShape, Protocol):
    """A shape that knows where to integrate products of two of its modes."""

    def quadrature(self) -> tuple[Array, Array]:
        """Return stations, m, and weights, m, that integrate products of two shapes over the link, shape (points,)."""
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
        Translation x, y and rotation of the base's centre, shape (displacements, 3); in space translation and rotation
        along and about x, y and z, shape (displacements, 6).
    joint_motion
        Relative motion of every link's root joint in its freedoms (`flexarm.parts.Joint.motions`), zero where it has
        fewer, shape (displacements, links, most freedoms of a joint).
    shapes
        Each link's deflection relative to its root.
    link_mass
        Where the backend has the mass of flexible links: ``"spread"`` over them, ``"lumped"`` at their ends, or left
        out, ``"massless"``.
    support_force
        The force, N, or couple, N m, by which the arm pulls at each motion that supports hold
        (`flexarm.tree.Tree.held`), shape (displacements, held); None where it stands on none.
    """

    arm: Arm
    backend: str
    base_motion: Array
    joint_motion: Array
    shapes: tuple[LinkShape, ...]
    link_mass: LinkMass = field(default="spread", kw_only=True)
    support_force: Array | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        for values in (self.base_motion, self.joint_motion, self.support_force):
            if values is not None:
                values.flags.writeable = False

    @cached_property
    def _tree(self) -> Tree:
        return with_link_mass(tree(self.arm), self.link_mass)

    @cached_property
    def joint_rotation(self) -> Array:
        """Relative rotation at every link's root joint, about its axis, shape (displacements, links)."""
        about = np.zeros(self.joint_motion.shape[1:])
        for k, link in enumerate(self.arm.links):
            about[k, : len(link.joint.motions)] = [link.joint.share(name) for name in link.joint.motions]
        rotation = np.asarray(np.sum(about * self.joint_motion, axis=2))
        rotation.flags.writeable = False
        return rotation

    @property
    def joint_displacement(self) -> Array:
        """Relative motion at every link's root joint in the axes of the link, shape (displacements, links, 3 or 6)."""
        parts, found = self._tree, []
        for link, joint in zip(parts.links, self.rows.joints, strict=True):
            moved = relative_motion(parts.sections[link.root].freedoms, joint, parts.components)
            found.append(turned(moved, link.axes).T)
        return np.stack(found, axis=1)

    @cached_property
    def rows(self) -> Rows:
        """What kinematics starts from, one displacement a column."""
        links, size = zip(self.shapes, self.arm.links, strict=True), self._tree.components
        tips = [tip_motion(shape, link.length, size) for shape, link in links]
        return Rows(self.base_motion.T, joint_rows(self._tree, self.joint_motion), tips)

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
        joints = column[:, np.newaxis] * self.joint_motion
        pulled = None if self.support_force is None else column * self.support_force
        return Displacements(self.arm, self.backend, column * self.base_motion, joints, shapes, support_force=pulled)

    def deflection(self, link: int, x: ArrayLike, about: About = "z") -> Array:
        """Return a link's deflection relative to its root section, shape (displacements, stations).

        Parameters
        ----------
        link
            The link's number, from 1 at the base.
        x
            Stations from the link's root, m, shape (stations,).
        about
            In space, the axis of the link that it bends about: ``"z"``, to the left, or ``"y"``, upwards.

        Raises
        ------
        InputError
            If there is no such link, a station does not lie on it, or the arm does not move so; so do the others.
        """
        return self._shape(link, x, 0, about)

    def slope(self, link: int, x: ArrayLike, about: About = "z") -> Array:
        """Return the rotation of a link's sections relative to its root's, rad/m, shape (displacements, stations).

        It is the link's slope w′, less what shear makes of that where the link has a shear rigidity.

        Parameters
        ----------
        link, x, about
            As of `deflection`: the link's number, stations, m, shape (stations,), and the axis.
        """
        return self._shape(link, x, 1, about)

    def bending_moment(self, link: int, x: ArrayLike, about: About = "z") -> Array:
        """Return a link's bending moment EI φ′, N m per m, shape (displacements, stations); zero in a rigid link.

        φ is the rotation of the link's sections, w′ without shear.

        Parameters
        ----------
        link, x, about
            As of `deflection`: the link's number, stations, m, shape (stations,), and the axis.
        """
        return self._shape(link, x, 2, about) * self._rigidity(link, about)

    def shear_force(self, link: int, x: ArrayLike, about: About = "z") -> Array:
        """Return a link's shear force EI φ″, N per m, shape (displacements, stations); zero in a rigid link.

        φ is the rotation of the link's sections, w′ without shear; modes have their rotary inertia in it.

        Parameters
        ----------
        link, x, about
            As of `deflection`: the link's number, stations, m, shape (stations,), and the axis.
        """
        return self._shape(link, x, 3, about) * self._rigidity(link, about)

    def stretch(self, link: int, x: ArrayLike) -> Array:
        """Return a link's displacement along its axis relative to its root section, shape (displacements, stations).

        Parameters
        ----------
        link, x
            As of `deflection`: the link's number, and stations, m, shape (stations,).
        """
        return self._rod(link, x, 0, 0)

    def axial_force(self, link: int, x: ArrayLike) -> Array:
        """Return a link's axial force EA u′, N per m, shape (displacements, stations); zero where it keeps its length.

        Parameters
        ----------
        link, x
            As of `deflection`: the link's number, and stations, m, shape (stations,).
        """
        return self._rod(link, x, 1, 0) * self._rod_rigidity(link, "axial_rigidity")

    def twist(self, link: int, x: ArrayLike) -> Array:
        """Return the rotation of a link's sections about its axis, relative to its root's, in space, rad/m.

        Shape (displacements, stations).

        Parameters
        ----------
        link, x
            As of `deflection`: the link's number, and stations, m, shape (stations,).
        """
        return self._rod(link, x, 0, 1)

    def torque(self, link: int, x: ArrayLike) -> Array:
        """Return a link's torque GJ ϑ′, in space, N m per m, shape (displacements, stations); zero if it is rigid.

        Parameters
        ----------
        link, x
            As of `deflection`: the link's number, and stations, m, shape (stations,).
        """
        return self._rod(link, x, 1, 1) * self._rod_rigidity(link, "torsional_rigidity")

    def translation(self, link: int, x: ArrayLike) -> Array:
        """Return the absolute motion of a link's stations along x and y, shape (displacements, 2, stations).

        In space along x, y and z, shape (displacements, 3, stations).

        Parameters
        ----------
        link, x
            As of `deflection`: the link's number, and stations, m, shape (stations,).
        """
        stations, part, shape = self._stations(link, x), self._tree.links[link - 1], self.shapes[link - 1]
        root = self.link_motions[link - 1].root
        turned_root, moved = root.in_axes(part.axes)[:, :, np.newaxis], root.translation[:, :, np.newaxis]
        moved = moved + direction(part.axes, 0)[:, np.newaxis, np.newaxis] * shape.rod(stations, 0)
        for plane, (across, turn, sign) in enumerate(PLANES[len(turned_root)]):
            bent = sign * turned_root[turn] * stations + shape(stations, 0, plane)
            moved = moved + direction(part.axes, across)[:, np.newaxis, np.newaxis] * bent
        return np.asarray(np.moveaxis(moved, 0, 1))

    def rotation(self, link: int, x: ArrayLike) -> Array:
        """Return the absolute rotation of a link's sections, anticlockwise, rad/m, shape (displacements, 1, stations).

        In space about x, y and z, shape (displacements, 3, stations).

        Parameters
        ----------
        link, x
            As of `deflection`: the link's number, and stations, m, shape (stations,).
        """
        stations, part, shape = self._stations(link, x), self._tree.links[link - 1], self.shapes[link - 1]
        root = self.link_motions[link - 1].root.array
        moved = np.zeros((*root.shape, len(stations)))
        for plane, (_, turn, sign) in enumerate(PLANES[len(root)]):
            moved[turn] = sign * shape(stations, 1, plane)
        for number, place in enumerate(RODS[len(root)][1:], 1):
            moved[place] = shape.rod(stations, 0, number)
        whole = root[:, :, np.newaxis] + turned_back(moved, part.axes)
        return np.asarray(np.moveaxis(whole[rotations(len(root))], 0, 1))

    def _shape(self, link: int, x: ArrayLike, derivative: int, about: About) -> Array:
        stations = self._stations(link, x)
        known = ("z", "y") if self.arm.spatial else ("z",)
        if about not in known:
            wanted = '"z", or "y" for an arm in space'
            raise InputError([Fault("about", wanted, shown(about))], self.backend)
        return self.shapes[link - 1](stations, derivative, known.index(about))

    def _rod(self, link: int, x: ArrayLike, derivative: int, number: int) -> Array:
        stations = self._stations(link, x)
        if number and not self.arm.spatial:
            raise InputError([Fault("arm", "an arm in space: one in the plane does not twist", "a planar one")])
        return self.shapes[link - 1].rod(stations, derivative, number)

    def _stations(self, link: int, x: ArrayLike) -> Array:
        if not is_whole(link) or not 1 <= link <= len(self.arm.links):
            raise InputError([Fault("link", f"a link's number, 1 to {len(self.arm.links)}", shown(link))], self.backend)
        stations, length = np.atleast_1d(np.asarray(x, dtype=float)), self.arm.links[link - 1].length
        if stations.ndim != 1 or not np.all((stations >= 0.0) & (stations <= length * (1.0 + _ROUNDING))):
            raise InputError([Fault("x", f"stations from 0 to {length} m on link {link}", shown(x))], self.backend)
        return stations

    def _rigidity(self, link: int, about: About) -> float:
        part = self.arm.links[link - 1]
        return float(part.about("flexural_rigidity")[about == "y"]) if isinstance(part, Link) else 0.0

    def _rod_rigidity(self, link: int, name: str) -> float:
        return getattr(self.arm.links[link - 1], name, None) or 0.0


def tip_motion(shape: LinkShape, length: float, components: int) -> Array:
    """Return what the tip of a link, length in m, does relative to its root, in its axes, shape (components, modes)."""
    end, moved = np.array([length]), {}
    for plane, (across, turn, sign) in enumerate(PLANES[components]):
        moved[across], moved[turn] = shape(end, 0, plane)[:, 0], sign * shape(end, 1, plane)[:, 0]
    moved |= {place: shape.rod(end, 0, number)[:, 0] for number, place in enumerate(RODS[components])}
    return np.array([moved[place] for place in range(components)])


@dataclass(frozen=True, eq=False)
class _ScaledShape:
    """A link's shape, multiplied by factors, shape (modes,)."""

    shape: LinkShape
    factors: Array

    def __call__(self, x: Array, derivative: int, plane: int = 0) -> Array:
        return self.factors[:, np.newaxis] * self.shape(x, derivative, plane)

    def rod(self, x: Array, derivative: int, number: int = 0) -> Array:
        return self.factors[:, np.newaxis] * self.shape.rod(x, derivative, number)

    def moments(self) -> Array:
        return self.factors * self.shape.moments()


@dataclass(frozen=True)
class RigidShape:
    """The shape of a link that does not bend."""

    modes: int  # number of modes
    integrals: int = 4  # number of what `LinkShape.moments` holds: 8 in space

    def __call__(self, x: Array, derivative: int, plane: int = 0) -> Array:
        """Return zeros, shape (modes, stations)."""
        return np.zeros((self.modes, len(x)))

    def rod(self, x: Array, derivative: int, number: int = 0) -> Array:
        """Return zeros, shape (modes, stations)."""
        return np.zeros((self.modes, len(x)))

    def moments(self) -> Array:
        """Return zeros, shape (4 or 8, modes)."""
        return np.zeros((self.integrals, self.modes))
