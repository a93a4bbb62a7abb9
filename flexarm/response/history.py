"""The response's coordinates over time, in closed form at any time."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.arrays import Array
from flexarm.checks import shown
from flexarm.displacements import Displacements
from flexarm.errors import Fault, InputError
from flexarm.load_cases import Damper, LoadCase
from flexarm.response.patterns import Patterns, forcing, impulse, values_over_time
from flexarm.response.reduced import Reduced
from flexarm.superposition import LONGEST, Forcing, Motions, coupled, coupled_work, oscillations, oscillations_work


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
        return np.concatenate([np.zeros(self.rigid), damping_ratios(self.case.damping, self.reduced.modes.modes)])

    @cached_property
    def modal_damping(self) -> Array:
        """Damping 2ζω by modal ratios, 1/s, shape (rigid + modes,)."""
        return 2.0 * self.damping_ratio * self.reduced.angular_frequency

    @property
    def rigid(self) -> int:
        """Number of rigid-body modes, the first of the coordinates."""
        return len(self.start) - self.reduced.modes.modes

    @cached_property
    def damping(self) -> Array | None:
        """Damping matrix of the dampers, N s/m, shape (rigid + modes, rigid + modes); None without dampers."""
        if not self.case.dampers:
            return None
        _require_bearable(self.case.dampers, self.turning, float(np.max(self.forcing.widths)))
        rows, coefficients = self.turning, np.array([damper.coefficient for damper in self.case.dampers])
        return np.asarray(np.diag(self.modal_damping) + rows.T * coefficients @ rows)

    @cached_property
    def turning(self) -> Array:
        """The rotation that every damper resists, rad/m, shape (dampers, rigid + modes)."""
        return np.array([_turning(damper, self.reduced) for damper in self.case.dampers])

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
        """Return the load histories, shape (times, patterns); what jumps at the very end has not jumped yet."""
        within = np.minimum(times, np.nextafter(self.case.duration, 0.0))
        values = [history(within) for history in self.patterns.histories]
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

    def sampled(self, weights: Array, rates: Array | None = None) -> Array:
        """Return outputs at the case's own times, shape (samples, …), from their weights as `at` takes them."""
        return self._outputs(self.case.times, self.samples, weights, rates)

    def at(self, times: Array, weights: Array, rates: Array | None = None) -> Array:
        """Return outputs over time, shape (times, …).

        Parameters
        ----------
        times
            Times from 0 to the duration, s.
        weights
            What `weights` returned, shape (coordinates and patterns, …).
        rates
            What the outputs have of the coordinates' velocities, shape (coordinates, …); None for nothing.
        """
        return self._outputs(times, self.coordinates(times), weights, rates)

    def _outputs(self, times: Array, moved: Motions, weights: Array, rates: Array | None) -> Array:
        coordinates = moved.displacement
        if self.reduced.held is not None:
            coordinates = np.concatenate([coordinates, self.loads(times)], axis=1)
        found = np.tensordot(coordinates, weights, 1)
        return found if rates is None else found + np.tensordot(moved.velocity, rates, 1)


def damping_ratios(damping: float | tuple[float, ...], modes: int) -> Array:
    """Return the damping ratios of so many modes, of one for all or one for each.

    Raises
    ------
    InputError
        If there are fewer ratios than modes.
    """
    if isinstance(damping, tuple):
        if len(damping) < modes:
            wanted = f"one ratio for all modes, or {modes} of them"
            raise InputError([Fault("damping", wanted, f"{len(damping)} ratios")], "load case")
        return np.array(damping[:modes])
    return np.full(modes, damping)


def _require_bearable(dampers: Sequence[Damper], rows: Array, longest: float) -> None:
    """Refuse dampers, rows of rotations in rad/m, too stiff over the longest piece, s, to leave digits."""
    # Together they have half of what there is, and the modes' own frequencies the other half.
    share = LONGEST / longest / (2.0 * len(dampers))
    rest = "fewer than six digits are left above that; a joint that must not turn is a rigid one"
    faults = [
        Fault(f"damper{k}.coefficient", f"below {share / size:.1e} N m s/rad: {rest}", shown(damper.coefficient))
        for k, (damper, size) in enumerate(zip(dampers, np.sum(rows**2, axis=1), strict=True), 1)
        if not damper.coefficient * size < share
    ]
    if faults:
        raise InputError(faults, "load case")


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
