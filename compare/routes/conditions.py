"""The boundary conditions of a chain of beams, each a row of a frequency determinant.

Wiedemann (2002), equations 4.7 to 4.12, 5.6 to 5.12 and 6.2 to 6.7, for any number of links: at every link's tip the
bending moment and the shear force move all that it carries, the integrals over the links beyond included. `Terms` says
which of the terms that the source leaves out are kept. The unknowns are the motion of the base, the four constants of
every flexible link's deflection, and the rotation of every rigid link whose joint turns.
"""

from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np

from compare.routes.beam import BeamSolution
from compare.routes.momentum import Momentum, cross
from flexarm.arrays import Array
from flexarm.beam_functions import WAVES, Basis
from flexarm.frames import turned_vector
from flexarm.kinematics import LinkMotion, Motion, Rows, link_motions, rotated
from flexarm.layout import base_rows
from flexarm.tree import Beam, Body, LinkNumbers, Tree

# Stiffness that the source gives an unlocked wrist, which stands in denominators, N m/rad (section 5.1.1).
FREE_WRIST = 1e-3


@dataclass(frozen=True)
class Terms:
    """Which terms are kept that the source leaves out; all but `base` are of two flexible links and an end effector."""

    # the second link's distributed mass in the moment and the force at the elbow (the integrals of equations 4.7,
    # 4.8, 5.6 and 5.7): the part of its deflection relative to the section before it
    bending_integrals: bool = False
    # the rest of those integrals: the part of the motion that this section carries along
    carried_integrals: bool = False
    # the same motion in the second link's own bending: the beam equation for its whole deflection, not for the part
    # relative to that section
    carried_bending: bool = False
    lever: bool = False  # the payload's lever arm across the second link, b sin θ_3, beside the one along it
    wrist_gear: bool = False  # the gear inertia of an unlocked wrist
    # what a free base does beside turning about the shoulder: the shoulder moves along the first link too, and an
    # unlocked joint's gear turns against a base that turns
    base: bool = False


EVERY_TERM = Terms(**{field.name: True for field in fields(Terms)})


def effective(parts: Tree, terms: Terms) -> Terms:
    """Return terms without those that change nothing of an arm."""
    across = len(parts.links) > 1 and bool(np.any(Conditions(parts, np.empty(0)).lever(1)))
    loose = any(link.free and not link.flexible for link in parts.links)
    return replace(
        terms,
        lever=terms.lever and across,
        wrist_gear=terms.wrist_gear and loose,
        base=terms.base and parts.base_kind == "free",
    )


