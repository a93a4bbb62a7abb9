"""The load case: what acts on an arm, for how long, and how it moves at the start."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import UnionType
from typing import TYPE_CHECKING, ClassVar

from flexarm.checks import (
    Condition,
    finite,
    non_negative,
    number_fault,
    numbers_faults,
    pair_faults,
    positive,
    require,
    shown,
    text_faults,
)
from flexarm.errors import Fault
from flexarm.load_cases.load import Load
from flexarm.load_cases.numbering import numbering_faults

if TYPE_CHECKING:
    from flexarm.arrays import Array

# A history of so many samples takes 80 MB a variable; the closed form needs no fine grid to be exact.
MOST_SAMPLES = 10_000_000

_RATIO = non_negative("no unit")
_STATION = Condition("a fraction of the link's length, from 0 to 1", lambda value: 0.0 <= value <= 1.0, "no unit")


@dataclass(frozen=True)
class Initial:
    """Motion at the start, given as what moves before it is caught.

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

    Raises
    ------
    InputError
        If a number is not finite.
    """

    payload_velocity: tuple[float, float] = (0.0, 0.0)
    payload_rate: float = 0.0
    joint_rates: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        faults = pair_faults("payload_velocity", self.payload_velocity, finite("m/s"))
        faults += numbers_faults("joint_rates", self.joint_rates, finite("rad/s"))
        require(self, {"payload_rate": finite("rad/s")}, faults)
        for name in ("payload_velocity", "joint_rates"):
            object.__setattr__(self, name, tuple(map(float, getattr(self, name))))

    @property
    def moves_payload(self) -> bool:
        """Whether the payload moves as it is grappled."""
        return any((*self.payload_velocity, self.payload_rate))


@dataclass(frozen=True)
class Damper:
    """A viscous damper: in a joint, or a wheel on a link that reacts against its own inertia.

    Parameters
    ----------
    coefficient
        Torque per rate, N m s/rad; not negative. The rate is a joint's relative rate, or the link's own at the wheel,
        where the base's rotation must not be prescribed.
    joint
        The joint that it stands in, the first 1; None for a wheel.
    link
        The link that carries the wheel, the first 1; None for a damper in a joint.
    station
        Where on the link, as a fraction of its length; None for its tip.

    Raises
    ------
    InputError
        If the coefficient is negative, the station lies off the link, or there is not exactly one of joint and link.
    """

    coefficient: float
    joint: int | None = None
    link: int | None = None
    station: float | None = None
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {"coefficient": non_negative("N m s/rad")}

    def __post_init__(self) -> None:
        conditions = dict(self._CONDITIONS)
        if self.station is not None:
            conditions["station"] = _STATION
        require(self, conditions, self._place_faults())

    def _place_faults(self) -> list[Fault]:
        if (self.joint is None) == (self.link is None):
            got = "neither" if self.joint is None else "both"
            return [Fault("", "a joint, or the link that carries a wheel", got)]
        if self.joint is None:
            return numbering_faults("link", self.link)
        foreign = [] if self.station is None else [Fault("station", "nothing, for a joint", shown(self.station))]
        return numbering_faults("joint", self.joint) + foreign


@dataclass(frozen=True)
class LoadCase:
    """What acts on an arm, for how long, and how it moves at the start; SI units.

    Parameters
    ----------
    duration
        Length of time, s; positive.
    samples
        Number of times, equally spaced from 0 to the duration, at which a response is given: from 2 to 10⁷.
    loads
        Motions, torques and forces; they add up.
    damping
        Damping ratio, one for all modes, or one a mode, lowest first; not negative.
    initial
        Motion at the start; None for rest.
    dampers
        Dampers in joints, and wheels.
    name
        What the case is called in tables and pictures.

    Raises
    ------
    InputError
        If a number is out of its range, or a part is of the wrong type.
    """

    duration: float
    samples: int
    loads: tuple[Load, ...] = ()
    damping: float | tuple[float, ...] = 0.0
    initial: Initial | None = None
    dampers: tuple[Damper, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        faults = self._samples_faults() + self._damping_faults() + self._part_faults() + text_faults("name", self.name)
        require(self, {"duration": positive("s")}, faults)
        ratios = self.damping
        each = tuple(map(float, ratios)) if isinstance(ratios, list | tuple) else float(ratios)
        object.__setattr__(self, "damping", each)
        for name in ("loads", "dampers"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    def _samples_faults(self) -> list[Fault]:
        given = self.samples
        if not isinstance(given, int) or isinstance(given, bool) or given < 2:
            return [Fault("samples", "a whole number from 2", shown(given))]
        wanted = f"at most {MOST_SAMPLES} samples: shorten the duration, or space them wider"
        return [] if given <= MOST_SAMPLES else [Fault("samples", wanted, shown(given))]

    def _damping_faults(self) -> list[Fault]:
        if not isinstance(self.damping, list | tuple):
            fault = number_fault("damping", self.damping, _RATIO)
            return [] if fault is None else [fault]
        if not self.damping:
            return [Fault("damping", "one ratio for all modes, or one a mode", "none")]
        return numbers_faults("damping", self.damping, _RATIO)

    def _part_faults(self) -> list[Fault]:
        faults = _kind_faults("load", self.loads, Load, "a BaseAcceleration, JointTorque, BaseForce or TipForce")
        if self.initial is not None and not isinstance(self.initial, Initial):
            faults.append(Fault("initial", "an Initial, or None", shown(self.initial)))
        return faults + _kind_faults("damper", self.dampers, Damper, "a Damper")

    @property
    def times(self) -> "Array":
        """The times of the samples, s, shape (samples,)."""
        import numpy as np

        return np.linspace(0.0, self.duration, self.samples)

    @property
    def title(self) -> str:
        """What messages call the case."""
        return self.name or "the load case"


def _kind_faults(noun: str, given: object, kind: type | UnionType, wanted: str) -> list[Fault]:
    """Return the faults of what must be a tuple of parts of one kind."""
    if not isinstance(given, list | tuple):
        return [Fault(f"{noun}s", f"a tuple, each {wanted}", shown(given))]
    return [Fault(f"{noun}{k}", wanted, shown(part)) for k, part in enumerate(given, 1) if not isinstance(part, kind)]
