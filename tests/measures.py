"""Mass and strain inner products of modes, by a quadrature of their own, from the arm's description.

Nothing of the product is used beyond what a modal model answers: composite Gauss panels from numpy, and the parts of
the arm.
"""

import numpy as np

from flexarm.arm import Arm
from flexarm.links import Link, RigidLink
from flexarm.modes import ModalModel


def stations(length: float, panels: int, points: int = 12) -> tuple[np.ndarray, np.ndarray]:
    """Return composite Gauss nodes, m, and weights, m, on a link."""
    nodes, weights = np.polynomial.legendre.leggauss(points)
    width = length / panels
    x = (np.arange(panels)[:, np.newaxis] + 0.5 * (nodes + 1.0)) * width
    return x.ravel(), np.tile(0.5 * width * weights, panels)


def body_parts(arm: Arm) -> dict[str, tuple[float, float]]:
    """Return mass and moment of inertia of every rigid body by the name that a modal model gives it."""
    found = {} if arm.base.kind == "fixed" else {"base": (arm.base.mass, arm.base.inertia)}
    for k, link in enumerate(arm.links, 1):
        if isinstance(link, RigidLink):
            uniform = link.mass * link.length**2 / 12.0
            found[f"link{k}"] = (link.mass, uniform if link.inertia is None else link.inertia)
        if link.tip is not None:
            found[f"link{k}.tip"] = (link.tip.mass, link.tip.inertia)
    if arm.payload is not None:
        found["payload"] = (arm.payload.mass, arm.payload.inertia)
    return found


def mass_products(model: ModalModel, panels: int = 40) -> np.ndarray:
    """Return the modes' mass inner products, kg, shape (modes, modes)."""
    factors = []
    for k, link in enumerate(model.arm.links, 1):
        if isinstance(link, Link):
            x, weights = stations(link.length, panels)
            root = np.sqrt(link.mass_per_length * weights)
            factors += [moved * root for moved in np.moveaxis(model.translation(k, x), 1, 0)]
        turn = model.link_motions[k - 1].root.rotation
        factors += [np.sqrt(link.joint.hub_inertia) * turn[:, np.newaxis]]
        factors += [np.sqrt(link.joint.gear_inertia) * model.joint_rotation[:, k - 1 : k]]
    parts = body_parts(model.arm)
    assert list(parts) == list(model.body_motions)
    for name, (mass, inertia) in parts.items():
        motion = model.body_motions[name]
        factors += [np.sqrt(mass) * motion.translation.T, np.sqrt(inertia) * motion.rotation[:, np.newaxis]]
    whole = np.hstack(factors)
    return whole @ whole.T


def strain_products(model: ModalModel, panels: int = 40) -> np.ndarray:
    """Return the modes' strain inner products, N/m, shape (modes, modes)."""
    factors = []
    for k, link in enumerate(model.arm.links, 1):
        if isinstance(link, Link):
            x, weights = stations(link.length, panels)
            factors.append(model.bending_moment(k, x) * np.sqrt(weights / link.flexural_rigidity))
        factors.append(np.sqrt(link.joint.stiffness) * model.joint_rotation[:, k - 1 : k])
    whole = np.hstack(factors)
    return whole @ whole.T
