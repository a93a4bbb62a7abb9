"""Rayleigh–Ritz on energy factors: the solver of every backend that has trial functions.

With strain energy ½|B q|² and kinetic energy ½|C q̇|², the rigid-body coordinates r are those without a strain
row; the others, e, have a triangular strain factor G. Eliminating r by conservation of momentum leaves
½|P C_e ė|², P the projection off C_r, and with c = G e the natural frequencies are the reciprocals of the largest
singular values of A = P C_e G⁻¹. Neither BᵀB nor CᵀC is ever formed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.displacements import Displacements, LinkShape, RigidShape
from flexarm.errors import TooFewModesError
from flexarm.factors import InertiaFactor, StrainFactor, inertia_factor
from flexarm.freedoms import loaded_tree, rigid_count
from flexarm.held_strain import HeldStrain, arm_strain, loaded_held_strain
from flexarm.link_functions import LinkFunctions
from flexarm.link_mass import LinkMass, with_link_mass
from flexarm.loaded_strain import EDGE, edge, signed_strain
from flexarm.mode_solver import RitzModes, Strain, solve_modes
from flexarm.modes import ModalModel, signs
from flexarm.round_off import digits
from flexarm.section_loads import SPREAD, SectionLoads, generalised_forces
from flexarm.spin import in_plane, shifted
from flexarm.tree import Tree
from flexarm.trial_layout import TrialLayout, trial_layout


@dataclass(frozen=True, eq=False)
class TrialShape:
    """How one link bends and stretches as a combination of its trial functions."""

    space: LinkFunctions  # the trial functions
    coefficients: Array  # shape (functions, modes)

    def __call__(self, x: Array, derivative: int, plane: int = 0) -> Array:
        """Return what `LinkShape` does, shape (modes, stations)."""
        return np.asarray((self.space.values(x, derivative, plane) @ self.coefficients).T)

    def rod(self, x: Array, derivative: int, number: int = 0) -> Array:
        """Return what `LinkShape.rod` does, shape (modes, stations)."""
        return np.asarray((self.space.rod_values(x, derivative, number) @ self.coefficients).T)

    def moments(self) -> Array:
        """Return what `LinkShape.moments` does, shape (4, modes)."""
        return np.asarray(self.space.moments() @ self.coefficients)


def ritz_modes(
    arm: Arm, spaces: Sequence[LinkFunctions | None], count: int, spec: str, link_mass: LinkMass = "spread"
) -> ModalModel:
    """Return the lowest modes of an arm whose links bend in given trial functions.

    Parameters
    ----------
    arm
        The arm.
    spaces
        A flexible link's trial functions, None for a rigid link; base to payload.
    count
        Number of non-zero natural frequencies wanted.
    spec
        The backend's specification, for the answer and for messages.
    link_mass
        Where the mass of flexible links is.

    Raises
    ------
    TooFewModesError
        If the trial functions carry fewer modes than asked for.
    """
    parts = with_link_mass(loaded_tree(arm), link_mass)
    plan = trial_layout(parts, spaces)
    inertia = inertia_factor(parts, plan, spaces)
    modes, strain = _modes(arm, parts, plan, spaces, inertia, count)
    if modes.frequencies < count:
        raise _too_few(arm, spaces, modes.frequencies, modes.unstable, count, spec, link_mass)
    kept = slice(modes.unstable, modes.unstable + count)
    q = np.zeros((plan.size, count))
    q[plan.elastic], q[plan.rigid] = modes.elastic[:, kept], modes.rigid[:, kept]
    omega = modes.rate[kept]
    left = None
    if isinstance(strain, StrainFactor):
        left = digits(arm, spaces, plan, strain, omega, q, modes.curved, link_mass)
    pulled = None
    if isinstance(strain, HeldStrain):
        moved = strain.columns(plan)
        forces = omega**2 * inertia.adjoint(moved, inertia.apply(moved, q[moved]))
        pulled = strain.pulls(modes.curved[:, kept], forces).T
    return _model(arm, parts, plan, spaces, omega, q, spec, left, modes.unstable, link_mass, pulled)


def _modes(
    arm: Arm,
    parts: Tree,
    plan: TrialLayout,
    spaces: Sequence[LinkFunctions | None],
    inertia: InertiaFactor,
    count: int,
) -> tuple[RitzModes, Strain]:
    """Return an arm's modes, and the factor of strain and static loads."""
    if parts.softening is None:
        strain = arm_strain(parts, plan, spaces)
        return solve_modes(plan, inertia, strain, count), strain
    runs = [(parts, inertia)]
    if arm.spatial and arm.spin_rate:
        inside = in_plane(parts, plan, spaces)
        runs = [(shifted(parts), inertia.of(inside)), (parts, inertia.of(~inside))]
    factors = [_signed(arm, own, plan, spaces) for own, _ in runs]
    found = [
        solve_modes(plan, moved, signed, count, float(own.softening or 0.0))
        for (own, moved), signed in zip(runs, factors, strict=True)
    ]
    modes = found[0] if len(found) == 1 else found[0].beside(found[1])
    if np.any(modes.rate**2 <= EDGE * arm.spin_rate**2):
        raise edge(arm)
    return modes, factors[0]


