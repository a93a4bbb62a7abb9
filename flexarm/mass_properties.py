"""Mass, centre of mass and moment of inertia of an arm in its posture, as if it were rigid."""

from dataclasses import dataclass

import numpy as np

from flexarm.arm import Arm
from flexarm.chain import Array, chain
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
    """
    parts = chain(arm)
    masses, places, inertias = _lumps(arm)
    base = float(parts.base.mass)
    total = base + float(masses.sum())
    about = places - parts.base_offset
    first = np.sum(masses[:, np.newaxis] * places, axis=0)
    return MassProperties(
        base,
        float(masses.sum()),
        (float(first[0] / total), float(first[1] / total)) if total > 0.0 else None,
        float(inertias.sum() + np.sum(masses * np.sum(about**2, axis=1))),
    )


def _lumps(arm: Arm) -> tuple[Array, Array, Array]:
    """Return masses, kg, places, m, shape (lumps, 2), and own moments of inertia, kg m², of all but the base."""
    parts = chain(arm)
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
