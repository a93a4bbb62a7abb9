"""The response's coordinates over time, in closed form at any time."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.chain import Array
from flexarm.displacements import Displacements
from flexarm.errors import Fault, InputError
from flexarm.load_cases import Damper, LoadCase
from flexarm.response.patterns import Patterns, forcing, impulse, values_over_time
from flexarm.response.reduced import Reduced
from flexarm.superposition import Forcing, Motions, coupled, coupled_work, oscillations, oscillations_work


@dataclass(frozen=True, eq=False)
class Response:
    """An arm's motion under a load case.

    Parameters
    ----------
    reduced
        The coordinates.
    patterns
        The loads.
    case
        The load case.
    """

    reduced: Reduced
    patterns: Patterns
    case: LoadCase

    @cached_property
    def forcing(self) -> Forcing:
        """Modal forces over time."""
        return forcing(self.patterns.histories, self.case.duration, self.reduced.forces(self.patterns.loads))

    @cached_property
    def start(self) -> Array:
        """Modal velocities at the start, shape (rigid + modes,)."""
        return np.asarray(self.reduced.forces(impulse(self.reduced.parts, self.case.initial))[0])

    @cached_property
    def damping_ratio(self) -> Array:
        """Damping ratios, shape (rigid + modes,); rigid-body modes have none."""
        modes = self.reduced.modes.modes
        return np.concatenate([np.zeros(len(self.start) - modes), _ratios(self.case.damping, modes)])

    @cached_property
    def damping(self) -> Array | None:
        """Damping matrix of the dampers, N s/m, shape (rigid + modes, rigid + modes); None without dampers."""
        if not self.case.dampers:
            return None
        proportional = 2.0 * self.damping_ratio * self.reduced.angular_frequency
        rows = np.array([_turning(damper, self.reduced) for damper in self.case.dampers])
        coefficients = np.array([damper.coefficient for damper in self.case.dampers])
        return np.asarray(np.diag(proportional) + rows.T * coefficients @ rows)

    @cached_property
    def samples(self) -> Motions:
        """Rigid-body and modal coordinates at the case's own times."""
        return self.coordinates(self.case.times)

    def coordinates(self, times: Array) -> Motions:
        """Return rigid-body and modal coordinates at times from 0 to the duration, s."""
        omega, still = self.reduced.angular_frequency, np.zeros(len(self.start))
        if self.damping is None:
            return oscillations(omega, self.damping_ratio, self.forcing, times, still, self.start)
        return coupled(omega, self.damping, self.forcing, times, still, self.start)

    def work(self) -> Array:
        """Return the work of the loads on rigid-body modes and modes since the start, J, shape (samples,)."""
        times = self.case.times
        omega, still = self.reduced.angular_frequency, np.zeros(len(self.start))
        if self.damping is None:
            done = oscillations_work(omega, self.damping_ratio, self.forcing, times, still, self.start)
        else:
            done = coupled_work(omega, self.damping, self.forcing, times, still, self.start)
        return np.asarray(done.sum(axis=1))

    def loads(self, times: Array) -> Array:
        """Return the load histories, shape (times, patterns)."""
        values = [history(times) for history in self.patterns.histories]
        return np.stack(values, axis=1) if values else np.zeros((len(times), 0))

    @cached_property
    def prescribed(self) -> Array:
        """The base's prescribed motion at the case's own times, m and rad, shape (samples, 3)."""
        breaks, start, end = values_over_time(self.patterns.histories, self.case.duration)
        count = start.shape[1]
        zero = np.zeros(count)
        moved = oscillations(zero, zero, Forcing(breaks, start, end), self.case.times, zero, zero)
        return np.asarray(moved.displacement @ self.patterns.base)

    def weights(self, of: list[Array]) -> Array:
        """Return an output's rows in the coordinates and in the correction, from its rows in displacements.

        Parameters
        ----------
        of
            The output in rigid-body modes, modes and, where there is a correction, static displacements, one array
            each with the displacements first.
        """
        rigid, modes, *held = of
        coordinates = np.concatenate([rigid, modes])
        if not held:
            return coordinates
        return np.concatenate([coordinates, held[0] - np.tensordot(self.reduced.held_part, coordinates, 1)])

    def sources(self) -> list[Displacements]:
        """Return the displacements that an output is to be found in, for `weights`."""
        held = [] if self.reduced.held is None else [self.reduced.held]
        return [self.reduced.rigid, self.reduced.modes, *held]

    def sampled(self, weights: Array) -> Array:
        """Return outputs at the case's own times, shape (samples, …), from their `weights`."""
        return self._outputs(self.case.times, self.samples, weights)

    def at(self, times: Array, weights: Array) -> Array:
        """Return outputs over time, shape (times, …), from their `weights`, shape (coordinates and patterns, …)."""
        return self._outputs(times, self.coordinates(times), weights)

    def _outputs(self, times: Array, moved: Motions, weights: Array) -> Array:
        coordinates = moved.displacement
        if self.reduced.held is not None:
            coordinates = np.concatenate([coordinates, self.loads(times)], axis=1)
        return np.tensordot(coordinates, weights, 1)


def _ratios(damping: float | tuple[float, ...], modes: int) -> Array:
    if isinstance(damping, tuple):
        if len(damping) < modes:
            wanted = f"one ratio for all modes, or {modes} of them"
            raise InputError([Fault("damping", wanted, f"{len(damping)} ratios")], "load case")
        return np.array(damping[:modes])
    return np.full(modes, damping)


def _turning(damper: Damper, reduced: Reduced) -> Array:
    """Return the rotation that a damper resists, in rigid-body modes and modes, rad/m."""
    found = [_turn(damper, displacements) for displacements in (reduced.rigid, reduced.modes)]
    return np.concatenate(found)


def _turn(damper: Damper, displacements: Displacements) -> Array:
    if damper.joint is not None:
        return displacements.joint_rotation[:, damper.joint - 1]
    assert damper.link is not None
    station = (1.0 if damper.station is None else damper.station) * displacements.arm.links[damper.link - 1].length
    root = displacements.link_motions[damper.link - 1].root.rotation
    return np.asarray(root + displacements.slope(damper.link, [station])[:, 0])
