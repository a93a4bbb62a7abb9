"""How many digits of a discretised arm's frequencies round-off can have left: measured, mode by mode.

Rayleigh's quotient of a mode is stationary there: errors of the mode enter it squared. Evaluated once more, from the
arm's own numbers in extended precision, it is the frequency without round-off to first order, and its difference from
the frequency found is the round-off of the latter. What the trial functions are is taken for given, to float64's
digits; discretisation errors are none of it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse

from flexarm.arithmetic import Arithmetic, direction, reduced_angle, unit
from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.factors import InertiaFactor, StrainFactor, inertia_factor
from flexarm.link_functions import LinkFunctions
from flexarm.link_mass import LinkMass, with_link_mass
from flexarm.singular import complement
from flexarm.tree import Tree
from flexarm.trial_layout import TrialLayout

# Of the same size as float64's on some machines: two evaluations in different orders are then compared.
_Long = np.longdouble
# No answer is better than its last digit; the few operations on the last numbers cost as many units of it.
LAST = 4.0 * np.finfo(float).eps


def digits(
    arm: Arm,
    spaces: Sequence[LinkFunctions | None],
    plan: TrialLayout,
    strain: StrainFactor,
    omega: Array,
    q: Array,
    curved: Array,
    link_mass: LinkMass = "spread",
) -> Array:
    """Return how many decimal digits of each natural frequency round-off can have left, shape (modes,).

    From 0 to 15. On the studies of the tests they are at most one more than there are, and at most one fewer where
    there are fewer than 15.
    """
    parts = with_link_mass(tree(arm, Arithmetic(_Long, _Long, _angle, _direction, unit)), link_mass)
    plan = plan.in_numbers_of(parts, spaces)
    finer: Any = q.astype(_Long)
    for block in strain.blocks:
        # The rounding of fine elements' deflections makes as much curvature as it is large beside the elements' size.
        if sparse.issparse(block.rows):
            own = plan.elastic[block.part]
            left = curved[block.part] - block.rows @ finer[own]
            finer[own] += block.solve(left.astype(float))
    energy = _strain_energy(parts, plan, spaces, finer)
    moving = _momentum(plan, inertia_factor(parts, plan, spaces), finer)
    quotient = np.sqrt(energy / np.sum(moving**2, axis=0))
    error = np.abs(omega / quotient - 1.0).astype(float)
    return np.asarray(np.maximum(-np.log10(error + LAST), 0.0))


def _strain_energy(parts: Tree, plan: TrialLayout, spaces: Sequence[LinkFunctions | None], q: Array) -> Array:
    """Return twice the strain energy of displacements, J, shape (k,)."""
    energy: Any = np.zeros(q.shape[1], dtype=_Long)
    for link, joint, own, space in zip(parts.links, plan.rows_of(q).joints, plan.links, spaces, strict=True):
        energy += np.sum(parts.springs_of(link)[:, np.newaxis] * joint**2, axis=0)
        beam = parts.beam_of(link)
        if beam is not None and space is not None:
            for part, stiffness, strain in space.strains(beam):
                energy += stiffness * np.sum(np.asarray(strain @ q[own][part]) ** 2, axis=0)
    return np.asarray(energy)


def _momentum(plan: TrialLayout, inertia: InertiaFactor, q: Array) -> Array:
    """Return the rows C q, the rigid-body coordinates so changed that these carry no momentum."""
    columns, moved = inertia.rigid_columns(plan.rigid), slice(inertia.rigid_rows)
    _, coordinates = complement(columns.astype(float))
    rows = inertia.apply(np.arange(plan.size), q)
    # A correction is as good as float64, relative to what it corrects: two leave nothing.
    for _ in range(2):
        rows[moved] -= columns @ coordinates(rows[moved].astype(float))
    return rows


def _angle(degrees: float) -> Any:
    return _Long(reduced_angle(degrees))


def _direction(degrees: Array) -> tuple[Array, Array]:
    return direction(degrees.astype(float))
