"""The modal model: what every backend answers, and the motions it can be asked for."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import ArrayLike

from flexarm.arm import Arm
from flexarm.chain import Array, Chain, chain
from flexarm.errors import Fault, InputError
from flexarm.kinematics import LinkMotion, Motion, Rows, bodies, link_motions, rotated
from flexarm.parts import Link
from flexarm.whole import is_whole

if TYPE_CHECKING:
    import xarray as xr


class LinkShape(Protocol):
    """Deflection of one link in every mode, relative to the link's root section."""

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the deflection's derivative of order 0 to 3 at stations `x`.

        Parameters
        ----------
        x
            Stations from the root, m, shape (stations,).
        derivative
            0 deflection, 1 slope, 2 curvature, 3 its rate of change along the link.

        Returns
        -------
        ndarray, shape (modes, stations)
            In m^(1 - derivative), for modes of unit modal mass.
        """
        ...


# Stations computed as sums of parts of a length may pass its end by round-off.
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class ModalModel:
    """Natural frequencies and mode shapes of one arm by one backend.

    Modes have unit modal mass (1 kg, so that displacements are per metre of the modal coordinate), rotation
    being in rad/m. The sign rule: among the links' tips, last link first, the first whose motion across its
    link exceeds 5 % of the largest motion of any tip or body moves in the positive sense (to the link's left).

    Parameters
    ----------
    arm
        The arm that was asked about.
    backend
        The backend's specification, as given on the command line.
    rigid_modes
        Number of rigid-body modes, from the kinematics.
    angular_frequency
        The first non-zero natural frequencies, ascending, multiple ones repeated, rad/s, shape (modes,).
    base_motion
        Translation x, y and rotation of the base's centre, shape (modes, 3).
    joint_rotation
        Relative rotation at every link's root joint, rad/m, shape (modes, links).
    shapes
        Each link's deflection relative to its root.
    unknowns
        Number of unknowns of the discretised problem.
    """

    arm: Arm
    backend: str
    rigid_modes: int
    angular_frequency: Array
    base_motion: Array
    joint_rotation: Array
    shapes: tuple[LinkShape, ...]
    unknowns: int

    def __post_init__(self) -> None:
        for values in (self.angular_frequency, self.base_motion, self.joint_rotation):
            values.flags.writeable = False

    @property
    def modes(self) -> int:
        """Number of modes."""
        return len(self.angular_frequency)

    @property
    def frequency(self) -> Array:
        """Natural frequencies, Hz, shape (modes,)."""
        return np.asarray(self.angular_frequency / (2.0 * np.pi))

    @cached_property
    def _chain(self) -> Chain:
        return chain(self.arm)

    @cached_property
    def _rows(self) -> Rows:
        tips = [tip_motion(shape, link.length) for shape, link in zip(self.shapes, self.arm.links, strict=True)]
        return Rows(self.base_motion.T, list(self.joint_rotation.T), tips)

    @cached_property
    def link_motions(self) -> tuple[LinkMotion, ...]:
        """Motion of every link's root and tip section; translation (2, modes), rotation (modes,)."""
        return link_motions(self._chain, self._rows)

    @cached_property
    def body_motions(self) -> dict[str, Motion]:
        """Motion of every rigid body's centre of mass, by the body's name, from base to payload."""
        found = bodies(self._chain, self._rows, self.link_motions)
        return {body.name: motion for body, motion in found}

    def deflection(self, link: int, x: ArrayLike) -> Array:
        """Return a link's deflection relative to its root section, shape (modes, stations).

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
        """Return a link's slope relative to its root section, rad/m, shape (modes, stations)."""
        return self._shape(link, x, 1)

    def bending_moment(self, link: int, x: ArrayLike) -> Array:
        """Return a link's bending moment EI w″, N m per m, shape (modes, stations); zero in a rigid link."""
        return self._shape(link, x, 2) * self._rigidity(link)

    def shear_force(self, link: int, x: ArrayLike) -> Array:
        """Return a link's shear force EI w‴, N per m, shape (modes, stations); zero in a rigid link."""
        return self._shape(link, x, 3) * self._rigidity(link)

    def translation(self, link: int, x: ArrayLike) -> Array:
        """Return the absolute motion of a link's stations along x and y, shape (modes, 2, stations)."""
        stations = self._stations(link, x)
        part = self._chain.links[link - 1]
        root = self.link_motions[link - 1].root
        across = root.rotation[:, np.newaxis] * stations + self._shape(link, stations, 0)
        left = rotated(part.axis)[:, np.newaxis]
        return np.asarray(root.translation.T[:, :, np.newaxis] + left * across[:, np.newaxis, :])

    def _shape(self, link: int, x: ArrayLike, derivative: int) -> Array:
        stations = self._stations(link, x)
        return self.shapes[link - 1](stations, derivative)

    def _stations(self, link: int, x: ArrayLike) -> Array:
        if not is_whole(link) or not 1 <= link <= len(self.arm.links):
            raise InputError([Fault("link", f"a link's number, 1 to {len(self.arm.links)}", repr(link))], self.backend)
        stations, length = np.atleast_1d(np.asarray(x, dtype=float)), self.arm.links[link - 1].length
        if stations.ndim != 1 or not np.all((stations >= 0.0) & (stations <= length * (1.0 + _ROUNDING))):
            raise InputError([Fault("x", f"stations from 0 to {length} m on link {link}", repr(x))], self.backend)
        return stations

    def _rigidity(self, link: int) -> float:
        part = self.arm.links[link - 1]
        return part.flexural_rigidity if isinstance(part, Link) else 0.0

    def dataset(self, stations: int = 21) -> "xr.Dataset":
        """Return frequencies and shapes as a Dataset with dimensions mode, link, station, body and axis.

        Parameters
        ----------
        stations
            Equally spaced stations a link, root and tip included; two or more.
        """
        from flexarm.datasets import modal_dataset

        return modal_dataset(self, stations)


def tip_motion(shape: LinkShape, length: float) -> Array:
    """Return deflection and slope at the tip of a link, length in m, relative to its root, shape (2, modes)."""
    return np.concatenate([shape(np.array([length]), order).T for order in (0, 1)])


@dataclass(frozen=True)
class RigidShape:
    """The shape of a link that does not bend.

    Parameters
    ----------
    modes
        Number of modes.
    """

    modes: int

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return zeros, shape (modes, stations)."""
        return np.zeros((self.modes, len(x)))


def signs(parts: Chain, rows: Rows) -> Array:
    """Return +1 or -1 for each mode, by the sign rule of `ModalModel`.

    Parameters
    ----------
    parts
        The arm's numbers.
    rows
        Raw modes, one a column: base (3, modes), joints (modes,), tips (2, modes).

    Returns
    -------
    ndarray, shape (modes,)
    """
    motions = link_motions(parts, rows)
    everywhere = [motion.tip for motion in motions] + [motion for _, motion in bodies(parts, rows, motions)]
    largest = np.max([np.hypot(*motion.translation) for motion in everywhere], axis=0)
    sign = np.zeros(len(largest))
    for link, motion in zip(reversed(parts.links), reversed(motions), strict=True):
        across = motion.tip.along(rotated(link.axis))
        sign = np.where((sign == 0.0) & (np.abs(across) > 0.05 * largest), np.sign(across), sign)
    root = motions[0].root.rotation
    return np.where(sign == 0.0, np.where(root < 0.0, -1.0, 1.0), sign)
