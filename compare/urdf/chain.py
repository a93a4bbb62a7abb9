"""The chain of rigid bodies from a robot's root to one of its links, in the root's axes, joints at zero."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from compare.urdf.robot import FIXED, Joint, Lump, Robot
from flexarm.arrays import Array
from flexarm.checks import unknown_name
from flexarm.errors import Fault, InputError


@dataclass(frozen=True)
class Stage:
    """A joint that moves, at a place, m, about or along a unit vector; and all that it carries up to the next, held."""

    joint: Joint
    place: Array
    axis: Array
    body: Lump | None


@dataclass(frozen=True)
class Chain:
    """A robot from its root to a tip: the root's mass, the stages, and the place of the tip, m, shape (3,)."""

    root: Lump | None
    stages: tuple[Stage, ...]
    tip: Array
    held: tuple[str, ...]  # joints that are beside the way to the tip, held where they are


def chain(robot: Robot, tip: str | None = None) -> Chain:
    """Return the chain to a link, or to the only end that there is."""
    if tip is not None and tip not in robot.links:
        raise InputError([unknown_name("--tip", tip, robot.links)])
    way = robot.to(_end(robot) if tip is None else tip)
    moving = [joint for joint in way if joint.kind != FIXED]
    if not moving:
        raise InputError([Fault("", "a joint that moves between root and tip", "none")])
    frames = _frames(robot)
    bodies = {joint.name: _sum(_carried(robot, joint.child, moving, frames)) for joint in moving}
    stages = tuple(
        Stage(joint, frames[joint.child][:3, 3], frames[joint.child][:3, :3] @ joint.axis, bodies[joint.name])
        for joint in moving
    )
    held = [joint.name for joint in robot.joints if joint.kind != FIXED and joint not in moving]
    return Chain(_sum(_carried(robot, robot.root, moving, frames)), stages, frames[way[-1].child][:3, 3], tuple(held))


def _end(robot: Robot) -> str:
    """Return the end of a robot whose moving joints do not branch; refuse one that has several."""
    ends = [link for link in robot.links if not robot.beyond(link)]
    # Of what the same joints carry, one is as good as another: the one farthest from the root.
    ways: dict[tuple[str, ...], str] = {}
    for link in sorted(ends, key=lambda link: len(robot.to(link))):
        ways[tuple(joint.name for joint in robot.to(link) if joint.kind != FIXED)] = link
    longest = max(ways, key=len)
    if any(way != longest[: len(way)] for way in ways):
        wanted = f"the link that the arm ends at, one of {', '.join(ways.values())}"
        raise InputError([Fault("--tip", wanted, "a robot that branches")])
    return ways[longest]


def _frames(robot: Robot) -> dict[str, Array]:
    """Return the frame of every link in the root's, all joints at zero, shape (4, 4)."""
    frames: dict[str, Array] = {}
    for link in robot.links:
        frame = np.eye(4)
        for joint in robot.to(link):
            frame = frame @ joint.origin
        frames[link] = frame
    return frames


def _carried(robot: Robot, link: str, moving: list[Joint], frames: dict[str, Array]) -> Iterator[Lump]:
    """Yield the masses of a link, and of all that hangs on it by joints that are not of the chain."""
    lump = robot.links[link]
    if lump is not None:
        yield lump.moved(frames[link])
    for joint in robot.beyond(link):
        if joint not in moving:
            yield from _carried(robot, joint.child, moving, frames)


def _sum(lumps: Iterator[Lump]) -> Lump | None:
    """Return several masses as one, None for none."""
    parts = [lump for lump in lumps if lump.mass or np.any(lump.tensor)]
    if not parts:
        return None
    mass = sum(lump.mass for lump in parts)
    centre = sum((lump.mass * lump.centre for lump in parts), np.zeros(3)) / (mass or 1.0)
    tensor = np.zeros((3, 3))
    for lump in parts:
        away = lump.centre - centre
        tensor += lump.tensor + lump.mass * (away @ away * np.eye(3) - np.outer(away, away))
    return Lump(mass, centre, tensor)
