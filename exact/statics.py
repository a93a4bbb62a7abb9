"""Static deflection of a tree of links in closed form: statically determinate, equilibrium alone gives every moment.

On supports it is not: their reactions λ are found first (force method). With the flexibility F of the tree alone, its
base and free joints held, unit forces B on what is held, springs' K, and motions R of base and free joints that the
supports resist, with motions s imposed on what is held u = F (f − Bλ) + R a, Bᵀu = s + K⁻¹λ and Rᵀ(f − Bλ) = 0:

    (K⁻¹ + BᵀFB) λ − BᵀR a = BᵀF f − s,    RᵀB λ = Rᵀf.
"""

from dataclasses import dataclass

import numpy as np
from numpy.polynomial import polynomial

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.balanced import balanced_solution
from flexarm.displacements import Displacements, LinkShape, RigidShape
from flexarm.frames import carried_back, turned, turned_back
from flexarm.holding import rigid_left
from flexarm.kinematics import Rows, section_motions
from flexarm.layout import layout, rigid_coordinates
from flexarm.section_loads import SPREAD, SectionLoads, areas, generalised_forces, held_loads
from flexarm.tree import PLANES, RODS, Beam, Bending, Rod, Tree


@dataclass(frozen=True, eq=False)
class PolynomialShape:
    """What a link does under forces, polynomials: deflections of bending and of shear, plane by plane; and as rods.

    Coefficients are of the powers of x/L from 0 on, m or rad, shape (6, 4 or 3, displacements).
    """

    length: float  # the link's length, m
    bending: tuple[Array, ...]
    shear: tuple[Array, ...]
    rods: tuple[Array, ...]

    def __call__(self, x: Array, derivative: int, plane: int = 0) -> Array:
        """Return what `LinkShape` does, shape (displacements, stations)."""
        bent = self._derivative(self.bending[plane], x, derivative)
        return bent if derivative else bent + self._derivative(self.shear[plane], x, 0)

    def rod(self, x: Array, derivative: int, number: int = 0) -> Array:
        """Return what `LinkShape.rod` does, shape (displacements, stations)."""
        return self._derivative(self.rods[number], x, derivative)

    def moments(self) -> Array:
        """Return what `LinkShape.moments` does, shape (4 or 8, displacements)."""
        powers = np.arange(len(self.bending[0]))
        even, rising = (self.length ** (k + 1) / (powers + k + 1.0) for k in (0, 1))
        stretch, *twist = (even[: len(rod)] @ rod for rod in self.rods)
        rows = [stretch]
        for bending, shear in zip(self.bending, self.shear, strict=True):
            deflection = bending.copy()
            deflection[: len(shear)] += shear
            rows += [even @ deflection, rising @ deflection, np.sum(bending, axis=0)]
        return np.stack(rows + twist)

    def _derivative(self, coefficients: Array, x: Array, order: int) -> Array:
        taken = polynomial.polyder(coefficients, order)
        return np.asarray(polynomial.polyval(x / self.length, taken) / self.length**order)


def static_displacements(arm: Arm, loads: SectionLoads, spec: str) -> Displacements:
    """Return an arm's static displacements, what nothing holds of its base and its joints held.

    Loads are in equilibrium: those that would move the base or a free joint hold them at rest.
    """
    parts = tree(arm)
    if not parts.held:
        return _determinate(arm, parts, loads, spec)
    forces, moved = _reactions(arm, parts, loads, spec)
    bent = _determinate(arm, parts, loads + held_loads(parts, parts.held).mixed(-forces.T), spec)
    joints = bent.joint_motion + moved.joint_motion
    return Displacements(arm, spec, moved.base.T, joints, bent.shapes, support_force=forces.T)


def _reactions(arm: Arm, parts: Tree, loads: SectionLoads, spec: str) -> tuple[Array, Rows]:
    """Return the arm's forces on what holds it, shape (held, patterns), and how base and free joints move."""
    plan, (_, resisted) = layout(parts, [rigid_coordinates(parts.components)] * len(parts.links)), rigid_left(parts)
    coordinates = np.zeros((plan.size, resisted.shape[1]))
    coordinates[plan.rigid] = resisted
    rigid = plan.rows.mixed(coordinates)
    still = [np.zeros((SPREAD[parts.components], resisted.shape[1]))] * len(parts.links)
    pushed = generalised_forces(loads, parts, rigid, still).T

    def held(rows: Rows) -> Array:
        """Return what displacements do to what is held, shape (held, displacements)."""
        motions = [motion.array for motion in section_motions(parts, rows)]
        return np.array([one.of(motions) for one in parts.held])

    given = [0.0 if one.stiffness is None else 1.0 / float(one.stiffness) for one in parts.held]
    border = np.diag(given) + held(_determinate(arm, parts, held_loads(parts, parts.held), spec).rows)
    gap = held(_determinate(arm, parts, loads, spec).rows) - loads.held.T
    moved, none = held(rigid), np.zeros((len(pushed),) * 2)
    solved = balanced_solution(np.block([[border, -moved], [-moved.T, none]]), np.concatenate([gap, -pushed]))
    return solved[: len(given)], rigid.mixed(solved[len(given) :])


