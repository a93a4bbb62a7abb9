"""The dynamic stiffness of a whole arm in balls, in the coordinates of its links undivided.

The coordinates are the base's freedoms, each joint's relative rotation, and each flexible link's tip deflection and
slope relative to its root. In float64 they would not do (see `exact.stiffness`); in balls conditioning costs
precision, never truth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, arb_mat, fmpq

from exact.proof.balls import exact_chain, scalar
from exact.proof.member import BendingMember
from flexarm.arm import Arm
from flexarm.chain import Array, Chain, ChainLink
from flexarm.kinematics import LinkMotion, Rows, link_motions, lumped_inertia, rotated
from flexarm.layout import tip_layout


@dataclass(frozen=True)
class BallStiffness:
    """An arm's dynamic stiffness as a function of frequency, at the precision that it was made with.

    Parameters
    ----------
    springs
        Stiffness matrix of the joints.
    masses
        Mass matrix of all bodies.
    members
        The flexible links, each with its forms u, θL, w, w′L.
    """

    springs: arb_mat
    masses: arb_mat
    members: tuple[tuple[ChainLink, arb_mat], ...]

    def matrix(self, omega: fmpq) -> tuple[arb_mat, int, arb]:
        """Return D(ω), the clamped count, and the product of the members' pole functions, at ω, rad/s.

        Raises
        ------
        Undecided
            If the precision is too low to tell a member's count.
        """
        whole, count, poles = self.springs - self.masses * arb(omega**2), 0, arb(1)
        for link, forms in self.members:
            member = BendingMember(link, omega)
            whole += forms.transpose() * member.stiffness * forms
            count += member.clamped_count
            poles *= member.pole
        return whole, count, poles


def ball_stiffness(arm: Arm) -> BallStiffness:
    """Return an arm's dynamic stiffness in balls of the precision in use."""
    parts = exact_chain(arm)
    plan = tip_layout(parts)
    rows = in_balls(plan.rows)
    motions = link_motions(parts, rows)
    springs = squares([scalar(link.stiffness) for link in parts.links], rows.joints, plan.size)
    inertia, forms = lumped_inertia(parts, rows, motions)
    masses = squares(list(inertia), list(forms), plan.size)
    return BallStiffness(springs, masses, members(parts, rows, motions))


def members(parts: Chain, rows: Rows, motions: Sequence[LinkMotion]) -> tuple[tuple[ChainLink, arb_mat], ...]:
    """Return the flexible links, each with its forms u, θL, w, w′L."""
    found = []
    for link, motion, tip in zip(parts.links, motions, rows.tips, strict=True):
        if link.flexible:
            length = scalar(link.length)
            across = motion.root.along(rotated(link.axis))
            found.append((link, _matrix([across, length * motion.root.rotation, tip[0], length * tip[1]])))
    return tuple(found)


def in_balls(rows: Rows) -> Rows:
    """Return the coordinates' rows in balls."""
    return Rows(_balls(rows.base), [_balls(joint) for joint in rows.joints], [_balls(tip) for tip in rows.tips])


def _balls(array: Array) -> Array:
    return np.asarray(np.frompyfunc(arb, 1, 1)(array))


def _matrix(rows: Sequence[Any]) -> arb_mat:
    return arb_mat([[arb(entry) for entry in row] for row in rows])


def squares(weights: Sequence[Any], forms: Sequence[Any], size: int) -> arb_mat:
    """Return Σ w cᵀc, a term a form."""
    if not forms:
        return arb_mat(size, size)
    weighted = [weight * form for weight, form in zip(weights, forms, strict=True)]
    return _matrix(forms).transpose() * _matrix(weighted)
