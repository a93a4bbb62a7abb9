"""Static deflection of a chain in closed form: statically determinate, so that equilibrium alone gives every moment."""

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import polynomial

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.displacements import Displacements, LinkShape, RigidShape
from flexarm.kinematics import rotated
from flexarm.section_loads import SectionLoads, areas, at_section
from flexarm.tree import Beam, LinkNumbers, tree


@dataclass(frozen=True, eq=False)
class PolynomialShape:
    """Deflection of a link under forces: a polynomial of degree five."""

    length: float  # the link's length, m
    coefficients: Array  # of the powers of x/L from 0 on, m, shape (6, displacements)

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return the derivative of order 0 to 3 at stations x, m, shape (displacements, stations)."""
        taken = polynomial.polyder(self.coefficients, derivative)
        return np.asarray(polynomial.polyval(x / self.length, taken) / self.length**derivative)

    def moments(self) -> Array:
        """Return ∫ w dx and ∫ w x dx over the link, m² and m³, shape (2, displacements)."""
        powers = np.arange(len(self.coefficients))
        rows = np.stack([self.length / (powers + 1.0), self.length**2 / (powers + 2.0)])
        return np.asarray(rows @ self.coefficients)


def static_displacements(arm: Arm, loads: SectionLoads, spec: str) -> Displacements:
    """Return an arm's static displacements with its base and its free joints held.

    Loads are in equilibrium: those that would move the base or a free joint hold them at rest.
    """
    parts = tree(arm)
    patterns, links = loads.joints.shape
    joints = np.zeros((patterns, links))
    shapes: list[LinkShape] = [RigidShape(patterns)] * links
    beyond = np.zeros((patterns, 3))  # what the links beyond exert on the tip of this one
    for k in reversed(range(links)):
        link = parts.links[k]
        tip, beam = beyond + loads.tips[:, k], parts.beam_of(link)
        if beam is not None:
            shapes[k] = _bending_shape(beam, tip, loads.spread[:, k])
        beyond = _at_root(link, tip, loads.spread[:, k]) + loads.roots[:, k]
        if link.turns and not link.free:
            joints[:, k] = (beyond[:, 2] + loads.joints[:, k]) / parts.spring_of(link)
    return Displacements(arm, spec, np.zeros((patterns, 3)), joints, tuple(shapes))


def _bending_shape(link: Beam, tip: Array, spread: Array) -> PolynomialShape:
    """Return w of EI w″ = C + F (L − x) + p₀ (L − x)²/2 + p₁ (L³/3 − L²x/2 + x³/6)."""
    length = float(link.length)
    force, couple = tip[:, :2] @ rotated(link.axis) * length, tip[:, 2]
    even, rising = spread[:, 0] * length**2, spread[:, 1] * length**3
    moment = np.stack(
        [
            couple + force + even / 2.0 + rising / 3.0,
            -force - even - rising / 2.0,
            even / 2.0,
            rising / 6.0,
        ]
    )
    bending = np.asarray(polynomial.polyint(moment * length**2 / link.rigidity, 2), dtype=float)
    return PolynomialShape(length, bending)


def _at_root(link: LinkNumbers, tip: Array, spread: Array) -> Array:
    """Return forces and couples of a link's tip and span as forces and couple on its root."""
    length, left = float(link.length), rotated(link.axis)
    at_root = at_section(tip[:, :2], tip[:, 2], length * link.axis)
    force, moment = (spread @ areas(length)).T
    at_root[:, :2] += np.outer(force, left)
    at_root[:, 2] += moment
    return at_root
