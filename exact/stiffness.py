"""The dynamic stiffness of a whole arm, kept in a form that loses no digits to heavy bodies.

The coordinates are the base's freedoms, each joint's relative rotation, and each member's tip deflection and slope,
relative to its root or, at high frequency, absolute. A body of mass m that moves by c·q adds −ω² m cᵀc to D(ω). A
payload of 1e9 kg would drown the links in that sum, so the body's momentum is kept as an unknown p instead:

    [ D₀(ω)   cᵀ       ]        with the Schur complement   D₀ − ω² m cᵀc = D(ω).
    [ c       1/(ω² m) ]

The block 1/(ω² m) is positive, so both matrices have the same number of negative eigenvalues, at any ω; and an
infinitely heavy body is simply a constraint.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from exact import member
from flexarm.chain import Array, Chain, ChainLink
from flexarm.kinematics import link_motions, lumped_inertia, rotated
from flexarm.layout import Layout, tip_layout

# Levers and inertias below this part of the members' own change no digit, and are not divided by.
_NEGLIGIBLE = 1e-30


@dataclass(frozen=True, eq=False)
class Member:
    """One flexible link in an arm's dynamic stiffness.

    Parameters
    ----------
    link
        The link's numbers.
    absolute
        Whether the tip's coordinates are absolute, shape (...).
    forms
        u, θL, and w and w′L or y and y′L, in the arm's coordinates, shape (..., 4, n).
    """

    link: ChainLink
    absolute: NDArray[np.bool_]
    forms: Array

    def beta(self, omega: Array) -> Array:
        """Return the member's wave number times length at ω, rad/s, shape (...)."""
        return wave_number(self.link, omega)

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

    def matrix(self, omega: Array) -> Array:
        """Return the bordered dynamic stiffness at ω, rad/s, in its units, shape (..., n + bodies, n + bodies)."""
        n = self.plan.size
        whole = np.zeros((*np.shape(omega), n + self.inertia.shape[-1], n + self.inertia.shape[-1]))
        whole[..., :n, :n] = self.springs
        for part in self.members:
            at_rest, _ = member.mass(part.beta(omega), part.absolute)
            scale = (part.mass * omega**2)[..., np.newaxis, np.newaxis]
            whole[..., :n, :n] -= _congruence(part.forms, scale * at_rest)
        whole[..., n:, :n] = self.forms
        whole[..., :n, n:] = np.swapaxes(self.forms, -1, -2)
        diagonal = np.arange(n, whole.shape[-1])
        whole[..., diagonal, diagonal] = 1.0 / (omega[..., np.newaxis] ** 2 * self.inertia)
        return self._in_units(whole, omega)

    def inertia_matrix(self, omega: Array) -> Array:
        """Return −∂/∂ω² of the matrix, shape (..., n + bodies, n + bodies): vᵀ M v is a mode's modal mass, kg."""
        n = self.plan.size
        whole = np.zeros((*np.shape(omega), n + self.inertia.shape[-1], n + self.inertia.shape[-1]))
        for part in self.members:
            beta = part.beta(omega)
            at_rest, slope = member.mass(beta, part.absolute)
            inertia = at_rest + (beta**4)[..., np.newaxis, np.newaxis] * slope
            whole[..., :n, :n] += _congruence(part.forms, part.mass[..., np.newaxis, np.newaxis] * inertia)
        diagonal = np.arange(n, whole.shape[-1])
        whole[..., diagonal, diagonal] = 1.0 / (omega[..., np.newaxis] ** 4 * self.inertia)
        return self._in_units(whole, omega)

    def units(self, omega: Array) -> Array:
        """Return the size of one unit of each coordinate and momentum at ω, shape (..., n + bodies).

        A vector times its units is in SI units. In them a member, or its wave where that is shorter, is about one
        long and one stiff, and a body's lever is one; the arm's own units do not matter.
        """
        beta = _mean([part.beta(omega) for part in self.members])
        length = _mean([part.link.length + 0.0 * omega for part in self.members]) / np.maximum(beta, 1.0)
        rigidity = _mean([part.link.flexural_rigidity + 0.0 * omega for part in self.members])
        root = np.sqrt(rigidity / length**3)[..., np.newaxis]
        coordinates = np.where(self._turns, 1.0 / length[..., np.newaxis], 1.0)
        lever = np.max(np.abs(self.forms) * coordinates[..., np.newaxis, :], axis=-1, initial=0.0)
        return np.concatenate([coordinates / root, root / np.where(lever > _NEGLIGIBLE, lever, 1.0)], axis=-1)

    @cached_property
    def _turns(self) -> NDArray[np.bool_]:
        """Which coordinates are rotations, shape (n,)."""
        rows = self.plan.rows
        turning = [rows.base[..., 2, :], *rows.joints, *(tip[..., 1, :] for tip in rows.tips)]
        return np.asarray(np.any([np.any(row.reshape(-1, self.plan.size), axis=0) for row in turning], axis=0))

    def _in_units(self, matrix: Array, omega: Array) -> Array:
        units = self.units(omega)
        return matrix * units[..., :, np.newaxis] * units[..., np.newaxis, :]

    def clamped_count(self, omega: Array) -> NDArray[np.int_]:
        """Return the number of natural frequencies below ω with every node held, shape (...)."""
        return np.asarray(sum(member.clamped_count(part.beta(omega)) for part in self.members))


