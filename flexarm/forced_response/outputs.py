"""What of an arm's motion a response is asked for, each output with the load that is dual to it.

A deflection is what a unit force does work on, a rotation what a unit couple does. By d'Alembert the bending moment,
the shear force or the axial force at a root is, in a mode, ω² times the work of the inertia forces that all that lies
beyond the root has in a unit angular acceleration about it or a unit acceleration across or along it; the moment behind
a locked joint is its spring's too. What an output has of modes follows from its dual load, and so does a bound of what
it has of those left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.displacements import Displacements
from flexarm.forced_response.patterns import payload
from flexarm.kinematics import Motion, rotated
from flexarm.links import Link
from flexarm.section_loads import SectionLoads, at_section, inertia_loads
from flexarm.tree import Tree

# What a motion must stay below for a response that is linear about the posture: rad, and part of a length.
TURN, BEND = 0.2, 0.1


@dataclass(frozen=True, eq=False)
class Output:
    """One output, its unit, what it is in words, and its dual load, one pattern.

    In a mode it is the work of that load, or where that is `inertial` ω² times it. `shown` takes displacements and
    returns a force or moment in each of them as shapes have it; None where the output is found as the work itself.
    `small` is what it must stay well below for a response that is linear, in its unit; infinite where nothing is.
    """

    name: str
    units: str
    long_name: str
    dual: SectionLoads
    inertial: bool = False
    shown: Callable[[Displacements], Array] | None = None
    small: float = np.inf


def outputs(arm: Arm, parts: Tree) -> list[Output]:
    """Return the outputs of an arm: deflections, rotations, moments and forces, and the base's motion.

    Deflections are relative to the undeformed arm carried with the base; where the arm has joints that turn, there are
    elastic ones, relative to the arm that its free joints turn too, and bending ones, relative to the arm that all its
    joints turn.
    """
    numbers = range(1, len(arm.links) + 1)
    points = _points(arm, parts)
    all_outputs = [_deflection(point, parts) for point in points]
    all_outputs += [_tip_rotation(k, parts) for k in numbers]
    all_outputs += [_joint(k, parts) for k, link in enumerate(arm.links, 1) if link.joint.turns]
    for kind, joints in _carrying_joints(arm).items():
        all_outputs += [_deflection(point, parts, kind, joints) for point in points if point.link >= joints[0]]
    for k, link in enumerate(arm.links, 1):
        if isinstance(link, Link):
            all_outputs += [_root_moment(k, parts), _root_shear(k, parts)]
            all_outputs += [] if link.axial_rigidity is None else [_tip_stretch(k, parts), _root_axial_force(k, parts)]
    if arm.base.kind != "fixed":
        all_outputs += [_base(i, parts, name, unit) for i, (name, unit) in enumerate(_BASE)]
    return all_outputs


_BASE = (("x", "m"), ("y", "m"), ("rotation", "rad"))


def base_motion_at(displacements: Displacements, place: Array) -> Motion:
    """Return the motion of a place of the undeformed arm, m from the base's centre, as the base carries it."""
    return Motion(displacements.base_motion.T).at(place)


@dataclass(frozen=True)
class _Point:
    """A point whose deflection is an output: name, words, link, and where it lies from that link's tip, m."""

    name: str
    words: str
    link: int
    lever: Array


def _points(arm: Arm, parts: Tree) -> list[_Point]:
    last = len(arm.links)
    tips = [_Point(f"link{k}_tip", f"link {k}'s tip", k, np.zeros(2)) for k in range(1, last + 1)]
    if arm.payload is None:
        return tips
    return [_Point("payload", "the payload's centre of mass", last, payload(parts).lever), *tips]


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
    left, place = rotated(parts.links[point.link - 1].axis), parts.places[parts.links[point.link - 1].tip] + point.lever
    dual, unit = _nothing(parts), left[np.newaxis]
    dual.tips[:, point.link - 1] = at_section(unit, np.zeros(1), point.lever)
    dual.base[:] = -at_section(unit, np.zeros(1), place)
    for j in joints:
        if j <= point.link:
            dual.joints[0, j - 1] = -left @ rotated(place - parts.places[parts.links[j - 1].root])
    words = f"deflection of {point.words} across link {point.link}, relative to the undeformed arm {_RELATIVE[kind]}"
    reach = sum(float(link.length) for link in parts.links[: point.link]) + float(np.hypot(*point.lever))
    turning = kind != "bending" and any(link.turns for link in parts.links[: point.link])
    name = "_".join(part for part in (point.name, kind, "deflection") if part)
    return Output(name, "m", words, dual, small=(TURN if turning else BEND) * reach)


