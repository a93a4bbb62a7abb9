"""What moves in Wiedemann's two-link arm (2002, chapters 4 to 6), every motion a row for the unknowns.

The unknowns are the constants of W_1, the first link's deflection, and of W_2, the second's relative to its root; the
rotation of the base; and the motion of the shoulder along the first link.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from compare.routes.beam import BeamSolution, wavenumber
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.parts import Body, Link

_UNKNOWNS = 10
# Stiffness that the source gives an unlocked wrist, which stands in denominators, N m/rad (section 5.1.1).
_FREE_WRIST = 1e-3


@dataclass(frozen=True)
class Terms:
    """Which terms are kept that the source leaves out.

    Parameters
    ----------
    bending_integrals
        The second link's distributed mass in the moment and the force at the elbow (the integrals of equations 4.7,
        4.8, 5.6 and 5.7): the part of its deflection relative to its root.
    carried_integrals
        The rest of those integrals: the part of the motion that the root carries along.
    carried_bending
        The same motion in the second link's own bending: the beam equation for its whole deflection, not for the
        part relative to its root.
    lever
        The payload's lever arm across the second link, b sin θ_3, beside the one along it.
    wrist_gear
        The gear inertia of an unlocked wrist.
    base
        What a free base does beside turning about the shoulder: the shoulder moves along the first link too, and an
        unlocked joint's gear turns against a base that turns.
    """

    bending_integrals: bool = False
    carried_integrals: bool = False
    carried_bending: bool = False
    lever: bool = False
    wrist_gear: bool = False
    base: bool = False


@dataclass(frozen=True)
class Motions:
    """The motions of one arm at many frequencies; every row has shape (frequencies, unknowns).

    Parameters
    ----------
    arm
        Two flexible links, and a rigid one behind them or none.
    omega
        Angular frequencies, rad/s, shape (frequencies,).
    terms
        The terms that are kept.
    """

    arm: Arm
    omega: Array
    terms: Terms

    @cached_property
    def _omega_squared(self) -> Array:
        return np.asarray(self.omega**2)[:, np.newaxis]

    @cached_property
    def _links(self) -> tuple[Link, Link]:
        first, second = self.arm.links[:2]
        assert isinstance(first, Link)
        assert isinstance(second, Link)
        return first, second

    @cached_property
    def _payload(self) -> Body:
        return self.arm.payload or Body(0.0, 0.0)

    @cached_property
    def _angles(self) -> tuple[float, float]:
        """θ_2 and θ_3, rad."""
        angles = [np.radians(link.angle) for link in self.arm.links[1:]]
        return angles[0], angles[1] if len(angles) > 1 else 0.0

    @cached_property
    def _reach(self) -> float:
        """From the wrist to the payload's centre of mass, b = L_3 + a."""
        lengths = [link.length for link in self.arm.links[2:]]
        return sum(lengths) + self._payload.centre[0]

    def _beam(self, which: int) -> BeamSolution:
        link = self._links[which]
        return BeamSolution(wavenumber(link, self.omega), link.length, 4 * which, _UNKNOWNS)

    def _unit(self, column: int) -> Array:
        row = np.zeros((len(self.omega), _UNKNOWNS))
        row[:, column] = 1.0
        return row

    def _first(self, x: float, derivative: int) -> Array:
        return self._beam(0)(x, derivative)

    @cached_property
    def _elbow_deflection(self) -> Array:
        return self._first(self._links[0].length, 0)

    @cached_property
    def _elbow_rotation(self) -> Array:
        return self._first(self._links[0].length, 1)

    @cached_property
    def _base_rotation(self) -> Array:
        return self._unit(8)

    @cached_property
    def _along(self) -> Array:
        """Motion of the shoulder along the first link."""
        return self._unit(9)

    def _carrying(self, x: float, derivative: int) -> Array:
        """Return how far the elbow's motion carries the second link's station x across the link."""
        across = self._elbow_deflection * np.cos(self._angles[0])
        return (across + self._elbow_rotation * x, self._elbow_rotation)[derivative] if derivative < 2 else 0.0 * across

    def _relative(self, x: float, derivative: int) -> Array:
        """W_2: the second link's deflection relative to its root."""
        solution = self._beam(1)(x, derivative)
        return solution - self._carrying(x, derivative) if self.terms.carried_bending else solution

    def _whole(self, x: float, derivative: int) -> Array:
        """Return the second link's deflection with the motion of its root."""
        return self._relative(x, derivative) + self._carrying(x, derivative)

    @cached_property
    def _wrist_turn(self) -> Array:
        """Δθ_3 = EI_2 W_2″(L_2)/λ_3 (equation 5.4)."""
        second = self._links[1]
        moment = second.flexural_rigidity * self._relative(second.length, 2)
        if len(self.arm.links) < 3 or self.arm.links[2].joint.state == "rigid":
            return 0.0 * moment
        joint = self.arm.links[2].joint
        if joint.free and self.terms.wrist_gear and joint.gear_inertia:
            return moment / (-self._omega_squared * joint.gear_inertia)
        return moment / (_FREE_WRIST if joint.free else joint.stiffness)

    @cached_property
    def _wrist_rotation(self) -> Array:
        return self._whole(self._links[1].length, 1) + self._wrist_turn

    @cached_property
    def _payload_across(self) -> Array:
        """Motion of the payload's centre of mass across the second link (equation 5.5)."""
        across = self._reach * np.cos(self._angles[1])
        return np.asarray(self._whole(self._links[1].length, 0) + self._wrist_rotation * across)

    @cached_property
    def _payload_along(self) -> Array:
        """Motion of the payload's centre of mass along the second link; the source has none of it in its moments."""
        elbow, wrist = self._angles
        turned = self._wrist_rotation * self._reach * np.sin(wrist)
        return np.asarray(self._elbow_deflection * np.sin(elbow) - turned)
