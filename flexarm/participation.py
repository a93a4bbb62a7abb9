"""Participation factors and base reactions: what a base feels of motions, from momenta and not from samples.

A mode's participation factor φᵀMr is its momentum in a unit motion r of the base that carries the whole undeformed arm.
It is a closed integral of each link's shape; of exact shapes it is the end forces over ω², for there
m ω² ∫ y dx = [EI y‴]. The reaction of a mode on its base is −ω² times it. Where the base is free, it feels nothing, and
all this is zero: modes of a floating arm have no momentum.

Source: R. W. Clough, J. Penzien, Dynamics of Structures: earthquake response, effective modal mass.
"""

import numpy as np

from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.kinematics import Rows, lumped_inertia, rotated, section_motions
from flexarm.layout import tip_layout
from flexarm.section_loads import SectionLoads, areas, generalised_forces, inertia_loads, work
from flexarm.tree import Tree


def held(arm: Tree) -> Array:
    """Return the projection of the base's motion onto what holds it still, shape (3, 3): all of it, a part or none."""
    base = arm.sections[0].freedoms
    if base is None:
        return np.eye(3)
    if base.axes is None:
        return np.zeros((3, 3))
    along = np.append(base.axes, 0.0)
    return np.asarray(np.eye(3) - np.outer(along, along))


def participation(parts: Tree, displacements: Displacements) -> Array:
    """Return participation factors of displacements for motions of the base along x, along y and in rotation.

    Parameters
    ----------
    parts
        The chain.
    displacements
        Modes, for instance.

    Returns
    -------
    ndarray, shape (displacements, 3)
        kg, kg and, about the base's centre, kg m; of modes of unit modal mass. Zero where the base is free.
    """
    carried = inertia_loads(parts, held(parts), np.zeros((3, len(parts.links))))
    return -work(carried, parts, displacements).T


def movable_inertia(arm: Tree) -> Array:
    """Return what the squares of the participation factors of all motions add up to, kg, kg and kg m², shape (3,).

    It is the mass and the moment of inertia of all that can move relative to the base: a straight arm along x has no
    motion along x, and no part in it. A link's section may be where it will, so that what is spread over the links
    counts in full, and of all else its projection onto the motions of joints and tips.
    """
    rows, plan = _carried(arm), tip_layout(arm)
    motions = section_motions(arm, rows)
    inertia, forms = lumped_inertia(arm, plan.rows, section_motions(arm, plan.rows))
    _, carried = lumped_inertia(arm, rows, motions)
    root = np.sqrt(inertia)[:, np.newaxis]
    free, wanted = root * forms, root * carried
    part = free @ np.linalg.lstsq(free, wanted, rcond=None)[0]
    found = np.sum(part**2, axis=0)
    for link in arm.links:
        beam, motion = arm.beam_of(link), motions[link.root]
        if beam is not None:
            across = np.stack([motion.along(rotated(link.axis)), motion.rotation])
            found += beam.mass_per_length * np.sum(across * (areas(float(link.length)) @ across), axis=0)
    return np.asarray(found)


def resultant(loads: SectionLoads, parts: Tree) -> Array:
    """Return what loads come to on the base, where it is held: forces along x and y, N, and couple, N m, (patterns, 3).

    Parameters
    ----------
    loads
        The patterns.
    parts
        The chain.
    """
    return generalised_forces(loads, parts, _carried(parts), [np.zeros((2, 3))] * len(parts.links))


def _carried(arm: Tree) -> Rows:
    """Return the undeformed arm's motion in unit motions of its base, where it is held, one a column."""
    still, straight = np.zeros(3), np.zeros((2, 3))
    return Rows(held(arm), [still] * len(arm.links), [straight] * len(arm.links))
