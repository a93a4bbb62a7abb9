"""Motion of oscillators from a piece's beginning to a time within it, linear in the state there and in the force."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.superposition.forcing import Forcing
from flexarm.superposition.kernels import Kernels, kernels


@dataclass(frozen=True, eq=False)
class Span:
    """Spans of time τ, each from the beginning of a piece.

    Parameters
    ----------
    omega, zeta
        Angular frequencies, rad/s, and damping ratios, shape (modes,).
    tau
        Lengths of the spans, s, shape (spans, 1).
    force, increase
        Modal force at the beginning, and how much it grows until τ, shape (spans, modes).
    at
        The kernels at τ.
    """

    omega: Array
    zeta: Array
    tau: Array
    force: Array
    increase: Array
    at: Kernels

    def displacement(self, q: Array, v: Array) -> Array:
        """Return q(τ) after the state q, v, shape (spans, modes)."""
        forced = self.at.step * self.force + self.at.ramp * self.increase
        return self.at.displacement * q + self.tau * (self.at.impulse * v + self.tau * forced)

    def velocity(self, q: Array, v: Array) -> Array:
        """Return q̇(τ), shape (spans, modes)."""
        pushed = self.at.impulse * (self.force - self.omega**2 * q) + self.at.step * self.increase
        return self.at.velocity * v + self.tau * pushed

    def acceleration(self, q: Array, v: Array) -> Array:
        """Return q̈(τ), which obeys the same equation as q, under the force's rate of change, shape (spans, modes)."""
        at_once = self.force - self.omega * (2.0 * self.zeta * v + self.omega * q)
        return self.at.velocity * at_once + self.at.impulse * (self.increase - self.omega**2 * self.tau * v)

    def work(self, q: Array, v: Array) -> Array:
        """Return ∫ f q̇ dt from 0 to τ, shape (spans, modes).

        By parts: f₀ on the displacement gained, and the increase of f on what of it came after the mean of its course.
        """
        unbalanced = self.force - self.omega**2 * q
        gained = self.at.impulse * v + self.tau * (self.at.step * unbalanced + self.at.ramp * self.increase)
        mean = self.at.step * v + self.tau * (self.at.ramp * unbalanced + self.at.parabola * self.increase)
        return self.tau * (self.force * gained + self.increase * (gained - mean))


def spans_until(omega: Array, zeta: Array, forcing: Forcing, times: Array) -> tuple[NDArray[np.intp], Span]:
    """Return the pieces and the spans that end at the times, shape (times,), each from the break point before."""
    pieces, tau, increase = forcing.located(times)
    at = kernels(omega, zeta, tau)
    return pieces, Span(omega, zeta, tau[:, np.newaxis], forcing.start[pieces], increase, at)


def whole_pieces(omega: Array, zeta: Array, forcing: Forcing) -> Span:
    """Return the spans that are whole pieces."""
    increase, tau = forcing.end - forcing.start, forcing.widths
    return Span(omega, zeta, tau[:, np.newaxis], forcing.start, increase, kernels(omega, zeta, tau))


def starts(whole: Span, q: Array, v: Array) -> Array:
    """Return the state at the beginning of every piece, shape (2, pieces, modes).

    Parameters
    ----------
    whole
        The spans that are whole pieces.
    q, v
        The state at time 0, shape (modes,).
    """
    nothing, unit = np.zeros_like(q), np.ones_like(q)
    free = replace(whole, force=nothing, increase=nothing)
    of_q, of_v, forced = (
        np.stack([span.displacement(*state), span.velocity(*state)])
        for span, state in ((free, (unit, nothing)), (free, (nothing, unit)), (whole, (nothing, nothing)))
    )
    found, state = np.empty_like(forced), np.stack([q, v])
    for k in range(forced.shape[1]):
        found[:, k] = state
        state = of_q[:, k] * state[0] + of_v[:, k] * state[1] + forced[:, k]
    return found
