"""A steady spin in space, of a straight arm across its axis n that moves in the plane of the spin, or out of it.

In axes that turn at Ω a body has the centrifugal potential −½ Ω² (m |u × n|² + n·R I Rᵀn), u its centre's motion and R
its rotation. To second order in the rotations φ the latter is

    ½ φᵀTφ,    T = Ω² (n·I n 1 − ½ (n (I n)ᵀ + (I n) nᵀ) − [n]ᵀI [n]),    [n] φ = n × φ.

Coriolis forces couple rotations about the arm's axis a and about b across it, by 2 Ω (I_a + I_b − I_n): they are none
where nothing turns about a. Motion in the plane and motion out of it are then two problems: the spin takes Ω² off the
ω² of translations in the first, and nothing off those in the second.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.frames import carry_matrix, rotations
from flexarm.tree import PLANES, Beam, Body, Section, Tree, direction

if TYPE_CHECKING:
    from flexarm.link_functions import LinkFunctions
    from flexarm.trial_layout import TrialLayout

# Of a direction in the plane of the spin, or along its axis.
_MOSTLY = 0.5


def spun(parts: Tree, square: Any) -> Tree:
    """Return an arm in space under static loads with what a spin of Ω² does to it besides pulling its links."""
    assert parts.spin_axis is not None, "an arm in space"
    sections = tuple(_spun_section(section, square, parts.spin_axis) for section in parts.sections)
    return parts._replace(sections=sections)


def _spun_section(section: Section, square: Any, axis: Array) -> Section:
    turning, springs = section.turning, None
    assert turning is not None, "an arm under static loads"
    for body in section.bodies:
        turning = turning + square * _turning(body.inertia, axis)
        thrown = _outward(body, square, axis)
        springs = thrown if springs is None else springs + thrown
    beam = section.beam
    if beam is not None:
        beam = _softened(beam, square, axis)
    return section._replace(turning=turning, springs=springs, beam=beam)


def _turning(inertia: Array, axis: Array) -> Array:
    """Return T over Ω², kg m², shape (3, 3, ...)."""
    x, y, z = axis
    cross = np.array([[0 * x, -z, y], [z, 0 * x, -x], [-y, x, 0 * x]])
    about = [_dot(row, axis) for row in inertia]
    whole, left = _dot(about, axis), _product(np.swapaxes(cross, 0, 1), _product(inertia, cross))
    return np.array(
        [
            [
                (whole if i == j else 0 * whole) - (axis[i] * about[j] + about[i] * axis[j]) / 2 - left[i, j]
                for j in range(3)
            ]
            for i in range(3)
        ]
    )


def _outward(body: Body, square: Any, axis: Array) -> Array:
    """Return what drives a body outwards by its section's motion, N/m, shape (6, 6, ...)."""
    whole = np.array([[0 * (body.mass * square) for _ in range(6)] for _ in range(6)])
    for i in range(3):
        for j in range(3):
            whole[i, j] = -body.mass * square * ((1 if i == j else 0) - axis[i] * axis[j])
    carry_matrix(whole, body.lever)
    return whole


def _softened(beam: Beam, square: Any, axis: Array) -> Beam:
    """Return a beam whose bendings have the spin's part that lies along their deflections."""
    ways = [direction(beam.axes, across) for across, _, _ in PLANES[6]]
    bendings = [
        bending._replace(foundation=np.asarray(square * (_dot(way, axis) * _dot(way, axis) - 1)))
        for bending, way in zip(beam.bendings, ways, strict=True)
    ]
    return beam._replace(bendings=tuple(bendings))


def shifted(parts: Tree) -> Tree:
    """Return an arm that spins with λ + Ω² for all inertia: right for motion in the plane of the spin alone."""
    square = np.asarray(parts.spin_rate * parts.spin_rate)
    return parts._replace(sections=tuple(_shifted(section, square) for section in parts.sections), softening=square)


def _shifted(section: Section, square: Array) -> Section:
    turning, freedoms = section.turning, section.freedoms
    assert turning is not None, "an arm under static loads"
    for body in section.bodies:
        turning = turning + square * body.inertia
    if freedoms is not None:
        freedoms = freedoms._replace(stiffness=freedoms.stiffness + square * freedoms.inertia)
    return section._replace(turning=turning, freedoms=freedoms)


def in_plane(parts: Tree, plan: "TrialLayout", spaces: "Sequence[LinkFunctions | None]") -> NDArray[np.bool_]:
    """Return which coordinates move an arm that spins in the plane of its spin, shape (size,)."""
    inside, axis = np.zeros(plan.size, dtype=np.bool_), parts.spin_axis
    assert axis is not None, "an arm in space"
    for link, joint, own, space in zip(parts.links, plan.joints, plan.links, spaces, strict=True):
        for number in range(joint.stop - joint.start):
            about = parts.motion_of(link, number)[rotations(parts.components)]
            inside[joint.start + number] = abs(about @ axis) > _MOSTLY
        for (_, plane), place in () if space is None else space.parts.items():
            across, _, _ = PLANES[parts.components][plane]
            inside[own.start + place.start : own.start + place.stop] = abs(link.axes[across] @ axis) < _MOSTLY
    return inside


def _dot(one: Any, other: Any) -> Any:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _product(one: Array, other: Array) -> Array:
    return np.array([[sum(one[i, k] * other[k, j] for k in range(3)) for j in range(3)] for i in range(3)])
