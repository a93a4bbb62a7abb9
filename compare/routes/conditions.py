"""Wiedemann's boundary conditions (2002, chapters 4 to 6), every one a row of the frequency determinant."""

import numpy as np

from compare.routes.motions import Motions
from flexarm.arrays import Array
from flexarm.parts import Joint


class Conditions(Motions):
    """The boundary conditions of one arm at many frequencies; every row has shape (frequencies, unknowns)."""

    def matrix(self) -> Array:
        """Return the matrices whose determinants vanish, shape (frequencies, unknowns, unknowns)."""
        rows = (*self._base(), *self._joints(), *self._elbow(), *self._tip())
        return np.stack(rows, axis=1)

    def _hinge(self, joint: Joint, turn: Array, moment: Array) -> Array:
        """Return λ times a joint's turn, or −I_g ω² times it, less the moment in the link; a rigid joint's turn."""
        if joint.state == "rigid":
            return turn
        return (joint.stiffness - self._omega_squared * joint.gear_inertia) * turn - moment

    def _joints(self) -> tuple[Array, ...]:
        """Shoulder and elbow: λ W′ = EI W″, or −I_g ω² W′ = EI W″ (5.2, 5.9, 5.16, 5.17); and W_2(0) = 0 (5.8)."""
        first, second = self._links
        shoulder = self._first(0.0, 1) - self._base_rotation
        return (
            self._hinge(first.joint, shoulder, first.flexural_rigidity * self._first(0.0, 2)),
            self._relative(0.0, 0),
            self._hinge(second.joint, self._relative(0.0, 1), second.flexural_rigidity * self._relative(0.0, 2)),
        )

    def _elbow(self) -> tuple[Array, Array]:
        """Moment and force at the first link's tip (equations 4.7 and 4.8, 5.6 and 5.7)."""
        first, second = self._links
        length, (elbow, wrist) = second.length, self._angles
        mass, reach = self._payload.mass, self._reach
        lever = length + reach * np.cos(wrist)
        moment = self._payload.inertia * self._wrist_rotation + mass * lever * self._payload_across
        turning = self._wrist_rotation - self._elbow_rotation
        across = self._whole(length, 0) - self._elbow_deflection * np.cos(elbow)
        force = (
            (mass + second.mass) * self._elbow_deflection
            + mass * turning * reach * np.cos(elbow + wrist)
            + mass * (across + self._elbow_rotation * reach * np.cos(wrist)) * np.cos(elbow)
        )
        if self.terms.lever:
            moment = moment - mass * reach * np.sin(wrist) * self._payload_along
            force = force - mass * self._elbow_rotation * reach * np.sin(wrist) * np.sin(elbow)
        moment = moment + second.mass_per_length * self._distributed(1)
        force = force + second.mass_per_length * self._distributed(0) * np.cos(elbow)
        tip = first.length
        return (
            first.flexural_rigidity * self._first(tip, 2) - self._omega_squared * moment,
            first.flexural_rigidity * self._first(tip, 3) + self._omega_squared * force,
        )

    def _distributed(self, power: int) -> Array:
        """Return what is kept of ∫ (motion across the link) xⁿ dx over the second link, n = 0 or 1.

        The elbow's own deflection is left out of n = 0: it stands beside the payload's mass in the force.
        """
        length = self._links[1].length
        across, turning = self._elbow_deflection * np.cos(self._angles[0]), self._elbow_rotation
        shift = across * length ** (power + 1) / (power + 1)
        swing = turning * length ** (power + 2) / (power + 2)
        bending = self._beam(1).integral(power)
        if self.terms.carried_bending:
            bending = bending - shift - swing
        carried = swing + shift * power
        return np.asarray(bending * self.terms.bending_integrals + carried * self.terms.carried_integrals)

    def _tip(self) -> tuple[Array, Array]:
        """Moment and force at the second link's tip (equations 4.11 and 4.12, 5.11 and 5.12)."""
        second, (elbow, wrist) = self._links[1], self._angles
        mass, reach, length = self._payload.mass, self._reach, second.length
        across = (self._whole(length, 0) - self._elbow_deflection * np.cos(elbow)) * np.cos(wrist)
        turning = self._wrist_rotation - self._elbow_rotation
        own = (
            self._elbow_deflection * np.cos(elbow + wrist)
            + turning * reach
            + across
            + self._elbow_rotation * reach * np.cos(wrist) ** 2
        )
        if self.terms.lever:
            own = own + self._elbow_rotation * reach * np.sin(wrist) ** 2
        moment = self._payload.inertia * self._wrist_rotation + mass * reach * own
        return (
            second.flexural_rigidity * self._relative(length, 2) - self._omega_squared * moment,
            second.flexural_rigidity * self._relative(length, 3) + self._omega_squared * mass * self._payload_across,
        )

    def _base(self) -> tuple[Array, Array, Array]:
        """Force, moment and motion along the first link at the shoulder (equations 5.1, 6.2, 6.3 and 6.7)."""
        first, base = self._links[0], self.arm.base
        if base.kind == "fixed":
            return self._first(0.0, 0), self._base_rotation, self._along
        ahead, aside = self._base_centre()
        across = self._first(0.0, 0) + ahead * self._base_rotation
        along = self._along - aside * self._base_rotation
        moment = base.inertia * self._base_rotation + base.mass * (ahead * across - aside * along)
        force = first.flexural_rigidity * self._first(0.0, 3) - self._omega_squared * base.mass * across
        turning = first.flexural_rigidity * self._first(0.0, 2) + self._omega_squared * moment
        if self.terms.base:
            carried = sum(link.mass for link in self._links) + self._payload.mass
            return force, turning, base.mass * along + carried * self._along
        return force, self._base_rotation if first.joint.free else turning, self._along

    def _base_centre(self) -> tuple[float, float]:
        """Where the base's centre of mass lies from the shoulder: along the first link and to its left, m."""
        angle = np.radians(self.arm.links[0].angle)
        x, y = (-part for part in self.arm.base.offset)
        return float(x * np.cos(angle) + y * np.sin(angle)), float(y * np.cos(angle) - x * np.sin(angle))
