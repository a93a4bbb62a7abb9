"""What static loads add to an arm's stiffness: gravity, axial forces and a steady spin, to second order.

Absolute rotations ϑ of the sections add up in the plane, and links keep their length, so that a point beyond a section
comes nearer by ½ϑ² a unit length. Static loads then have the second-order potential energy (docs/gravity.md)

    V₂ = ½ Σ_links ∫ N(x) ϑ(x)² dx + ½ Σ_bodies (w · lever) ϑ²,    w the body's weight or centrifugal force,

with N the links' tension at rest. All pendulum terms are in it. A spin also takes Ω² off all translational inertia's
ω²: `Prestress.softening`.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from flexarm.chain import Array, Chain, ChainLink


@dataclass(frozen=True, eq=False)
class LinkPrestress:
    """What static loads do to one link.

    Parameters
    ----------
    tension
        Coefficients of the tension N(x) in powers of x from the root, N, N/m and N/m², shape (..., 3); zeros for a
        rigid link.
    root_turning
        Stiffness against the absolute rotation of the root section, N m/rad, shape (...): of a rigid link's whole
        tension, with its own weight.
    tip_turning
        Stiffness against the absolute rotation of the tip section, N m/rad, shape (...): of bodies there.
    """

    tension: Array
    root_turning: Array
    tip_turning: Array


@dataclass(frozen=True, eq=False)
class Prestress:
    """What static loads do to a chain.

    Parameters
    ----------
    links
        Link by link, base first.
    softening
        Ω², 1/s², shape (...): translations of masses have the inertia of ω² + Ω², rotations that of ω².
    """

    links: tuple[LinkPrestress, ...]
    softening: Array


def prestress(parts: Chain) -> Prestress | None:
    """Return what static loads add to a chain's stiffness; None where nothing acts.

    Parameters
    ----------
    parts
        The chain, its numbers in any arithmetic.
    """
    if not parts.loaded:
        return None
    softening = np.asarray(parts.spin_rate * parts.spin_rate)
    spots = _Spots(parts.gravity, softening)
    roots, place = [], 0 * parts.gravity
    for link in parts.links:
        roots.append(place)
        place = place + _times(link.length, link.axis)
    found, pull = [], 0 * parts.gravity
    for link, root in zip(reversed(parts.links), reversed(roots), strict=True):
        of_link, pull = spots.link(link, root, pull)
        found.append(of_link)
    return Prestress(tuple(reversed(found)), softening)


@dataclass(frozen=True)
class _Spots:
    """The static force on a unit mass at a place r from the first joint, m: g + Ω² r."""

    gravity: Array
    softening: Array

    def force(self, mass: Any, place: Array) -> Array:
        """Return the force, N, on a mass, kg, at a place."""
        return _times(mass, self.gravity + _times(self.softening, place))

    def link(self, link: ChainLink, root: Array, pull: Array) -> tuple[LinkPrestress, Array]:
        """Return a link's prestress and the force on all from its root on, from that on all beyond its tip."""
        tip = root + _times(link.length, link.axis)
        tip_turning = 0 * link.length
        for body in link.tip_bodies:
            force = self.force(body.mass, tip + body.lever)
            tip_turning, pull = tip_turning + _dot(force, body.lever), pull + force
        whole = _dot(pull, link.axis) + link.axial_force
        root_turning = 0 * link.length
        if not link.flexible:
            root_turning = whole * link.length
        for body in link.root_bodies:
            force = self.force(body.mass, root + body.lever)
            root_turning, pull = root_turning + _dot(force, body.lever), pull + force
        tension = self._tension(link, root, whole) if link.flexible else np.stack([0 * whole] * 3, axis=-1)
        if link.flexible:
            middle = root + _times(link.length / 2, link.axis)
            pull = pull + self.force(link.mass_per_length * link.length, middle)
        return LinkPrestress(tension, np.asarray(root_turning), np.asarray(tip_turning)), pull

    def _tension(self, link: ChainLink, root: Array, whole: Any) -> Array:
        """Return the coefficients of N(x) = N_tip + ∫_x^L m (g + Ω² (r_root + s axis)) · axis ds."""
        even = link.mass_per_length * _dot(self.gravity + _times(self.softening, root), link.axis)
        rising = link.mass_per_length * self.softening / 2
        at_root = whole + even * link.length + rising * link.length**2
        return np.stack(np.broadcast_arrays(at_root, -even, -rising), axis=-1)


def _times(number: Any, vector: Array) -> Array:
    return np.asarray(np.asarray(number)[..., np.newaxis] * vector)


def _dot(one: Array, other: Array) -> Any:
    return one[..., 0] * other[..., 0] + one[..., 1] * other[..., 1]
