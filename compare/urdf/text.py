"""An arm file from a robot's chain: rigid links and free joints, with marks where URDF says nothing."""

import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from compare.urdf.chain import Chain, Stage, chain
from compare.urdf.robot import Lump, read_robot
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.errors import InputError
from flexarm.files import dumps, loads
from flexarm.links import RigidLink
from flexarm.parts import Base, Body, Freedom, Joint
from flexarm.spelling import lines

# Directions nearer than this are one: URDF's angles are decimals, 1.5708 for a right one.
_SAME = 1e-9
# Digits of a number, the rest being round-off of frames.
_DIGITS = 13
_HEAD = """\
# {name}, from {source}: SI units, angles in degrees, joints at URDF's zero.
# URDF says nothing of what gives way: until what is marked TO FILL IN is, all links are rigid, all joints free. A link
# bends with mass_per_length, flexural_rigidity, torsional_rigidity and polar_inertia_per_length, or with
# tube = {{ diameter = …, wall = …, youngs_modulus = …, density = …, shear_modulus = … }} and twists = true; its mass is
# then to be taken off the body that URDF gives it. `flexarm check` explains the arm, `flexarm draw` draws it.
# Axes of a link: x along it, y to its left, z up; of the base: those of {root}.
"""
_FLEXIBLE = """\
# TO FILL IN: what it bends by, its mass taken off the body{where}
"""
_SPRING = '# TO FILL IN: state = "locked" and stiffness, N m/rad; or gear_inertia, kg m²\n'
_SLIDE = "# TO FILL IN: the slide's stiffness, N/m, zero where nothing holds it; its gear_inertia, kg\n"


@dataclass(frozen=True)
class _Piece:
    """A rigid link of the arm, and the comments that stand over it."""

    link: RigidLink
    comments: str


def urdf_text(path: str | os.PathLike[str], tip: str | None = None, name: str | None = None) -> str:
    """Return the arm file of a URDF file, to the link `tip`."""
    robot = read_robot(path)
    try:
        found = chain(robot, tip)
        pieces = _pieces(found)
        arm = Arm(Base.fixed(), tuple(piece.link for piece in pieces), name=name or robot.name, motion="spatial")
    except InputError as error:
        raise InputError(error.faults, os.fspath(path)) from None
    head, *links = dumps(arm).split("[[link]]\n")
    told = [f"[[link]]\n{piece.comments}{text}" for piece, text in zip(pieces, links, strict=True)]
    opening = _HEAD.format(name=robot.name, source=os.path.basename(path), root=robot.root)
    text = "".join([opening, _held(found), head, _base(found), "\n", *told, _PAYLOAD])
    loads(text, "the new arm file")
    return text


_PAYLOAD = """
# TO FILL IN: a payload, if there is one
# [payload]
# mass = 1.0                       # kg
# inertia = 0.1                    # kg m²; or [about x, about y, about z], or the tensor
# offset = 0.0                     # m beyond the last link's tip, or [along, across, up]
"""


def _held(found: Chain) -> str:
    """Tell which joints are left out of the chain."""
    return f"# Joints held where they are, and what they carry: {', '.join(found.held)}.\n" if found.held else ""


def _base(found: Chain) -> str:
    """Return the base's table, fixed, with what it needs to be free."""
    place, root = found.stages[0].place, found.root
    away = place if root is None else place - root.centre
    mass, inertia = (0.0, 0.0) if root is None else (_tidy(root.mass), _rows(root.tensor))
    numbers = lines({"mass": mass, "inertia": inertia, "offset": _vector(away)})
    told = "".join(f"# {line}" for line in ['kind = "free"\n', *numbers.splitlines(keepends=True)])
    return f'[base]\nkind = "fixed"\n# TO FILL IN: if it floats, in place of the line above\n{told}'


def _pieces(found: Chain) -> list[_Piece]:
    pieces: list[_Piece] = []
    axes = np.eye(3)
    ends = [*(stage.place for stage in found.stages[1:]), found.tip]
    for stage, end in zip(found.stages, ends, strict=True):
        made, axes = (_slide if stage.joint.slides else _turn)(stage, end, axes)
        pieces += made
    return pieces


def _turn(stage: Stage, end: Array, axes: Array) -> tuple[list[_Piece], Array]:
    """Return a joint that turns with the link beyond it; and, where that is not about its axis, the link by itself."""
    reach, length = _reach(stage, end)
    along = axes[0] if reach is None else reach
    about = axes @ stage.axis
    told = f"# {stage.joint.name}: {stage.joint.kind}\n{_SPRING}"
    angle = _angle_about(stage.axis, axes[0], along)
    if angle is None:
        root = RigidLink(0.0, joint=Joint.unlocked(axis=_axis(about)), tip=_body(stage.body, stage.place, axes))
        beyond, turned = _straight(length, along, axes)
        return [_Piece(root, told), beyond], turned
    turned = _rotated(axes, stage.axis, angle)
    joint, tip = Joint.unlocked(axis=_axis(about)), _body(stage.body, end, turned)
    link = RigidLink(length, joint=joint, angle=_tidy(np.degrees(angle)), tip=tip)
    return [_Piece(link, told + _flexible(length, " at its tip"))], turned


