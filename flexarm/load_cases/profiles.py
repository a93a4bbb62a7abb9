"""Bang-bang profiles: the quickest slew from rest to rest within limits of torque or acceleration, and of rate.

The slew accelerates at the limit a and brakes at the limit. Left to itself it turns round half-way, at t₁ = √(θ/a),
with the rate √(θ a). Where that is above the rate limit ω, it accelerates until t₁ = ω/a, coasts until t₂ = θ/ω, and
brakes until t₂ + t₁.

Source: S. M. Wiedemann, Dynamics and control of flexible articulated space manipulators with large payloads, PhD
thesis, Cranfield University, 2002, section 8.2, equations (8.16) to (8.18) without and (8.19) to (8.25) with coasting.
"""

import math

from flexarm.checks import Condition, non_negative, number_fault, positive
from flexarm.errors import InputError
from flexarm.load_cases.history import History

_ANGLE = Condition("an angle that is not zero", lambda value: value != 0.0, "rad")


def slew_acceleration(
    angle: float, largest_acceleration: float, largest_rate: float | None = None, start: float = 0.0
) -> History:
    """Return the angular acceleration, rad/s², of the quickest slew from rest to rest.

    Parameters
    ----------
    angle
        The angle to turn through, rad; to the left where it is positive.
    largest_acceleration
        The acceleration limit, rad/s²; positive.
    largest_rate
        The rate limit, rad/s; positive. None for no limit.
    start
        When the slew begins, s; not negative.

    Returns
    -------
    History
        Piecewise constant; its last time is the end of the slew.

    Raises
    ------
    InputError
        If a number is out of its range.
    """
    _require(largest_acceleration=(largest_acceleration, positive("rad/s²")))
    return _bang_bang(largest_acceleration, angle, largest_acceleration, largest_rate, start)


def slew_torque(
    angle: float, inertia: float, largest_torque: float, largest_rate: float | None = None, start: float = 0.0
) -> History:
    """Return the torque, N m, of the quickest slew from rest to rest of what turns as a rigid body.

    Parameters
    ----------
    angle
        The angle to turn through, rad; to the left where it is positive.
    inertia
        Moment of inertia about the joint, kg m², of all that turns; positive.
    largest_torque
        The torque limit, N m; positive.
    largest_rate
        The rate limit, rad/s; positive. None for no limit.
    start
        When the slew begins, s; not negative.

    Returns
    -------
    History
        Piecewise constant; its last time is the end of the slew.

    Raises
    ------
    InputError
        If a number is out of its range.
    """
    _require(inertia=(inertia, positive("kg m²")), largest_torque=(largest_torque, positive("N m")))
    acceleration = largest_torque / inertia
    _require(**{"largest_torque / inertia": (acceleration, positive("rad/s²"))})
    return _bang_bang(largest_torque, angle, acceleration, largest_rate, start)


def _bang_bang(level: float, angle: float, acceleration: float, largest_rate: float | None, start: float) -> History:
    """Return a profile of `level` that turns by `angle` with `acceleration`."""
    _require(angle=(angle, _ANGLE), start=(start, non_negative("s")))
    # Two roots, because the product of angle and acceleration may be too small or too large for a float64.
    peak = math.sqrt(abs(angle)) * math.sqrt(acceleration)
    if largest_rate is not None:
        _require(largest_rate=(largest_rate, positive("rad/s")))
    rate = peak if largest_rate is None else min(peak, largest_rate)
    push, stop = math.copysign(level, angle), rate / acceleration
    brake = abs(angle) / rate
    # Rounding: at its peak the rate is no limit, and where it almost is, no time may be left to coast.
    if rate == peak or start + brake <= start + stop:
        return History((start, start + stop, start + 2.0 * stop), (push, -push, 0.0))
    return History((start, start + stop, start + brake, start + brake + stop), (push, 0.0, -push, 0.0))


def _require(**numbers: tuple[float, Condition]) -> None:
    faults = [number_fault(name, value, condition) for name, (value, condition) in numbers.items()]
    if found := [fault for fault in faults if fault is not None]:
        raise InputError(found, "slew")
