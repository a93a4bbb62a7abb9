"""The dynamic stiffness of a whole arm, kept in a form that loses no digits to heavy bodies.

The coordinates are the base's freedoms, each joint's relative rotation, and each member's tip deflection and slope
relative to its root. A body of mass m that moves by c·q adds −ω² m cᵀc to D(ω). A payload of 1e9 kg would drown
the links in that sum, so the body's momentum is kept as an unknown p instead:

    [ D₀(ω)   cᵀ       ]        with the Schur complement   D₀ − ω² m cᵀc = D(ω).
    [ c       1/(ω² m) ]

The block 1/(ω² m) is positive, so both matrices have the same number of negative eigenvalues, at any ω; and an
infinitely heavy body is simply a constraint.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from exact import member
from flexarm.chain import Array, Chain, ChainLink
from flexarm.kinematics import link_motions, lumped_inertia, rotated
from flexarm.layout import RIGID, Layout, LinkCoordinates, layout

_BENDING = LinkCoordinates(np.eye(2))
# Passes of the scaling; each halves the spread of the rows' magnitudes in logarithm, four leave less than 10 %.
_PASSES = 4
# The scale of a coordinate without any stiffness, before the bodies that it moves are looked at.
_UNSCALED = 1e30


@dataclass(frozen=True, eq=False)
class Member:
    """One flexible link in an arm's dynamic stiffness.

    Parameters
    ----------
    link
        The link's numbers.
    forms
        u, θL, w and w′L in the arm's coordinates, shape (..., 4, n).
    """

    link: ChainLink
    forms: Array

    def beta(self, omega: Array) -> Array:
        """Return the member's wave number times length at ω, rad/s, shape (...)."""
        link = self.link
        return np.asarray(link.length * (link.mass_per_length * omega**2 / link.flexural_rigidity) ** 0.25)

    @property
    def mass(self) -> Array:
        """The member's mass, kg."""
        return np.asarray(self.link.mass_per_length * self.link.length)


