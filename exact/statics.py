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
    """What a link does under forces: deflection of bending and of shear, and stretch, polynomials.

    Coefficients are of the powers of x/L from 0 on, m, shape (6, 4 or 3, displacements).
    """

    length: float  # the link's length, m
    bending: Array
    shear: Array
    along: Array

    def __call__(self, x: Array, derivative: int) -> Array:
        """Return what `LinkShape` does, shape (displacements, stations)."""
        bent = self._derivative(self.bending, x, derivative)
        return bent if derivative else bent + self._derivative(self.shear, x, 0)

    def stretch(self, x: Array, derivative: int) -> Array:
        """Return what `LinkShape.stretch` does, shape (displacements, stations)."""
        return self._derivative(self.along, x, derivative)

    def moments(self) -> Array:
        """Return what `LinkShape.moments` does, shape (4, displacements)."""
        deflection = self.bending.copy()
        deflection[: len(self.shear)] += self.shear
        even, rising = (self.length ** (k + 1) / (np.arange(len(deflection)) + k + 1.0) for k in (0, 1))
        along = even[: len(self.along)] @ self.along
        return np.stack([along, even @ deflection, rising @ deflection, np.sum(self.bending, axis=0)])

    def _derivative(self, coefficients: Array, x: Array, order: int) -> Array:
        taken = polynomial.polyder(coefficients, order)
        return np.asarray(polynomial.polyval(x / self.length, taken) / self.length**order)


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
            shapes[k] = _shape(beam, tip, loads.spread[:, k])
        beyond = _at_root(link, tip, loads.spread[:, k]) + loads.roots[:, k]
        if link.turns and not link.free:
            joints[:, k] = (beyond[:, 2] + loads.joints[:, k]) / parts.spring_of(link)
    return Displacements(arm, spec, np.zeros((patterns, 3)), joints, tuple(shapes))


def _shape(link: Beam, tip: Array, spread: Array) -> PolynomialShape:
    """Return what a link does under forces and couple on its tip, and spread loads a along, p₀ + p₁ x across, c.

    EI φ′ = C + (F + c)(L − x) + p₀ (L − x)²/2 + p₁ (L³/3 − L²x/2 + x³/6), γ = (F + p₀ (L − x) + p₁ (L² − x²)/2)/S and
    EA u′ = A + a (L − x), with the shear rigidity S.
    """
    length = float(link.length)
    along, across, couple = tip[:, :2] @ link.axis, tip[:, :2] @ rotated(link.axis), tip[:, 2]
    pull, even, rising = spread[:, :3].T * length ** np.array([[1], [2], [3]])
    force = (across + spread[:, 3]) * length
    moment = np.stack(
        [
            couple + force + even / 2.0 + rising / 3.0,
            -force - even - rising / 2.0,
            even / 2.0,
            rising / 6.0,
        ]
    )
    bending = np.asarray(polynomial.polyint(moment * length**2 / link.rigidity, 2), dtype=float)
    sheared = np.stack([across * length + even + rising / 2.0, -even, -rising / 2.0]) * link.shear_flexibility
    stretched = (
        np.stack([along + pull, -pull]) * length / (np.inf if link.axial_rigidity is None else link.axial_rigidity)
    )
    shear, stretch = (np.asarray(polynomial.polyint(slope), dtype=float) for slope in (sheared, stretched))
    return PolynomialShape(length, bending, shear, stretch)


def _at_root(link: LinkNumbers, tip: Array, spread: Array) -> Array:
    """Return forces and couples of a link's tip and span as forces and couple on its root."""
    length, left = float(link.length), rotated(link.axis)
    at_root = at_section(tip[:, :2], tip[:, 2], length * link.axis)
    along, across, moment = (spread @ areas(length)).T
    at_root[:, :2] += np.outer(along, link.axis) + np.outer(across, left)
    at_root[:, 2] += moment
    return at_root
