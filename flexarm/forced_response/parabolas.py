"""Outputs over short spans of time: a parabola each, and how far from it the output can be.

Between break points the forces run linearly, so that a mode's acceleration swings freely about zero: its energy only
falls, and harmonic forces raise its root by no more than their second derivative does in that time. With the energy at
a span's beginning goes a bound of the mode's third derivative: over a span h the mode leaves its parabola by h³/6 of it
at most. Of a mode that is quick beside the span the whole swing is less; then the straight line that it swings about
stands for it.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from flexarm.arrays import Array
from flexarm.forced_response.growth import Growth, Modes, growth
from flexarm.forced_response.motion import Response
from flexarm.superposition import Motions


@dataclass(frozen=True, eq=False)
class Parabolas:
    """Parabolas y + y′τ + y″τ²/2 that outputs follow from times on, each array of shape (times, outputs).

    Beside them the outputs themselves at these times, how far an output may be from its parabola within its span, and
    the sum of the sizes of its parts: where they cancel, digits are lost.
    """

    now: Array
    value: Array
    slope: Array
    curvature: Array
    error: Array
    size: Array


@dataclass(frozen=True, eq=False)
class Course:
    """Outputs of a response over time, as `Response.at` takes them, shape (…, outputs)."""

    response: Response
    weights: Array
    rates: Array

    @property
    def work(self) -> float:
        """What a span costs, measured on one machine, in units of what a mode adds: 0.1 to 0.2 µs.

        Beside the modes the span itself; and where dampers couple modes, products with matrices of them.
        """
        modes = self.response.count + self.response.states
        alone = self.response.damping.ndim == 1 and self.response.controls is None
        return 8.0 + modes * (1.0 if alone else 1.0 + modes / 16.0)

    def parabolas(self, start: Array, span: Array, moved: Motions | None = None) -> Parabolas:
        """Return the outputs' parabolas over spans, s, (times,), none of which reaches beyond a break point.

        `moved` are the coordinates at their beginnings, where they are known.
        """
        histories, moved = self.response.histories, moved or self.response.motions(start)
        pieces, tau = histories.located(start)
        load, load_rate = histories.values(pieces, tau), histories.rates(pieces, tau)
        load_curvature = histories.harmonic.values(pieces, tau, 2)
        load_error = histories.harmonic.largest(pieces, 3) * span[:, np.newaxis] ** 3 / 6.0
        driven = self.response.controls is not None
        modes = (self._driven if driven else self._modes)(moved, pieces, tau, span[:, np.newaxis])
        weights, of_rates = self._folded
        count = self.response.count + self.response.states
        of, of_loads = weights[:count], weights[count:]
        return Parabolas(
            now=moved.displacement @ of + moved.velocity @ of_rates + load @ of_loads,
            value=modes.value @ of + modes.slope @ of_rates + load @ of_loads,
            slope=modes.slope @ of + modes.curvature @ of_rates + load_rate @ of_loads,
            curvature=modes.curvature @ of + modes.jerk @ of_rates + load_curvature @ of_loads,
            error=modes.error @ abs(of) + modes.slope_error @ abs(of_rates) + load_error @ abs(of_loads),
            size=modes.size @ abs(of) + modes.slope_size @ abs(of_rates) + abs(load) @ abs(of_loads),
        )

    @cached_property
    def _folded(self) -> tuple[Array, Array]:
        weights, rates = self.response.folded(self.weights, self.rates)
        assert rates is not None, "rates, as they were given"
        return weights, rates

    @cached_property
    def _growth(self) -> Growth:
        feedback = self.response.feedback
        assert feedback is not None, "drives"
        return growth(feedback, self.response.states, self.response.coordinates.rigid_count)

    def _driven(self, moved: Motions, pieces: NDArray[np.intp], tau: Array, span: Array) -> Modes:
        """Return the parabolas of modes that drives act on, and of the states of these."""
        q, v, a = moved.displacement, moved.velocity, moved.acceleration
        feedback, forcing = self.response.feedback, self.response.forcing
        assert feedback is not None, "drives"
        jerk = forcing.rates(pieces, tau) - a @ feedback.damping.T - v @ feedback.stiffness.T
        second = forcing.harmonic.values(pieces, tau, 2)
        snap = second - jerk @ feedback.damping.T - a @ feedback.stiffness.T
        pushed = forcing.harmonic.largest(pieces, 3)
        return self._growth.modes((q, v, a, jerk, snap), pushed, span)

    def _modes(self, moved: Motions, pieces: NDArray[np.intp], tau: Array, span: Array) -> Modes:
        q, v, a = moved.displacement, moved.velocity, moved.acceleration
        omega = self.response.coordinates.angular_frequency
        forcing, damped = self.response.forcing, self.response.damping_forces
        jerk = forcing.rates(pieces, tau) - damped(a) - omega**2 * v
        snap = forcing.harmonic.values(pieces, tau, 2) - damped(jerk) - omega**2 * a
        # What harmonic forces add to the energies meanwhile.
        second, third = (self._bounds(forcing.harmonic.largest(pieces, order)) for order in (2, 3))
        error = (self._largest(jerk, omega * a) + second * span) * span**3 / 6.0
        slope_error = (self._largest(snap, omega * jerk) + third * span) * span**3 / 6.0
        off, off_rate, swing = self._swings(a, jerk, second * span**3 / 6.0)
        quick = swing < error
        swing = np.where(quick, swing, 0.0)
        return Modes(
            np.where(quick, q - off, q),
            np.where(quick, v - off_rate, v),
            np.where(quick, 0.0, a),
            np.where(quick, 0.0, jerk),
            np.where(quick, swing, error),
            np.where(quick, omega * swing, slope_error),
            np.abs(q),
            np.abs(v),
        )

    def _bounds(self, largest: Array) -> Array:
        """Return bounds of modes by themselves, or where dampers hand energy on, of all of them together."""
        if self.response.damping.ndim == 1:
            return largest
        return np.broadcast_to(np.linalg.norm(largest, axis=1, keepdims=True), largest.shape)

    def _largest(self, rate: Array, restoring: Array) -> Array:
        """Return what a free swing's rate, with its restoring part ω times as much as the swing, never exceeds."""
        return self._bounds(np.hypot(rate, restoring))

    def _swings(self, a: Array, jerk: Array, pushed: Array) -> tuple[Array, Array, Array]:
        """Return how far modes are off the lines that they swing about, at what rate, and how far they get at most.

        z of z̈ + C ż + ω² z = 0, from its second and third derivatives, and with what else pushes it meanwhile.
        """
        omega = self.response.coordinates.angular_frequency
        with np.errstate(divide="ignore", invalid="ignore"):
            rate = -(jerk + self.response.damping_forces(a)) / omega**2
            off = -(a + self.response.damping_forces(rate)) / omega**2
            swing = (self._largest(rate, omega * off) + pushed) / omega
        # A rigid-body mode swings about nothing, and by dampers no mode that it is coupled with.
        known = omega > 0.0 if self.response.damping.ndim == 1 else np.full(omega.shape, np.all(omega > 0.0))
        return off, rate, np.where(known, swing, np.inf)
