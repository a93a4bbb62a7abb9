"""Mode shapes of an arm at its natural frequencies, from the null vectors of its dynamic stiffness."""

from dataclasses import dataclass

import numpy as np

from exact.division import divided
from exact.near_frequencies import orthogonal, together
from exact.reactions import ExactModel
from exact.search import Spectrum, generic_vectors, improved
from exact.shapes import DividedShape, MemberShape
from exact.stiffness import DynamicStiffness, Member, dynamic_stiffness
from flexarm.arm import Arm
from flexarm.chain import Array, Chain
from flexarm.displacements import LinkShape, RigidShape
from flexarm.kinematics import Rows, link_motions, lumped_inertia
from flexarm.modes import ModalModel, signs
from flexarm.quadrature import gauss

_ITERATIONS = 3


@dataclass(frozen=True, eq=False)
class _Link:
    """Raw modes of one link.

    Parameters
    ----------
    joint
        Relative rotation at the root joint, shape (modes,).
    root
        u and θ of the root section across the link, m and rad, shape (modes, 2).
    pieces
        The two pieces of a flexible link; None for a rigid one.
    """

    joint: Array
    root: Array
    pieces: tuple[MemberShape, MemberShape] | None

    def tip(self) -> Array:
        """Return deflection and slope at the tip relative to the root, shape (2, raw modes)."""
        if self.pieces is None:
            return np.zeros((2, len(self.joint)))
        first, second = self.pieces
        (deflection, slope), (beyond, turn) = first.tip(), second.tip()
        return np.stack([deflection + slope * second.length + beyond, slope + turn])

    def shape(self, mixture: Array) -> LinkShape:
        """Return the link's shape in combinations of the raw modes, shape (modes, raw modes)."""
        return DividedShape(self.pieces, mixture) if self.pieces else RigidShape(len(mixture))


@dataclass(frozen=True, eq=False)
class _RawModes:
    """Modes of unit modal mass as they come, each at its own frequency.

    Parameters
    ----------
    base
        Motion of the base, shape (modes, 3).
    links
        The links.
    unknowns
        Number of coordinates of the divided arm.
    """

    base: Array
    links: tuple[_Link, ...]
    unknowns: int

    def rows(self, mixture: Array) -> Rows:
        """Return what kinematics starts from, one column a mode, for combinations of the raw modes."""
        tips = [link.tip() @ mixture.T for link in self.links]
        return Rows((mixture @ self.base).T, [mixture @ link.joint for link in self.links], tips)


def exact_modes(arm: Arm, parts: Chain, found: Spectrum, spec: str) -> ModalModel:
    """Return the modal model of an arm from its natural frequencies.

    Parameters
    ----------
    arm, parts
        The arm and its numbers.
    found
        Its natural frequencies.
    spec
        The backend's specification.
    """
    raw = _raw_modes(parts, found)
    mixture = orthogonal(found.omega, lambda: _mass_products(parts, raw))
    mixture = signs(parts, raw.rows(mixture))[:, np.newaxis] * mixture
    joints = np.stack([mixture @ link.joint for link in raw.links], axis=-1)
    shapes = tuple(link.shape(mixture) for link in raw.links)
    return ExactModel(arm, spec, mixture @ raw.base, joints, shapes, found.rigid, found.omega, raw.unknowns)


def _raw_modes(parts: Chain, found: Spectrum) -> _RawModes:
    omega, leader = together(found.omega)
    system = dynamic_stiffness(divided(parts, [place[leader] for place in found.where]), omega)
    vector, _ = improved(system, omega, generic_vectors(system, len(omega)), _ITERATIONS)
    q = (system.units(omega) * vector)[..., : system.plan.size]
    base = q @ system.plan.rows.base.T
    return _RawModes(base, _links(parts, system, q, omega), system.plan.size)


def _links(parts: Chain, system: DynamicStiffness, q: Array, omega: Array) -> tuple[_Link, ...]:
    joints, members = iter(system.plan.rows.joints), iter(system.members)
    links = []
    for part in parts.links:
        joint = q @ next(joints)
        if part.flexible:
            next(joints)
            first, second = _shape(next(members), q, omega), _shape(next(members), q, omega)
            root = first.ends[:, :2] / np.stack([np.ones_like(first.length), first.length], axis=-1)
            links.append(_Link(joint, root, (first, second)))
        else:
            links.append(_Link(joint, np.zeros((len(q), 2)), None))
    return tuple(links)


def _shape(part: Member, q: Array, omega: Array) -> MemberShape:
    return MemberShape(part.link.length, part.beta(omega), part.absolute, np.einsum("...in,...n->...i", part.forms, q))


def _mass_products(parts: Chain, raw: _RawModes) -> Array:
    """Return the raw modes' products in the mass inner product, shape (modes, modes), by Gauss quadrature."""
    each = np.eye(len(raw.base))
    rows = raw.rows(each)
    inertia, velocity = lumped_inertia(parts, rows, link_motions(parts, rows))
    products = velocity.T * inertia @ velocity
    for link, part in zip(raw.links, parts.links, strict=True):
        if link.pieces:
            # Products of two shapes have β / π waves; n Gauss points are exact to round-off from about n = β + 20 on.
            highest = max(float(np.max(piece.beta)) for piece in link.pieces)
            points, weights = gauss(int(2.0 * highest) + 40)
            motion = link.root[:, :1] + link.root[:, 1:] * part.length * points
            motion = motion + link.shape(each)(part.length * points, 0)
            products += motion * (part.mass_per_length * part.length * weights) @ motion.T
    return np.asarray(products)
