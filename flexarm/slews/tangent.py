"""How an arm's motion changes with its state: derivatives of its equations, by differences, and what of it grows.

Differences are taken of what is left of M q̈ = f + Jᵀλ, q̈ and λ kept, for which M is needed in one state alone.
"""

from dataclasses import dataclass

import numpy as np

from flexarm.arrays import Array, ComplexArray
from flexarm.slews.chain import State
from flexarm.slews.constraints import accelerated
from flexarm.slews.driven import Driven, Given

# Steps of the differences: half of the digits, of motions that are of the order of a radian.
_STEP = 1e-7
# Eigenvalues with less of a real part than this one's share of their size, or of one over the duration, do not grow.
_GROWING, _GROWN = 1e-6, 1e-2


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


def derivatives(driven: Driven, t: float, y: Array) -> Array:
    """Return the derivatives of ẏ by y at a time, shape (states, states)."""
    given, chain, count = driven.given(np.asarray(t)), driven.chain, len(driven.free)
    q, rates, prescribed = driven.whole(given, y)
    here = chain.state(q, rates)
    accelerations = driven.accelerations(given, q, rates, prescribed, here)
    forces = driven.reactions(here, here.taken(accelerations) - driven.force(given, q, rates, here))
    balance = _Balance(driven, given, accelerations, forces)
    (left, lacking), changing = balance.unmet(q, rates, here), chain.changes(q, rates, here.supported)
    after, faster, _ = driven.whole(given, y + _STEP * np.eye(len(y)))
    whole, wanted = np.zeros((len(y), len(y))), np.zeros((len(y), len(forces)))
    # Of rates alone all these states are one posture.
    going = np.arange(count, 2 * count)
    moving = np.delete(np.arange(len(y)), going)
    for own, state in (moving, chain.state(after[moving], rates)), (going, chain.state(q, faster[going])):
        unmet, unheld = balance.unmet(after[own], faster[own], state)
        changed = chain.changes(after[own], faster[own], state.supported)
        whole[own] = driven.packed(changed - changing, unmet - left)
        wanted[own] = unheld - lacking
    free, held = driven.free, driven.constraints
    mass, unmoved = here.mass[np.ix_(free, free)], whole[:, going]
    if held is None or here.supported is None:
        whole[:, going] = accelerated(mass, unmoved)
    else:
        whole[:, going] = held.accelerated(mass, unmoved, held.rows(here.supported)[:, free], wanted)
    return np.asarray(whole.T / _STEP)


def growing(driven: Driven, t: float, y: Array) -> ComplexArray:
    """Return eigenvalues, 1/s, by which small motion grows about the posture that a state is in, ascending."""
    count, still = len(driven.free), np.array(y)
    still[count : 2 * count] = 0.0
    s = np.linalg.eigvals(derivatives(driven, t, still))
    return np.sort_complex(s[s.real > np.maximum(_GROWING * np.abs(s), _GROWN / driven.manoeuvre.duration)])
