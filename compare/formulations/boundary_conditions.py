"""Any number of links: the determinant of all boundary conditions in sin, cos, sinh and cosh of every link.

Source: Wiedemann (2002), equations 4.7 to 4.12, 5.6 to 5.12 and 6.2 to 6.7: at every link's tip the bending moment and
the shear force move all that it carries, the integrals over the links beyond included; here for any number of links,
and with the terms that the source leaves out. The unknowns are the motion of the base, the four constants of every
flexible link's whole deflection, and the turn of every rigid link's joint.
Naive about it: the raw hyperbolic functions, and a root search by changes of sign. Rows are scaled to one before the
determinant is taken, or it would overflow: where sinh kL and cosh kL agree, it no longer changes sign at all.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from compare.formulations.absolute import absolute_rows, base_rows
from compare.formulations.formulation import Formulation, Found
from compare.formulations.handling import guarded, weightless
from compare.formulations.momentum import Momentum
from compare.formulations.raw_beam import RawBeam
from compare.formulations.search import searched
from flexarm.arm import Arm
from flexarm.chain import Array, Chain, ChainLink, chain
from flexarm.kinematics import LinkMotion, Motion, Rows, link_motions, rotated
from flexarm.parts import FREEDOMS


@dataclass(frozen=True, eq=False)
class _Conditions:
    """The boundary conditions of a chain at many frequencies; every row has shape (frequencies, unknowns)."""

    parts: Chain
    omega: Array

    @cached_property
    def _squared(self) -> Array:
        return np.asarray(self.omega**2)[:, np.newaxis]

    @cached_property
    def _first(self) -> tuple[int, ...]:
        """Each link's first unknown, and the number of all unknowns."""
        own = [4 if link.flexible else int(link.turns) for link in self.parts.links]
        return tuple(np.cumsum([FREEDOMS[self.parts.base_kind], *own]).tolist())

    @cached_property
    def _beams(self) -> tuple[RawBeam | None, ...]:
        return tuple(self._beam(link, first) for link, first in zip(self.parts.links, self._first, strict=False))

    def _beam(self, link: ChainLink, first: int) -> RawBeam | None:
        if not link.flexible:
            return None
        wavenumber = np.sqrt(self.omega * np.sqrt(link.mass_per_length / link.flexural_rigidity))
        return RawBeam(wavenumber, float(link.length), first, self._first[-1])

    @cached_property
    def _rows(self) -> Rows:
        base = np.broadcast_to(base_rows(self.parts, self._first[-1]), (len(self.omega), 3, self._first[-1]))
        tips = [
            None if beam is None else np.stack([beam(beam.length, 0), beam(beam.length, 1)], axis=1)
            for beam in self._beams
        ]
        roots = [
            beam(0.0, 1) if beam is not None else self._unit(first) if link.turns else None
            for beam, link, first in zip(self._beams, self.parts.links, self._first, strict=False)
        ]
        return absolute_rows(self.parts, base, roots, tips)

    def _unit(self, column: int) -> Array:
        row = np.zeros((len(self.omega), self._first[-1]))
        row[:, column] = 1.0
        return row

    def matrices(self) -> Array:
        """Return the matrices whose determinants vanish, shape (frequencies, unknowns, unknowns)."""
        rows, motions = self._rows, link_motions(self.parts, self._rows)
        carried = Momentum(0.0 * rows.base[:, :2], 0.0 * rows.base[:, 2])
        found: list[Array] = []
        for k in reversed(range(len(motions))):
            link, beam, motion = self.parts.links[k], self._beams[k], motions[k]
            for body in link.tip_bodies:
                carried = carried.with_body(body, motion.tip)
            if beam is not None:
                found += self._tip(link, beam, carried)
                found.append(beam(0.0, 0) - motion.root.along(rotated(link.axis)))
            carried = self._at_root(link, beam, motion, carried)
            hub = link.hub_inertia * motion.root.rotation
            found += self._joint(link, beam, rows.joints[k], hub, carried)
            carried = Momentum(carried.linear, carried.angular + hub)
        return np.stack([*found, *self._base(carried)], axis=1)

    def _tip(self, link: ChainLink, beam: RawBeam, carried: Momentum) -> list[Array]:
        """EI W″(L) = ω² H and EI W‴(L) = −ω² P (4.7, 4.8, 4.11, 4.12)."""
        across = np.einsum("i,fin->fn", rotated(link.axis), carried.linear)
        moment = link.flexural_rigidity * beam(beam.length, 2) - self._squared * carried.angular
        return [moment, link.flexural_rigidity * beam(beam.length, 3) + self._squared * across]

    def _at_root(self, link: ChainLink, beam: RawBeam | None, motion: LinkMotion, carried: Momentum) -> Momentum:
        """Return what the joint carries: the link, and all that the link carries."""
        carried = carried.about(link.length * link.axis)
        for body in link.root_bodies:
            carried = carried.with_body(body, motion.root)
        if beam is None:
            return carried
        across = link.mass_per_length * beam.integral(0)[:, np.newaxis] * rotated(link.axis)[:, np.newaxis]
        bodily = motion.root.along(link.axis)[:, np.newaxis] * link.axis[:, np.newaxis]
        turning = carried.angular + link.mass_per_length * beam.integral(1)
        return Momentum(carried.linear + across + link.mass_per_length * link.length * bodily, turning)

    def _joint(self, link: ChainLink, beam: RawBeam | None, turn: Array, hub: Array, carried: Momentum) -> list[Array]:
        """λ ΔW′ = EI W″, or −I_g ω² ΔW′ = EI W″ (5.2, 5.9, 5.16, 5.17); ω² H where a rigid link is behind it."""
        if not link.turns:
            return [] if beam is None else [turn]
        held = (link.stiffness - self._squared * link.gear_inertia) * turn
        beyond = self._squared * carried.angular if beam is None else link.flexural_rigidity * beam(0.0, 2)
        return [held - self._squared * hub - beyond]

    def _base(self, carried: Momentum) -> list[Array]:
        """No force and no moment on the base (6.2, 6.3), nor along its guide."""
        centre = Motion(self._rows.base[:, :2], self._rows.base[:, 2])
        whole = carried.about(self.parts.base_offset).with_body(self.parts.base, centre)
        if self.parts.base_kind == "free":
            return [whole.linear[:, 0], whole.linear[:, 1], whole.angular]
        if self.parts.base_kind == "guided":
            return [np.einsum("i,fin->fn", self.parts.base_direction, whole.linear)]
        return []


def _solve(arm: Arm, count: int, size: int | None) -> Found:
    parts = chain(arm)
    return searched(arm, count, lambda omega: _Conditions(parts, omega).matrices())


BOUNDARY_CONDITIONS = Formulation(
    "boundary-conditions",
    "boundary conditions, raw cosh",
    "Wiedemann (2002), equations 4.7 to 4.12, 5.6 to 5.12, 6.2 to 6.7, with all terms",
    "exact",
    weightless,
    guarded(weightless, _solve),
    "the determinant's matrix, rows scaled to one, at the end of the search",
)
