"""What of an arm's weight its springs and beams, and those of its supports, carry in the posture that it starts in."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.slews.chain import Chain
from flexarm.slews.state import State


def carried(chain: Chain, posture: State, prescribed: Sequence[int]) -> tuple[Array, Array]:
    """Return what springs and beams, and springs of supports, carry, shape (n,) and (supports,).

    The posture is one of equilibrium: they share the weight as they yield to it.
    """
    supports, moved = chain.supports, posture.supported
    weight = np.asarray(posture.force)
    if supports is None or moved is None:
        return np.where(chain.elastic, weight, 0.0), np.zeros(0)
    # What drives hold by a stiffness yields; what integral action holds, or what turns, does not.
    joints, of_supports = np.split(chain.held_by_drives, [chain.size])
    stiffness, springs = chain.stiffness + np.diag(_springs(joints)), supports.stiffness + _springs(of_supports)
    held, bearing = _firm(joints), np.flatnonzero(_firm(of_supports))
    held[prescribed] = True
    whole = stiffness + moved.rows.T @ (springs[:, np.newaxis] * moved.rows)
    still = np.concatenate([supports.rigid, bearing])
    yielded, forces = _yielded(whole, moved.rows[still], weight, np.flatnonzero(~held))
    borne = springs * (moved.rows @ yielded)
    borne[bearing] += forces[len(supports.rigid) :]
    # What is held rigidly bears besides what makes the motion obey it, which is not told here.
    pushed = borne.copy()
    pushed[supports.rigid] = forces[: len(supports.rigid)]
    return np.where(held & chain.elastic, weight - pushed @ moved.rows, stiffness @ yielded), borne


def _springs(drives: Array) -> Array:
    """Return the stiffness by which drives yield, of those that are none at rest 0."""
    return np.where(np.isfinite(drives) & (drives > 0.0), drives, 0.0)


def _firm(drives: Array) -> NDArray[np.bool_]:
    """Say which drives hold without yielding."""
    return np.asarray((drives != 0.0) & (_springs(drives) == 0.0))


def _yielded(stiffness: Array, rigid: Array, weight: Array, free: NDArray[np.intp]) -> tuple[Array, Array]:
    """Return by how much coordinates yield to the weight, and forces of what is rigid.

    What is not free does not yield; where nothing holds an arm it does so least. Rows have the shape (rigid, n).
    """
    sizes, whole = np.diag(stiffness)[free], np.zeros(len(weight))
    units = 1.0 / np.sqrt(np.where(sizes > 0.0, sizes, np.max(sizes, initial=0.0) or 1.0))
    rows, border = rigid[:, free] * units, np.zeros((len(rigid), len(rigid)))
    scaled = units[:, np.newaxis] * stiffness[np.ix_(free, free)] * units
    bordered = np.block([[scaled, rows.T], [rows, border]])
    found = np.linalg.lstsq(bordered, np.append(units * weight[free], np.zeros(len(rigid))))[0]
    whole[free] = units * found[: len(free)]
    return whole, np.asarray(found[len(free) :])
