"""Angle, speed, torque, power and energy of reaction wheels over time, with their extremes, in closed form.

The torque T that spins a wheel is an output as others are: a sum of coordinates, velocities and loads. The wheel's
rotation ψ from rest is one coordinate more beside the modes', J ψ̈ = T, carried by the same transition. Between two
times speed and angle follow from the torque's parabola, power T ψ̇ and energy J ψ̇²/2 from products of parabolas.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flexarm.arrays import Array
from flexarm.forced_response.damping import Dashpot, damper_load, damper_motions
from flexarm.forced_response.extremes import Measures, measures_of
from flexarm.forced_response.forms import forms
from flexarm.forced_response.left_out import left_out
from flexarm.forced_response.motion import Response
from flexarm.forced_response.outputs import Output
from flexarm.forced_response.parabolas import Course, Parabolas
from flexarm.forced_response.wheels import Spun
from flexarm.superposition import Carried, Feedback, Motions, carried

# What is told of a wheel: its word in names, unit and words.
_TOLD = {
    "torque": ("N m", "torque that spins"),
    "speed": ("rad/s", "speed of"),
    "angle": ("rad", "angle turned by"),
    "power": ("W", "power that spins"),
    "energy": ("J", "energy of"),
}
_FROM_REST = ", which does not turn with what carries it and was at rest"


@dataclass(frozen=True)
class WheelOutput:
    """One output of a wheel, and what it must not exceed, in its unit; infinite where nothing is said."""

    name: str
    units: str
    long_name: str
    limit: float = np.inf
    small: float = np.inf


def wheel_outputs(wheels: tuple[Spun, ...]) -> list[WheelOutput]:
    """Return what is told of wheels, five outputs of each, one kind after another."""
    limits = {"torque": "torque_limit", "power": "power_limit"}
    return [
        WheelOutput(
            one.name.format(kind),
            units,
            f"{words} {one.where}{_FROM_REST}",
            getattr(one.wheel, limits[kind]) or np.inf if kind in limits else np.inf,
        )
        for kind, (units, words) in _TOLD.items()
        for one in wheels
    ]


@dataclass(frozen=True, eq=False)
class WheelCourse:
    """The outputs of a response's wheels over time, as `wheel_outputs` has them; of one alone by its place."""

    response: Response
    place: int | None = None

    @cached_property
    def _inertia(self) -> Array:
        return np.array([one.wheel.inertia for one in self.response.wheels])

    @cached_property
    def _torques(self) -> tuple[Array, Array]:
        """What torques have of coordinates and loads, and of velocities, as `Response.at` takes them."""
        weights, rates = zip(*(_torque(self.response, one) for one in self.response.wheels), strict=True)
        return np.stack(weights, axis=-1), np.stack(rates, axis=-1)

    @cached_property
    def _turned(self) -> Carried:
        """How the coordinates, with the wheels' own after them, are carried through time."""
        response, inertia = self.response, self._inertia
        weights, rates = response.folded(*self._torques)
        assert rates is not None, "rates, as they were given"
        count, wheels = len(rates), len(inertia)
        own = response.feedback or response.undriven_feedback
        stiffness, damping = (np.pad(one, (0, wheels)) for one in own)
        stiffness[count:, :count], damping[count:, :count] = -(weights[:count] / inertia).T, -(rates / inertia).T
        forces = response.coordinates.forces(response.patterns.loads)
        forces = np.hstack([np.pad(forces, ((0, 0), (0, response.states))), weights[count:] / inertia])
        forcing = response.patterns.forcing(response.case.duration, forces)
        start = (np.pad(one, (0, wheels)) for one in response.start)
        return carried(np.zeros(count + wheels), Feedback(stiffness, damping), forcing, *start)

    def values(self, times: Array) -> Array:
        """Return the outputs at times, s, shape (times, outputs)."""
        torque, turned = self.response.at(times, *self._torques), self._turned.motions(times)
        speed, angle = (one[:, -len(self._inertia) :] for one in (turned.velocity, turned.displacement))
        return np.hstack([torque, speed, angle, torque * speed, 0.5 * self._inertia * speed**2])

    @property
    def work(self) -> float:
        """What a span costs, as of other courses."""
        return self._course.work

    @cached_property
    def _course(self) -> Course:
        return Course(self.response, *self._torques)

    def parabolas(self, start: Array, span: Array) -> Parabolas:
        """Return the outputs' parabolas over spans, s, (times,), none of which reaches beyond a break point."""
        turned, inertia, width = self._turned.motions(start), self._inertia, span[:, np.newaxis]
        of_arm = (one[:, : -len(inertia)] for one in (turned.displacement, turned.velocity, turned.acceleration))
        torque = self._course.parabolas(start, span, Motions(*of_arm))
        speed, angle = (one[:, -len(inertia) :] for one in (turned.velocity, turned.displacement))
        spun = _integral(_times(torque, 1.0 / inertia), speed, width)
        every = [torque, spun, _integral(spun, angle, width), _product(torque, spun, width)]
        every.append(_times(_product(spun, spun, width), 0.5 * inertia))
        names = ("now", "value", "slope", "curvature", "error", "size")
        some = slice(None) if self.place is None else [self.place]
        return Parabolas(*(np.hstack([getattr(one, name) for one in every])[:, some] for name in names))

    def measures(self) -> list[Measures]:
        """Return the extremes of the outputs."""
        return measures_of(self, self.response.forcing.breaks)

    def left_out(self, measures: list[Measures]) -> Array:
        """Return by how much modes left out could change each output; infinite where nothing says.

        Of rate feedback alone the speed goes with the motion that is fed back.
        """
        speed = np.array([self._speed_left_out(one) for one in self.response.wheels])
        without = np.full(len(speed), np.inf)
        largest = np.abs([one.peak for one in measures[len(speed) : 2 * len(speed)]])
        return np.concatenate([without, speed, without, without, self._inertia * speed * (largest + 0.5 * speed)])

    def _speed_left_out(self, one: Spun) -> float:
        if one.damper is None or one.spring or one.control is not None:
            return np.inf
        factor = one.damper.coefficient / one.wheel.inertia
        dual = damper_load(one.damper, self.response.coordinates.parts).mixed(np.array([[factor]]))
        felt = [Output("felt", "rad", "what a wheel's drive feels", dual)]
        # Now, and at the start.
        return 2.0 * float(left_out(self.response, felt, *forms(self.response, felt))[0])


