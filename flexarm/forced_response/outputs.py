"""What of an arm's motion a response is asked for, each output with the load that is dual to it.

A deflection is what a unit force does work on, a rotation what a unit couple does. By d'Alembert the bending moment,
the shear force or the axial force at a root is, in a mode, ω² times the work of the inertia forces that all that lies
beyond the root has in a unit angular acceleration about it or a unit acceleration across or along it; the moment behind
a locked joint is its spring's too. What an output has of modes follows from its dual load, and so does a bound of what
it has of those left out.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.displacements import About, Displacements
from flexarm.forced_response.patterns import payload
from flexarm.frames import carried, carried_back, rotations, turned_back
from flexarm.joint_freedoms import relative_motions
from flexarm.kinematics import Motion
from flexarm.links import Link
from flexarm.section_loads import SectionLoads, inertia_loads, no_loads
from flexarm.tree import PLANES, RODS, Held, LinkNumbers, Tree

# What a motion must stay below for a response that is linear about the posture: rad, and part of a length.
TURN, BEND = 0.2, 0.1
# Unit vectors of a joint's axis and a link's are the same to this.
_PARALLEL = 1e-9
# What a name ends with, by what the link bends about, and where it then goes.
_PLANES: dict[About, tuple[str, str]] = {"z": ("", "across"), "y": ("_about_y", "above")}


@dataclass(frozen=True, eq=False)
class Output:
    """One output, its unit, what it is in words, and its dual load, one pattern.

    In a mode it is the work of that load, or where that is `inertial` ω² times it. `shown` takes displacements and
    returns a force or moment in each of them as shapes have it; None where the output is found as the work itself.
    `small` is what it must stay well below for a response that is linear, in its unit; infinite where nothing is.
    `bounded` says whether the load is dual to all of it: not where supports hold what lies beyond a root. `beyond` is
    what the inertia forces of such a load are those of.
    """

    name: str
    units: str
    long_name: str
    dual: SectionLoads
    inertial: bool = False
    shown: Callable[[Displacements], Array] | None = None
    small: float = np.inf
    bounded: bool = True
    beyond: "Beyond | None" = None


@dataclass(frozen=True, eq=False)
class Beyond:
    """All that lies beyond link k's root, as it moves there, shape (components,); a hub is not where the root turns.

    Of a shear force EI φ″, which has the rotary inertia of the root's section in it, the plane that the link bends in.
    """

    k: int
    motion: Array
    hub: bool = True
    plane: int | None = None

    def load(self, parts: Tree) -> SectionLoads:
        """Return its inertia forces, as it accelerates so, on an arm of some masses."""
        dual = inertia_loads(parts, self._base(parts)[np.newaxis])
        inside = [j for j, link in enumerate(parts.links) if j != self.k - 1 and link.tip not in self._sections(parts)]
        for part in (dual.roots, dual.tips, dual.spread):
            part[:, inside] = 0.0
        dual.base[:] = 0.0
        if not self.hub:
            # It turns on the joint's side of the root.
            dual.roots[0, self.k - 1, rotations(parts.components)] = 0.0
        beam = parts.beam_of(parts.links[self.k - 1])
        if self.plane is not None and beam is not None:
            _, turn, sign = PLANES[parts.components][self.plane]
            about = sign * _unit(turn, parts.links[self.k - 1], parts)
            dual.roots[0, self.k - 1] -= beam.bendings[self.plane].rotary_inertia * about
        return dual

    def moves(self, held: Held, parts: Tree) -> float:
        """Return the motion of what a support holds."""
        base, beyond = self._base(parts), self._sections(parts)
        return float(sum(along @ carried(base, parts.places[j]) for j, along in held.ends if j in beyond))

    def _base(self, parts: Tree) -> Array:
        return carried(self.motion, -parts.places[parts.links[self.k - 1].root])

    def _sections(self, parts: Tree) -> Collection[int]:
        return parts.carried(parts.links[self.k - 1].tip)


def _force(
    name: str, units: str, words: str, beyond: Beyond, parts: Tree, shown: Callable[[Displacements], Array]
) -> Output:
    """Return a force or moment at a link's root, of all that lies beyond."""
    bounded = not holds(parts, parts.carried(parts.links[beyond.k - 1].tip))
    return Output(name, units, words, beyond.load(parts), True, shown, bounded=bounded, beyond=beyond)


