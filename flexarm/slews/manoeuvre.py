"""The manoeuvre: how an arm's joints are turned or driven, and what else acts, for how long."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flexarm.checks import (
    Condition,
    finite,
    non_negative,
    numbers_faults,
    positive,
    require,
    shown,
    text_faults,
    vector_faults,
)
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.load_cases.case import samples_faults
from flexarm.load_cases.initial import numbers, rotation_rate_faults, spatial_motion
from flexarm.load_cases.load import Load, kind_faults, load_kinds, numbering_faults
from flexarm.slews.course import Course

if TYPE_CHECKING:
    from flexarm.arrays import Array

# What an integrator in float64 can be asked for, and what still tells models apart.
_ACCURACY = Condition("a number from 1e-8 to 0.1", lambda value: 1e-8 <= value <= 0.1, "1")


@dataclass(frozen=True)
class Turn:
    """A free joint that turns as prescribed, whatever torque that takes.

    Parameters
    ----------
    joint
        The joint's number, the first at the base 1, or the name of the link that it carries.
    course
        How it turns.

    Raises
    ------
    InputError
        If the joint is neither a whole number from 1 nor a name, or the course is none.
    """

    joint: Any
    course: Course

    def __post_init__(self) -> None:
        _require(self, _faults(self))


@dataclass(frozen=True)
class Tracking:
    """A free joint's drive, which follows a course: torque = P (angle wanted − angle) + D (rate wanted − rate).

    Parameters
    ----------
    joint
        The joint's number, the first at the base 1, or the name of the link that it carries.
    course
        The angle wanted.
    proportional
        P, N m/rad; not negative.
    derivative
        D, N m s/rad; not negative.
    feedforward
        Whether the torque that the arm with rigid links would take is added (computed torque), its base and the joints
        without a course held in the posture.

    Raises
    ------
    InputError
        If a number is out of its range, there is neither a gain nor feedforward, or the course is none.
    """

    joint: Any
    course: Course
    proportional: float = 0.0
    derivative: float = 0.0
    feedforward: bool = False

    def __post_init__(self) -> None:
        faults = _faults(self)
        if not isinstance(self.feedforward, bool):
            faults.append(Fault("feedforward", "true or false", shown(self.feedforward)))
        elif not faults and (self.proportional, self.derivative, self.feedforward) == (0.0, 0.0, False):
            wanted = "a proportional or derivative gain, or feedforward = true: without them the drive does nothing"
            faults.append(Fault("proportional", wanted, "none of them"))
        require(self, {"proportional": non_negative("N m/rad"), "derivative": non_negative("N m s/rad")}, faults)


@dataclass(frozen=True)
class Manoeuvre:
    """Large motion of an arm from its posture: joints that are turned or driven, and loads; SI units.

    Parameters
    ----------
    duration
        Length of time, s; positive.
    samples
        Number of times, equally spaced from 0 to the duration, at which motion is given: from 2 to 10⁷.
    turns
        Joints that turn as prescribed.
    trackings
        Joints that are driven to follow a course.
    loads
        Torques and forces besides; they add up. Forces keep their direction, in the base's axes at rest.
    joint_rates
        Rates at which the joints turn at the start, rad/s, one for each; none for an arm at rest.
    base_velocity
        Velocity of the base at the start along x and y, m/s, in its axes at rest; in space along z too. The arm moves
        with it.
    base_rate
        The base's rotation rate then, rad/s; in space about z, or about x, y and z.
    accuracy
        What errors of integration, relative to every output's largest value, are to stay below: 1e-8 to 0.1.
    name
        What the manoeuvre is called in tables and pictures.

    Raises
    ------
    InputError
        If a number is out of its range, a part is of the wrong type, a joint is turned or driven twice, or a course
        begins when the duration is over.
    """

    duration: float
    samples: int
    turns: tuple[Turn, ...] = ()
    trackings: tuple[Tracking, ...] = ()
    loads: tuple[Load, ...] = ()
    joint_rates: tuple[float, ...] = ()
    base_velocity: tuple[float, ...] = (0.0, 0.0)
    base_rate: float | tuple[float, float, float] = 0.0
    accuracy: float = 1e-4
    name: str = ""

    def __post_init__(self) -> None:
        faults = samples_faults(self.samples) + kind_faults("turn", self.turns, Turn, "a Turn")
        faults += kind_faults("tracking", self.trackings, Tracking, "a Tracking")
        faults += kind_faults("load", self.loads, Load, load_kinds())
        faults += numbers_faults("joint_rates", self.joint_rates, finite("rad/s"))
        faults += vector_faults("base_velocity", self.base_velocity, finite("m/s"))
        faults += rotation_rate_faults("base_rate", self.base_rate)
        faults = faults or self._twice_faults()
        conditions = {"duration": positive("s"), "accuracy": _ACCURACY}
        require(self, conditions, faults + text_faults("name", self.name))
        if late := self._late_faults():
            raise InputError(late, type(self).__name__)
        for name in ("joint_rates", "base_velocity", "base_rate"):
            object.__setattr__(self, name, numbers(getattr(self, name)))
        for name in ("turns", "trackings", "loads"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    def _twice_faults(self) -> list[Fault]:
        joints = [one.joint for one in self.turned]
        twice = sorted({joint for joint in joints if joints.count(joint) > 1})
        return [Fault("joint", "each joint turned or driven once", f"{joint} more than once") for joint in twice]

    def _late_faults(self) -> list[Fault]:
        """Return the faults of courses that begin when all is over."""
        kinds: dict[str, tuple[Turn | Tracking, ...]] = {"turn": self.turns, "tracking": self.trackings}
        wanted = f"a course that begins before the duration, {shown(self.duration)} s"
        return [
            Fault(f"{noun}{k}", wanted, f"one from {shown(one.course.times[0])} s")
            for noun, parts in kinds.items()
            for k, one in enumerate(parts, 1)
            if one.course.times[0] >= self.duration
        ]

    @property
    def times(self) -> "Array":
        """The times of the samples, s, shape (samples,)."""
        import numpy as np  # late: describing a manoeuvre needs no numpy

        return np.linspace(0.0, self.duration, self.samples)

    @property
    def turned(self) -> "tuple[Turn | Tracking, ...]":
        """All joints that are turned or driven."""
        return (*self.turns, *self.trackings)

    @property
    def base_motion(self) -> tuple[float, ...]:
        """What the base moves with at the start: along x, y and z, m/s, and about them, rad/s."""
        return spatial_motion(self.base_velocity, self.base_rate)

    @property
    def acts(self) -> bool:
        """Whether something besides weight moves an arm from its posture."""
        return bool(self.turned or self.loads or any(self.joint_rates) or any(self.base_motion))

    @property
    def breaks(self) -> tuple[float, ...]:
        """Times within the duration at which courses or loads have corners or jumps, s, ascending."""
        parts = (*(one.course for one in self.turned), *(load.history for load in self.loads))
        return tuple(sorted({time for part in parts for time in part.breaks(self.duration)}))

    def lasting(self, duration: float) -> "Manoeuvre":
        """Return the manoeuvre in another time: its courses go through the same angles, faster or slower.

        Parameters
        ----------
        duration
            How long it takes, s.

        Raises
        ------
        InputError
            If the duration is not positive.
        QuestionError
            If it has loads, or rates at its start, which do not follow its courses.
        """
        if self.loads or any(self.joint_rates) or any(self.base_motion):
            raise QuestionError(
                f"{self.title} has loads or rates at its start, and what they would be in another time is not known; "
                "turn the joints instead"
            )
        part = replace(self, duration=duration, turns=(), trackings=()).duration / self.duration
        turns = tuple(replace(one, course=one.course.stretched(part)) for one in self.turns)
        trackings = tuple(replace(one, course=one.course.stretched(part)) for one in self.trackings)
        return replace(self, duration=duration, turns=turns, trackings=trackings)

    @property
    def title(self) -> str:
        """What messages call the manoeuvre."""
        return self.name or "the manoeuvre"


def _faults(part: Turn | Tracking) -> list[Fault]:
    faults = numbering_faults("joint", part.joint, named=True)
    if not isinstance(part.course, Course):
        faults.append(Fault("course", "a Course(times, values)", shown(part.course)))
    return faults


def _require(part: Turn, faults: list[Fault]) -> None:
    if faults:
        raise InputError(faults, type(part).__name__)
