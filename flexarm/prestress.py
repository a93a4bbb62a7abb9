"""What static loads add to an arm's stiffness: gravity, axial forces and a steady spin, to second order.

Absolute rotations ϑ of the sections add up in the plane, and links keep their length, so that a point beyond a section
comes nearer by ½ϑ² a unit length. Static loads then have the second-order potential energy (docs/gravity.md)

    V₂ = ½ Σ_links ∫ N(x) ϑ(x)² dx + ½ Σ_bodies (w · lever) ϑ²,    w the body's weight or centrifugal force,

with N the links' tension at rest. All pendulum terms are in it. In space ϑ is in turn either rotation about an axis
across the link or the lever, where nothing bends or twists the arm at rest: rotations need not add up then. A tension F
stiffens twist too, by F r² in GJ, r² the polar inertia per length over the mass per length: fibres off the axis lie
aslant as they twist (Wagner).

Supports hold the arm by forces that keep their direction, and those of rest (`flexarm.support_forces`) pull links as
weights do.

A spin also takes Ω² off all translational inertia's ω². An arm is given here as a spin sees it: with ω² + Ω² for all
inertia, and what only turns on a spring of Ω² times its inertia; in space, `flexarm.spin`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from flexarm.arrays import Array
from flexarm.spin import spun
from flexarm.support_forces import shared_forces, support_forces
from flexarm.tree import Beam, Rod, Section, Tree


def under_static_loads(parts: Tree) -> Tree:
    """Return an arm with what static loads do to it, its numbers in any arithmetic; its ω² fall by `softening`."""
    square = np.asarray(parts.spin_rate * parts.spin_rate)
    softening = np.asarray(0 * square) if parts.components == 6 else square
    turning, tension = _resisting(parts, square, _forces_at_rest(parts, square))
    each = zip(parts.sections, turning, tension, strict=True)
    sections = tuple(_loaded_section(*part, softening) for part in each)
    loaded = parts._replace(sections=sections, softening=softening, held_already=())
    return spun(loaded, square) if parts.components == 6 and np.any(square) else loaded


def _forces_at_rest(parts: Tree, square: Array) -> Array:
    """Return the forces of supports on what they hold, and on what is held already."""
    forces = np.concatenate([support_forces(parts), [0 * parts.gravity[0]] * len(parts.held_already)])
    if parts.held_already and (np.any(parts.gravity) or np.any(square)):
        forces = forces + shared_forces(parts, pulled(parts, square, forces))
    return forces


def pulled(parts: Tree, square: Array, forces: Array) -> Array:
    """Return by how much weights and forces of supports pull each flexible link, ∫ N ds, N m, shape (links,)."""
    _, tension = _resisting(parts, square, forces)
    found = []
    for link in parts.links:
        powers = tension[link.tip]
        whole = (
            0 * link.length
            if powers is None
            else sum(n * link.length ** (k + 1) / (k + 1) for k, n in enumerate(powers))
        )
        found.append(whole if powers is None else whole - link.axial_force * link.length)
    return np.array(found)


def _resisting(parts: Tree, square: Array, forces: Array) -> tuple[list[Array], list[Array | None]]:
    """Return what resists each section's rotation, bodies' inertia in a spin not counted, and each beam's tension."""
    first, links = parts.places[parts.links[0].root], {link.tip: link for link in parts.links}
    spots = [_Spot(parts.gravity, square, place - first) for place in parts.places]
    pulls, turning = [0 * parts.gravity for _ in spots], [_turning(place, 0 * place) for place in parts.places]
    for held, size in zip((*parts.held, *parts.held_already), forces, strict=True):
        for (k, along), lever in zip(held.ends, held.levers, strict=False):
            force = size * along[: len(parts.gravity)]
            pulls[k] = pulls[k] + force
            turning[k] = turning[k] + (0 if lever is None else _turning(force, lever))
    tension: list[Array | None] = [None for _ in spots]
    softening = np.asarray(0 * square) if parts.components == 6 else square
    for k, section in reversed(list(enumerate(parts.sections))):
        for body in section.bodies:
            force = spots[k].force(body.mass, body.lever)
            turning[k] = turning[k] + _turning(force, body.lever) + softening * body.inertia
            pulls[k] = pulls[k] + force
        if k in links:
            link, beam = links[k], section.beam
            whole, weight = _dot(pulls[k], link.axis) + link.axial_force, 0 * pulls[k]
            if beam is None:
                turning[link.root] = turning[link.root] + _across(whole * link.length, link.axis)
            else:
                tension[k], weight = spots[link.root].tension(beam, whole), spots[link.root].weight(beam)
            pulls[k] = pulls[k] + weight
        if section.parent >= 0:
            pulls[section.parent] = pulls[section.parent] + pulls[k]
    return turning, tension