def outputs(arm: Arm, parts: Tree) -> list[Output]:
    """Return the outputs of an arm: deflections, rotations, moments and forces, and the base's motion.

    Deflections are relative to the undeformed arm carried with the base; where the arm has joints that move, there are
    elastic ones, relative to the arm that its free joints move too, and bending ones, relative to the arm that all its
    joints move. In space they are across, above and along a link.
    """
    numbers = range(1, len(arm.links) + 1)
    points = _points(arm, parts)
    all_outputs = _deflections(points, parts)
    all_outputs += [one for k in numbers for one in _tip_rotations(k, parts)]
    all_outputs += [one for k in numbers for one in _joint(k, arm, parts)]
    for kind, joints in _carrying_joints(arm).items():
        roots = {parts.links[j - 1].root for j, _ in joints}
        beyond = [point for point in points if roots & parts.path(parts.links[point.link - 1].tip)]
        all_outputs += _deflections(beyond, parts, kind, joints)
    for k, link in enumerate(arm.links, 1):
        if isinstance(link, Link):
            all_outputs += _of_beam(k, link, parts)
    if arm.base.kind != "fixed":
        all_outputs += [_base(i, parts) for i in range(parts.components)]
    return all_outputs


def _of_beam(k: int, link: Link, parts: Tree) -> list[Output]:
    """Return forces and moments at a flexible link's root, and how it stretches and twists."""
    planes = list(_PLANES)[: len(PLANES[parts.components])]
    forces = [of(k, parts, about) for about in planes for of in (_root_moment, _root_shear)]
    if link.axial_rigidity is not None:
        forces += [_tip_stretch(k, parts), _root_axial_force(k, parts)]
    return forces if link.torsional_rigidity is None else [*forces, _tip_twist(k, parts), _root_torque(k, parts)]


# A motion's components, by their number: what names end with, words for the displacement, and its unit.
MOTIONS = {
    3: (("x", "along x", "m"), ("y", "along y", "m"), ("rotation", "", "rad")),
    6: (
        *((axis, f"along {axis}", "m") for axis in "xyz"),
        *((f"rotation_{axis}", f" about {axis}", "rad") for axis in "xyz"),
    ),
}


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
    tips = [_Point(f"link{k}_tip", f"link {k}'s tip", k, np.zeros(len(parts.gravity))) for k in range(1, last + 1)]
    if arm.payload is None:
        return tips
    return [_Point("payload", "the payload's centre of mass", last, payload(parts).lever), *tips]


# A joint's number, and that of one of its freedoms, the first 0.
_Freedom = tuple[int, int]


def _carrying_joints(arm: Arm) -> dict[str, list[_Freedom]]:
    """Return the freedoms of joints that move the arm to which elastic and bending deflections are relative."""
    each = [(held, (k, i)) for k, link in enumerate(arm.links, 1) for i, held in enumerate(link.joint.held)]
    moving = {"elastic": [one for held, one in each if not held], "bending": [one for _, one in each]}
    return {kind: joints for kind, joints in moving.items() if joints}


_RELATIVE = {
    "": "carried with the base",
    "elastic": "carried with the base and moved in its free joints",
    "bending": "carried with the base and moved in its joints",
}


