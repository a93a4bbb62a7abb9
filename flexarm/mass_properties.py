"""Mass, centre of mass and moment of inertia of an arm in its posture, as if it were rigid."""

from dataclasses import dataclass

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.errors import QuestionError
from flexarm.frames import turned_tensor
from flexarm.links import uniform_inertia
from flexarm.tree import Beam, Tree


@dataclass(frozen=True)
class MassProperties:
    """Mass properties of an arm."""

    base_mass: float  # mass of the base, kg; zero for a fixed one
    arm_mass: float  # mass of links, bodies and payload, kg
    # of mass of all, m from the base's centre (a fixed base's: the first joint); None without mass
    centre: tuple[float, ...] | None
    # of all but the base about the first joint, kg m², without gear boxes, which turn by relative rotations: one about
    # z, or in space the three principal ones, ascending
    moments: tuple[float, ...]

    @property
    def arm_inertia(self) -> float:
        """The moment of inertia of all but the base about the first joint, kg m², in space the largest."""
        return self.moments[-1]


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
    centre = tuple((first / (base + mass)).tolist()) if base + mass > 0.0 else None
    if arm.spatial:
        whole = np.sum(inertias, axis=0) + np.diag(np.full(3, np.sum(masses * np.sum(about**2, axis=1))))
        whole = whole - np.einsum("n,ni,nj->ij", masses, about, about)
        moments = np.linalg.eigvalsh(whole).tolist() if np.all(np.isfinite(whole)) else (np.inf,)
        return MassProperties(base, mass, centre, tuple(moments))
    return MassProperties(base, mass, centre, (float(inertias.sum() + np.sum(masses * np.sum(about**2, axis=1))),))


def _lumps(parts: Tree) -> tuple[Array, Array, Array]:
    """Return masses, kg, places, m, shape (lumps, 2), and own moments of inertia, kg m², of all but the base.

    In space the places have the shape (lumps, 3), and the inertias are tensors, shape (lumps, 3, 3).
    """
    lumps: list[tuple[Array, Array, Array]] = []
    for section, place in zip(parts.sections[1:], parts.places[1:], strict=True):
        beam = section.beam
        if beam is not None:
            half = 0.5 * beam.length * beam.axis
            lumps.append((beam.mass, place - half, _beam_inertia(beam)))
        lumps += [(body.mass, place + body.lever, body.inertia) for body in section.bodies]
    if not lumps:
        return np.zeros(0), np.zeros((0, len(parts.gravity))), np.zeros((0, 3, 3) if parts.components == 6 else 0)
    masses, places, inertias = (np.array(part, dtype=float) for part in zip(*lumps, strict=True))
    return masses, places, inertias


def _beam_inertia(beam: Beam) -> Array:
    """Return a beam's moment of inertia about its middle, kg m², or in space its tensor in the base's axes, (3, 3)."""
    across = [uniform_inertia(beam.mass, beam.length) + one.rotary_inertia * beam.length for one in beam.bendings]
    if len(across) == 1:
        return np.asarray(across[0])
    polar = beam.rods[1].inertia_per_length * beam.length
    return turned_tensor(np.diag([float(polar), float(across[1]), float(across[0])]), beam.axes)
