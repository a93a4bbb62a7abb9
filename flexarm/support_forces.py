"""The forces by which supports hold an arm at rest under its weight, in the plane: the force method, in any arithmetic.

The arm alone, on its base and its joints' springs, is statically determinate: a unit force on what is held, and the
weight, each make moments m(s) in links and M in joints by equilibrium alone. With forces f of the supports on the
arm, springs' K, and what free joints and the base must bear none of, E,

    Σ_j (∫ m_i m_j/EI ds + Σ M_i M_j/k + δ_ij/K_i) f_j + Σ_r E_ir a_r = −∫ m_i m_0/EI ds − Σ M_i M_0/k,    Eᵀf = −E_0.

Links keep their length, so that weights along a straight arm bend nothing: in space, where no others act, f is none.
What supports hold already, because links keep their length, bears a part all the same: forces f that bend nothing pull
links by n, and of all that are in equilibrium those are at rest that strain the links least, ∫ (N + Σ f n) n ds/EA = 0;
between links of one section their axial rigidity EA does not matter.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.balanced import balanced_solution, independent_rows
from flexarm.frames import carried_back, turned
from flexarm.tree import RODS, Held, Tree


class Borne(NamedTuple):
    """What an arm alone bears under a load: forces on links' tips, in their axes, on freedoms of joints and base."""

    tips: tuple[Array, ...]
    joints: tuple[Array, ...]
    base: Array
    across: tuple[Any, ...]  # weight per length across each flexible link, N/m


def support_forces(parts: Tree) -> Array:
    """Return the forces, N, or couples, N m, of supports on an arm under its weight, as `Tree.held` has them."""
    count, none = len(parts.held), 0 * parts.gravity
    still = np.array([none[0]] * count)
    if parts.components == 6 or not count or not np.any(parts.gravity):
        return still
    units, weight = [_unit(parts, one) for one in parts.held], _borne(parts, _weights(parts), parts.gravity)
    bearing = [_unborne(parts, one) for one in units]
    some = independent_rows(np.array(bearing).T)
    border = np.array([[_work(parts, one, other) for other in units] for one in units])
    for k, one in enumerate(parts.held):
        border[k, k] = border[k, k] + (none[0] if one.stiffness is None else 1 / one.stiffness)
    gap = np.array([_work(parts, one, weight) for one in units])
    edge = np.array(bearing)[:, some]
    corner = np.array([none[0]] * len(some) ** 2).reshape(len(some), len(some))
    right = np.concatenate([-gap, -_unborne(parts, weight)[some]])
    return balanced_solution(np.block([[border, edge], [edge.T, corner]]), right[:, np.newaxis])[:count, 0]


def _unit(parts: Tree, held: Held) -> Borne:
    none = np.array([0 * parts.gravity[0]] * parts.components)
    forces = [none] * len(parts.sections)
    for k, along in held.ends:
        forces[k] = forces[k] + along
    return _borne(parts, forces, 0 * parts.gravity)


def _weights(parts: Tree) -> list[Array]:
    none = np.array([0 * parts.gravity[0]] * parts.components)
    turning = none[len(parts.gravity) :]
    return [
        sum((carried_back(np.concatenate([b.mass * parts.gravity, turning]), b.lever) for b in section.bodies), none)
        for section in parts.sections
    ]


def _borne(parts: Tree, forces: Sequence[Array], gravity: Array) -> Borne:
    borne, tips, joints, across = list(forces), [], [], []
    turning = np.array([0 * gravity[0]] * (parts.components - len(gravity)))
    for link in reversed(parts.links):
        tip, beam = borne[link.tip], parts.beam_of(link)
        at_root = carried_back(tip, link.length * link.axis)
        spread = np.concatenate([0 * gravity, turning])
        if beam is not None:
            spread = np.concatenate([beam.mass * gravity, turning])
            at_root = at_root + carried_back(spread, link.length / 2 * link.axis)
        tips.append(turned(tip, link.axes))
        across.append(turned(spread, link.axes)[1] / link.length)
        borne[link.root] = borne[link.root] + at_root
        joints.append(parts.on_freedoms(link.root, borne[link.root]))
        section = parts.sections[link.root]
        borne[section.parent] = borne[section.parent] + carried_back(borne[link.root], section.lever)
    base = parts.on_freedoms(0, borne[0])
    return Borne(tuple(tips[::-1]), tuple(joints[::-1]), base, tuple(across[::-1]))


