"""Stiffness and mass matrices of an arm in assumed shapes: Gram matrices K = ∫ EI W″W″ and M = ∫ m (u + W)(u + W)."""

from collections.abc import Callable

import numpy as np

from flexarm.arm import Arm
from flexarm.chain import Array, ChainLink, chain
from flexarm.kinematics import link_motions, lumped_inertia, rotated
from flexarm.layout import RIGID, LinkCoordinates, layout
from flexarm.quadrature import gauss

# Derivatives by ξ = x/L at stations ξ, shape (stations, functions); deflection and slope vanish at the root.
Shapes = Callable[[Array, int], Array]


def gram_pencil(arm: Arm, shapes: Shapes, points: int) -> tuple[Array, Array]:
    """Return K and M in joint-relative coordinates, shape (coordinates, coordinates).

    Parameters
    ----------
    arm
        The arm.
    shapes
        The same functions for all its flexible links.
    points
        Gauss points a link.
    """
    parts = chain(arm)
    plan = layout(parts, [_coordinates(link, shapes) for link in parts.links])
    motions = link_motions(parts, plan.rows)
    inertia, forms = lumped_inertia(parts, plan.rows, motions)
    mass, stiffness = (forms.T * inertia) @ forms, np.zeros((plan.size, plan.size))
    nodes, weights = gauss(points)
    for link, joint, own, motion in zip(parts.links, plan.rows.joints, plan.links, motions, strict=True):
        stiffness += link.stiffness * np.outer(joint, joint)
        if link.flexible:
            across, rotation = motion.root.along(rotated(link.axis)), motion.root.rotation
            deflection = across + np.outer(link.length * nodes, rotation)
            deflection[:, own] += shapes(nodes, 0)
            mass += link.mass_per_length * link.length * (deflection.T * weights) @ deflection
            curvature = shapes(nodes, 2) / link.length**2
            stiffness[own, own] += link.flexural_rigidity * link.length * (curvature.T * weights) @ curvature
    return stiffness, mass


def _coordinates(link: ChainLink, shapes: Shapes) -> LinkCoordinates:
    if not link.flexible:
        return RIGID
    return LinkCoordinates(np.concatenate([shapes(np.ones(1), order) / link.length**order for order in (0, 1)]))


def powers(size: int) -> Shapes:
    """Return the monomials ξ², ξ³, … (Hufnagel 1989, equation 4.5).

    Parameters
    ----------
    size
        Number of functions.
    """
    exponent = np.arange(2, size + 2)

    def shapes(xi: Array, derivative: int) -> Array:
        factor = np.prod([exponent - k for k in range(derivative)], axis=0)
        return np.asarray(factor * np.power.outer(xi, exponent - derivative))

    return shapes