@dataclass(frozen=True, eq=False)
class Conditions:
    """The boundary conditions at many frequencies; every row has shape (frequencies, unknowns)."""

    parts: Tree
    omega: Array  # rad/s, shape (frequencies,)
    terms: Terms = EVERY_TERM
    basis: Basis = WAVES

    @cached_property
    def matrices(self) -> Array:
        """The matrices whose determinants vanish, shape (frequencies, unknowns, unknowns)."""
        return np.stack([row for _, row in self.rows], axis=1)

    @cached_property
    def rows(self) -> list[tuple[str, Array]]:
        """The conditions, from payload to base, each with its place: ``link2 tip``, ``base turn``."""
        rows: list[tuple[str, Array]] = []
        carried = Momentum(0.0 * self._base[:2], 0.0 * self._base[2])
        for k in reversed(range(len(self.motions))):
            link, beam = self.parts.links[k], self.beams[k]
            for body in self.parts.sections[link.tip].bodies:
                carried = carried.with_body(body, self._moving(k))
            if beam is not None:
                rows += [(f"link{k + 1} tip", row) for row in self._tip(link, self.part(k), beam, carried)]
                rows.append((f"link{k + 1} root", beam.root[0] - self.across(k) * self.whole(k)))
            carried = self._at_root(k, carried)
            hub = self._hub(k)
            rows += [(f"link{k + 1} joint", row) for row in self._joint(k, hub, carried)]
            carried = Momentum(carried.linear, carried.angular + hub)
        return [*rows, *self._at_base(carried)]

    @cached_property
    def beams(self) -> tuple[BeamSolution | None, ...]:
        """Each flexible link's deflection: whole, or relative to the section before it; None of a rigid link."""
        return tuple(map(self._beam, range(len(self.parts.links)), self.first[:-1]))

    @cached_property
    def motions(self) -> tuple[LinkMotion, ...]:
        """Each link's motion."""
        return link_motions(self.parts, self._rows)

    def relative(self, k: int, x: float, derivative: int) -> Array:
        """Return the deflection of flexible link k relative to the section before it, or a derivative of it."""
        beam = self.beams[k]
        assert beam is not None
        if not self.whole(k) or derivative > 1:
            return beam(x, derivative)
        turn = self.before(k)
        return beam(x, derivative) - (turn if derivative else self.across(k) + turn * x)

    def across(self, k: int) -> Array:
        """Return the motion of link k's root across the link."""
        return self.motions[k].root.along(rotated(self.parts.links[k].axis))

    def whole(self, k: int) -> bool:
        """Say whether link k's deflection is the whole one, not relative to the section before it."""
        return k == 0 or self.terms.carried_bending

    def before(self, k: int) -> Array:
        """Return the rotation of the section before joint k."""
        return self.motions[k - 1].tip.rotation if k else self._base[2]

    @cached_property
    def _squared(self) -> Array:
        return np.asarray(self.omega**2)[:, np.newaxis]

    @cached_property
    def first(self) -> tuple[int, ...]:
        """Each link's first unknown, and the number of all unknowns."""
        own = [4 if link.flexible else int(link.turns) for link in self.parts.links]
        return tuple(np.cumsum([self.parts.base_freedoms, *own]).tolist())

    def part(self, k: int) -> Beam:
        """Return the numbers of a flexible link."""
        beam = self.parts.beam_of(self.parts.links[k])
        assert beam is not None, "a flexible link"
        return beam

    def _beam(self, k: int, first: int) -> BeamSolution | None:
        if not self.parts.links[k].flexible:
            return None
        part = self.part(k)
        wavenumber = np.sqrt(self.omega * np.sqrt(part.mass_per_length / part.rigidity))
        return BeamSolution(wavenumber, float(part.length), first, self.first[-1], self.basis)

    @cached_property
    def _base(self) -> Array:
        """Translation and rotation of the base's centre, whose freedoms are the first unknowns."""
        rows = base_rows(self.parts, self.first[-1])[:, np.newaxis]
        return np.broadcast_to(rows, (len(rows), len(self.omega), rows.shape[-1]))

    @cached_property
    def _rows(self) -> Rows:
        before, still = self._base[2], np.zeros((3, len(self.omega), self.first[-1]))
        joints, tips = [], []
        for k, beam in enumerate(self.beams):
            if beam is None:
                root = self._unit(self.first[k]) if self.parts.links[k].turns else before
                tips.append(still)
                turned = root
            else:
                root, tip = beam.root[1], np.stack([still[0], beam.tip[0], beam.tip[1]])
                turned = tip[2]
                if not self.whole(k):
                    tip = tip - np.stack([still[0], beam.length * root, root])
                    root, turned = before + root, before + turned
                tips.append(tip)
            joints.append((root - before)[np.newaxis])
            before = turned
        whole = [beam is not None and self.whole(k) for k, beam in enumerate(self.beams)]
        return Rows(self._base, joints, tips, whole)

    def _unit(self, column: int) -> Array:
        row = np.zeros((len(self.omega), self.first[-1]))
        row[:, column] = 1.0
        return row

    def _tip(self, link: LinkNumbers, part: Beam, beam: BeamSolution, carried: Momentum) -> list[Array]:
        """EI W″(L) = ω² H and EI W‴(L) = −ω² P (4.7, 4.8, 4.11, 4.12)."""
        across = np.tensordot(rotated(link.axis), carried.linear, 1)
        moment = part.rigidity * beam.tip[2] - self._squared * carried.angular
        return [moment, part.rigidity * beam.tip[3] + self._squared * across]

    def _at_root(self, k: int, carried: Momentum) -> Momentum:
        """Return what joint k carries: the link, and all that the link carries."""
        link, beam, motion = self.parts.links[k], self.beams[k], self.motions[k]
        if k and beam is not None and not self.terms.lever:
            carried = Momentum(carried.linear, carried.angular - cross(self.lever(k), carried.linear))
        carried = carried.about(link.length * link.axis)
        for body in self._bodies(k):
            carried = carried.with_body(body, motion.root)
        if beam is None:
            return carried
        across, turning = self._distributed(k, beam)
        linear = turned_vector(np.array([link.length * motion.root.along(link.axis), across]), link.axis)
        mass = self.part(k).mass_per_length
        return Momentum(carried.linear + mass * linear, carried.angular + mass * turning)

    def _bodies(self, k: int) -> list[Body]:
        """Return the bodies at a link's root but for its hub."""
        return [body for body in self.parts.sections[self.parts.links[k].root].bodies if body.name]

    def _hub(self, k: int) -> Array:
        """Return the angular momentum of a link's hub."""
        hubs = [body.inertia for body in self.parts.sections[self.parts.links[k].root].bodies if not body.name]
        return np.asarray(sum(hubs) * self.motions[k].root.rotation)

    def _distributed(self, k: int, beam: BeamSolution) -> tuple[Array, Array]:
        """Return what is kept of ∫ (motion across link k) xⁿ dx, n = 0 and 1; ∫ of the root's own motion always is."""
        bending = float(not k or self.terms.bending_integrals)
        carried = float(not k or self.terms.carried_integrals) - bending * self.whole(k)
        shift, turn = self.across(k), self.before(k)
        length, rest = beam.length, 1.0 - bending * self.whole(k)
        across = bending * beam.integrals[0] + rest * length * shift + carried * length**2 / 2.0 * turn
        turning = bending * beam.integrals[1] + carried * (length**2 / 2.0 * shift + length**3 / 3.0 * turn)
        return across, turning

    def lever(self, k: int) -> Array:
        """Return the part across link k of the lever from its tip to the payload's centre, m."""
        beyond = [body.lever for body in self.parts.sections[-1].bodies]
        lever = sum([link.length * link.axis for link in self.parts.links[k + 1 :]] + beyond, np.zeros(2))
        across = rotated(self.parts.links[k].axis)
        return np.asarray((lever @ across) * across)

    def _moving(self, k: int) -> Motion:
        """Return the motion of link k's tip; without `lever`, of a tip from which the payload's centre moves so."""
        tip, second = self.motions[k].tip, 1
        if self.terms.lever or k < second:
            return tip
        x, y = rotated(self.lever(second))
        before = self.before(second)
        return Motion(tip.array - np.array([x * before, y * before, 0.0 * before]))

    def _joint(self, k: int, hub: Array, carried: Momentum) -> list[Array]:
        """λ ΔW′ = EI W″, or −I_g ω² ΔW′ = EI W″ (5.2, 5.9, 5.16, 5.17); ω² H where a rigid link is behind it."""
        link, beam, turn = self.parts.links[k], self.beams[k], self._rows.joints[k][0]
        if not link.turns:
            return [] if beam is None else [turn]
        beyond = self._squared * carried.angular if beam is None else self.part(k).rigidity * beam.root[2]
        return [self.joint_stiffness(k)[:, np.newaxis] * turn - self._squared * hub - beyond]

    def joint_stiffness(self, k: int) -> Array:
        """Return what joint k resists its turn with, N m/rad, shape (frequencies,)."""
        link = self.parts.links[k]
        if not link.flexible and link.free and not self.terms.wrist_gear:
            return np.full(len(self.omega), FREE_WRIST)
        freedoms = self.parts.sections[link.root].freedoms
        assert freedoms is not None, "a joint that turns"
        return np.asarray(freedoms.stiffness[0] - self.omega**2 * freedoms.inertia[0])

    def _at_base(self, carried: Momentum) -> list[tuple[str, Array]]:
        """No force and no moment on the base (6.2, 6.3), nor along its guide."""
        base, first = self.parts.sections[0], self.parts.links[0]
        if base.freedoms is None:
            return []
        (body,), offset = base.bodies, self.parts.places[first.root]
        shoulder = Motion(self._base).at(offset)
        whole = carried.with_body(body._replace(lever=-offset), shoulder)
        if base.freedoms.axes is not None:
            return [("base along", np.tensordot(base.freedoms.axes, whole.linear, 1))]
        if self.terms.base:
            return [("base x", whole.linear[0]), ("base y", whole.linear[1]), ("base turn", whole.angular)]
        across = np.tensordot(rotated(first.axis), whole.linear, 1)
        turn = self._base[2] if first.free else whole.angular
        return [("base across", across), ("base turn", turn), ("base along", shoulder.along(first.axis))]
