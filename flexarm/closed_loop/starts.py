"""Where the roots are sought: eigenvalues of a linear model, its high modes at rest and its delays by Padé.

    s² q = −ω² q + φᵀτ,    y = φ q + R τ,    τ = −d(s) y,

R what the modes that are not counted do at rest. Frequencies are in units of the radius that is searched, motions and
torques in units that make receptances of order one, so that all numbers are.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import block_diag, eig

from flexarm.arrays import Array
from flexarm.closed_loop.control import Control
from flexarm.closed_loop.realisation import realisation
from flexarm.closed_loop.receptance import Receptance

# Modes above so many radii follow the rest as if they had no inertia, to 1e-3: the roots are refined afterwards.
_DYNAMIC = 30.0
# Rows and columns are scaled so many times over; more change little.
_BALANCINGS = 10
# Sections of a delay have this phase: 1e-4 each.
_SECTION = 2.5
# Slow roots, down to this part of the radius, are sought in units of their own, so many times over. A rigid-body mode
# in which what is driven moves less than this part of the most is one in which it does not.
_SLOWER, _SCALES, _STILL = 1e-3, 7, 1e-9


def starts(at: Receptance, every: Sequence[Control], radius: float) -> Array:
    """Return approximate roots, of the upper half plane and the real axis, by size; rigid-body zeros left out."""
    (held, slowed), found = _held(at), []
    for outer in radius * _SLOWER ** np.arange(_SCALES):
        roots = _roots(held, slowed, every, outer)
        found.append(roots[(np.abs(roots) > _SLOWER * outer) & ((np.abs(roots) <= outer) | (outer == radius))])
    upper = np.concatenate(found)
    return np.asarray(upper[np.argsort(np.abs(upper), kind="stable")])


def _roots(at: Receptance, slowed: slice, every: Sequence[Control], radius: float) -> Array:
    """Return approximate roots in units that suit a radius; slower ones lose digits, and zeros are not zero.

    Of some rigid-body modes only velocities matter.
    """
    moving = np.flatnonzero(at.omega < _DYNAMIC * radius)
    unit, rest = _units(at, moving, radius)
    # Motions in units of √g, torques in 1/√g.
    shape = at.shape[:, moving] / (radius * unit[:, np.newaxis])
    rest = rest / (unit * unit[:, np.newaxis])
    freedoms, modes = shape.shape
    systems = [realisation(one, scale**2, radius, _SECTION) for one, scale in zip(every, unit, strict=True)]
    none = np.zeros((0, 0))
    state, into, out, direct = (block_diag(none, *(np.asarray(one[k]) for one in systems)) for k in range(4))
    damped = np.diag([one.damping * scale**2 * radius for one, scale in zip(every, unit, strict=True)])
    damped = damped + np.diag([one.rate for one in systems])
    states = len(state)
    square, rate = np.diag((at.omega[moving] / radius) ** 2), np.zeros((modes, modes))
    if at.links is not None:
        both = np.ix_(moving, moving)
        rate = at.links.rate[both] / radius
        if at.links.lossy:
            square = square + 1j * at.links.loss[both] / radius**2
    zero, one = np.zeros, np.eye
    left = np.block(
        [
            [zero((modes, modes)), one(modes), zero((modes, freedoms + states))],
            [-square, -rate, -shape.T @ direct, -shape.T @ out],
            [shape, zero((freedoms, modes)), -one(freedoms) - rest @ direct, -rest @ out],
            [zero((states, 2 * modes)), into, state],
        ]
    )
    right = block_diag(one(2 * modes), rest @ damped, one(states))
    right[modes : 2 * modes, 2 * modes : 2 * modes + freedoms] = shape.T @ damped
    left, right = (np.delete(np.delete(one, slowed, axis=0), slowed, axis=1) for one in (left, right))
    if not (np.all(np.isfinite(left)) and np.all(np.isfinite(right))):
        raise OverflowError("drives beside modes")
    found = np.asarray(eig(*_balanced(left, right), right=False, homogeneous_eigvals=True))
    finite = np.abs(found[1]) > 1e-9 * np.abs(found[0])
    roots = radius * found[0, finite] / found[1, finite]
    return np.asarray(roots[roots.imag >= 0.0])


def _balanced(left: Array, right: Array) -> tuple[Array, Array]:
    """Return a pencil whose rows and columns are of one size (Lemonnier and Van Dooren 2006), eigenvalues unchanged."""
    for step in range(2 * _BALANCINGS):
        size = np.sum(np.abs(left) ** 2 + right**2, axis=step % 2, keepdims=True)
        scale = np.exp2(np.round(-0.5 * np.log2(np.where(size > 0.0, size, 1.0))))
        left, right = left * scale, right * scale
    return left, right


def _held(at: Receptance) -> tuple[Receptance, slice]:
    """Return a receptance without the rigid-body modes in which nothing that is driven moves: double zeros.

    Those that links resist are kept: their velocities decay, and their places are told.
    """
    rigid, elastic = at.shape[:, : at.rigid], slice(at.rigid, None)
    _, values, right = np.linalg.svd(rigid)
    moved = int(np.sum(values > _STILL * np.max(np.abs(at.shape), initial=0.0)))
    basis = right[:moved].T
    if at.links is not None:
        rest, resisted = right[moved:].T, at.links.rate[: at.rigid, : at.rigid]
        rate, turn = np.linalg.eigh(rest.T @ resisted @ rest)
        basis = np.hstack([basis, rest @ turn[:, rate > _STILL * np.max(np.abs(resisted), initial=0.0)]])
    count = basis.shape[1]
    shape = np.hstack([rigid @ basis, at.shape[:, elastic]])
    links = None if at.links is None else at.links.mixed(block_diag(basis, np.eye(len(at.omega) - at.rigid)))
    omega = np.concatenate([np.zeros(count), at.omega[elastic]])
    return replace(at, omega=omega, shape=shape, links=links), slice(moved, count)


def _units(at: Receptance, moving: NDArray[np.intp], radius: float) -> tuple[Array, Array]:
    """Return √g, g how much each freedom gives way, and what the modes at rest do, shape (freedoms, freedoms)."""
    slow = at.shape[:, moving] ** 2 / (at.omega[moving] ** 2 + radius**2)
    high = np.delete(at.shape, moving, axis=1) / np.delete(at.omega, moving)
    rest = at.remainder[0] + high @ high.T
    give = np.sum(slow, axis=1) + np.abs(np.diag(rest))
    # What is held gives way to nothing, and no drive acts there.
    return np.sqrt(np.where(give > 0.0, give, 1.0)), rest
