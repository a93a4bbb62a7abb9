"""What damping of links makes of forces: those of a beam that damps are no longer those of its shape alone.

A force that holds what moves by d, as a rigid body or as the arm does at rest, is F = −Σ d_k q̈_k less what resists that
motion from without, and the loads: d_k the work on mode k of the inertia forces of the motion. With

    q̈ = f − (C q̇ + Ĉ q̇ + i Ĥ q) − ω² q

damping of links adds (Ĉ d − b) q̇ + i (Ĥ d − h) q to what it is without, b and h what they make of the motion d: of
their mass, and where it bends them of their stiffness. Modes left out have their share in that, but for their inertia.
"""

import numpy as np

from flexarm.arrays import Array
from flexarm.closed_loop.link_damping import damping_mass, link_damping
from flexarm.forced_response.motion import Response
from flexarm.forced_response.outputs import Beyond
from flexarm.participation import base_projection
from flexarm.section_loads import inertia_loads, no_loads


def beyond_root(response: Response, beyond: Beyond, taken: Array) -> tuple[Array, Array, Array]:
    """Return what a force at a root has of coordinates, what a loss factor adds, and what it has of velocities.

    Each of shape (n,); `taken` is the work of the dual load on coordinates. Supports beyond have their share.
    """
    parts, links = response.coordinates.parts, response.links
    beside, rates = 0.0 * taken, 0.0 * taken
    if response.damped is not None and links is not None:
        of_mass = response.coordinates.forces(beyond.load(damping_mass(response.damped, parts)))[0]
        beside, rates = links.loss @ taken, links.rate @ taken - of_mass
    whole = response.coordinates.angular_frequency**2 * taken
    borne = np.array([beyond.moves(one, parts) for one in parts.held])
    if np.any(borne):
        losses, resisted = on_supports(response)
        whole, beside, rates = whole + response.pulls @ borne, beside + losses @ borne, rates + resisted @ borne
    return whole, beside, rates


def on_base(response: Response, momenta: Array) -> tuple[Array, Array]:
    """Return what the base's reaction has so of coordinates and velocities but for Ĉ, by their momenta, (n, 3 or 6)."""
    parts, links = response.coordinates.parts, response.links
    if response.damped is None or links is None:
        return 0.0 * momenta, 0.0 * momenta
    drag = inertia_loads(damping_mass(response.damped, parts), base_projection(parts))
    return -links.loss @ momenta, -response.coordinates.forces(drag).T


def on_supports(response: Response) -> tuple[Array, Array]:
    """Return what the arm's forces on what supports hold rigidly have so, (n, held) each."""
    of, links, count = response.coordinates, response.links, response.count
    taken = response.pulls_taken
    if response.damped is None or links is None:
        return 0.0 * taken, 0.0 * taken
    units = no_loads(of.parts, len(of.parts.held))
    units.held[:] = np.eye(len(of.parts.held))
    still = of.statics(units).displacements
    beside = link_damping(response.damped, of.parts, [of.rigid, of.modes, still])
    assert beside is not None, "links that damp"
    rigid = np.array([one.stiffness is None for one in of.parts.held])
    lost = (links.loss @ taken - beside.loss[:count, count:]) * rigid
    return lost, (links.rate @ taken - beside.rate[:count, count:]) * rigid


def with_losses(weights: Array, losses: Array) -> Array:
    """Return weights of coordinates and loads with i times what a loss factor adds to the first of them."""
    if not np.any(losses):
        return weights
    rest = [(0, len(weights) - len(losses)), *[(0, 0)] * (losses.ndim - 1)]
    return np.asarray(np.add(weights, 1j * np.pad(losses, rest)))
