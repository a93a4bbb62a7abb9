"""How the links of an arm damp: forces of every mode on every other, from the energies that the modes are made of.

A link of Kelvin and Voigt has its strain energy times η, one with a loss factor times that, and a viscous one its
kinetic energy times α. With modes of unit modal mass, φ,

    (s² + ω²) q + (s Ĉ + i Ĥ) q,    Ĉ = Σ η φᵀKφ + α φᵀMφ,    Ĥ = Σ h φᵀKφ,

K and M of one link after the other, their rows never multiplied before the modes are known.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.displacements import Displacements, IntegrableShape, LinkShape
from flexarm.errors import QuestionError
from flexarm.inner import link_rows, panel_stations, rigid_rows
from flexarm.link_functions import LinkFunctions
from flexarm.links import Link
from flexarm.rigid import rigid_factor
from flexarm.ritz import TrialShape
from flexarm.tree import PLANES, Beam, Bending, Freedoms, Rod, Tree

# Modes that damp one another by less than this part of what they damp themselves do so to round-off.
_ROUND_OFF = 1e-11


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

    @cached_property
    def alone(self) -> Array | None:
        """Ĉ's diagonal where modes damp one another by nothing but round-off, shape (modes,); else None."""
        own = np.diag(self.rate)
        coupled = np.abs(self.rate - np.diag(own)) > _ROUND_OFF * np.sqrt(np.outer(own, own))
        return None if np.any(coupled) else own

    @property
    def lossy(self) -> bool:
        """Whether there is a loss factor: eigenvalues are then those of the upper half plane alone."""
        return bool(np.any(self.loss))


def reach(arm: Arm) -> float:
    """Return the size of eigenvalues about which infinitely many lie, 1/s: √(1 + h²)/η at least; infinite for none."""
    links = [link for link in arm.links if isinstance(link, Link) and link.stiffness_damping]
    return min((float(np.hypot(1.0, link.loss_factor)) / link.stiffness_damping for link in links), default=np.inf)


def require_causal(arm: Arm) -> None:
    """Refuse damping of links that has no meaning over time."""
    for k, link in enumerate(arm.links, 1):
        if isinstance(link, Link) and link.loss_factor:
            raise QuestionError(
                f"{arm.title}: link{k}.loss_factor belongs to harmonic motion, and no other has it: over time it would "
                "act before its cause; take stiffness_damping, which damps as much at one frequency, or ask for its "
                "frequency response (flexarm respond --frequency)"
            )


def link_damping(arm: Arm, parts: Tree, modes: Sequence[Displacements]) -> LinkDamping | None:
    """Return how an arm's links damp some modes and others, None where they do not."""
    if not arm.damped_links:
        return None
    total = sum(len(one.base_motion) for one in modes)
    rate, loss = np.zeros((total, total)), np.zeros((total, total))
    for k, link in enumerate(arm.links):
        if not isinstance(link, Link) or not any(link.damping):
            continue
        stiffness, mass, factor = link.damping
        strained, moved = _rows(parts, k, modes)
        rate += stiffness * strained.T @ strained + mass * moved.T @ moved
        loss += factor * strained.T @ strained
    return LinkDamping(rate, loss)


def _rows(parts: Tree, k: int, modes: Sequence[Displacements]) -> tuple[Array, Array]:
    """Return rows of a flexible link whose products are its strain energy, twice, and its kinetic energy."""
    shapes = tuple(one.shapes[k] for one in modes)
    beam, link = parts.beam_of(parts.links[k]), parts.links[k]
    assert beam is not None, "a flexible link"
    space = next((shape.space for shape in shapes if isinstance(shape, TrialShape)), None)
    if space is None:
        whole = next((shape for shape in shapes if isinstance(shape, IntegrableShape)), None)
        x, weights = panel_stations(float(link.length), 1) if whole is None else whole.quadrature()
    else:
        x, weights = space.bending.stations, space.bending.weights**2
    root = np.hstack([one.section_motions[link.root].in_axes(beam.axes) for one in modes])
    both = _Joined(shapes)
    moved = np.vstack([*link_rows(beam, root, both, x, weights), *rigid_rows(beam, root)])
    if space is None:
        omega = [getattr(one, "angular_frequency", np.zeros(len(one.base_motion))) for one in modes]
        return np.vstack(list(_strain(beam, root, both, (x, weights), np.concatenate(omega) ** 2))), moved
    own = np.hstack([_coefficients(one, k, space) for one in modes])
    strained = [np.sqrt(stiffness) * np.asarray(rows @ own[part]) for part, stiffness, rows in space.strains(beam)]
    return np.vstack(strained), moved


def _coefficients(modes: Displacements, k: int, space: LinkFunctions) -> Array:
    shape = modes.shapes[k]
    return shape.coefficients if isinstance(shape, TrialShape) else np.zeros((space.size, len(modes.base_motion)))


def _strain(
    beam: Beam, root: Array, shape: LinkShape, quadrature: tuple[Array, Array], square: Array
) -> Iterator[Array]:
    """Yield the weighted strains of a link's shapes, times √rigidity, of modes of frequencies ω², or of none at rest.

    A mode's sections are sheared by its shear force, −(EI φ″ + ω² J ϑ) with their rotary inertia J.
    """
    x, weights = quadrature[0], np.sqrt(quadrature[1])[:, np.newaxis]
    for plane, ((_, turn, sign), bending) in enumerate(zip(PLANES[len(root)], beam.bendings, strict=True)):
        yield np.sqrt(bending.rigidity) * weights * shape(x, 2, plane).T
        if bending.shear_flexibility > 0.0:
            rotation = sign * root[turn] + shape(x, 1, plane).T
            force = bending.rigidity * shape(x, 3, plane).T + bending.rotary_inertia * square * rotation
            yield np.sqrt(bending.shear_flexibility) * weights * force
    for number, rod in enumerate(beam.rods):
        if rod.rigidity is not None:
            yield np.sqrt(rod.rigidity) * weights * shape.rod(x, 1, number).T


@dataclass(frozen=True, eq=False)
class _Joined:
    """Shapes of one link, one set after another."""

    shapes: tuple[LinkShape, ...]

    def __call__(self, x: Array, derivative: int, plane: int = 0) -> Array:
        return np.concatenate([shape(x, derivative, plane) for shape in self.shapes])

    def rod(self, x: Array, derivative: int, number: int = 0) -> Array:
        return np.concatenate([shape.rod(x, derivative, number) for shape in self.shapes])

    def moments(self) -> Array:
        return np.concatenate([shape.moments() for shape in self.shapes], axis=1)


def resisting(arm: Arm, parts: Tree) -> Array:
    """Return rows R of what links that damp by their mass resist free rigid-body motions with, |R q̇|² s, (rows, n)."""
    factor, plan = rigid_factor(damping_mass(arm, parts))
    return np.asarray(factor if len(plan.rigid) else np.zeros((0, 0)))


def damping_mass(arm: Arm, parts: Tree) -> Tree:
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