def _nothing(parts: Tree) -> SectionLoads:
    return SectionLoads.none(1, len(parts.links))


def _tip_rotation(k: int, parts: Tree) -> Output:
    dual = _nothing(parts)
    dual.tips[0, k - 1, 2], dual.base[0, 2] = 1.0, -1.0
    words = f"rotation of link {k}'s tip, relative to the base"
    return Output(f"link{k}_tip_rotation", "rad", words, dual, small=TURN)


def _joint(k: int, parts: Tree) -> Output:
    dual = _nothing(parts)
    dual.joints[0, k - 1] = 1.0
    return Output(f"joint{k}_rotation", "rad", f"relative rotation at joint {k}", dual, small=TURN)


def spring_moment(k: int, parts: Tree) -> SectionLoads:
    """Return the dual load of the moment that joint k's spring hands on."""
    dual = _nothing(parts)
    dual.joints[0, k - 1] = parts.spring_of(parts.links[k - 1])
    return dual


def _root_moment(k: int, parts: Tree) -> Output:
    def shown(shapes: Displacements) -> Array:
        return shapes.bending_moment(k, [0.0])[:, 0]

    name, words, link = f"link{k}_root_moment", f"bending moment at link {k}'s root", parts.links[k - 1]
    hub = any(not body.name for body in parts.sections[link.root].bodies)
    if parts.spring_of(link) > 0.0 and not hub:
        return Output(name, "N m", words, spring_moment(k, parts), False, shown)
    turned = np.zeros((1, len(parts.links)))
    turned[0, k - 1] = 1.0
    dual = inertia_loads(parts, np.zeros((1, 3)), turned)
    dual.joints[:] = dual.roots[:, k - 1, 2] = 0.0  # gear box and hub turn on the joint's side of the root
    return Output(name, "N m", words, dual, True, shown)


def _root_shear(k: int, parts: Tree) -> Output:
    dual, words = _beyond(k, parts, rotated(parts.links[k - 1].axis)), f"shear force at link {k}'s root"
    return Output(f"link{k}_root_shear", "N", words, dual, True, lambda shapes: shapes.shear_force(k, [0.0])[:, 0])


def _tip_stretch(k: int, parts: Tree) -> Output:
    dual, axis = _nothing(parts), parts.links[k - 1].axis
    dual.tips[0, k - 1, :2], dual.roots[0, k - 1, :2] = axis, -axis
    words = f"displacement of link {k}'s tip along the link, relative to its root"
    return Output(f"link{k}_tip_stretch", "m", words, dual)


def _root_axial_force(k: int, parts: Tree) -> Output:
    # Tension pulls what lies beyond the root towards it.
    dual, words = _beyond(k, parts, -parts.links[k - 1].axis), f"axial force at link {k}'s root, positive in tension"
    name = f"link{k}_root_axial_force"
    return Output(name, "N", words, dual, True, lambda shapes: shapes.axial_force(k, [0.0])[:, 0])


def _beyond(k: int, parts: Tree, direction: Array) -> SectionLoads:
    """Return the inertia forces that all beyond link k's root has in a unit acceleration."""
    dual = inertia_loads(parts, np.append(direction, 0.0)[np.newaxis], np.zeros((1, len(parts.links))))
    for inside in (dual.base, dual.roots[:, : k - 1], dual.tips[:, : k - 1], dual.spread[:, : k - 1]):
        inside[:] = 0.0
    return dual


def _base(i: int, parts: Tree, name: str, unit: str) -> Output:
    dual = _nothing(parts)
    dual.base[0, i] = 1.0
    words = f"{'rotation' if name == 'rotation' else f'displacement along {name}'} of the base's centre"
    return Output(f"base_{name}", unit, words, dual, small=TURN if unit == "rad" else np.inf)