def _signed(arm: Arm, parts: Tree, plan: TrialLayout, spaces: Sequence[LinkFunctions | None]) -> Strain:
    return loaded_held_strain(arm, parts, plan, spaces) if parts.held else signed_strain(arm, parts, spaces)


def _loaded_modes(arm: Arm, parts: Tree, spaces: Sequence[LinkFunctions | None]) -> RitzModes:
    """Return an arm's modes under static loads: those that grow, and the first of the others."""
    plan = trial_layout(parts, spaces)
    return _modes(arm, parts, plan, spaces, inertia_factor(parts, plan, spaces), 1)[0]


def ritz_unstable(arm: Arm, spaces: Sequence[LinkFunctions | None]) -> int:
    """Return the number of modes in which an arm falls or buckles, its links bending in given trial functions."""
    parts = loaded_tree(arm)
    if parts.softening is None:
        return 0
    if parts.softening > 0.0:
        return _loaded_modes(arm, parts, spaces).unstable
    return int(_signed(arm, parts, trial_layout(parts, spaces), spaces).drivers.shape[1])


def ritz_growth_rates(arm: Arm, spaces: Sequence[LinkFunctions | None]) -> Array:
    """Return the growth rates of those modes, 1/s, descending."""
    parts = loaded_tree(arm)
    if parts.softening is None:
        return np.zeros(0)
    return _loaded_modes(arm, parts, spaces).growth_rates


def _too_few(
    arm: Arm,
    spaces: Sequence[LinkFunctions | None],
    available: int,
    unstable: int,
    count: int,
    spec: str,
    link_mass: LinkMass,
) -> TooFewModesError:
    within, way = (
        "",
        "ask for fewer"
        if available
        else "give a joint a stiffness, or bending stiffness to a link, and mass to what moves",
    )
    # Every trial function of a link has mass: where they are enough, round-off has lost what is missing.
    functions = sum(space.size for space in spaces if space is not None)
    if functions:
        within, way = " in these trial functions", "ask for fewer, or take more shapes or elements"
    if link_mass != "spread":
        within, way = " with its links' mass left out of them", "ask for fewer, or leave the links their mass"
    elif functions - unstable >= count:
        within, way = " left by round-off", "bring masses, lengths and stiffnesses nearer to one another"
    found = f"{available} natural frequenc{'y' if available == 1 else 'ies'}{within}"
    text = f"{spec}: {arm.title} has {found}, {count} were asked for; {way}"
    return TooFewModesError(text, available)


def ritz_statics(arm: Arm, spaces: Sequence[LinkFunctions | None], loads: SectionLoads, spec: str) -> Displacements:
    """Return an arm's static displacements in given trial functions, what nothing holds of base and joints held.

    Parameters
    ----------
    arm, spaces, spec
        As for `ritz_modes`.
    loads
        Patterns of load in equilibrium: those that would move the base or a free joint hold them at rest.
    """
    parts = tree(arm)
    plan = trial_layout(parts, spaces)
    still = [np.zeros((SPREAD[parts.components], plan.sections.size))] * len(spaces)
    forces = generalised_forces(loads, parts, plan.sections.rows, still) @ plan.to_sections
    for k, (space, own) in enumerate(zip(spaces, plan.links, strict=True)):
        if space is not None:
            forces[:, own] += loads.spread[:, k] @ space.moments()
    strain, q, pulled = arm_strain(parts, plan, spaces), np.zeros((plan.size, len(forces))), None
    if isinstance(strain, HeldStrain):
        moved = strain.columns(plan)
        q[moved], pulls = strain.at_rest(forces.T[moved], loads.held.T)
        pulled = pulls.T
    else:
        q[plan.elastic] = strain.solve(strain.solve_transposed(forces.T[plan.elastic]))
    return _displacements(arm, plan, spaces, q, spec, pulled)


def _displacements(
    arm: Arm, plan: TrialLayout, spaces: Sequence[LinkFunctions | None], q: Array, spec: str, pulled: Array | None
) -> Displacements:
    rows, shapes = plan.rows_of(q), _shapes(plan, spaces, q)
    return Displacements(arm, spec, rows.base.T, rows.joint_motion, shapes, support_force=pulled)


def _shapes(plan: TrialLayout, spaces: Sequence[LinkFunctions | None], q: Array) -> tuple[LinkShape, ...]:
    rigid = RigidShape(q.shape[1], SPREAD[len(plan.sections.rows.base)])
    pairs = zip(spaces, plan.links, strict=True)
    return tuple(rigid if space is None else TrialShape(space, q[own]) for space, own in pairs)


def _model(
    arm: Arm,
    parts: Tree,
    plan: TrialLayout,
    spaces: Sequence[LinkFunctions | None],
    omega: Array,
    q: Array,
    spec: str,
    left: Array | None,
    unstable: int,
    link_mass: LinkMass,
    pulled: Array | None,
) -> ModalModel:
    sign = signs(parts, plan.rows_of(q), _shapes(plan, spaces, q))
    pulled = None if pulled is None else sign[:, np.newaxis] * pulled
    displacements = _displacements(arm, plan, spaces, q * sign, spec, pulled)
    return ModalModel(
        arm,
        spec,
        displacements.base_motion,
        displacements.joint_motion,
        displacements.shapes,
        rigid_count(arm),
        omega,
        plan.size,
        digits=left,
        unstable=unstable,
        link_mass=link_mass,
        support_force=displacements.support_force,
    )
