"""The terms of a link's beam theory, stretch, shear, rotary inertia, torsion: an arm with all of them, or without some.

Of one material of modulus E and density ρ, any section has EA = m c², ρI = EI/c² about either axis and their sum about
its own, c² = E/ρ, exactly; and κGA = EA κ/(2(1 + ν)). Saint-Venant's J of an ellipse, 4 I_y I_z/(I_y + I_z), is that of
round sections, thin tubes among them, and of thin strips as well.

References
----------
G. R. Cowper (1966), The shear coefficient in Timoshenko's beam theory, J. Appl. Mech. 33, 335–340: κ of thin tubes is
2(1 + ν)/(4 + 3ν), 0.53 of metals; ½ for short. A. J. C. B. de Saint-Venant (1855), Mémoire sur la torsion des prismes.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from flexarm.arm import Arm
from flexarm.links import BEAM_TERMS, TWIST, Link, RigidLink

SOUND_SPEED = 5000.0  # m/s, √(E/ρ) of structural metals
_POISSON = 0.33
# κG/E of a thin tube of metal.
SHEAR_RATIO = 0.5 / (2.0 * (1.0 + _POISSON))
# What people call the terms, each by its key in an arm file.
TERMS = dict(zip(BEAM_TERMS, ("stretch", "shear", "rotary inertia"), strict=True))
_OF_SPACE = TERMS | dict(zip(TWIST, ("torsion", "polar inertia"), strict=True))


def terms_of(arm: Arm) -> Mapping[str, str]:
    """Return what people call the terms that an arm's links may have, each by its key in an arm file."""
    return _OF_SPACE if arm.spatial else TERMS


def with_all_terms(arm: Arm, sound_speed: float = SOUND_SPEED) -> Arm:
    """Return an arm whose links have every term: their own, else those of a metal tube of some speed of sound, m/s."""
    keys = terms_of(arm)
    return replace(arm, links=tuple(_completed(link, keys, sound_speed) for link in arm.links))


def without_terms(arm: Arm, keys: Collection[str]) -> Arm:
    """Return an arm whose links have none of some terms, given by their keys."""
    none = {key: getattr(Link, key) for key in keys}
    return replace(arm, links=tuple(replace(link, **none) if isinstance(link, Link) else link for link in arm.links))


def missing_terms(link: Link | RigidLink, keys: Collection[str] = tuple(TERMS)) -> tuple[str, ...]:
    """Return the keys of those terms that a flexible link does not have; a rigid link needs none."""
    return tuple(key for key in keys if not getattr(link, key)) if isinstance(link, Link) else ()


def torsional_estimate(link: Link) -> float:
    """Return the torsional rigidity of a link of metal, N m²."""
    about_z, about_y = link.about("flexural_rigidity")
    return 2.0 / (1.0 + _POISSON) * float(about_z / (1.0 + about_z / about_y))


def _completed(link: Link | RigidLink, keys: Collection[str], sound_speed: float) -> Link | RigidLink:
    if not isinstance(link, Link):
        return link
    square, bending = sound_speed * sound_speed, link.flexural_rigidity
    estimates: dict[str, Any] = {
        "axial_rigidity": link.mass_per_length * square,
        "shear_rigidity": SHEAR_RATIO * link.mass_per_length * square,
        "rotary_inertia_per_length": tuple(one / square for one in bending)
        if isinstance(bending, tuple)
        else bending / square,
        "torsional_rigidity": torsional_estimate(link),
        "polar_inertia_per_length": sum(link.about("flexural_rigidity")) / square,
    }
    return replace(link, **{key: estimates[key] for key in missing_terms(link, keys)})
