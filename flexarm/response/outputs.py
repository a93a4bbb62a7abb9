"""What of an arm's motion a response is asked for: every output a linear form in displacements."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from flexarm.arm import Arm
from flexarm.chain import Array, Chain
from flexarm.displacements import Displacements
from flexarm.kinematics import Motion, rotated
from flexarm.parts import Link
from flexarm.response.patterns import payload_lever


@dataclass(frozen=True)
class Output:
    """One output.

    Parameters
    ----------
    name
        Its name: ``payload_deflection``.
    units
        Its unit.
    long_name
        What it is, in words.
    of
        Takes displacements and returns the output in each of them, shape (displacements,).
    """

    name: str
    units: str
    long_name: str
    of: Callable[[Displacements], Array]


def outputs(arm: Arm, parts: Chain) -> list[Output]:
    """Return the outputs of an arm: deflections, rotations, moments and forces, and the base's motion.

    Deflections are relative to the undeformed arm carried with the base.
    """
    found = [_deflection(f"link{k}_tip", f"link {k}'s tip", _tip(k), k, parts) for k in _numbers(arm)]
    if arm.payload is not None:
        last = len(arm.links)
        found.insert(0, _deflection("payload", "the payload's centre of mass", _body("payload"), last, parts))
    found += [_joint(k) for k, link in enumerate(arm.links, 1) if link.joint.turns]
    for k, link in enumerate(arm.links, 1):
        if isinstance(link, Link):
            found += [_root(k, "moment", "N m", "bending_moment"), _root(k, "shear", "N", "shear_force")]
    if arm.base.kind != "fixed":
        found += [_base(i, name, unit) for i, (name, unit) in enumerate((("x", "m"), ("y", "m"), ("rotation", "rad")))]
    return found


def _numbers(arm: Arm) -> range:
    return range(1, len(arm.links) + 1)


def _tip(k: int) -> Callable[[Displacements], Motion]:
    return lambda displacements: displacements.link_motions[k - 1].tip


def _body(name: str) -> Callable[[Displacements], Motion]:
    return lambda displacements: displacements.body_motions[name]


def carried(displacements: Displacements, place: Array) -> Motion:
    """Return the motion of a place of the undeformed arm, m from the base's centre, as the base carries it."""
    base = displacements.base_motion.T
    return Motion(base[:2], base[2]).at(place)


def place_of_tip(parts: Chain, k: int) -> Array:
    """Return where link k's tip lies from the base's centre, m, shape (2,)."""
    spans = [link.length * link.axis for link in parts.links[:k]]
    return np.asarray(parts.base_offset + sum(spans))


def _deflection(name: str, words: str, motion: Callable[[Displacements], Motion], k: int, parts: Chain) -> Output:
    left = rotated(parts.links[k - 1].axis)
    place = place_of_tip(parts, k)
    if name == "payload":
        place = place + payload_lever(parts)

    def of(displacements: Displacements) -> Array:
        return motion(displacements).along(left) - carried(displacements, place).along(left)

    words = f"deflection of {words} across link {k}, relative to the undeformed arm carried with the base"
    return Output(f"{name}_deflection", "m", words, of)


def _joint(k: int) -> Output:
    words = f"relative rotation at joint {k}"
    return Output(f"joint{k}_rotation", "rad", words, lambda displacements: displacements.joint_rotation[:, k - 1])


def _root(k: int, name: str, units: str, of: str) -> Output:
    words = f"{of.replace('_', ' ')} at link {k}'s root"
    return Output(
        f"link{k}_root_{name}", units, words, lambda displacements: getattr(displacements, of)(k, [0.0])[:, 0]
    )


def _base(i: int, name: str, unit: str) -> Output:
    words = f"{'rotation' if name == 'rotation' else f'displacement along {name}'} of the base's centre"
    return Output(f"base_{name}", unit, words, lambda displacements: displacements.base_motion[:, i])