def _loaded_section(section: Section, turning: Array, tension: Array | None, softening: Array) -> Section:
    beam, freedoms = section.beam, section.freedoms
    if beam is not None:
        beam = beam._replace(tension=tension, rods=tuple(_pulled_rods(beam, tension)))
    if freedoms is not None:
        freedoms = freedoms._replace(stiffness=freedoms.stiffness + softening * freedoms.inertia)
    return section._replace(beam=beam, freedoms=freedoms, turning=np.asarray(turning))


def _pulled_rods(beam: Beam, tension: Any) -> Iterator[Rod]:
    """Yield stretch and twist of a beam under tension; where that is not even, its twist has no polar inertia."""
    yield beam.rods[0]
    for rod in beam.rods[1:]:
        radius = rod.inertia_per_length / beam.mass_per_length
        stiffened = None if rod.rigidity is None else np.asarray(rod.rigidity + tension[0] * radius)
        yield rod._replace(rigidity=stiffened)


def _turning(force: Array, lever: Array) -> Array:
    """Return what a force on a lever's end resists its rotation with, N m/rad, shape (...), or (3, 3, ...) in space."""
    along = _dot(force, lever)
    if len(lever) == 2:
        return np.asarray(along)
    both = force[:, np.newaxis] * lever
    return _less(along, (both + np.swapaxes(both, 0, 1)) / 2)


def _across(stiffness: Array, axis: Array) -> Array:
    """Return a stiffness, N m/rad, of rotations across a unit vector as one of all, shape (...), or (3, 3, ...)."""
    return np.asarray(stiffness) if len(axis) == 2 else _less(stiffness, stiffness * axis[:, np.newaxis] * axis)


def _less(even: Array, matrix: Array) -> Array:
    """Return a multiple of the unit matrix, less a matrix."""
    return np.array([[even - matrix[i, j] if i == j else -matrix[i, j] for j in range(3)] for i in range(3)])


class _Spot(NamedTuple):
    """The static force on a unit mass at a section and beside it, r from the first joint, m: g + Ω² r."""

    gravity: Array
    square: Array
    place: Array

    def force(self, mass: Any, lever: Any) -> Array:
        """Return the force, N, on a mass, kg, a lever away from the section."""
        return np.asarray(mass * (self.gravity + self.square * (self.place + lever)))

    def weight(self, beam: Beam) -> Array:
        """Return the force on a beam from the section on, N."""
        return self.force(beam.mass, beam.length / 2 * beam.axis)

    def tension(self, beam: Beam, whole: Any) -> Array:
        """Return the coefficients of N(x) = N_tip + ∫_x^L m (g + Ω² (r_root + s axis)) · axis ds."""
        even = beam.mass_per_length * _dot(self.gravity + self.square * self.place, beam.axis)
        rising = beam.mass_per_length * self.square / 2
        at_root = whole + even * beam.length + rising * beam.length**2
        return np.array([at_root, -even, -rising])


def _dot(one: Array, other: Array) -> Any:
    return sum(part * another for part, another in zip(one, other, strict=True))
