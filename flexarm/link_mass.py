"""How a model has the mass of its flexible links: spread over them as they are, in halves at their ends, or not at all.

A massless arm is a spring between what stands at its ends: the base, the bodies of its joints and the payload.

References
----------
JSC-12632, RMS massless arm dynamics capability in the SVDS (NASA, 1977).
"""

from typing import Literal

import numpy as np

from flexarm.frames import inertia_matrix, turned_tensor
from flexarm.tree import Beam, Body, Section, Tree

LinkMass = Literal["spread", "lumped", "massless"]


def with_link_mass(parts: Tree, link_mass: LinkMass) -> Tree:
    """Return an arm's numbers with the mass of its flexible links as a model has it."""
    if link_mass == "spread":
        return parts
    sections = list(parts.sections)
    for link in parts.links:
        if (beam := parts.beam_of(link)) is None:
            continue
        sections[link.tip] = sections[link.tip]._replace(beam=_massless(beam))
        if link_mass == "lumped":
            half = _half(beam)
            for end in (link.root, link.tip):
                sections[end] = _carrying(sections[end], half)
    return parts._replace(sections=tuple(sections))


def _massless(beam: Beam) -> Beam:
    none = 0 * beam.mass_per_length
    bendings = tuple(one._replace(rotary_inertia=none) for one in beam.bendings)
    rods = tuple(rod._replace(inertia_per_length=none) for rod in beam.rods)
    return beam._replace(mass_per_length=none, bendings=bendings, rods=rods)


def _half(beam: Beam) -> Body:
    """Return half a beam's mass, and half of what inertia its sections have of their own, as a body at an end."""
    half, about_z = beam.length / 2, beam.bendings[0].rotary_inertia
    inertia = half * about_z
    if len(beam.bendings) > 1:
        about = (beam.rods[1].inertia_per_length, beam.bendings[1].rotary_inertia, about_z)
        inertia = turned_tensor(np.array([[half * about[i] * (i == j) for j in range(3)] for i in range(3)]), beam.axes)
    return Body("", half * beam.mass_per_length, np.asarray(inertia), 0 * beam.axis)


def _carrying(section: Section, body: Body) -> Section:
    bodies = (*section.bodies, body)
    return section._replace(bodies=bodies, inertia=inertia_matrix(bodies))
