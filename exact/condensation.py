"""Arms condensed section by section, from the payload to the base: counts and determinants at many frequencies.

The dynamic stiffness of all that lies beyond a section is a symmetric 3 × 3 matrix Z(ω) of its motion x, y and θ.
A body adds −ω² times its mass matrix; a link's tip and a joint's rotation are eliminated, Z ← R − Cᵀ P⁻¹ C; at the base
nothing is left. The negative eigenvalues of all P are those of the whole dynamic stiffness D (Haynsworth 1968), and the
product of their determinants is its determinant. That takes a few hundred operations where factorising D takes
thousands, at the price of digits where a heavy body hangs on little; `exact.rayleigh` gives them back, or sees that it
cannot.

Components come first and arms last, so that every operation is one on numbers: an arm's result does not depend on the
others that are solved with it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from exact import member
from exact.numbers import ArmNumbers, LinkNumbers
from flexarm.chain import Array


@dataclass(frozen=True, eq=False)
class Elimination:
    """What one link eliminates, for finding its motion again.

    Parameters
    ----------
    turn
        Minus the joint's rotation per motion of the section before it, shape (3, ...); None where it does not turn.
    bend
        Minus the tip's deflection and slope per motion of the root along, across and in rotation, shape (2, 3, ...);
        None for a rigid link.
    alone
        Deflection of the tip per slope where the root is held, shape (...); None for a rigid link.
    """

    turn: Array | None
    bend: Array | None
    alone: Array | None


@dataclass(frozen=True, eq=False)
class Condensed:
    """Arms condensed to nothing, at some frequencies.

    Parameters
    ----------
    count
        Number of natural frequencies below, rigid-body modes included, shape (...).
    determinant
        A function of ω without poles that vanishes at the natural frequencies alone, shape (...). It does not depend
        on where links are divided.
    links
        What every link eliminated.
    base
        Motion of the base where its last freedom moves by one, shape (3, ...); None where it is fixed.
    """

    count: NDArray[np.int_]
    determinant: Array
    links: tuple[Elimination, ...]
    base: Array | None


class _Pivots:
    """Running count of negative eigenvalues, and product of determinants."""

    def __init__(self, count: NDArray[np.int_], product: Array) -> None:
        self.count, self.product = count, product

    def single(self, pivot: Array) -> None:
        self.count += pivot < 0.0
        self.product *= pivot

    def pair(self, determinant: Array, corner: Array) -> None:
        self.count += np.where(determinant < 0.0, 1, 2 * (corner < 0.0))
        self.product *= determinant


def condensed(arms: ArmNumbers, omega: Array) -> Condensed:
    """Condense arms at frequencies ω.

    Parameters
    ----------
    arms
        Arms with a flexible link or more.
    omega
        Frequencies, rad/s, shape (..., arms).
    """
    square = omega**2
    members, pivots = _members(arms, omega)
    beyond, links = np.zeros((3, 3, *omega.shape)), []
    for link in reversed(arms.links):
        _add_inertia(beyond, link.tip, square)
        bend, alone = None, None
        if link.flexible:
            bend, alone = _eliminate_tip(beyond, link, *members.pop(), square, pivots)
        else:
            _move(beyond, link.length * link.axis[0], link.length * link.axis[1])
        _add_inertia(beyond, link.root, square)
        turn = _eliminate_rotation(beyond, link.stiffness - square * link.gear_inertia, pivots) if link.turns else None
        links.append(Elimination(turn, bend, alone))
    base = _eliminate_base(beyond, arms, square, pivots)
    return Condensed(pivots.count, pivots.product, tuple(reversed(links)), base)


def _add_inertia(beyond: Array, mass: Array | None, square: Array) -> None:
    if mass is not None:
        beyond -= square * mass.reshape(3, 3, *(1,) * (square.ndim - 1), -1)


def _members(arms: ArmNumbers, omega: Array) -> tuple[list[tuple[Array, NDArray[np.bool_]]], _Pivots]:
    """Return every member's dynamic stiffness and whether it is long; and their own frequencies and poles."""
    flexible, root = [link for link in arms.links if link.flexible], np.sqrt(omega)
    beta = np.array([link.wave * root for link in flexible])
    stiffness, below, long = member.dynamic_stiffness(beta)
    pivots = _Pivots(np.sum(member.clamped_count(beta, below), axis=0), np.prod(below, axis=0))
    for link in flexible:
        # The determinant of what takes a force and a couple at one end to deflection and slope at the other.
        pivots.product *= 0.5 / link.units[0, 1] ** 2
    return [(stiffness[:, :, k], long[k]) for k in range(len(flexible))], pivots


