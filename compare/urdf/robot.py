"""A robot of a URDF file: its links' masses and its joints, read by yourdfpy; what it would guess is refused."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np

from compare.engine.extra import need
from flexarm.arrays import Array
from flexarm.checks import unknown_name
from flexarm.documents import read_text
from flexarm.errors import Fault, InputError
from flexarm.parts import Body

_WAY = "pip install 'flexarm[urdf]'; or write the arm file by hand, from flexarm init --spatial"
_TURNING, _SLIDING, FIXED = ("revolute", "continuous"), ("prismatic",), "fixed"
_MOMENTS = ("ixx", "iyy", "izz")


@dataclass(frozen=True, eq=False)
class Joint:
    """A joint: its kind, the links that it is between, and the child's frame in the parent's, shape (4, 4)."""

    name: str
    kind: str  # ``"revolute"``, ``"continuous"``, ``"prismatic"`` or ``"fixed"``
    parent: str
    child: str
    origin: Array
    axis: Array  # unit vector in the child's axes, shape (3,)

    @property
    def slides(self) -> bool:
        """Whether it is prismatic."""
        return self.kind in _SLIDING


@dataclass(frozen=True)
class Lump:
    """A link's mass, kg, centre, m, and tensor of inertia about it, kg m², in some frame."""

    mass: float
    centre: Array
    tensor: Array

    def moved(self, frame: Array) -> "Lump":
        """Return it as seen from where its frame is given, shape (4, 4)."""
        turn = frame[:3, :3]
        return Lump(self.mass, turn @ self.centre + frame[:3, 3], turn @ self.tensor @ turn.T)


@dataclass(frozen=True)
class Robot:
    """A robot: its links' masses by name, None for none, and its joints."""

    name: str
    links: dict[str, Lump | None]
    joints: tuple[Joint, ...]

    @property
    def root(self) -> str:
        """The link that no joint carries."""
        (root,) = set(self.links) - {joint.child for joint in self.joints}
        return root

    def beyond(self, link: str) -> list[Joint]:
        """Return the joints that a link carries."""
        return [joint for joint in self.joints if joint.parent == link]

    def to(self, link: str) -> list[Joint]:
        """Return the joints from the root to a link."""
        found: list[Joint] = []
        inner = {joint.child: joint for joint in self.joints}
        while link in inner:
            found.insert(0, inner[link])
            link = inner[link].parent
        return found


def read_robot(path: str | os.PathLike[str]) -> Robot:
    """Return the robot that a URDF file describes."""
    source = os.fspath(path)
    try:
        root = ET.fromstring(read_text(path, "a URDF file"))
    except ET.ParseError as error:
        raise InputError([Fault("", "a URDF file, which is XML", f"{error}")], source) from None
    if faults := list(_missing(root)):
        raise InputError(faults, source)
    library = need("yourdfpy", "reading URDF", _WAY)
    try:
        found = library.URDF.load(source, build_scene_graph=False, load_meshes=False).robot
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise InputError([Fault("", "a URDF file", f"one that cannot be read: {error!r}")], source) from None
    try:
        robot = Robot(found.name, {one.name: _lump(one) for one in found.links}, tuple(map(_joint, found.joints)))
    except InputError as error:
        raise InputError(error.faults, source) from None
    if faults := list(_not_a_tree(robot)):
        raise InputError(faults, source)
    return robot


def _missing(root: ET.Element) -> Iterator[Fault]:
    """Yield what a file lacks that the library would make up: moments of inertia of 1 kg m², a mass of zero."""
    if root.tag != "robot":
        yield Fault("", "a URDF file: <robot>, after xacro if it is one", f"<{root.tag}>")
    elif any("xacro" in str(element.tag) for element in root.iter()):
        yield Fault("", "a URDF file as xacro makes it", "tags of xacro: xacro arm.xacro > arm.urdf")
    for link in root.iter("link"):
        inertial = link.find("inertial")
        if inertial is None:
            continue
        mass, inertia = inertial.find("mass"), inertial.find("inertia")
        if mass is None or mass.get("value") is None:
            yield Fault(f"link {link.get('name')}", 'a mass: <mass value="…"/>', "none")
        if inertia is None or any(inertia.get(name) is None for name in _MOMENTS):
            yield Fault(f"link {link.get('name')}", f"an inertia with {', '.join(_MOMENTS)}", "none, or a part of it")


def _lump(link: Any) -> Lump | None:
    if link.inertial is None:
        return None
    frame = np.eye(4) if link.inertial.origin is None else np.asarray(link.inertial.origin)
    tensor = np.asarray(link.inertial.inertia)
    try:
        Body(float(link.inertial.mass), tuple(map(tuple, tensor.tolist())))
    except InputError as error:
        raise InputError([fault.under(f"link {link.name}") for fault in error.faults]) from None
    return Lump(float(link.inertial.mass), np.zeros(3), tensor).moved(frame)


def _joint(joint: Any) -> Joint:
    known = (*_TURNING, *_SLIDING, FIXED)
    if joint.type not in known:
        raise InputError([unknown_name(f"joint {joint.name}", joint.type, known)])
    size = float(np.linalg.norm(joint.axis))
    if size == 0.0:
        raise InputError([Fault(f"joint {joint.name}", "an axis that is not zero", "0 0 0")])
    origin = np.eye(4) if joint.origin is None else np.asarray(joint.origin)
    return Joint(joint.name, joint.type, joint.parent, joint.child, origin, np.asarray(joint.axis) / size)


def _not_a_tree(robot: Robot) -> Iterator[Fault]:
    carried = [joint.child for joint in robot.joints]
    for joint in robot.joints:
        for end in (joint.parent, joint.child):
            if end not in robot.links:
                yield Fault(f"joint {joint.name}", "links of the file", f"{end!r}, which is none")
        if carried.count(joint.child) > 1:
            yield Fault(f"joint {joint.name}", "a child that no other joint carries", repr(joint.child))
    roots = sorted(set(robot.links) - set(carried))
    if len(roots) != 1:
        yield Fault("", "one link that no joint carries, the root", ", ".join(roots) or "none")
        return
    reached = list(roots)
    for link in reached:
        reached += [joint.child for joint in robot.beyond(link) if joint.child not in reached]
    loose = sorted(set(robot.links) - set(reached))
    if loose:
        yield Fault("", f"links that joints carry on {roots[0]}", f"a ring: {', '.join(loose)}")
