"""Rigid-body modes: known from the kinematics, never computed as small frequencies."""

import numpy as np
from scipy.linalg import solve_triangular

from flexarm.arm import Arm
from flexarm.displacements import Displacements, RigidShape
from flexarm.freedoms import loaded_tree
from flexarm.holding import rigid_left
from flexarm.link_mass import LinkMass, with_link_mass
from flexarm.rigid import rigid_factor
from flexarm.section_loads import SPREAD


def rigid_modes(arm: Arm, backend: str = "rigid", link_mass: LinkMass = "spread") -> Displacements:
    """Return an arm's rigid-body modes: of unit modal mass, and orthogonal in the mass inner product.

    Under static loads a free joint is a pendulum's pivot, where these are felt, and has none.
    """
    parts = with_link_mass(loaded_tree(arm), link_mass)
    factor, plan = rigid_factor(parts)
    left = rigid_left(parts)[0] if parts.held else np.eye(len(plan.rigid))
    factor, count = factor @ left, left.shape[1]
    scale = np.linalg.norm(factor, axis=0)
    upper = np.linalg.qr(factor / scale, mode="r")
    coordinates = np.zeros((plan.size, count))
    coordinates[plan.rigid] = left @ (solve_triangular(upper, np.eye(count)) / scale[:, np.newaxis])
    rows = plan.rows.mixed(coordinates)
    shapes = tuple(RigidShape(count, SPREAD[parts.components]) for _ in arm.links)
    pulled = np.zeros((count, len(parts.held))) if parts.held else None
    return Displacements(
        arm, backend, rows.base.T, rows.joint_motion, shapes, link_mass=link_mass, support_force=pulled
    )
