"""Roots of a frequency determinant by its changes of sign, and where they are looked for.

Naive about it: a pole changes sign too; two roots between two neighbouring points of the grid change nothing.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from compare.formulations.formulation import Spectrum
from compare.formulations.gram import gram_pencil, powers
from compare.routes.roots import determinant, sign_changes, with_unit_rows
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.links import Link, RigidLink
from flexarm.parts import Base, Joint

# The grid in √ω: so many points where a beam as long as all links has one mode, and never coarser than this ratio.
_POINTS, _RATIO = 40, 1.005
# Dunkerley's bound is below the lowest frequency but for the share of modes that two cubics a link do not have.
_MARGIN = 0.5
# The search starts here at the latest, as a part of its upper end in √ω, where masses or stiffnesses leave no bound.
_LEAST = 1e-10
# Points of the grid, its last ones, over which the condition number is the median.
_LAST = 16

Matrices = Callable[[Array], Array]
# Whose condition number `spectrum_of_sign_changes` tells.
OF_DETERMINANT = "the determinant's matrix, rows scaled to one, at the end of the search"


def spectrum_of_sign_changes(arm: Arm, count: int, matrices: Matrices, value: Matrices = determinant) -> Spectrum:
    """Return all sign changes of a determinant in the range where an arm's first natural frequencies must lie, rad/s.

    `matrices` takes frequencies and returns shape (frequencies, n, n), overflow allowed; `value` its determinants.
    """
    grid = search_grid(arm, count)
    found = sign_changes(lambda omega: value(matrices(omega)), grid)
    return Spectrum(np.sort(found[np.isfinite(found)]), _condition(matrices(grid[-_LAST:])))


def _condition(matrices: Array) -> float:
    """Return the median condition number of matrices whose rows are scaled to one, as determinants are best taken."""
    finite = matrices[np.all(np.isfinite(matrices), axis=(1, 2))]
    if len(finite) == 0:
        return np.inf
    return float(np.median(np.linalg.cond(with_unit_rows(finite))))


def search_grid(arm: Arm, count: int) -> Array:
    """Return the angular frequencies at which a determinant is evaluated, rad/s, ascending."""
    beams = [link for link in arm.links if isinstance(link, Link)]
    travel = np.array([link.length * (link.mass_per_length / link.flexural_rigidity) ** 0.25 for link in beams])
    step = np.pi / (_POINTS * travel.sum())
    high = _highest(travel, count + arm.rigid_freedoms)
    if not 0.0 < step <= high < np.inf:
        raise ArithmeticError("links whose frequencies overflow")
    bound, least = np.sqrt(_lowest(arm)), _LEAST * high
    low = bound if least < bound < high else least
    even = max(low, min(high, step / (_RATIO - 1.0)))
    ratios = low * (even / low) ** np.linspace(0.0, 1.0, int(np.log(even / low) / np.log(_RATIO)) + 1, endpoint=False)
    return np.concatenate([ratios, np.arange(even, high + step, step)]) ** 2


def _lowest(arm: Arm) -> float:
    """Return a bound below the lowest frequency: Dunkerley's 1/ω² = tr K⁻¹M, base and hinges held."""
    held = replace(arm, base=Base.fixed(), links=tuple(map(_held, arm.links)))
    stiffness, mass = gram_pencil(held, powers(2), 4)
    return _MARGIN / float(np.sqrt(np.trace(np.linalg.solve(stiffness, mass))))


def _held(link: Link | RigidLink) -> Link | RigidLink:
    return replace(link, joint=Joint.rigid(link.joint.hub_inertia)) if link.joint.free else link


def _highest(travel: Array, number: int) -> float:
    """Return a bound above the square root of the `number`-th frequency: that of the links with all ends clamped."""
    clamped = np.outer(np.pi * (np.arange(1, number + 1) + 0.51), 1.0 / travel)
    return float(np.sort(clamped, axis=None)[number - 1])
