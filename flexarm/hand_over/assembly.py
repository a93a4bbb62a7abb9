"""Mass and stiffness of a discretised arm formed from its energy factors, M = CᵀC and K = BᵀB, entry by entry."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.factors import InertiaFactor, StrainFactor, inertia_factor
from flexarm.followers import followers
from flexarm.forced_response.outputs import MOTIONS
from flexarm.held_strain import HeldStrain, arm_strain, held_forms
from flexarm.joint_freedoms import relative_motions
from flexarm.kinematics import link_motions
from flexarm.link_mass import LinkMass, with_link_mass
from flexarm.modes import ModalModel
from flexarm.ritz import TrialShape
from flexarm.tree import Tree
from flexarm.trial_layout import TrialLayout, trial_layout
from flexarm.unknowns import LinkUnknowns


@dataclass(frozen=True, eq=False)
class Assembly:
    """An arm's mass and stiffness in coordinates of given names and units, and what these are in the tips' motions.

    Translation and rotation of every link's tip, link by link, (3 links, coordinates), or in space (6 links, …); and
    what unit forces and couples there make of them, what nothing holds of base and joints held, (3 links, 3 links), or
    (6 links, 6 links). Of the layout's coordinates, whose units have `sizes` in those handed over, rigid supports leave
    those that are `kept`.
    """

    parts: Tree
    plan: TrialLayout
    coordinates: tuple[str, ...]
    units: tuple[str, ...]
    sizes: Array
    kept: NDArray[np.intp]
    mass: sparse.csr_array
    stiffness: sparse.csr_array
    tips: sparse.csr_array
    flexibility: Array

    def modes(self, model: ModalModel) -> Array:
        """Return modes in the same trial functions as coordinates, one a column."""
        q, parts, plan = np.zeros((self.plan.size, model.modes)), self.parts, self.plan
        if parts.base_kind == "free":
            q[: parts.components] = model.base_motion.T
        elif parts.base_kind == "guided":
            q[0] = model.base_motion[:, : len(parts.base_direction)] @ parts.base_direction
        for k, (joint, own, shape) in enumerate(zip(plan.joints, plan.links, model.shapes, strict=True)):
            q[joint] = model.joint_motion[:, k, : joint.stop - joint.start].T
            if isinstance(shape, TrialShape):
                q[own] = shape.coefficients
        return np.asarray(q / self.sizes[:, np.newaxis])[self.kept]


def assembly(arm: Arm, unknowns: Sequence[LinkUnknowns | None], link_mass: LinkMass) -> Assembly:
    """Return mass and stiffness of an arm in links' trial functions, None for a rigid link, base to payload."""
    parts, spaces = with_link_mass(tree(arm), link_mass), [None if link is None else link.space for link in unknowns]
    plan = trial_layout(parts, spaces)
    names, units, sizes = _coordinates(arm, parts, plan, unknowns)
    kept, scale = _left(parts, plan, sizes)
    strain, tips = arm_strain(parts, plan, spaces), _tips(parts, plan)
    mass = _symmetric(sparse.csr_array(scale.T @ _mass(plan, inertia_factor(parts, plan, spaces)) @ scale))
    stiffness = _symmetric(sparse.csr_array(scale.T @ _stiffness(parts, plan, strain) @ scale))
    # With K = GᵀG of the coordinates that G is a factor in, T K⁻¹ Tᵀ of what they do at the tips.
    stresses = strain.solve_transposed(tips[:, strain.columns(plan)].T.toarray())
    flexibility = np.asarray(stresses.T @ stresses)
    names, units = (tuple(np.array(told)[kept].tolist()) for told in (names, units))
    moved = sparse.csr_array(tips @ scale)
    return Assembly(parts, plan, names, units, sizes, kept, mass, stiffness, moved, flexibility)


