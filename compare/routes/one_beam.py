"""One flexible link by Wiedemann's equations of motion (2002, equations 2.44 to 2.50) and boundary conditions."""

from collections.abc import Callable

import numpy as np
from scipy.linalg import eigh

from compare.routes.beam import BeamSolution, wavenumber
from compare.routes.shapes import Deflections
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.beam_functions import WAVES, Basis
from flexarm.errors import QuestionError
from flexarm.links import Link
from flexarm.parts import Body
from flexarm.quadrature import gauss

# Gauss points that integrate squares of the tenth mode shape, kL = 27, and of polynomials to the last digit.
_POINTS = 80


def link_and_payload(arm: Arm) -> tuple[Link, Body]:
    """Return the parts of a one-link arm."""
    link, payload = arm.links[0], arm.payload or Body(0.0, 0.0)
    alone = len(arm.links) == 1 and arm.base.kind == "fixed" and payload.centre[1] == 0.0
    if not isinstance(link, Link) or not alone or link.tip is not None or link.joint.hub_inertia:
        raise QuestionError(
            f"{arm.title}: Wiedemann's equations of chapter 2 are for one flexible link on a fixed base, "
            "with nothing but a payload on its axis"
        )
    return link, payload


def mass_and_stiffness(arm: Arm, functions: Deflections) -> tuple[Array, Array]:
    """Return M and K of (2.49), shape (n, n), of n functions (2.20), from the energies (2.44), (2.45) and (2.47)."""
    link, payload = link_and_payload(arm)
    nodes, weights = gauss(_POINTS)
    stations, weights = link.length * nodes, link.length * weights
    deflection, curvature = functions(stations, 0), functions(stations, 2)
    root, tip = np.zeros(1), np.array([link.length])
    shoulder, rotation = functions(root, 1)[0], functions(tip, 1)[0]
    centre = functions(tip, 0)[0] + payload.centre[0] * rotation
    mass = (
        link.mass_per_length * (deflection.T * weights) @ deflection
        + payload.mass * np.outer(centre, centre)
        + payload.inertia * np.outer(rotation, rotation)
        + link.joint.gear_inertia * np.outer(shoulder, shoulder)
    )
    bending = link.flexural_rigidity * (curvature.T * weights) @ curvature
    return mass, bending + link.joint.stiffness * np.outer(shoulder, shoulder)


def eigenfrequencies(arm: Arm, functions: Deflections) -> Array:
    """Return the non-zero frequencies of (2.50), rad/s, ascending; with an unlocked joint x is one of the functions."""
    return pencil_frequencies(*mass_and_stiffness(arm, functions), arm.rigid_freedoms)


def pencil_frequencies(mass: Array, stiffness: Array, rigid: int) -> Array:
    """Return the non-zero frequencies of K a = ω² M a, rad/s, ascending."""
    scale = 1.0 / np.sqrt(np.diag(mass))
    squares = eigh(stiffness * np.outer(scale, scale), mass * np.outer(scale, scale), eigvals_only=True)
    return np.sqrt(squares[rigid:])


def pinned_conditions(arm: Arm, omega: Array, basis: Basis = WAVES) -> Array:
    """Return W(0) = 0 (2.23) and the conditions (2.30) to (2.32), shape (frequencies, 4, 4)."""
    link, _ = link_and_payload(arm)
    beam = BeamSolution(wavenumber(link, omega), link.length, basis=basis)
    return np.concatenate([beam(0.0, 0)[:, np.newaxis], conditions(arm, omega, beam)], axis=1)


def conditions(arm: Arm, omega: Array, solution: Callable[[float, int], Array]) -> Array:
    """Return the boundary conditions (2.30) to (2.32) as rows for the constants, shape (frequencies, 3, constants).

    `solution` takes a station, m, and the order of a derivative, and returns rows for the constants.
    """
    link, payload = link_and_payload(arm)
    squared, tip, rigidity = (omega**2)[:, np.newaxis], link.length, link.flexural_rigidity
    offset, rotation = payload.centre[0], solution(tip, 1)
    force = payload.mass * squared * (solution(tip, 0) + offset * rotation)
    shoulder = link.joint.stiffness - squared * link.joint.gear_inertia
    rows = (
        rigidity * solution(0.0, 2) - shoulder * solution(0.0, 1),
        rigidity * solution(tip, 2) - payload.inertia * squared * rotation - offset * force,
        rigidity * solution(tip, 3) + force,
    )
    return np.stack(rows, axis=1)