def _determinate(arm: Arm, parts: Tree, loads: SectionLoads, spec: str) -> Displacements:
    """Return static displacements with base and free joints held, and no supports."""
    patterns, links = loads.joints.shape[:2]
    size, joints = parts.components, np.zeros((patterns, links, parts.joint_freedoms))
    shapes: list[LinkShape] = [RigidShape(patterns, SPREAD[size])] * links
    borne = [np.zeros((patterns, size)) for _ in parts.sections]  # what the links beyond exert on each section
    for k in reversed(range(links)):
        link, spread = parts.links[k], loads.spread[:, k].T
        tip, beam = turned((borne[link.tip] + loads.tips[:, k]).T, link.axes), parts.beam_of(link)
        if beam is not None:
            shapes[k] = _shape(beam, tip, spread)
        at_root = carried_back(turned_back(tip, link.axes), link.length * link.axis)
        at_root = at_root + turned_back(areas(float(link.length), size).T @ spread, link.axes)
        section = parts.sections[link.root]
        at_root = at_root.T + borne[link.root] + loads.roots[:, k]
        for number, (held, push) in enumerate(zip(link.held, parts.on_freedoms(link.root, at_root.T), strict=True)):
            if held:
                joints[:, k, number] = (push + loads.joints[:, k, number]) / parts.springs_of(link)[number]
        borne[section.parent] = borne[section.parent] + carried_back(at_root.T, section.lever).T
    return Displacements(arm, spec, np.zeros((patterns, size)), joints, tuple(shapes))


def _shape(link: Beam, tip: Array, spread: Array) -> PolynomialShape:
    """Return what a link does under forces and couples on its tip, in its axes, and loads spread over it."""
    length, size = float(link.length), len(tip)
    bent = []
    for plane, ((across, turn, sign), bending) in enumerate(zip(PLANES[size], link.bendings, strict=True)):
        loads = spread[1 + 3 * plane : 4 + 3 * plane]
        bent.append(_bending(bending, length, tip[across], sign * tip[turn], loads))
    rods = [
        _rod(rod, length, tip[place], spread[0 if number == 0 else -1])
        for number, (place, rod) in enumerate(zip(RODS[size], link.rods, strict=True))
    ]
    return PolynomialShape(length, tuple(one for one, _ in bent), tuple(one for _, one in bent), tuple(rods))


def _bending(bending: Bending, length: float, across: Array, couple: Array, loads: Array) -> tuple[Array, Array]:
    """Return deflections of bending and of shear under a force F and a couple C on the tip, and p₀ + p₁ x across, c.

    EI φ′ = C + (F + c)(L − x) + p₀ (L − x)²/2 + p₁ (L³/3 − L²x/2 + x³/6) and γ = (F + p₀ (L − x) + p₁ (L² − x²)/2)/S,
    with the shear rigidity S.
    """
    even, rising = loads[0] * length**2, loads[1] * length**3
    force = (across + loads[2]) * length
    moment = np.stack(
        [
            couple + force + even / 2.0 + rising / 3.0,
            -force - even - rising / 2.0,
            even / 2.0,
            rising / 6.0,
        ]
    )
    bent = polynomial.polyint(moment * length**2 / bending.rigidity, 2)
    sheared = np.stack([across * length + even + rising / 2.0, -even, -rising / 2.0]) * bending.shear_flexibility
    return np.asarray(bent), np.asarray(polynomial.polyint(sheared))


def _rod(rod: Rod, length: float, pull: Array, spread: Array) -> Array:
    """Return the displacement along or about a link under a load A on its tip and a along it: EA u′ = A + a (L − x)."""
    even = spread * length
    slope = np.stack([pull + even, -even]) * (0.0 if rod.rigidity is None else length / rod.rigidity)
    return np.asarray(polynomial.polyint(slope))