def wave_number(link: ChainLink, omega: Array) -> Array:
    """Return β = L (m ω² / EI)^¼ of a flexible link at ω, rad/s, shape (...)."""
    return np.asarray(link.length * (link.mass_per_length * omega**2 / link.flexural_rigidity) ** 0.25)


def dynamic_stiffness(parts: Chain, near: Array | None = None) -> DynamicStiffness:
    """Return a chain's dynamic stiffness, a member for each flexible link.

    Parameters
    ----------
    parts
        The chain.
    near
        Frequencies that it will be asked at, about, rad/s, shape (...): each member's coordinates suit them.
        None for relative coordinates, which suit counting at any frequency.
    """
    plan = tip_layout(parts)
    absolute = [
        np.asarray(link.flexible and near is not None and wave_number(link, near) >= member.SHORT)
        for link in parts.links
    ]
    rows = replace(plan.rows, absolute=absolute)
    motions = link_motions(parts, rows)
    inertia, forms = lumped_inertia(parts, rows, motions)
    mass = np.asarray(sum(link.mass_per_length * link.length for link in parts.links))
    inertia = np.maximum(inertia, _NEGLIGIBLE * mass[..., np.newaxis])
    members, springs = [], np.zeros((plan.size, plan.size))
    for link, joint, motion, tip, whole in zip(parts.links, rows.joints, motions, rows.tips, absolute, strict=True):
        springs = springs + link.stiffness[..., np.newaxis, np.newaxis] * np.outer(joint, joint)
        if link.flexible:
            length = link.length[..., np.newaxis]
            across, turn = motion.root.along(rotated(link.axis)), length * motion.root.rotation
            ends = np.broadcast_arrays(across, turn, tip[..., 0, :], length * tip[..., 1, :])
            members.append(Member(link, whole, np.stack(ends, axis=-2)))
            rigidity = (link.flexural_rigidity / link.length**3)[..., np.newaxis, np.newaxis]
            springs = springs + _congruence(members[-1].forms, rigidity * member.stiffness(whole))
    return DynamicStiffness(plan, tuple(members), springs, inertia, forms)


def _mean(values: Sequence[Array]) -> Array:
    """Return the geometric mean of positive arrays."""
    return np.asarray(np.exp(np.mean(np.log(np.stack(values)), axis=0)))


def _congruence(forms: Array, matrix: Array) -> Array:
    return np.asarray(np.swapaxes(forms, -1, -2) @ matrix @ forms)