def _deflections(
    points: Sequence[_Point], parts: Tree, kind: str = "", joints: Sequence[_Freedom] = ()
) -> list[Output]:
    """Return deflections of points across their links, and in space above and along them."""
    directions = [("", "across"), ("about_y", "above"), ("along", "along")]
    places = [(1, *directions[0])] if parts.components == 3 else [(i, *directions[i - 1]) for i in (1, 2, 0)]
    return [_deflection(point, parts, kind, joints, *place) for point in points for place in places]


def _deflection(
    point: _Point, parts: Tree, kind: str, joints: Sequence[_Freedom], component: int, ending: str, where: str
) -> Output:
    link = parts.links[point.link - 1]
    place, unit = parts.places[link.tip] + point.lever, _unit(component, link, parts)
    dual = _nothing(parts)
    dual.tips[0, point.link - 1] = carried_back(unit, point.lever)
    dual.base[0] = -carried_back(unit, place)
    path = parts.path(link.tip)
    for j, number in joints:
        if parts.links[j - 1].root in path:
            outer = parts.links[j - 1]
            moved = carried(parts.motion_of(outer, number), place - parts.places[outer.root])
            dual.joints[0, j - 1, number] = -unit @ moved
    words = f"deflection of {point.words} {where} link {point.link}, relative to the undeformed arm {_RELATIVE[kind]}"
    carrying = [inner for inner in parts.links if inner.root in path]
    reach = sum(float(inner.length) for inner in carrying) + float(np.linalg.norm(point.lever))
    turning = kind != "bending" and any(inner.turns for inner in carrying)
    name = "_".join(part for part in (point.name, kind, "deflection", ending) if part)
    return Output(name, "m", words, dual, small=(TURN if turning else BEND) * reach)


def _unit(component: int, link: LinkNumbers, parts: Tree) -> Array:
    """Return a unit of a component of motion, or of force, in a link's axes, shape (components,)."""
    return turned_back(np.eye(parts.components)[component], link.axes)


def _nothing(parts: Tree) -> SectionLoads:
    return no_loads(parts, 1)


def _tip_rotations(k: int, parts: Tree) -> list[Output]:
    turning, found = rotations(parts.components), []
    for place, (name, about, unit) in list(enumerate(MOTIONS[parts.components]))[turning]:
        dual = _nothing(parts)
        dual.tips[0, k - 1, place], dual.base[0, place] = 1.0, -1.0
        words = f"rotation{about} of link {k}'s tip, relative to the base"
        found.append(Output(f"link{k}_tip_{name}", unit, words, dual, small=TURN))
    return found


def _joint(k: int, arm: Arm, parts: Tree) -> list[Output]:
    found, reach = [], sum(float(link.length) for link in parts.links)
    for number, told in enumerate(relative_motions(k, arm.links[k - 1].joint)):
        dual = _nothing(parts)
        dual.joints[0, k - 1, number] = 1.0
        found.append(Output(*told, dual, small=TURN if told.units == "rad" else BEND * reach or np.inf))
    return found


def spring_moment(k: int, about: Array, parts: Tree) -> SectionLoads | None:
    """Return the dual load of the moment that joint k's spring hands on, None where it is not all about an axis.

    The axis is given by a unit rotation about it, shape (components,).
    """
    link = parts.links[k - 1]
    freedoms = parts.sections[link.root].freedoms
    for number, spring in enumerate(parts.springs_of(link)):
        along = float(parts.motion_of(link, number) @ about)
        # A gear box hands on what accelerates it, too.
        if freedoms is not None and spring > 0.0 and not freedoms.inertia[number] and abs(along) >= 1.0 - _PARALLEL:
            dual = _nothing(parts)
            dual.joints[0, k - 1, number] = np.copysign(spring, along)
            return dual
    return None


def _root_moment(k: int, parts: Tree, about: About) -> Output:
    ending, where = _PLANES[about]
    words = f"bending moment at link {k}'s root" + (f", as it bends {where}" if parts.components == 6 else "")
    _, turn, sign = PLANES[parts.components][list(_PLANES).index(about)]

    def shown(shapes: Displacements) -> Array:
        return shapes.bending_moment(k, [0.0], about)[:, 0]

    return _root_couple(k, parts, f"root_moment{ending}", words, sign * _unit(turn, parts.links[k - 1], parts), shown)


