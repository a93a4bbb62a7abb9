"""The dynamic stiffness in balls of an arm under static loads; as in `exact.tensioned_stiffness`, links undivided."""

from dataclasses import dataclass
from typing import Any

from flint import arb, arb_mat, fmpq

from exact.proof.balls import exact_chain, scalar
from exact.proof.stiffness import in_balls, members, squares
from exact.proof.tensioned_member import TensionedMember
from exact.tensioned_stiffness import masses_alone, moments_alone
from flexarm.arm import Arm
from flexarm.chain import Array, ChainLink
from flexarm.kinematics import link_motions, lumped_inertia
from flexarm.layout import tip_layout
from flexarm.prestress import prestress


@dataclass(frozen=True)
class LoadedBallStiffness:
    """An arm's dynamic stiffness as a function of frequency, at the precision that it was made with.

    Parameters
    ----------
    springs
        Stiffness matrix of the joints, and of static loads against the rotations of links' ends.
    masses, moments
        Mass matrix of what moves, and of what turns.
    members
        The flexible links: numbers, tension, and forms u, θL, w, w′L.
    spin
        Ω², rad²/s².
    """

    springs: arb_mat
    masses: arb_mat
    moments: arb_mat
    members: tuple[tuple[ChainLink, Array, arb_mat], ...]
    spin: Any

    def matrix(self, omega: fmpq) -> tuple[arb_mat, int, arb]:
        """Return D, the clamped count, and the product of the members' pole functions, at ω, rad/s.

        Raises
        ------
        Undecided
            If the precision is too low to tell a member's count.
        """
        return self.at(omega**2)

    def at(self, square: fmpq) -> tuple[arb_mat, int, arb]:
        """Return the same at λ = ω², rad²/s², of either sign."""
        moving = arb(square + self.spin)
        whole, count, poles = self.springs - self.masses * moving - self.moments * arb(square), 0, arb(1)
        for link, tension, forms in self.members:
            mass, length, rigidity = map(scalar, (link.mass_per_length, link.length, link.flexural_rigidity))
            own = [n * length ** (2 + power) / rigidity for power, n in enumerate(tension)]
            member = TensionedMember(own, mass * moving * length**4 / rigidity)
            whole += forms.transpose() * member.stiffness * forms * arb(rigidity / length**3)
            count += member.clamped_count
            poles *= member.pole
        return whole, count, poles


def loaded_ball_stiffness(arm: Arm) -> LoadedBallStiffness:
    """Return the dynamic stiffness of an arm under static loads in balls of the precision in use."""
    parts = exact_chain(arm)
    loads = prestress(parts)
    assert loads is not None, "an arm that bears static loads"
    rows = in_balls(tip_layout(parts).rows)
    motions = link_motions(parts, rows)
    size = rows.base.shape[-1]
    weights = [scalar(link.stiffness) for link in parts.links]
    weights += [end.item() for link in loads.links for end in (link.root_turning, link.tip_turning)]
    turning = [section.rotation for motion in motions for section in (motion.root, motion.tip)]
    springs = squares(weights, [*rows.joints, *turning], size)
    beams = [load.tension for link, load in zip(parts.links, loads.links, strict=True) if link.flexible]
    links = [(link, tension, form) for (link, form), tension in zip(members(parts, rows, motions), beams, strict=True)]
    masses, moving = lumped_inertia(masses_alone(parts), rows, motions)
    moments, turned = lumped_inertia(moments_alone(parts), rows, motions)
    inertia = squares(list(masses), list(moving), size), squares(list(moments), list(turned), size)
    return LoadedBallStiffness(springs, *inertia, tuple(links), loads.softening.item())
