"""How an arm moves, and what bends it, at the start."""

from dataclasses import dataclass, replace

from flexarm.checks import finite, numbers_faults, pair_faults, require
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
        it; momentum is conserved.
    payload_rate
        The payload's rotation rate then, rad/s.
    joint_rates
        Relative rates, rad/s, base first, with which the undeformed arm turns in its joints when they all lock, its
        base at rest; empty for an arm at rest.
    loads
        Loads under which the arm rests, bent, until they are let go at the start; of their histories the values at
        time 0 are kept. They must not carry it away as a rigid body.

    Raises
    ------
    InputError
        If a number is not finite, or a load is none.
    """

    payload_velocity: tuple[float, float] = (0.0, 0.0)
    payload_rate: float = 0.0
    joint_rates: tuple[float, ...] = ()
    loads: tuple[Load, ...] = ()

    def __post_init__(self) -> None:
        faults = pair_faults("payload_velocity", self.payload_velocity, finite("m/s"))
        faults += numbers_faults("joint_rates", self.joint_rates, finite("rad/s"))
        faults += kind_faults("load", self.loads, Load, load_kinds())
        require(self, {"payload_rate": finite("rad/s")}, faults)
        for name in ("payload_velocity", "joint_rates"):
            object.__setattr__(self, name, tuple(map(float, getattr(self, name))))
        steady = (replace(load, history=History.step(load.history.initial_value)) for load in self.loads)
        object.__setattr__(self, "loads", tuple(steady))

    @property
    def moves_payload(self) -> bool:
        """Whether the payload moves as it is grappled."""
        return any((*self.payload_velocity, self.payload_rate))
