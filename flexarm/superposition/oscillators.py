"""Uncoupled modes under forces that run linearly between break points: exact at any time, with no time stepping.

Between break points q̈ + 2ζω q̇ + ω² q = f₀ + (f₁ − f₀) τ/T has a closed form (Duhamel's integral). States at the break
points follow from one another, states at other times from the break point before. In float64 the phase ωτ is rounded:
answers are those of a frequency changed in its last digit, wrong in phase by about 1e-16 ωτ radians.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from flexarm.chain import Array
from flexarm.superposition.arrays import checked, finite_answer
from flexarm.superposition.forcing import Forcing, Motions, Question, checked_question
from flexarm.superposition.kernels import Kernels, kernels

# Numbers of one array worked on at a time: a dozen such arrays stay within a few tens of MB.
_BLOCK = 2**17


@dataclass(frozen=True, eq=False)
class _Span:
    """Pieces' beginnings: state, forces at τ = 0, increase of force until τ, and the kernels at τ, (n, modes) each."""

    omega: Array
    zeta: Array
    tau: Array
    force: Array
    increase: Array
    at: Kernels

    def displacement(self, q: Array, v: Array) -> Array:
        """Return q(τ) after the state q, v."""
        forced = self.at.step * self.force + self.at.ramp * self.increase
        return self.at.displacement * q + self.tau * (self.at.impulse * v + self.tau * forced)

    def velocity(self, q: Array, v: Array) -> Array:
        """Return q̇(τ)."""
        pushed = self.at.impulse * (self.force - self.omega**2 * q) + self.at.step * self.increase
        return self.at.velocity * v + self.tau * pushed

    def acceleration(self, q: Array, v: Array) -> Array:
        """Return q̈(τ), which obeys the same equation as q̇."""
        at_once = self.force - self.omega * (2.0 * self.zeta * v + self.omega * q)
        return self.at.velocity * at_once + self.at.impulse * (self.increase - self.omega**2 * self.tau * v)

    def work(self, q: Array, v: Array) -> Array:
        """Return the work of the force from 0 to τ: by parts, f₀ Δq and the rest of f on Δq less its mean."""
        unbalanced = self.force - self.omega**2 * q
        moved = self.at.impulse * v + self.tau * (self.at.step * unbalanced + self.at.ramp * self.increase)
        mean = self.at.step * v + self.tau * (self.at.ramp * unbalanced + self.at.parabola * self.increase)
        return self.tau * (self.force * moved + self.increase * (moved - mean))
