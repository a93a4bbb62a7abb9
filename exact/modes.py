"""Mode shapes of an arm at its natural frequencies, from the null vectors of its dynamic stiffness."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from exact.division import divided
from exact.search import Spectrum, passing
from exact.shapes import DividedShape, MemberShape
from exact.stiffness import DynamicStiffness, Member, dynamic_stiffness
from flexarm.arm import Arm
from flexarm.chain import Array, Chain
from flexarm.kinematics import Rows
from flexarm.modes import LinkShape, ModalModel, rigid_shape, signs

# Frequencies nearer than this, relative, are solved at one frequency: their own null vectors are all the same.
_COINCIDENT = 1e-9
# Vectors of frequencies nearer than this mix, by round-off over their distance, and are made orthogonal again.
_NEAR = 1e-4
# Shift of the inverse iteration: below all other eigenvalues of the scaled matrix, above those of coincident modes.
_SHIFT = 1e-6


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
        The two pieces of a flexible link; none for a rigid one.
    """

    joint: Array
    root: Array
    pieces: tuple[MemberShape, ...]

    def shape(self, mixture: Array) -> LinkShape:
        """Return the link's shape in combinations of the raw modes, shape (modes, raw modes)."""
        return DividedShape(*self.pieces, mixture) if self.pieces else rigid_shape(len(mixture))


@dataclass(frozen=True, eq=False)
class _RawModes:
    """Modes of unit modal mass as they come, each at its own frequency.

    Parameters
    ----------
    velocity
        Momentum over the square root of the inertia, for every body, shape (modes, bodies).
    base
        Motion of the base, shape (modes, 3).
    links
        The links.
    unknowns
        Number of coordinates of the divided arm.
    """

    velocity: Array
    base: Array
    links: tuple[_Link, ...]
    unknowns: int


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
    mixture = _mixture(parts, found.omega, raw)
    tips = [
        np.concatenate([link.shape(mixture)(np.atleast_1d(part.length), order).T for order in (0, 1)])
        for link, part in zip(raw.links, parts.links, strict=True)
    ]
    rows = Rows((mixture @ raw.base).T, [mixture @ link.joint for link in raw.links], tips)
    mixture = signs(parts, rows)[:, np.newaxis] * mixture
    joints = np.stack([mixture @ link.joint for link in raw.links], axis=-1)
    shapes = tuple(link.shape(mixture) for link in raw.links)
    rigid = int(found.number[0]) - 1
    return ModalModel(arm, spec, rigid, found.omega, mixture @ raw.base, joints, shapes, raw.unknowns)


def _raw_modes(parts: Chain, found: Spectrum) -> _RawModes:
    _, leader = np.unique(_groups(found.omega, _COINCIDENT), return_index=True)
    leader = leader[_groups(found.omega, _COINCIDENT)]
    omega = found.omega[leader]
    pieces = divided(parts, [place[leader] for place in found.where])
    system = dynamic_stiffness(pieces)
    _, vector = passing(system, omega, found.number)
    vector = _polished(system, omega, vector)
    vector /= np.sqrt(system.modal_mass(vector, omega))[:, np.newaxis]
    q, momentum = np.split(vector, [system.plan.size], axis=-1)
    velocity = momentum / (omega[:, np.newaxis] ** 2 * np.sqrt(system.inertia))
    base = q @ system.plan.rows.base.T
    return _RawModes(velocity, base, _links(parts, system, q, omega), system.plan.size)


def _groups(omega: Array, distance: float) -> NDArray[np.intp]:
    """Return the number of each frequency's group, whose neighbours are nearer than a relative distance."""
    return np.cumsum(np.concatenate([[False], np.diff(omega) > distance * omega[1:]]))


def _polished(system: DynamicStiffness, omega: Array, vector: Array) -> Array:
    """Return null vectors after inverse iteration, whose small components have digits of their own."""
    matrix, scale = system.scaled(omega)
    matrix = matrix + _SHIFT * np.eye(matrix.shape[-1])
    found = vector / scale
    for _ in range(2):
        found = np.linalg.solve(matrix, found[..., np.newaxis])[..., 0]
        found /= np.linalg.norm(found, axis=-1, keepdims=True)
    return np.asarray(scale * found)


def _links(parts: Chain, system: DynamicStiffness, q: Array, omega: Array) -> tuple[_Link, ...]:
    joints, members, links = iter(system.plan.rows.joints), iter(system.members), []
    for part in parts.links:
        joint = q @ next(joints)
        if part.flexible:
            next(joints)
            first, second = (_shape(next(members), q, omega) for _ in range(2))
            root = first.ends[:, :2] / np.stack([np.ones_like(first.length), first.length], axis=-1)
            links.append(_Link(joint, root, (first, second)))
        else:
            links.append(_Link(joint, np.zeros((len(q), 2)), ()))
    return tuple(links)


def _shape(part: Member, q: Array, omega: Array) -> MemberShape:
    return MemberShape(part.link.length, part.beta(omega), np.einsum("...in,...n->...i", part.forms, q))


def _mixture(parts: Chain, omega: Array, raw: _RawModes) -> Array:
    """Return the combinations of raw modes that are orthogonal where frequencies are near, shape (modes, modes).

    Löwdin (1950): the orthogonal set nearest to the raw modes.
    """
    mixture = np.eye(len(omega))
    groups = _groups(omega, _NEAR)
    if len(np.unique(groups)) == len(omega):
        return mixture
    gram = _mass_products(parts, raw)
    for group in np.unique(groups):
        near = np.ix_(groups == group, groups == group)
        values, vectors = np.linalg.eigh(gram[near])
        mixture[near] = vectors / np.sqrt(values) @ vectors.T
    return mixture


def _mass_products(parts: Chain, raw: _RawModes) -> Array:
    """Return the raw modes' products in the mass inner product, shape (modes, modes), by Gauss quadrature."""
    products = raw.velocity @ raw.velocity.T
    for link, part in zip(raw.links, parts.links, strict=True):
        if link.pieces:
            # Products of two shapes have 2 β / 2π waves; Gauss points resolve them from β points on.
            highest = max(float(np.max(piece.beta)) for piece in link.pieces)
            points, weights = np.polynomial.legendre.leggauss(int(2.0 * highest) + 40)
            x = 0.5 * part.length * (1.0 + points)
            motion = link.root[:, :1] + link.root[:, 1:] * x + link.shape(np.eye(len(link.joint)))(x, 0)
            products += motion * (0.5 * part.length * part.mass_per_length * weights) @ motion.T
    return np.asarray(products)