def _torque(response: Response, one: Spun) -> tuple[Array, Array]:
    """Return what a wheel's torque has of coordinates and loads, and of velocities."""
    weights, rates = np.zeros(response.count + len(response.patterns.histories)), np.zeros(response.count)
    if one.control is not None:
        # What drives exert on the arm are the last loads.
        weights[len(weights) - response.torques + one.control] = -1.0
    if one.damper is not None:
        rates = one.damper.coefficient * damper_motions([one.damper], response.coordinates)[0]
    if one.spring:
        assert isinstance(one.damper, Dashpot), "a spring of a support"
        held = one.damper.held
        felt = [held.of([motion.array for motion in source.section_motions]) for source in response.sources()]
        weights = one.spring * response.weights(felt)
    return weights, rates


def _times(one: Parabolas, factor: Array) -> Parabolas:
    """Return parabolas of so many times as much, by positive factors, shape (outputs,)."""
    return Parabolas(
        one.now * factor,
        one.value * factor,
        one.slope * factor,
        one.curvature * factor,
        one.error * factor,
        one.size * factor,
    )


def _integral(of: Parabolas, now: Array, width: Array) -> Parabolas:
    """Return the parabolas of integrals over time, which are now so much."""
    error = width * of.error + np.abs(of.curvature) * width**3 / 6.0
    return Parabolas(now, now, of.value, of.slope, error, np.abs(now) + width * of.size)


def _product(one: Parabolas, other: Parabolas, width: Array) -> Parabolas:
    """Return the parabolas of products; what they leave out of third and fourth order counts as error."""
    cubic = 0.5 * np.abs(one.curvature * other.slope + one.slope * other.curvature) * width**3
    quartic = 0.25 * np.abs(one.curvature * other.curvature) * width**4
    error = cubic + quartic + one.error * other.error
    error += _reach(one, width) * other.error + _reach(other, width) * one.error
    return Parabolas(
        one.now * other.now,
        one.value * other.value,
        one.slope * other.value + one.value * other.slope,
        one.curvature * other.value + 2.0 * one.slope * other.slope + one.value * other.curvature,
        error,
        one.size * other.size,
    )


def _reach(of: Parabolas, width: Array) -> Array:
    """Return what the size of a parabola does not exceed over spans."""
    return np.asarray(np.abs(of.value) + width * np.abs(of.slope) + 0.5 * width**2 * np.abs(of.curvature))
