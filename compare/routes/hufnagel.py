"""The arm hanging on a root spring by Hufnagel's boundary value problem (1989, equations 3.27 to 3.46).

The weight of the undeformed beam turns with the hub, and that of the deflection has its lever about it; but the beam's
points do not rise as it bends.
"""

from dataclasses import dataclass

import numpy as np

from compare.published.cell import Cell
from compare.routes import roots
from compare.routes.beam import BeamSolution, wavenumber
from compare.routes.route import NOTHING, Route, arm_of
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import find_backend
from flexarm.errors import QuestionError
from flexarm.links import Link, RigidLink

_RISE = "rise"
# What puts the rise back: its first frequencies are right to 1e-11.
_COMPLETE = "assumed_modes:legendre:12"
# The constants of the beam's solution, and the hub's rotation Θ after them.
_UNKNOWNS = 5


@dataclass(frozen=True)
class _Problem:
    """The conditions on Y(x) = C_1 sin αx + C_2 cos αx + … + Θ (g/ω² − x) of equation (3.35), at many frequencies."""

    link: Link
    gravity: float
    omega: Array

    @property
    def _beam(self) -> BeamSolution:
        return BeamSolution(wavenumber(self.link, self.omega), self.link.length, unknowns=_UNKNOWNS)

    @property
    def _rotation(self) -> Array:
        """Return the row of Θ, shape (frequencies, unknowns)."""
        return np.tile(np.eye(_UNKNOWNS)[-1], (len(self.omega), 1))

    @property
    def _shift(self) -> Array:
        return (self.gravity / self.omega**2)[:, np.newaxis]

    def deflection(self, x: float, derivative: int) -> Array:
        """Return a derivative of Y as a row for the unknowns."""
        particular = (self._shift - x, -1.0)[derivative] if derivative < 2 else 0.0
        return np.asarray(self._beam(x, derivative) + particular * self._rotation)

    def moment(self) -> Array:
        """Return the balance of moments about the hub (3.36)."""
        link, length, squared = self.link, self.link.length, (self.omega**2)[:, np.newaxis]
        whole = self._beam.integrals[0] + (self._shift * length - length**2 / 2) * self._rotation
        first = self._beam.integrals[1] + (self._shift * length**2 / 2 - length**3 / 3) * self._rotation
        inertia = link.joint.hub_inertia + link.mass * length**2 / 3
        spring = link.joint.stiffness + link.mass * self.gravity * length / 2
        of_rotation = (squared * inertia - spring) * self._rotation
        return np.asarray(of_rotation + link.mass_per_length * (squared * first - self.gravity * whole))

    def matrix(self) -> Array:
        """Return the matrices of (3.46), shape (frequencies, unknowns, unknowns)."""
        tip = self.link.length
        rows = (
            self.deflection(0.0, 0),
            self.deflection(0.0, 1),
            self.deflection(tip, 2),
            self.deflection(tip, 3),
            self.moment(),
        )
        return np.stack(rows, axis=1)


def frequencies(arm: Arm, count: int) -> Array:
    """Return the first frequencies of one link, gravity along it, by the determinant of (3.46), rad/s, ascending."""
    link = arm.links[0]
    along, across = gravity_in_link(arm, link)
    alone = len(arm.links) == 1 and arm.base.kind == "fixed" and arm.payload is None and link.tip is None
    if not isinstance(link, Link) or not alone or not link.joint.turns or abs(across) > 1e-9 * abs(along):
        raise QuestionError(
            f"{arm.title}: Hufnagel's equations of section 3.1 are for one flexible link on a spring, along gravity, "
            "with nothing at its tip"
        )
    return roots.frequencies(link, lambda omega: _Problem(link, float(along), omega).matrix(), count)


def gravity_in_link(arm: Arm, link: Link | RigidLink) -> Array:
    """Return gravity along an arm's first link and to its left, m/s²."""
    x, y = arm.gravity or (0.0, 0.0)
    cosine, sine = np.cos(np.radians(link.angle)), np.sin(np.radians(link.angle))
    return np.array([cosine * x + sine * y, cosine * y - sine * x])


def _answers(cell: Cell, count: int, kept: frozenset[str]) -> Array:
    arm = arm_of(cell)
    if kept == NOTHING:
        return frequencies(arm, count)
    return find_backend(_COMPLETE).modes(arm, count).angular_frequency


EXACT_MODEL = Route("the determinant of (3.46)", {_RISE: "the rise of the beam's mass as it bends"}, _answers)