@dataclass(frozen=True, eq=False)
class DynamicStiffness:
    """An arm, or many alike along leading axes, as a function of frequency.

    Parameters
    ----------
    plan
        The coordinates.
    members
        The flexible links.
    springs
        Stiffness matrix of the joints and the members at rest, shape (..., n, n).
    inertia
        Masses and moments of inertia of all bodies, shape (..., bodies).
    forms
        The motion that each belongs to, shape (..., bodies, n).
    """

    plan: Layout
    members: tuple[Member, ...]
    springs: Array
    inertia: Array
    forms: Array

    @cached_property
    def _bends(self) -> NDArray[np.bool_]:
        """Which coordinates are a member's own deflection or slope, shape (n,)."""
        own = np.zeros(self.plan.size, dtype=bool)
        for part in self.plan.links:
            own[part] = True
        return own

    def matrix(self, omega: Array) -> Array:
        """Return the bordered dynamic stiffness at ω, rad/s, shape (..., n + bodies, n + bodies)."""
        n, lead = self.plan.size, np.shape(omega)
        whole = np.zeros((*lead, n + self.inertia.shape[-1], n + self.inertia.shape[-1]))
        whole[..., :n, :n] = self.springs
        for part in self.members:
            at_rest, _ = member.mass(part.beta(omega))
            scale = (part.mass * omega**2)[..., np.newaxis, np.newaxis]
            whole[..., :n, :n] -= _congruence(part.forms, scale * at_rest)
        whole[..., n:, :n] = self.forms
        whole[..., :n, n:] = np.swapaxes(self.forms, -1, -2)
        diagonal = np.arange(n, whole.shape[-1])
        whole[..., diagonal, diagonal] = 1.0 / (omega[..., np.newaxis] ** 2 * self.inertia)
        return whole

    def scaled(self, omega: Array) -> tuple[Array, Array]:
        """Return the matrix with rows and columns scaled alike, and their scale, shape (..., n + bodies).

        Coordinates are scaled to unit stiffness, a body's momentum by the most compliant member that carries it (by
        its own inertia where that is less), and a coordinate without stiffness of its own by the bodies it moves.
        """
        matrix = self.matrix(omega)
        n = self.plan.size
        coordinates = _equilibrium(matrix[..., :n, :n])
        coupling = np.abs(matrix[..., n:, :n])
        carried = coupling * np.where(self._bends, coordinates, 0.0)[..., np.newaxis, :]
        held = coupling * np.where(coordinates < _UNSCALED, coordinates, 0.0)[..., np.newaxis, :]
        carried = np.where(np.any(carried > 0.0, axis=-1, keepdims=True), carried, held)
        own = np.sqrt(np.diagonal(matrix, axis1=-2, axis2=-1)[..., n:])
        momenta = 1.0 / np.maximum(own, np.max(carried, axis=-1, initial=0.0))
        drawn = np.max(coupling * momenta[..., np.newaxis], axis=-2, initial=0.0)
        scale = np.concatenate([1.0 / np.maximum(1.0 / coordinates, drawn), momenta], axis=-1)
        return matrix * scale[..., :, np.newaxis] * scale[..., np.newaxis, :], scale

    def clamped_count(self, omega: Array) -> NDArray[np.int_]:
        """Return the number of natural frequencies below ω with every node held, shape (...)."""
        return np.asarray(sum(member.clamped_count(part.beta(omega)) for part in self.members))

    def modal_mass(self, vector: Array, omega: Array) -> Array:
        """Return −∂/∂ω² of xᵀ D x, kg, for x of shape (..., n + bodies) at ω: a mode's modal mass."""
        n = self.plan.size
        momentum = vector[..., n:] / omega[..., np.newaxis] ** 2
        total = np.sum(momentum**2 / self.inertia, axis=-1)
        for part in self.members:
            beta = part.beta(omega)
            at_rest, slope = member.mass(beta)
            ends = np.einsum("...in,...n->...i", part.forms, vector[..., :n])
            inertia = at_rest + (beta**4)[..., np.newaxis, np.newaxis] * slope
            total = total + part.mass * np.einsum("...i,...ij,...j->...", ends, inertia, ends)
        return np.asarray(total)


def dynamic_stiffness(parts: Chain) -> DynamicStiffness:
    """Return a chain's dynamic stiffness, a member for each flexible link."""
    plan = layout(parts, [_BENDING if link.flexible else RIGID for link in parts.links])
    motions = link_motions(parts, plan.rows)
    inertia, forms = lumped_inertia(parts, plan.rows, motions)
    members, springs = [], np.zeros((plan.size, plan.size))
    for link, joint, motion, tip in zip(parts.links, plan.rows.joints, motions, plan.rows.tips, strict=True):
        springs = springs + link.stiffness[..., np.newaxis, np.newaxis] * np.outer(joint, joint)
        if link.flexible:
            length = link.length[..., np.newaxis]
            across, turn = motion.root.along(rotated(link.axis)), length * motion.root.rotation
            ends = np.broadcast_arrays(across, turn, tip[..., 0, :], length * tip[..., 1, :])
            members.append(Member(link, np.stack(ends, axis=-2)))
            rigidity = (link.flexural_rigidity / link.length**3)[..., np.newaxis, np.newaxis]
            springs = springs + _congruence(members[-1].forms, rigidity * member.STIFFNESS)
    return DynamicStiffness(plan, tuple(members), springs, inertia, forms)


def _equilibrium(matrix: Array) -> Array:
    """Return the scale that gives every row of a symmetric matrix a largest entry of about 1, shape (..., n)."""
    scale = np.ones(matrix.shape[:-1])
    for _ in range(_PASSES):
        size = scale * np.max(np.abs(matrix) * scale[..., np.newaxis, :], axis=-1, initial=0.0)
        scale = np.where(size > 0.0, scale / np.sqrt(np.where(size > 0.0, size, 1.0)), _UNSCALED)
    return scale


def _congruence(forms: Array, matrix: Array) -> Array:
    return np.asarray(np.swapaxes(forms, -1, -2) @ matrix @ forms)
