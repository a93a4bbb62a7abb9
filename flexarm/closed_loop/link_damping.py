"""How the links of an arm damp: forces of every mode on every other, from the energies that the modes are made of.

A link of Kelvin and Voigt has its strain energy times η, one with a loss factor times that, and a viscous one its
kinetic energy times α. With modes of unit modal mass, φ,

    (s² + ω²) q + (s Ĉ + i Ĥ) q,    Ĉ = Σ η φᵀKφ + α φᵀMφ,    Ĥ = Σ h φᵀKφ,

K and M of one link after the other, their rows never multiplied before the modes are known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.link_functions import LinkFunctions
from flexarm.links import Link
from flexarm.rigid import rigid_factor
from flexarm.ritz import TrialShape
from flexarm.tree import PLANES, RODS, Beam, Bending, Freedoms, Rod, Tree


@dataclass(frozen=True, eq=False)
class LinkDamping:
    """Ĉ, 1/s, and Ĥ, 1/s², of modes of unit modal mass, shape (modes, modes)."""

    rate: Array
    loss: Array

    def __call__(self, s: Array) -> Array:
        """Return s Ĉ + i Ĥ at points, shape (points, modes, modes)."""
        return np.asarray(s[:, np.newaxis, np.newaxis] * self.rate + 1j * self.loss)

    def mixed(self, mixing: Array) -> "LinkDamping":
        """Return that of mixtures of the modes, one a column."""
        return LinkDamping(mixing.T @ self.rate @ mixing, mixing.T @ self.loss @ mixing)

    @property
    def lossy(self) -> bool:
        """Whether there is a loss factor: eigenvalues are then those of the upper half plane alone."""
        return bool(np.any(self.loss))


def reach(arm: Arm) -> float:
    """Return the size of eigenvalues about which infinitely many lie, 1/s: √(1 + h²)/η at least; infinite for none."""
    links = [link for link in arm.links if isinstance(link, Link) and link.stiffness_damping]
    return min((float(np.hypot(1.0, link.loss_factor)) / link.stiffness_damping for link in links), default=np.inf)


def link_damping(arm: Arm, parts: Tree, modes: Sequence[Displacements]) -> LinkDamping | None:
    """Return how an arm's links damp some modes and others, None where they do not."""
    if not arm.damped_links:
        return None
    total = sum(len(one.base_motion) for one in modes)
    rate, loss = np.zeros((total, total)), np.zeros((total, total))
    spaces = _spaces(modes, len(arm.links))
    for k, (link, space) in enumerate(zip(arm.links, spaces, strict=True)):
        if not isinstance(link, Link) or not any(link.damping) or space is None:
            continue
        beam = parts.sections[parts.links[k].tip].beam
        assert beam is not None, "a flexible link"
        stiffness, mass, factor = link.damping
        own = [_coefficients(one, k, space) for one in modes]
        strained = np.vstack(list(_strain(beam, space, np.hstack(own))))
        moved = np.vstack(list(_motion(parts, k, beam, space, modes, np.hstack(own))))
        rate += stiffness * strained.T @ strained + mass * moved.T @ moved
        loss += factor * strained.T @ strained
    return LinkDamping(rate, loss)


def _spaces(modes: Sequence[Displacements], links: int) -> list[LinkFunctions | None]:
    shapes = [[one.shapes[k] for one in modes] for k in range(links)]
    return [next((shape.space for shape in each if isinstance(shape, TrialShape)), None) for each in shapes]


def _coefficients(modes: Displacements, k: int, space: LinkFunctions) -> Array:
    shape = modes.shapes[k]
    return shape.coefficients if isinstance(shape, TrialShape) else np.zeros((space.size, len(modes.base_motion)))


def _strain(beam: Beam, space: LinkFunctions, own: Array) -> list[Array]:
    return [np.sqrt(stiffness) * np.asarray(rows @ own[part]) for part, stiffness, rows in space.strains(beam)]


def _motion(
    parts: Tree, k: int, beam: Beam, space: LinkFunctions, modes: Sequence[Displacements], own: Array
) -> list[Array]:
    """Return the weighted velocities of a link's sections per mode, times √(inertia per length)."""
    root = parts.links[k].root
    moved = np.hstack([one.section_motions[root].in_axes(beam.axes) for one in modes])
    weights, stations, rows = space.bending.weights[:, np.newaxis], space.bending.stations[:, np.newaxis], []
    for plane, ((across, turn, sign), bending) in enumerate(zip(PLANES[len(moved)], beam.bendings, strict=True)):
        rotation = sign * moved[turn]
        deflected = weights * (moved[across] + stations * rotation) + space.deflection(plane) @ own
        rows.append(np.sqrt(beam.mass_per_length) * deflected)
        if bending.rotary_inertia > 0.0:
            rows.append(np.sqrt(bending.rotary_inertia) * (weights * rotation + space.rotation(plane) @ own))
    for number, (place, rod) in enumerate(zip(RODS[len(moved)], beam.rods, strict=True)):
        pulled = 0.0 if rod.rigidity is None else space.pulled(number) @ own
        rows.append(np.sqrt(rod.inertia_per_length) * (weights * moved[place] + pulled))
    return rows


def resisting(arm: Arm, parts: Tree) -> Array:
    """Return rows R of what links that damp by their mass resist free rigid-body motions with, |R q̇|² s, (rows, n)."""
    factor, plan = rigid_factor(_damping_mass(arm, parts))
    return np.asarray(factor if len(plan.rigid) else np.zeros((0, 0)))


def _damping_mass(arm: Arm, parts: Tree) -> Tree:
    """Return an arm's numbers with no mass but that of its links, times its damping."""
    sections = [one._replace(bodies=(), inertia=None, freedoms=_massless(one.freedoms)) for one in parts.sections]
    factors = [(1.0, link.mass_damping) if isinstance(link, Link) else None for link in arm.links]
    return with_scaled_beams(parts._replace(sections=tuple(sections)), factors)


def _massless(freedoms: Freedoms | None) -> Freedoms | None:
    return None if freedoms is None else freedoms._replace(inertia=0 * freedoms.inertia)


def with_scaled_beams(parts: Tree, factors: Sequence[tuple[Any, Any] | None]) -> Tree:
    """Return an arm, its links' rigidities and inertias times two numbers each, None for a link as it is."""
    sections = list(parts.sections)
    for numbers, own in zip(parts.links, factors, strict=True):
        if own is None:
            continue
        for k in parts.span(numbers):
            beam = sections[k].beam
            assert beam is not None, "a flexible link"
            sections[k] = sections[k]._replace(beam=_scaled(beam, *own))
    return parts._replace(sections=tuple(sections))


def _scaled(beam: Beam, stiffness: Any, mass: Any) -> Beam:
    """Return a beam with all rigidities times one number and all inertias times another."""
    bendings = tuple(
        Bending(one.rigidity * stiffness, one.shear_flexibility / stiffness, one.rotary_inertia * mass)
        for one in beam.bendings
    )
    rods = tuple(
        Rod(one.inertia_per_length * mass, None if one.rigidity is None else one.rigidity * stiffness)
        for one in beam.rods
    )
    return beam._replace(mass_per_length=beam.mass_per_length * mass, bendings=bendings, rods=rods)