def _unborne(parts: Tree, borne: Borne) -> Array:
    """Return what free joints and the base would have to bear, and do not, shape (rigid-body coordinates,)."""
    joints = [force for link, own in zip(parts.links, borne.joints, strict=True) for force in _free(link.held, own)]
    return np.array([*borne.base, *joints])


def _free(held: Sequence[bool], own: Array) -> list[Any]:
    return [force for one, force in zip(held, own, strict=True) if not one]


def _work(parts: Tree, one: Borne, other: Borne) -> Any:
    """Return the work of what one load makes an arm in the plane bear in what another bends it by, J."""
    total: Any = 0 * parts.gravity[0]
    for k, link in enumerate(parts.links):
        beam = parts.beam_of(link)
        if beam is not None:
            pairs = [(i + j + 1, a * b) for i, a in enumerate(_moment(one, k)) for j, b in enumerate(_moment(other, k))]
            powers = [product * link.length**power / power for power, product in pairs]
            total = total + sum(powers) / beam.rigidity
        for held, a, b, spring in zip(link.held, one.joints[k], other.joints[k], parts.springs_of(link), strict=True):
            total = total + (a * b / spring if held else 0)
    return total


def _moment(borne: Borne, k: int) -> tuple[Any, Any, Any]:
    """Return a link's bending moment, coefficients of powers of the distance from its tip."""
    _, force, couple = borne.tips[k]
    return couple, force, borne.across[k] / 2


class SelfStress(NamedTuple):
    """Forces of supports that bend nothing and are in equilibrium: as many as motions are held already.

    `forces` are those on what is held, and what is held already, shape (states, held); `pulls` the tensions of links.
    """

    forces: Array
    pulls: Array

    def strained_least(
        self, parts: Tree, pulled: Array, stretch: Array | None = None
    ) -> tuple[NDArray[np.intp], Array]:
        """Return independent states, and how many of each strain links least that others pull by ∫ N ds, N m.

        Links stretch alike, or by numbers of their own, shape (links,).
        """
        flexible = np.array([link.flexible for link in parts.links])
        some = independent_rows(self.pulls[:, flexible])
        own, alike = self.pulls[some][:, flexible], np.array([1] * len(flexible))
        give = (alike if stretch is None else stretch)[flexible]
        lengths = give * np.array([link.length for link in parts.links])[flexible]
        right = -own @ (give * pulled[flexible])
        return some, balanced_solution((own * lengths) @ own.T, right[:, np.newaxis])[:, 0]


def self_stress(parts: Tree) -> SelfStress:
    """Return the forces by which supports that hold rigidly can pull at links without bending them."""
    rigid = [k for k, one in enumerate(parts.held) if one.stiffness is None]
    units = [_unit(parts, parts.held[k]) for k in rigid]
    bending = np.array([_bent(parts, one) for one in units])
    forces, pulls = [], []
    for number, one in enumerate(parts.held_already):
        load, own = _unit(parts, one), np.array([0 * parts.gravity[0]] * (len(parts.held) + len(parts.held_already)))
        own[len(parts.held) + number], pulled = 1, _pulls(load)
        if rigid:
            some = independent_rows(bending.T)
            shares = balanced_solution(bending[:, some].T, _bent(parts, load)[some][:, np.newaxis])[:, 0]
            own[rigid] = -shares
            pulled = pulled - shares @ np.array([_pulls(unit) for unit in units])
        forces.append(own)
        pulls.append(pulled)
    return SelfStress(np.array(forces), np.array(pulls))


def _bent(parts: Tree, borne: Borne) -> Array:
    """Return what bends links under a load, or moves joints and base."""
    parted = [borne.base, *borne.joints]
    for link, tip in zip(parts.links, borne.tips, strict=True):
        beam = parts.beam_of(link)
        if beam is not None:
            rigid = [place for place, rod in zip(RODS[len(tip)], beam.rods, strict=True) if rod.rigidity is None]
            parted.append(np.delete(tip, rigid))
    return np.concatenate(parted)


def _pulls(borne: Borne) -> Array:
    return np.array([tip[0] for tip in borne.tips])


def shared_forces(parts: Tree, pulled: Array) -> Array:
    """Return the forces on what is held, and what is held already, beside others that pull links by ∫ N ds, N m."""
    states = self_stress(parts)
    some, sizes = states.strained_least(parts, pulled)
    return np.asarray(sizes @ states.forces[some])
