"""Participation factors and base reactions: what a base feels of motions, from momenta and not from samples.

A mode's participation factor φᵀMr is its momentum in a unit motion r of the base that carries the whole undeformed arm.
It is a closed integral of each link's shape; of exact shapes it is the end forces over ω², for there
m ω² ∫ y dx = [EI y‴]. The reaction of a mode on its base is −ω² times it. Where the base is free, it feels nothing, and
all this is zero: modes of a floating arm have no momentum.

Source: R. W. Clough, J. Penzien, Dynamics of Structures: earthquake response, effective modal mass.
"""

from dataclasses import replace

import numpy as np

from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.followers import rigidly_free
from flexarm.frames import carried_back
from flexarm.kinematics import Rows, lumped_inertia, section_motions
from flexarm.layout import tip_layout
from flexarm.section_loads import (
    SPREAD,
    SectionLoads,
    areas,
    generalised_forces,
    held_loads,
    inertia_loads,
    work,
)
from flexarm.tree import PLANES, Beam, Tree

# A force that all but vanishes on what has inertia is one of round-off.
_ROUNDING = 1e-9
# What is left of an inertia of motions that cancel, below this part of them, is round-off.
_CANCELLED = 1e-13


def base_projection(parts: Tree) -> Array:
    """Return the projection of the base's motion onto what holds it still, shape (3, 3): all of it, a part or none.

    In space it has the shape (6, 6).
    """
    base, size = parts.sections[0].freedoms, parts.components
    if base is None:
        return np.eye(size)
    if base.axes is None:
        return np.zeros((size, size))
    along = np.zeros(size)
    along[: len(parts.base_direction)] = parts.base_direction
    return np.asarray(np.eye(size) - np.outer(along, along))


def ground_projection(parts: Tree) -> Array:
    """Return the projection of the ground's motion onto what it carries the arm along by: its base, and supports.

    Shape (3, 3), or (6, 6); without supports that of `base_projection`.
    """
    held, places = base_projection(parts), parts.places
    grounded = [carried_back(along, places[k]) for one in parts.held if one.grounded for k, along in one.ends]
    if not grounded:
        return held
    _, values, right = np.linalg.svd(np.vstack([held, *grounded]))
    carried = right[: np.sum(values > _ROUNDING * values[0])]
    return np.asarray(carried.T @ carried)


def participation(parts: Tree, displacements: Displacements) -> Array:
    """Return participation factors for motions of the ground along x, y and in rotation, (displacements, 3)."""
    loads = inertia_loads(parts, ground_projection(parts))
    return -work(loads, parts, displacements).T


def movable_inertia(parts: Tree) -> Array:
    """Return what the squares of the participation factors of all motions add up to, kg, kg and kg m², shape (3,).

    It is the mass and the moment of inertia of all that can move relative to the base: a straight arm along x has no
    motion along x, and no part in it.
    """
    return mobility(parts, inertia_loads(parts, ground_projection(parts)))


def mobility(parts: Tree, loads: SectionLoads) -> Array:
    """Return what the squares of patterns' work on all modes add up to, fᵀM⁻¹f, 1/kg of unit forces, shape (patterns,).

    That is the acceleration that a force gives to what it acts on, in its own direction, as it begins: infinite where
    nothing there has inertia. A link's section may be where it will, so that what is spread over links counts in full;
    of all else what joints, tips and base can move.
    """
    plan = tip_layout(parts)
    inertia, forms = lumped_inertia(parts, plan.rows, section_motions(parts, plan.rows))
    # What supports hold rigidly does not give way.
    free = rigidly_free(parts)
    graded = np.sqrt(inertia)[:, np.newaxis] * forms
    factor, units = graded @ free, np.linalg.norm(graded @ free, axis=0)
    still = units <= _CANCELLED * np.linalg.norm(np.abs(graded) @ np.abs(free), axis=0)
    factor[:, still], units[still] = 0.0, 1.0
    concentrated = replace(loads, spread=np.zeros_like(loads.spread))
    straight = [np.zeros((SPREAD[parts.components], plan.size))] * len(parts.links)
    pushed = generalised_forces(concentrated, parts, plan.rows, straight).T
    forces, most = free.T @ pushed / units[:, np.newaxis], np.abs(free).T @ np.abs(pushed) / units[:, np.newaxis]
    given = np.linalg.lstsq((factor / units).T, forces, rcond=None)[0]
    lost = np.linalg.norm(forces - (factor / units).T @ given, axis=0)
    total = np.where(lost > _ROUNDING * np.linalg.norm(most, axis=0), np.inf, np.sum(given**2, axis=0))
    for k, link in enumerate(parts.links):
        beam = parts.beam_of(link)
        if beam is not None:
            total += _spread_mobility(beam, loads.spread[:, k])
    # What is imposed on a support moves with it at once, however quickly.
    return np.where(np.any(loads.held, axis=1), np.inf, total)


def _spread_mobility(beam: Beam, spread: Array) -> Array:
    """Return the part of `mobility` that is spread over a link, from its loads, shape (patterns, 4)."""
    length, size = float(beam.length), {4: 3, 8: 6}[spread.shape[1]]
    total = np.zeros(len(spread))
    for plane, bending in enumerate(beam.bendings):
        start, (across, turn, sign) = 1 + 3 * plane, PLANES[size][plane]
        loads, couple = spread[:, start : start + 2], spread[:, start + 2]
        shared = areas(length, size)[start : start + 2, [across, turn]] * [1, sign]
        if beam.mass_per_length > 0.0:
            total += np.sum(loads * (loads @ shared), axis=1) / beam.mass_per_length
        if bending.rotary_inertia > 0.0:
            total += length * couple**2 / bending.rotary_inertia
    for load, rod in zip((spread[:, 0], spread[:, -1]), beam.rods, strict=False):
        total += length * load**2 / rod.inertia_per_length if rod.inertia_per_length > 0.0 else 0.0
    return total


def pulls_on_base(parts: Tree, pulled: Array) -> Array:
    """Return what the arm's forces on its supports, (displacements, held), come to on the base, (displacements, 3)."""
    return resultant(held_loads(parts, parts.held).mixed(pulled), parts)


def resultant(loads: SectionLoads, parts: Tree) -> Array:
    """Return what loads come to on a held base: forces along x and y, N, and couple, N m, (patterns, 3)."""
    size = parts.components
    return generalised_forces(loads, parts, _base_rows(parts), [np.zeros((SPREAD[size], size))] * len(parts.links))


def _base_rows(parts: Tree) -> Rows:
    """Return the undeformed arm's motion in unit motions of its base, where it is held, one a column."""
    still, straight = np.zeros((0, parts.components)), np.zeros((parts.components, parts.components))
    return Rows(base_projection(parts), [still] * len(parts.links), [straight] * len(parts.links))
