"""Mass, centre of mass and moment of inertia of an arm in its posture, as if it were rigid."""

from dataclasses import dataclass

import numpy as np

from flexarm.arm import Arm
from flexarm.chain import Array, Chain, chain
from flexarm.errors import QuestionError
from flexarm.parts import uniform_inertia


@dataclass(frozen=True)
class MassProperties:
    """Mass properties of an arm.

    Parameters
    ----------
    base_mass
        Mass of the base, kg; zero for a fixed one.
    arm_mass
        Mass of links, bodies and payload, kg.
    centre
        Centre of mass of all, base included, m from the base's centre (a fixed base's: the first joint); None where
        nothing has mass.
    arm_inertia
        Moment of inertia of all but the base about the first joint, kg m², the other joints held; gear boxes, which act
        on relative rotations alone, left out.
    """

    base_mass: float
    arm_mass: float
    centre: tuple[float, float] | None
    arm_inertia: float


def mass_properties(arm: Arm) -> MassProperties:
    """Return mass, centre of mass and moment of inertia of an arm in its posture.

    Parameters
    ----------
    arm
        The arm.

    Raises
    ------
    QuestionError
        If the arm's numbers are too large for float64.
    """
    with np.errstate(all="ignore"):
        found = _found(arm)
    if not np.all(np.isfinite([found.base_mass, found.arm_mass, found.arm_inertia, *(found.centre or ())])):
        raise QuestionError(f"{arm.title}: its masses and lengths are too large for float64; are they in SI units?")
    return found


def _found(arm: Arm) -> MassProperties:
    parts = chain(arm)
    masses, places, inertias = _lumps(parts)
    base, mass = float(parts.base.mass), float(masses.sum())
    about = places - parts.base_offset
    first = np.sum(masses[:, np.newaxis] * places, axis=0)
    centre = (float(first[0] / (base + mass)), float(first[1] / (base + mass))) if base + mass > 0.0 else None
    return MassProperties(base, mass, centre, float(inertias.sum() + np.sum(masses * np.sum(about**2, axis=1))))


def _lumps(parts: Chain) -> tuple[Array, Array, Array]:
    """Return masses, kg, places, m, shape (lumps, 2), and own moments of inertia, kg m², of all but the base."""
    found, root = [], parts.base_offset
    for link in parts.links:
        span = link.length * link.axis
        mass = link.mass_per_length * link.length
        found.append((mass, root + 0.5 * span, uniform_inertia(mass, link.length) + link.hub_inertia))
        found += [(body.mass, root + body.lever, body.inertia) for body in link.root_bodies]
        root = root + span
        found += [(body.mass, root + body.lever, body.inertia) for body in link.tip_bodies]
    masses, places, inertias = (np.array(part, dtype=float) for part in zip(*found, strict=True))
    return masses, places, inertias
