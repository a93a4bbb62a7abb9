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
    whole = chain.stiffness + moved.rows.T @ (supports.stiffness[:, np.newaxis] * moved.rows)
    # What drives hold, or turn, does not yield; what nothing holds by a spring does as it likes.
    still = np.concatenate([supports.rigid, chain.bearing])
    held = chain.elastic & (np.diag(chain.stiffness) == 0.0)
    held[prescribed] = True
    yielded, forces = _yielded(whole, moved.rows[still], weight, np.flatnonzero(~held))
    borne = supports.stiffness * (moved.rows @ yielded)
    borne[chain.bearing] += forces[len(supports.rigid) :]
    # What is held rigidly bears besides what makes the motion obey it, which is not told here.
    pushed = borne.copy()
    pushed[supports.rigid] = forces[: len(supports.rigid)]
    own = chain.stiffness @ yielded
    return np.where(held & chain.elastic, weight - pushed @ moved.rows, own), borne


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
