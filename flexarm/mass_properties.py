"""Mass, centre of mass and moment of inertia of an arm in its posture, as if it were rigid."""

from dataclasses import dataclass

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.parts import uniform_inertia
from flexarm.tree import Tree, tree


@dataclass(frozen=True)
class MassProperties:
    """Mass properties of an arm."""

    base_mass: float  # mass of the base, kg; zero for a fixed one
    arm_mass: float  # mass of links, bodies and payload, kg
    # of mass of all, m from the base's centre (a fixed base's: the first joint); None without mass
    centre: tuple[float, float] | None
    # of all but the base about the first joint, kg m², gear boxes, which turn by relative rotations, left out
    arm_inertia: float


def mass_properties(arm: Arm) -> MassProperties:
    """Return mass, centre of mass and moment of inertia of an arm in its posture."""
    with np.errstate(all="ignore"):
        properties = _properties(arm)
    sizes = [properties.base_mass, properties.arm_mass, properties.arm_inertia, *(properties.centre or ())]
    if not np.all(np.isfinite(sizes)):
        raise QuestionError(f"{arm.title}: its masses and lengths are too large for float64; are they in SI units?")
    return properties


def _properties(arm: Arm) -> MassProperties:
    parts = tree(arm)
    masses, places, inertias = _lumps(parts)
    base, mass = arm.base.mass, float(masses.sum())
    about = places - parts.places[parts.links[0].root]
    first = np.sum(masses[:, np.newaxis] * places, axis=0)
    centre = (float(first[0] / (base + mass)), float(first[1] / (base + mass))) if base + mass > 0.0 else None
    return MassProperties(base, mass, centre, float(inertias.sum() + np.sum(masses * np.sum(about**2, axis=1))))


def _lumps(parts: Tree) -> tuple[Array, Array, Array]:
    """Return masses, kg, places, m, shape (lumps, 2), and own moments of inertia, kg m², of all but the base."""
    lumps = []
    for section, place in zip(parts.sections[1:], parts.places[1:], strict=True):
        beam = section.beam
        if beam is not None:
            half = 0.5 * beam.length * beam.axis
            lumps.append((beam.mass, place - half, uniform_inertia(beam.mass, beam.length)))
        lumps += [(body.mass, place + body.lever, body.inertia) for body in section.bodies]
    if not lumps:
        return np.zeros(0), np.zeros((0, 2)), np.zeros(0)
    masses, places, inertias = (np.array(part, dtype=float) for part in zip(*lumps, strict=True))
    return masses, places, inertias
