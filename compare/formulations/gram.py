"""Stiffness and mass matrices of an arm in assumed shapes: Gram matrices K = ∫ EI W″W″ and M = ∫ m (u + W)(u + W)."""

from collections.abc import Callable

import numpy as np

from flexarm.arm import Arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.kinematics import lumped_inertia, rotated, section_motions
from flexarm.layout import LinkCoordinates, layout, rigid_coordinates
from flexarm.quadrature import gauss
from flexarm.tree import LinkNumbers

# Derivatives by ξ = x/L at stations ξ, shape (stations, functions); deflection and slope vanish at the root.
Shapes = Callable[[Array, int], Array]


def gram_pencil(arm: Arm, shapes: Shapes, points: int) -> tuple[Array, Array]:
    """Return K and M in joint-relative coordinates, shape (coordinates, coordinates)."""
    parts = tree(arm)
    plan = layout(parts, [_coordinates(link, shapes) for link in parts.links])
    motions = section_motions(parts, plan.rows)
    inertia, forms = lumped_inertia(parts, plan.rows, motions)
    mass, stiffness = (forms.T * inertia) @ forms, np.zeros((plan.size, plan.size))
    nodes, weights = gauss(points)
    for link, joint, own in zip(parts.links, plan.rows.joints, plan.links, strict=True):
        stiffness += parts.spring_of(link) * joint.T @ joint
        beam, root = parts.beam_of(link), motions[link.root]
        if beam is not None:
            across, rotation = root.along(rotated(link.axis)), root.rotation
            deflection = across + np.outer(link.length * nodes, rotation)
            deflection[:, own] += shapes(nodes, 0)
            mass += beam.mass * (deflection.T * weights) @ deflection
            curvature = shapes(nodes, 2) / link.length**2
            stiffness[own, own] += beam.rigidity * link.length * (curvature.T * weights) @ curvature
    return stiffness, mass


def _coordinates(link: LinkNumbers, shapes: Shapes) -> LinkCoordinates:
    if not link.flexible:
        return rigid_coordinates(3)
    bent = [shapes(np.ones(1), order) / link.length**order for order in (0, 1)]
    return LinkCoordinates(np.concatenate([0.0 * bent[0], *bent]))


def powers(size: int) -> Shapes:
    """Return the monomials ξ², ξ³, … (Hufnagel 1989, equation 4.5)."""
    exponent = np.arange(2, size + 2)

    def shapes(xi: Array, derivative: int) -> Array:
        factor = np.prod([exponent - k for k in range(derivative)], axis=0)
        return np.asarray(factor * np.power.outer(xi, exponent - derivative))

    return shapes