def _slide(stage: Stage, end: Array, axes: Array) -> tuple[list[_Piece], Array]:
    """Return a joint that slides along an axis of its own link, and the link beyond it."""
    along = next((k for k, axis in enumerate(axes) if abs(axis @ stage.axis) > 1.0 - _SAME**2), None)
    about, angle = (np.array([0.0, 0.0, 1.0]), 0.0) if along is not None else _turning(axes[0], stage.axis)
    turned = _rotated(axes, about, angle)
    freedom: dict[str, Any] = {f"along_{'xyz'[along or 0]}": Freedom(0.0)}
    joint = Joint.general(axis=_axis(axes @ about), **freedom)
    tip = _body(stage.body, stage.place, turned)
    root = RigidLink(0.0, joint=joint, angle=_tidy(np.degrees(angle)), tip=tip)
    pieces = [_Piece(root, f"# {stage.joint.name}: {stage.joint.kind}\n{_SLIDE}")]
    reach, length = _reach(stage, end)
    if reach is None:
        return pieces, turned
    beyond, turned = _straight(length, reach, turned)
    return [*pieces, beyond], turned


def _straight(length: float, along: Array, axes: Array) -> tuple[_Piece, Array]:
    """Return a link that is welded on and lies along a direction."""
    about, angle = _turning(axes[0], along)
    joint = Joint.rigid(axis=_axis(axes @ about)) if angle else Joint.rigid()
    link = RigidLink(length, joint=joint, angle=_tidy(np.degrees(angle)))
    return _Piece(link, _flexible(length, " of the joint before")), _rotated(axes, about, angle)


def _flexible(length: float, where: str) -> str:
    return _FLEXIBLE.format(where=where) if length else ""


def _reach(stage: Stage, end: Array) -> tuple[Array | None, float]:
    """Return the direction from a joint to the next, None where they meet, and the distance, m."""
    length = _tidy(np.linalg.norm(end - stage.place))
    return (None, 0.0) if length < _SAME else ((end - stage.place) / np.linalg.norm(end - stage.place), length)


def _angle_about(axis: Array, start: Array, end: Array) -> float | None:
    """Return the angle about an axis, rad, that turns one direction into another; None where none does."""
    if abs(axis @ start - axis @ end) > _SAME:
        return None
    across, wanted = start - (axis @ start) * axis, end - (axis @ end) * axis
    if np.linalg.norm(across) < _SAME:
        return 0.0
    return float(np.arctan2(axis @ np.cross(across, wanted), across @ wanted))


def _turning(start: Array, end: Array) -> tuple[Array, float]:
    """Return the axis and the angle, rad, of the least rotation that turns one direction into another."""
    about, cosine = np.cross(start, end), float(start @ end)
    size = float(np.linalg.norm(about))
    if size < _SAME:
        away = np.eye(3)[np.argmin(np.abs(start))]
        about = np.cross(start, away)
        return about / np.linalg.norm(about), 0.0 if cosine > 0.0 else np.pi
    return about / size, float(np.arctan2(size, cosine))


def _rotated(axes: Array, about: Array, angle: float) -> Array:
    """Return axes, as rows, turned about a unit vector by an angle, rad (Rodrigues)."""
    turned = np.cos(angle) * axes + np.sin(angle) * np.cross(about, axes)
    return np.asarray(turned + (1.0 - np.cos(angle)) * np.outer(axes @ about, about))


def _body(lump: Lump | None, place: Array, axes: Array) -> Body | None:
    """Return a mass as a body at a link's tip, in the link's axes."""
    if lump is None:
        return None
    return Body(_tidy(lump.mass), _rows(axes @ lump.tensor @ axes.T), _vector(axes @ (lump.centre - place)))


def _axis(vector: Array) -> Any:
    """Return an axis by its letter where it is one."""
    found = _vector(vector)
    names: dict[tuple[float, ...], str] = {(1.0, 0.0, 0.0): "x", (0.0, 1.0, 0.0): "y", (0.0, 0.0, 1.0): "z"}
    return names.get(found, found)


def _rows(tensor: Array) -> tuple[tuple[float, ...], ...]:
    """Return a tensor, symmetric to the last bit and without the round-off of its frames."""
    size = float(np.max(np.abs(tensor)))
    even = (tensor + tensor.T) / 2.0
    return tuple(tuple(_tidy(value, size) for value in row) for row in even.tolist())


def _vector(vector: Array) -> tuple[float, ...]:
    return tuple(_tidy(value, 1.0) for value in vector.tolist())


def _tidy(value: Any, size: float | None = None) -> float:
    """Return a number without round-off: to thirteen digits, of its own or of another number's size."""
    scale = abs(float(value)) if size is None else max(size, abs(float(value)))
    return round(float(value), _DIGITS - 1 - int(np.floor(np.log10(scale)))) + 0.0 if scale else 0.0
