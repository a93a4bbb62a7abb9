"""The terms of a link's beam theory, stretch, shear and rotary inertia: an arm with all of them, or without some.

Of one material of modulus E and density ρ, any section has EA = m c² and ρI = EI/c², c² = E/ρ, exactly; and κGA = EA
κ/(2(1 + ν)).

References
----------
G. R. Cowper (1966), The shear coefficient in Timoshenko's beam theory, J. Appl. Mech. 33, 335–340: κ of thin tubes is
2(1 + ν)/(4 + 3ν), 0.53 of metals; ½ for short.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from flexarm.arm import Arm
from flexarm.links import BEAM_TERMS, Link, RigidLink

SOUND_SPEED = 5000.0  # m/s, √(E/ρ) of structural metals
# κG/E of a thin tube of metal, Poisson's ratio 0.33.
SHEAR_RATIO = 0.5 / (2.0 * (1.0 + 0.33))
# What people call the terms, each by its key in an arm file.
TERMS = dict(zip(BEAM_TERMS, ("stretch", "shear", "rotary inertia"), strict=True))


def with_all_terms(arm: Arm, sound_speed: float = SOUND_SPEED) -> Arm:
    """Return an arm whose links have every term: their own, else those of a metal tube of some speed of sound, m/s."""
    return replace(arm, links=tuple(_completed(link, sound_speed) for link in arm.links))


def without_terms(arm: Arm, keys: Collection[str]) -> Arm:
    """Return an arm whose links have none of some terms, given by their keys."""
    none = {key: getattr(Link, key) for key in keys}
    return replace(arm, links=tuple(replace(link, **none) if isinstance(link, Link) else link for link in arm.links))


def missing_terms(link: Link | RigidLink) -> tuple[str, ...]:
    """Return the keys of the terms that a flexible link does not have; a rigid link needs none."""
    return tuple(key for key in TERMS if not getattr(link, key)) if isinstance(link, Link) else ()


def _completed(link: Link | RigidLink, sound_speed: float) -> Link | RigidLink:
    if not isinstance(link, Link):
        return link
    square = sound_speed * sound_speed
    estimates: dict[str, Any] = {
        "axial_rigidity": link.mass_per_length * square,
        "shear_rigidity": SHEAR_RATIO * link.mass_per_length * square,
        "rotary_inertia_per_length": link.flexural_rigidity / square,
    }
    return replace(link, **{key: estimates[key] for key in missing_terms(link)})