def _move(beyond: Array, x: Array, y: Array) -> None:
    """Move Z from a point (x, y) beyond a section to the section."""
    beyond[2] += x * beyond[1] - y * beyond[0]
    beyond[:, 2] += x * beyond[:, 1] - y * beyond[:, 0]


def _turn_axes(beyond: Array, c: Array, s: Array) -> None:
    """Express Z along and across an axis of direction cosines c and s."""
    beyond[0], beyond[1] = c * beyond[0] + s * beyond[1], c * beyond[1] - s * beyond[0]
    beyond[:, 0], beyond[:, 1] = c * beyond[:, 0] + s * beyond[:, 1], c * beyond[:, 1] - s * beyond[:, 0]


def _eliminate_tip(
    beyond: Array, link: LinkNumbers, stiffness: Array, long: NDArray[np.bool_], square: Array, pivots: _Pivots
) -> tuple[Array, Array]:
    """Eliminate the tip's deflection and slope: relative to the root, or absolute where the member is long."""
    (c, s), length = link.axis, link.length
    _turn_axes(beyond, c, s)
    stiffness = stiffness * link.units.reshape(4, 4, *(1,) * (square.ndim - 1), -1)
    block = beyond[1:, 1:] + stiffness[2:, 2:]
    beyond[:, 2] += length * beyond[:, 1]
    if np.any(long):
        beyond[:, 1:] *= ~long
    coupling = beyond[1:].copy()
    coupling[:, 1:] += stiffness[2:, :2]
    beyond[2] += length * beyond[1]
    if np.any(long):
        beyond[1:] *= ~long
    beyond[1:, 1:] += stiffness[:2, :2]
    beyond[0, 0] -= square * link.mass
    (first, off), second = block[0], block[1, 1]
    determinant = first * second - off**2
    pivots.pair(determinant, first)
    bend = np.array([second * coupling[0] - off * coupling[1], first * coupling[1] - off * coupling[0]]) / determinant
    beyond -= coupling[0][:, np.newaxis] * bend[0] + coupling[1][:, np.newaxis] * bend[1]
    _turn_axes(beyond, c, -s)
    return bend, np.asarray(-off / first)


def _eliminate_rotation(beyond: Array, stiffness: Array, pivots: _Pivots) -> Array:
    """Eliminate a joint's relative rotation; a soft spring's couple comes without subtraction."""
    pivot = stiffness + beyond[2, 2]
    pivots.single(pivot)
    turn = np.asarray(beyond[2] / pivot)
    beyond[:2, :2] -= beyond[:2, 2][:, np.newaxis] * turn[:2]
    beyond[2] = stiffness * turn
    beyond[:2, 2] = beyond[2, :2]
    return turn


def _eliminate_base(beyond: Array, arms: ArmNumbers, square: Array, pivots: _Pivots) -> Array | None:
    """Eliminate the base's freedoms; return its motion where the last of them moves by one."""
    if arms.base_kind == "fixed":
        return None
    _move(beyond, *arms.base_offset)
    _add_inertia(beyond, arms.base_mass, square)
    if arms.base_kind == "guided":
        x, y = arms.base_direction
        pivots.single(x**2 * beyond[0, 0] + 2.0 * x * y * beyond[0, 1] + y**2 * beyond[1, 1])
        return np.array([x + 0.0 * square, y + 0.0 * square, np.zeros_like(square)])
    first = beyond[0, 1:] / beyond[0, 0]
    rest = beyond[1:, 1:] - beyond[0, 1:][:, np.newaxis] * first
    second = rest[0, 1] / rest[0, 0]
    for pivot in (beyond[0, 0], rest[0, 0], rest[1, 1] - rest[0, 1] * second):
        pivots.single(pivot)
    return np.array([first[0] * second - first[1], -second, np.ones_like(second)])