def _root_torque(k: int, parts: Tree) -> Output:
    def shown(shapes: Displacements) -> Array:
        return shapes.torque(k, [0.0])[:, 0]

    about = _unit(RODS[6][1], parts.links[k - 1], parts)
    return _root_couple(k, parts, "root_torque", f"torque at link {k}'s root", about, shown)


def _root_couple(
    k: int, parts: Tree, name: str, words: str, about: Array, shown: Callable[[Displacements], Array]
) -> Output:
    link = parts.links[k - 1]
    hub = any(not body.name for body in parts.sections[link.root].bodies)
    others = [section.parent for section in parts.sections].count(link.root) > 1
    held = holds(parts, {link.root})
    if not hub and not others and not held and (by_spring := spring_moment(k, about, parts)) is not None:
        return Output(f"link{k}_{name}", "N m", words, by_spring, False, shown)
    return _force(f"link{k}_{name}", "N m", words, Beyond(k, -about, hub=False), parts, shown)


def _root_shear(k: int, parts: Tree, about: About) -> Output:
    ending, where = _PLANES[about]
    plane = list(_PLANES).index(about)
    across, _, _ = PLANES[parts.components][plane]
    words = f"shear force at link {k}'s root" + (f", {where} it" if parts.components == 6 else "")

    def shown(shapes: Displacements) -> Array:
        return shapes.shear_force(k, [0.0], about)[:, 0]

    beyond = Beyond(k, _unit(across, parts.links[k - 1], parts), plane=plane)
    return _force(f"link{k}_root_shear{ending}", "N", words, beyond, parts, shown)


def _tip_stretch(k: int, parts: Tree) -> Output:
    words = f"displacement of link {k}'s tip along the link, relative to its root"
    return Output(f"link{k}_tip_stretch", "m", words, _tip_to_root(k, parts, 0))


def _tip_twist(k: int, parts: Tree) -> Output:
    words = f"rotation of link {k}'s tip about the link, relative to its root"
    return Output(f"link{k}_tip_twist", "rad", words, _tip_to_root(k, parts, RODS[6][1]), small=TURN)


def _tip_to_root(k: int, parts: Tree, component: int) -> SectionLoads:
    """Return the dual load of what a link's tip does along or about the link, relative to its root."""
    dual, unit = _nothing(parts), _unit(component, parts.links[k - 1], parts)
    dual.tips[0, k - 1], dual.roots[0, k - 1] = unit, -unit
    return dual


def _root_axial_force(k: int, parts: Tree) -> Output:
    # Tension pulls what lies beyond the root towards it.
    words = f"axial force at link {k}'s root, positive in tension"

    def shown(shapes: Displacements) -> Array:
        return shapes.axial_force(k, [0.0])[:, 0]

    beyond = Beyond(k, -_unit(0, parts.links[k - 1], parts))
    return _force(f"link{k}_root_axial_force", "N", words, beyond, parts, shown)


def holds(parts: Tree, sections: Collection[int]) -> bool:
    """Say whether supports exert forces on some sections from without."""
    inside = [sum(k in sections for k, _ in one.ends) for one in parts.held]
    return any(count and (one.grounded or count < len(one.ends)) for count, one in zip(inside, parts.held, strict=True))


def _base(i: int, parts: Tree) -> Output:
    dual = _nothing(parts)
    dual.base[0, i] = 1.0
    name, where, unit = MOTIONS[parts.components][i]
    words = f"displacement {where} of the base's centre" if unit == "m" else f"rotation{where} of the base's centre"
    return Output(f"base_{name}", unit, words, dual, small=TURN if unit == "rad" else np.inf)
