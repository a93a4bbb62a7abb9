"""How an arm's motion changes with its state: derivatives of its equations, by differences.

Differences are taken of what is left of M q̈ = f + Jᵀλ, q̈ and λ kept, for which M is needed in one state alone.
"""

from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array
from flexarm.slews.constraints import accelerated
from flexarm.slews.driven import Driven, Given
from flexarm.slews.state import State

# Steps of the differences: half of the digits, of motions that are of the order of a radian.
_STEP = 1e-7


@dataclass(frozen=True, eq=False)
class _Balance:
    """An arm's equations with accelerations, shape (n,), and forces of rigid supports, (rigid,), of one state."""

    driven: Driven
    given: Given
    accelerations: Array
    forces: Array

    def unmet(self, q: Array, rates: Array, state: State) -> tuple[Array, Array]:
        """Return f + Jᵀλ − M q̈, shape (..., n), and what constraints lack, (..., rigid)."""
        left = self.driven.force(self.given, q, rates, state) - state.taken(self.accelerations)
        held = self.driven.constrained(rates, state)
        if held is None:
            return left, np.zeros((*left.shape[:-1], 0))
        return left + self.forces @ held.rows, -held.bias - held.rows @ self.accelerations


def derivatives(driven: Driven, given: Given, y: Array) -> Array:
    """Return the derivatives of ẏ by y, shape (states, states), under what is given at a time."""
    chain, count = driven.chain, len(driven.free)
    q, rates, prescribed = driven.whole(given, y)
    here = chain.state(q, rates)
    accelerations = driven.accelerations(given, q, rates, prescribed, here)
    held, forces = driven.constraints, np.zeros(0)
    if held is not None:
        forces = driven.reactions(here, here.taken(accelerations) - driven.force(given, q, rates, here))
    balance = _Balance(driven, given, accelerations, forces)
    (left, lacking), changing = balance.unmet(q, rates, here), chain.changes(q, rates, here.supported)
    after, faster, _ = driven.whole(given, y + _STEP * np.eye(len(y)))
    whole, wanted = np.zeros((len(y), len(y))), np.zeros((len(y), len(forces)))
    # Of rates alone all these states are one posture.
    going = np.arange(count, 2 * count)
    moving = np.delete(np.arange(len(y)), going)
    for own in (*chain.blocks(moving), *chain.blocks(going)):
        state = chain.state(q, faster[own]) if own[0] in going else chain.state(after[own], rates)
        unmet, unheld = balance.unmet(after[own], faster[own], state)
        whole[own] = driven.packed(chain.changes(after[own], faster[own], state.supported) - changing, unmet - left)
        wanted[own] = unheld - lacking
    free, unmoved = driven.free, whole[:, going]
    mass = here.mass[np.ix_(free, free)]
    if held is None or here.supported is None:
        whole[:, going] = accelerated(mass, unmoved)
    else:
        whole[:, going] = held.accelerated(mass, unmoved, held.rows(here.supported)[:, free], wanted)
    return np.asarray(whole.T / _STEP)
