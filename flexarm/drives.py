"""Drives: what a motor, its gear, controller, actuator, sensor and delay make of a motion, as a transfer function."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from flexarm.checks import Condition, finite, meant, non_negative, numbers_faults, positive, require, shown
from flexarm.decimals import kept
from flexarm.errors import Fault

Coefficients = Any


@dataclass(frozen=True)
class Lag:
    """The dynamics of an actuator or a sensor, of first or second order, with a gain of one at rest.

    Parameters
    ----------
    time_constant
        T of 1/(1 + T s), s; positive. None for one of second order.
    angular_frequency
        ω of ω²/(s² + 2ζω s + ω²), rad/s; positive. None for one of first order.
    damping_ratio
        ζ of that, 1 where it is critical; not negative, without a unit.

    Raises
    ------
    InputError
        If a number is wrong, or it is neither of first nor of second order.
    """

    time_constant: float | None = None
    angular_frequency: float | None = None
    damping_ratio: float = 1.0

    def __post_init__(self) -> None:
        given = [name for name in ("time_constant", "angular_frequency") if getattr(self, name) is not None]
        faults = []
        if len(given) != 1:
            wanted = "either time_constant (s), of first order, or angular_frequency (rad/s), of second order"
            faults.append(Fault("", wanted, "both" if given else "neither"))
        if given == ["time_constant"] and self.damping_ratio != 1.0:
            faults.append(Fault("damping_ratio", "nothing, for dynamics of first order", shown(self.damping_ratio)))
        conditions = {"time_constant": positive("s"), "angular_frequency": positive("rad/s")}
        require(self, {**{name: conditions[name] for name in given}, "damping_ratio": non_negative("1")}, faults)

    def denominator(self, number: Callable[[float], Any] = float) -> tuple[Any, ...]:
        """Return coefficients of the denominator, highest power first; the numerator is the last of them.

        Parameters
        ----------
        number
            What makes a number of one of its own: a float, or an exact one.
        """
        if self.time_constant is not None:
            return number(self.time_constant), number(1.0)
        omega = number(self.angular_frequency or 0.0)
        return number(1.0), 2 * number(self.damping_ratio) * omega, omega**2


@dataclass(frozen=True)
class Motor:
    """A motor's rotor behind its gear, which is elastic: between the rotor and the joint stands a spring of its own.

    Parameters
    ----------
    inertia
        The rotor's moment of inertia, kg m² at its own shaft; of a translation kg. Positive.
    stiffness
        Of the gear's spring, N m/rad at the joint; of a translation N/m. Positive.
    damping
        Of that spring's damper, N m s/rad at the joint; of a translation N s/m. Not negative.
    gear_ratio
        Turns of the rotor for one of the joint, without a unit: its inertia counts with the square. Positive.
    sensed
        What the controller feels: ``"motor"``, the rotor's rotation over the gear ratio, collocated with its torque; or
        ``"link"``, the joint's, beyond the spring.

    Raises
    ------
    InputError
        If a number is wrong, or what is sensed is neither.
    """

    inertia: float
    stiffness: float
    damping: float = 0.0
    gear_ratio: float = 1.0
    sensed: str = "motor"
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "inertia": positive("kg m², of a translation kg"),
        "stiffness": positive("N m/rad, of a translation N/m"),
        "damping": non_negative("N m s/rad, of a translation N s/m"),
        "gear_ratio": positive("no unit"),
    }

    def __post_init__(self) -> None:
        sides, faults = ("motor", "link"), list[Fault]()
        if self.sensed not in sides:
            faults.append(Fault("sensed", '"motor" or "link"', f"{shown(self.sensed)}{meant(self.sensed, sides)}"))
        require(self, self._CONDITIONS, faults)


@dataclass(frozen=True)
class Wheel:
    """A reaction wheel: what takes the torque by which a controller holds a body's attitude, and is spun by it.

    Its mass, and its moments of inertia across its axis, are the body's, which carries it.

    Parameters
    ----------
    inertia
        Moment of inertia about its own axis, kg m²; positive.
    friction
        Of its bearing, N m s/rad; not negative. It gives the wheel's momentum back to the body.
    torque_limit, power_limit
        The largest torque that its motor exerts, N m, and the largest power that it takes or gives, W; positive, None
        for any. They change no motion: responses say where one is asked for more.

    Raises
    ------
    InputError
        If a number is wrong.
    """

    inertia: float
    friction: float = 0.0
    torque_limit: float | None = None
    power_limit: float | None = None
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "inertia": positive("kg m²"),
        "friction": non_negative("N m s/rad"),
    }
    _LIMITS: ClassVar[Mapping[str, Condition]] = {"torque_limit": positive("N m"), "power_limit": positive("W")}

    def __post_init__(self) -> None:
        limits = {name: one for name, one in self._LIMITS.items() if getattr(self, name) is not None}
        require(self, {**self._CONDITIONS, **limits})


@dataclass(frozen=True)
class Drive:
    """What a motor and its controller resist a motion with: torque over angle as a transfer function.

    The torque −d(s) φ on a joint's relative rotation φ, with d(s) = (proportional + derivative s + integral/s) times
    the actuator's and the sensor's dynamics and e^(−delay s); or numerator over denominator in place of the gains. At
    a base the same of its attitude, or its position and a force.

    Parameters
    ----------
    proportional
        Gain on the motion, N m/rad; of a position N/m.
    derivative
        Gain on its rate, N m s/rad; of a position N s/m.
    integral
        Gain on its integral over time, N m/(rad s); of a position N/(m s).
    numerator
        In place of gains: coefficients of the transfer function's numerator, highest power of s first, N m/rad times
        powers of seconds, of a position N/m.
    denominator
        Coefficients of its denominator, highest power of s first, powers of seconds; the first is not zero, and there
        are as many as in the numerator or more.
    actuator
        Dynamics of the motor's amplifier, a `Lag`, or None.
    sensor
        Dynamics of the sensor, a `Lag`, or None.
    delay
        Pure delay, s; not negative.
    motor
        The rotor that the torque acts on, behind an elastic gear, a `Motor`; None: it acts on the joint itself.
    wheel
        The reaction wheel that takes the torque on a body, a `Wheel`; None: it comes from without, as a thruster's.

    Raises
    ------
    InputError
        If a number is wrong, the transfer function is improper, or there are both gains and a transfer function.
    """

    proportional: float = 0.0
    derivative: float = 0.0
    integral: float = 0.0
    numerator: Coefficients = None
    denominator: Coefficients = None
    actuator: Lag | None = None
    sensor: Lag | None = None
    delay: float = 0.0
    motor: Motor | None = None
    wheel: Wheel | None = None
    _CONDITIONS: ClassVar[Mapping[str, Condition]] = {
        "proportional": finite("N m/rad"),
        "derivative": finite("N m s/rad"),
        "integral": finite("N m/(rad s)"),
        "delay": non_negative("s"),
    }

    def __post_init__(self) -> None:
        for name in ("numerator", "denominator"):
            # An array's numbers.
            if hasattr(value := getattr(self, name), "tolist"):
                object.__setattr__(self, name, value.tolist())
        faults = self._transfer_faults()
        for name in ("actuator", "sensor"):
            lag = getattr(self, name)
            faults += [] if lag is None or isinstance(lag, Lag) else [Fault(name, "a Lag, or None", shown(lag))]
        if self.motor is not None and not isinstance(self.motor, Motor):
            faults.append(Fault("motor", "a Motor, or None", shown(self.motor)))
        if self.wheel is not None and not isinstance(self.wheel, Wheel):
            faults.append(Fault("wheel", "a Wheel, or None", shown(self.wheel)))
        elif self.wheel is not None and self.motor is not None:
            faults.append(Fault("wheel", "nothing beside a motor, whose gear stands on something else", "both"))
        require(self, self._CONDITIONS, faults)
        if self.numerator is not None:
            for name in ("numerator", "denominator"):
                object.__setattr__(self, name, tuple(map(kept, getattr(self, name))))

    def _transfer_faults(self) -> list[Fault]:
        given = {name: getattr(self, name) for name in ("numerator", "denominator")}
        if list(given.values()) == [None, None]:
            return []
        faults = [
            Fault(name, "the coefficients of both numerator and denominator, highest power of s first", "nothing")
            for name, value in given.items()
            if value is None
        ]
        gains = [name for name in ("proportional", "derivative", "integral") if getattr(self, name)]
        wanted = "no gain beside numerator and denominator: give one or the other"
        faults += [Fault(name, wanted, shown(getattr(self, name))) for name in gains]
        for name, value in given.items():
            faults += [] if value is None else numbers_faults(name, value, finite("powers of s"))
        if faults:
            return faults
        if not len(self.denominator) or not self.denominator[0]:
            wanted = "coefficients, highest power of s first, the first of them not zero"
            return [Fault("denominator", wanted, shown(list(self.denominator)))]
        if not _trimmed(self.numerator):
            wanted = "coefficients, highest power of s first, one of them not zero: what does nothing is no drive"
            return [Fault("numerator", wanted, shown(list(self.numerator)))]
        if len(_trimmed(self.numerator)) > len(self.denominator):
            wanted = "no more coefficients than the denominator has: an improper transfer function cannot be built; "
            wanted += "an ideal rate feedback is derivative, or a joint's damping"
            return [Fault("numerator", wanted, shown(list(self.numerator)))]
        return []

    def transfer(self, number: Callable[[float], Any] = float) -> tuple[list[Any], list[Any]]:
        """Return coefficients of the controller's numerator and denominator without the delay, highest power first.

        Parameters
        ----------
        number
            What makes a number of one of its own: a float, or an exact one.
        """
        top, below = [self.derivative, self.proportional], [1.0]
        if self.numerator is not None:
            top, below = list(self.numerator), list(self.denominator)
        elif self.integral:
            top, below = [*top, self.integral], [1.0, 0.0]
        top, below = list(map(number, top)), list(map(number, below))
        for lag in (self.actuator, self.sensor):
            if lag is not None:
                own = lag.denominator(number)
                top, below = [own[-1] * one for one in top], _product(below, own)
        return _trimmed(top), below

    @property
    def idle(self) -> bool:
        """Whether it does nothing: it has no gain, and neither a rotor nor a wheel that has an effect of its own."""
        acting = self.numerator is not None or self.proportional or self.derivative or self.integral
        return not acting and self.motor is None and self.wheel is None

    @property
    def passive(self) -> bool:
        """Whether it is a spring and a damper, which give the arm no energy: it has no lag, delay or negative gain."""
        return self.motor is None and not (self.wheel and self.wheel.friction) and self.dissipative

    @property
    def dissipative(self) -> bool:
        """Whether it gives the arm no energy: a spring and a damper, on the arm itself or on a motor that is felt."""
        plain = self.numerator is None and self.actuator is None and self.sensor is None and not self.delay
        collocated = self.motor is None or self.motor.sensed == "motor"
        return plain and collocated and not self.integral and self.proportional >= 0.0 and self.derivative >= 0.0


def _trimmed(coefficients: Sequence[Any]) -> list[Any]:
    """Return coefficients without zeros of the highest powers."""
    first = next((k for k, one in enumerate(coefficients) if one != 0), len(coefficients))
    return list(coefficients[first:])


def _product(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """Return the coefficients of the product of two polynomials."""
    found: list[Any] = [0] * (len(one) + len(other) - 1)
    for i, first in enumerate(one):
        for j, second in enumerate(other):
            found[i + j] += first * second
    return found


def drive_faults(path: str, drive: object, **never: str) -> list[Fault]:
    """Return the faults of what must be a drive, or None, and has a motor or a wheel where there is none: and why."""
    if drive is not None and not isinstance(drive, Drive):
        return [Fault(path, "a Drive, or None", shown(drive))]
    given = {name: getattr(drive, name, None) for name in never}
    return [Fault(f"{path}.{name}", f"nothing: {never[name]}", shown(one)) for name, one in given.items() if one]


# Why a joint's drive, and one that moves along an axis, has no wheel.
IN_A_JOINT = "in a joint a torque reacts on the body before it; a wheel stands in a support's drive"
ALONG = "a wheel turns, and holds no position"