def _left(parts: Tree, plan: TrialLayout, sizes: Array) -> tuple[NDArray[np.intp], sparse.csr_array]:
    """Return which coordinates rigid supports leave, and all, in the layout's units, of these, (coordinates, kept).

    Each motion held takes the coordinate that it has most of, in the units that are handed over.
    """
    rigid = [one.stiffness is None for one in parts.held]
    if not any(rigid):
        return np.arange(plan.size), sparse.csr_array(sparse.diags_array(sizes))
    kept, taken, follow = followers(held_forms(parts, plan)[rigid] * sizes)
    places = sparse.eye_array(plan.size, format="csr")
    whole = places[:, kept] + places[:, taken] @ sparse.csr_array(follow)
    return kept, sparse.csr_array(sparse.diags_array(sizes) @ whole)


def _coordinates(
    arm: Arm, parts: Tree, plan: TrialLayout, unknowns: Sequence[LinkUnknowns | None]
) -> tuple[tuple[str, ...], tuple[str, ...], Array]:
    """Return names and units of the coordinates that are handed over, and their sizes in those of the layout."""
    told, sizes = _base(parts), np.ones(plan.size)
    for k, (joint, own, link) in enumerate(zip(plan.joints, plan.links, unknowns, strict=True), 1):
        told += [one[:2] for one in relative_motions(k, arm.links[k - 1].joint)[: joint.stop - joint.start]]
        if link is not None:
            told += [(f"link{k}_{name}", unit) for name, unit in zip(link.names, link.units, strict=True)]
            sizes[own] = link.sizes
    names, units = zip(*told, strict=True)
    return names, units, sizes


def _base(parts: Tree) -> list[tuple[str, str]]:
    """Return names and units of what the base can do."""
    if parts.base_kind == "guided":
        return [("base_travel", "m")]
    return [(f"base_{name}", unit) for name, _, unit in MOTIONS[parts.components][: parts.base_freedoms]]


def _mass(plan: TrialLayout, inertia: InertiaFactor) -> sparse.csr_array:
    """Return CᵀC: of sections, of links' own coordinates, and between the two."""
    sections = inertia.lumped.T @ inertia.lumped
    own = sparse.csr_array((plan.size, plan.size))
    between = sparse.csr_array((inertia.to_sections.shape[0], plan.size))
    for link in inertia.spread:
        place = _place(link.own, plan.size)
        samples = sparse.csr_array(link.samples)
        sections = sections + link.rigid.T @ link.rigid
        between = between + sparse.csr_array(link.rigid.T @ (link.directions.T @ samples)) @ place
        own = own + place.T @ (samples.T @ samples) @ place
    mixed = inertia.to_sections.T @ between
    return sparse.csr_array(
        inertia.to_sections.T @ sparse.csr_array(sections) @ inertia.to_sections + mixed + mixed.T + own
    )


def _stiffness(parts: Tree, plan: TrialLayout, strain: StrainFactor | HeldStrain) -> sparse.csr_array:
    """Return BᵀB, block by block, and of supports' springs."""
    stiffness = sparse.csr_array((plan.size, plan.size))
    for one, form in zip(parts.held, held_forms(parts, plan), strict=True):
        if one.stiffness is not None:
            row = sparse.csr_array(np.sqrt(one.stiffness) * form[np.newaxis])
            stiffness = stiffness + row.T @ row
    alone = strain.alone if isinstance(strain, HeldStrain) else strain
    assert isinstance(alone, StrainFactor), "an arm without static loads"
    for block in alone.blocks:
        rows = sparse.csr_array(block.rows) @ sparse.eye_array(plan.size, format="csr")[plan.elastic[block.part]]
        stiffness = stiffness + rows.T @ rows
    return sparse.csr_array(stiffness)


def _symmetric(matrix: sparse.csr_array) -> sparse.csr_array:
    """Return a matrix that is symmetric to round-off made exactly so."""
    symmetric = sparse.csr_array(0.5 * (matrix + matrix.T))
    if not np.all(np.isfinite(symmetric.data)):
        raise ArithmeticError("matrices that overflow")
    return symmetric


def _place(own: slice, size: int) -> sparse.csr_array:
    return sparse.csr_array(sparse.eye_array(size, format="csr")[own])


def _tips(parts: Tree, plan: TrialLayout) -> sparse.csr_array:
    motions = link_motions(parts, plan.sections.rows)
    return sparse.csr_array(sparse.csr_array(np.vstack([motion.tip.array for motion in motions])) @ plan.to_sections)
