"""How an arm moves, and what bends it, at the start."""

from dataclasses import dataclass, replace
from typing import Any

from flexarm.checks import finite, number_fault, numbers_faults, require, shown, vector_faults
from flexarm.errors import Fault
from flexarm.load_cases.history import History
from flexarm.load_cases.load import Load, kind_faults, load_kinds


@dataclass(frozen=True)
class Initial:
    """Motion and shape at the start: the motion as what moves before it is caught, the shape by loads that are let go.

    The momenta of a payload that is grappled and of joints that lock add up: with both, the payload's velocity and rate
    are what it has beyond what the turning arm gives it.

    Parameters
    ----------
    payload_velocity
        Velocity of the payload's centre of mass along x and y, m/s, in the base's axes, as the resting arm grapples
        it; momentum is conserved. In space along z too.
    payload_rate
        The payload's rotation rate then, rad/s; in space about z, or about x, y and z.
    joint_rates
        Relative rates, rad/s, base first, with which the undeformed arm turns in its joints when they all lock, its
        base at rest; empty for an arm at rest. For a joint of several freedoms the rates of all of them, rad/s or m/s,
        in the order of `flexarm.parts.MOTIONS`.
    loads
        Loads under which the arm rests, bent, until they are let go at the start; of their histories the values at
        time 0 are kept. They must not carry it away as a rigid body.

    Raises
    ------
    InputError
        If a number is not finite, or a load is none.
    """

    payload_velocity: tuple[float, ...] = (0.0, 0.0)
    payload_rate: float | tuple[float, float, float] = 0.0
    joint_rates: tuple[float | tuple[float, ...], ...] = ()
    loads: tuple[Load, ...] = ()

    def __post_init__(self) -> None:
        faults = vector_faults("payload_velocity", self.payload_velocity, finite("m/s"))
        faults += rotation_rate_faults("payload_rate", self.payload_rate)
        faults += _joint_rates_faults(self.joint_rates)
        faults += kind_faults("load", self.loads, Load, load_kinds())
        require(self, {}, faults)
        for name in ("payload_velocity", "payload_rate", "joint_rates"):
            object.__setattr__(self, name, numbers(getattr(self, name)))
        steady = (replace(load, history=History.step(load.history.initial_value)) for load in self.loads)
        object.__setattr__(self, "loads", tuple(steady))

    @property
    def moves_payload(self) -> bool:
        """Whether the payload moves as it is grappled."""
        return any(self.payload_motion)

    @property
    def payload_motion(self) -> tuple[float, ...]:
        """What the payload moves with: along x, y and z, m/s, and about them, rad/s."""
        return spatial_motion(self.payload_velocity, self.payload_rate)


def spatial_motion(velocity: tuple[float, ...], rate: float | tuple[float, float, float]) -> tuple[float, ...]:
    """Return a motion as one in space: along x, y and z, m/s, and about them, rad/s.

    Parameters
    ----------
    velocity
        Along x and y, or x, y and z, m/s.
    rate
        About z, or about x, y and z, rad/s.
    """
    return (*velocity, 0.0)[:3] + (rate if isinstance(rate, tuple) else (0.0, 0.0, rate))


def numbers(given: Any) -> Any:
    """Return a number, or what numbers stand in, as floats in tuples.

    Parameters
    ----------
    given
        The number, or a list or tuple.
    """
    return tuple(map(numbers, given)) if isinstance(given, list | tuple) else float(given)


def _joint_rates_faults(rates: object) -> list[Fault]:
    condition = finite("rad/s, where a joint slides m/s")
    if not isinstance(rates, list | tuple):
        return numbers_faults("joint_rates", rates, condition)
    faults: list[Fault | None] = []
    for k, rate in enumerate(rates, 1):
        several, path = isinstance(rate, list | tuple), f"joint_rates{k}"
        faults += numbers_faults(path, rate, condition) if several else [number_fault(path, rate, condition)]
    return [fault for fault in faults if fault is not None]


def rotation_rate_faults(path: str, rate: object) -> list[Fault]:
    """Return the faults of what must be a rotation rate, or three in space.

    Parameters
    ----------
    path
        What the rate is called.
    rate
        The rate.
    """
    condition = finite("rad/s")
    if not isinstance(rate, list | tuple):
        fault = number_fault(path, rate, condition)
        return [] if fault is None else [fault]
    if len(rate) == 3:
        return numbers_faults(path, rate, condition)
    return [Fault(path, f"one number, or three in space, each {condition}", shown(rate))]
