"""What damps an arm: of its modes, in proportion to mass and stiffness, and single dampers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from flexarm.checks import Condition, non_negative, number_fault, numbers_faults, require, shown
from flexarm.drives import Wheel
from flexarm.errors import Fault
from flexarm.load_cases.load import freedom_faults, numbering_faults
from flexarm.parts import AXES, axis_faults

_RATIO = non_negative("no unit")
_STATION = Condition("a fraction of the link's length, from 0 to 1", lambda value: 0.0 <= value <= 1.0, "no unit")


@dataclass(frozen=True)
class Rayleigh:
    """Damping in proportion to mass and stiffness, C = αM + βK: of a mode the ratio α/2ω + βω/2.

    The part of α is that of dampers between all mass and the base, or, where that floats, the space around: rigid-body
    modes are slowed down by it too.

    Parameters
    ----------
    mass
        α, 1/s; not negative.
    stiffness
        β, s; not negative.

    Raises
    ------
    InputError
        If a number is negative or not finite.
    """

    mass: float = 0.0
    stiffness: float = 0.0
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {"mass": non_negative("1/s"), "stiffness": non_negative("s")}

    def __post_init__(self) -> None:
        require(self, self._CONDITIONS)


Damping = float | tuple[float, ...] | Rayleigh


def damping_faults(given: object) -> list[Fault]:
    """Return the faults of what must be the damping of modes."""
    if isinstance(given, Rayleigh):
        return []
    if not isinstance(given, list | tuple):
        fault = number_fault("damping", given, _RATIO)
        return [] if fault is None else [fault]
    if not given:
        return [Fault("damping", "one ratio for all modes, or one a mode", "none")]
    return numbers_faults("damping", given, _RATIO)


@dataclass(frozen=True)
class Damper:
    """A viscous damper: in a joint, or a wheel on a link that reacts against its own inertia.

    Parameters
    ----------
    coefficient
        Torque per rate, N m s/rad, in a freedom that slides force per rate, N s/m; not negative. The rate is a joint's
        relative rate, or the link's own at the wheel, where the base's rotation must not be prescribed.
    joint
        The joint that it stands in, its number, the first 1, or the name of the link that it carries; None for a wheel.
    link
        The link that carries the wheel, its number, the first 1, or its name; None for a damper in a joint.
    station
        Where on the link, as a fraction of its length; None for its tip.
    axis
        In space, the axis that a wheel turns about, in its link's axes: ``"x"``, ``"y"``, ``"z"`` or a vector, whose
        length, in no unit, does not matter. A damper in a joint turns about the joint's.
    freedom
        Of a joint of several freedoms, the one that it damps: ``"about_y"``, ``"along_x"``; None for the only one.
    wheel
        The reaction wheel itself, a `flexarm.drives.Wheel` without friction, whose angle, speed, torque, power and
        energy a response then has; None for a wheel of which nothing is asked.

    Raises
    ------
    InputError
        If the coefficient is negative, the station lies off the link, the axis is none, the freedom unknown, or there
        is not exactly one of joint and link.
    """

    coefficient: float
    joint: Any = None
    link: Any = None
    station: float | None = None
    axis: str | tuple[float, float, float] = "z"
    freedom: str | None = None
    wheel: Wheel | None = None
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {"coefficient": non_negative("N m s/rad, where it slides N s/m")}

    def __post_init__(self) -> None:
        conditions = dict(self._CONDITIONS)
        if self.station is not None:
            conditions["station"] = _STATION
        require(self, conditions, self._place_faults() + axis_faults(self.axis) + freedom_faults(self.freedom))
        if isinstance(self.axis, list | tuple):
            object.__setattr__(self, "axis", tuple(map(float, self.axis)))

    @property
    def direction(self) -> tuple[float, float, float]:
        """The axis as a vector."""
        return AXES[self.axis] if isinstance(self.axis, str) else self.axis

    def _place_faults(self) -> list[Fault]:
        if (self.joint is None) == (self.link is None):
            got = "neither" if self.joint is None else "both"
            return [Fault("", "a joint, or the link that carries a wheel", got)]
        if self.joint is None:
            foreign = [] if self.freedom is None else [Fault("freedom", "nothing, for a wheel", shown(self.freedom))]
            return numbering_faults("link", self.link, named=True) + foreign + self._wheel_faults()
        given = {"station": (self.station, None), "axis": (self.axis, "z"), "wheel": (self.wheel, None)}
        foreign = [
            Fault(name, "nothing, for a joint", shown(own)) for name, (own, usual) in given.items() if own != usual
        ]
        return numbering_faults("joint", self.joint, named=True) + foreign

    def _wheel_faults(self) -> list[Fault]:
        if self.wheel is not None and not isinstance(self.wheel, Wheel):
            return [Fault("wheel", "a Wheel, or None", shown(self.wheel))]
        wanted = "none: a wheel whose bearing has friction stands in the drive of a support"
        return (
            [Fault("wheel.friction", wanted, shown(self.wheel.friction))] if self.wheel and self.wheel.friction else []
        )
