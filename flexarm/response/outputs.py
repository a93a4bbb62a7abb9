"""What of an arm's motion a response is asked for: every output a linear form in displacements."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.kinematics import Motion, rotated
from flexarm.parts import Link
from flexarm.response.patterns import payload_lever
from flexarm.tree import Tree


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


def outputs(arm: Arm, parts: Tree) -> list[Output]:
    """Return the outputs of an arm: deflections, rotations, moments and forces, and the base's motion.

    Deflections are relative to the undeformed arm carried with the base; where the arm has joints that turn, there are
    elastic ones, relative to the arm that its free joints turn too, and bending ones, relative to the arm that all its
    joints turn.
    """
    found = [_deflection(point, parts) for point in _points(arm, parts)]
    found += [_tip_rotation(k) for k in _numbers(arm)]
    found += [_joint(k) for k, link in enumerate(arm.links, 1) if link.joint.turns]
    for kind, joints in _carrying_joints(arm).items():
        found += [_deflection(point, parts, kind, joints) for point in _points(arm, parts) if point.link >= joints[0]]
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
    return Motion(displacements.base_motion.T).at(place)


@dataclass(frozen=True)
class _Point:
    """A point whose deflection is an output: its name, what it is in words, its motion, its link, and its place."""

    name: str
    words: str
    motion: Callable[[Displacements], Motion]
    link: int
    place: Array


def _points(arm: Arm, parts: Tree) -> list[_Point]:
    tips = [
        _Point(f"link{k}_tip", f"link {k}'s tip", _tip(k), k, parts.places[parts.links[k - 1].tip])
        for k in _numbers(arm)
    ]
    if arm.payload is None:
        return tips
    place = parts.places[-1] + payload_lever(parts)
    return [_Point("payload", "the payload's centre of mass", _body("payload"), len(arm.links), place), *tips]


def _carrying_joints(arm: Arm) -> dict[str, list[int]]:
    """Return the joints that turn the arm to which elastic and bending deflections are relative; none where none do."""
    turning = {
        "elastic": [k for k, link in enumerate(arm.links, 1) if link.joint.free],
        "bending": [k for k, link in enumerate(arm.links, 1) if link.joint.turns],
    }
    return {kind: joints for kind, joints in turning.items() if joints}


_RELATIVE = {
    "": "carried with the base",
    "elastic": "carried with the base and turned in its free joints",
    "bending": "carried with the base and turned in its joints",
}


def _deflection(point: _Point, parts: Tree, kind: str = "", joints: Sequence[int] = ()) -> Output:
    left = rotated(parts.links[point.link - 1].axis)
    before = [j for j in joints if j <= point.link]
    levers = [float(left @ rotated(point.place - parts.places[parts.links[j - 1].root])) for j in before]

    def of(displacements: Displacements) -> Array:
        relative = point.motion(displacements).along(left) - carried(displacements, point.place).along(left)
        turned = sum(lever * displacements.joint_rotation[:, j - 1] for j, lever in zip(before, levers, strict=True))
        return np.asarray(relative - turned)

    words = f"deflection of {point.words} across link {point.link}, relative to the undeformed arm {_RELATIVE[kind]}"
    return Output("_".join(part for part in (point.name, kind, "deflection") if part), "m", words, of)


def _tip_rotation(k: int) -> Output:
    def of(displacements: Displacements) -> Array:
        return np.asarray(displacements.link_motions[k - 1].tip.rotation - displacements.base_motion[:, 2])

    return Output(f"link{k}_tip_rotation", "rad", f"rotation of link {k}'s tip, relative to the base", of)


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
