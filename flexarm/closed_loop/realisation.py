"""A control as a linear system: controllable form of its transfer function, its delay by Padé, in units of a radius."""

from collections.abc import Sequence
from math import ceil, comb, factorial
from typing import NamedTuple

import numpy as np
from scipy.linalg import block_diag

from flexarm.arrays import Array
from flexarm.closed_loop.control import Control, Gear, Wheel

# The order of Padé's approximation of a section of a delay: to 1e-4 of 2.5 rad, to 1e-8 of 1 rad.
_PADE = 4
# Beside modes sections of a delay have the first phase at the highest frequency, rad, 1e-8 each, and poles at the last.
_SECTION, _POLES = 1.0, 6.0
# Relative; far more than a product of a delay and a rate is rounded by.
_WHOLE = 1e-12
# A phase below this, rad, is none for roots that are refined: poles of so short a section would take their digits, for
# the fourth power of it stands beside one.
_INSTANT = 2e-3


class System(NamedTuple):
    """A control: ẋ = A x + B u, y = C x + D u and a factor of u̇ besides."""

    state: Array
    into: Array
    out: Array
    direct: Array
    rate: float


def realisation(one: Control, scale: float, radius: float, section: float) -> System:
    """Return a control without its damping in units of the radius, its motion and torque scaled.

    A delay is a chain of sections of a phase at the radius, rad.
    """
    own = _controller(one, scale, radius, section)
    if one.wheel is not None:
        return _spun(own, Wheel(one.wheel.inertia * radius**2 * scale, one.wheel.friction * radius * scale))
    if one.gear is None:
        return own
    inertia, damping = one.gear.inertia * radius**2 * scale, one.gear.damping * radius * scale
    return _geared(own, Gear(inertia, one.gear.stiffness * scale, damping, one.gear.on_link))


def _geared(own: System, gear: Gear) -> System:
    """Return a controller whose torque acts on a motor behind a gear, in the gear's units; its rates are taken in.

    With what the controller feels, u, the motor's motion ψ and v = ψ̇ less a part of the joint's motion φ are states.
    """
    at_motor, at_link = (0.0, 1.0) if gear.on_link else (1.0, 0.0)
    direct, resisting = float(own.direct[0, 0]), gear.damping + at_motor * own.rate
    through = (gear.damping - at_link * own.rate) / gear.inertia
    still = np.zeros((len(own.state), 1))
    pushed = np.hstack([np.array([[-gear.stiffness - at_motor * direct, -resisting]]), -own.out]) / gear.inertia
    moved = np.hstack([np.array([[0.0, 1.0]]), np.zeros_like(own.out)])
    state = np.vstack([moved, pushed, np.hstack([at_motor * own.into, still, own.state])])
    at_once = (gear.stiffness - at_link * direct - resisting * through) / gear.inertia
    into = np.vstack([[[through], [at_once]], at_link * own.into])
    out = np.hstack([np.array([[-gear.stiffness, -gear.damping]]), np.zeros_like(own.out)])
    return System(state, into, out, np.array([[gear.stiffness - gear.damping * through]]), gear.damping)


def _spun(own: System, wheel: Wheel) -> System:
    """Return a controller whose torque a wheel takes, in the wheel's units; its rates are taken in.

    The wheel's momentum, less what goes as the motion, is a state; its rate is the torque on the body.
    """
    drag, rate = wheel.friction / wheel.inertia, wheel.friction + own.rate
    at_once = float(own.direct[0, 0]) - drag * rate
    state = np.vstack([np.hstack([[[-drag]], own.out]), np.hstack([np.zeros((len(own.state), 1)), own.state])])
    out = np.hstack([[[-drag]], own.out])
    return System(state, np.vstack([[[at_once]], own.into]), out, np.array([[at_once]]), rate)


def _controller(one: Control, scale: float, radius: float, section: float) -> System:
    """Return the controller alone."""
    top = scale * _scaled(one.numerator, radius) if len(one.numerator) else np.zeros(1)
    below = _scaled(one.denominator, radius)
    phase = one.delay * radius
    # A whole number of sections is one, however it is rounded.
    sections = ceil(phase / section * (1.0 - _WHOLE)) if phase > _INSTANT else 0
    if not sections:
        return _realisation(top, below)
    # An ideal rate that is delayed is proper again by a numerator of lower order.
    first = _pade(phase / sections, _PADE - 1)
    system = _realisation(np.convolve(top, first[0]), np.convolve(below, first[1]))
    for _ in range(sections - 1):
        system = _behind(system, _realisation(*_pade(phase / sections, _PADE)))
    return system


class Drives(NamedTuple):
    """All controls beside modes: ẋ = A x + B φ, and the torques −(C x + K φ + R φ̇), of what they feel, φ."""

    state: Array
    into: Array
    out: Array
    springs: Array
    dampers: Array


def drives(every: Sequence[Control], omega: Array, finer: int = 1) -> Drives:
    """Return controls beside modes, each in units of a rate that suits it; delays hold up to the highest frequency.

    They have so many times as many sections as that takes.
    """
    systems, none = _systems(every, omega, finer), np.zeros((0, 0))
    state, into = (block_diag(none, *(unit * np.asarray(own[k]) for own, unit in systems)) for k in (0, 1))
    out, direct = (block_diag(none, *(np.asarray(own[k]) for own, _ in systems)) for k in (2, 3))
    rates = [one.damping + own.rate / unit for one, (own, unit) in zip(every, systems, strict=True)]
    return Drives(state, into, out, direct, np.diag(rates).reshape(len(every), len(every)))


def drive_states(every: Sequence[Control], omega: Array, finer: int = 1) -> list[int]:
    """Return how many states each control has beside modes, as `drives`."""
    plain = (len(one.denominator) - 1 + _PADE * _sections(one, omega, finer) for one in every)
    beside = ((0 if one.gear is None else 2) + (0 if one.wheel is None else 1) for one in every)
    return [number + more for number, more in zip(plain, beside, strict=True)]


def _highest(omega: Array) -> float:
    return float(np.max(omega, initial=0.0)) or 1.0


def _sections(one: Control, omega: Array, finer: int) -> int:
    phase: float = one.delay * _highest(omega)
    return finer * ceil(phase / _SECTION)


def _systems(every: Sequence[Control], omega: Array, finer: int) -> list[tuple[System, float]]:
    pairs = ((one, _sections(one, omega, finer)) for one in every)
    units = [_POLES * sections / one.delay if sections else _highest(omega) for one, sections in pairs]
    return [(realisation(one, 1.0, unit, _POLES), unit) for one, unit in zip(every, units, strict=True)]


def _pade(phase: float, order: int) -> tuple[Array, Array]:
    """Return numerator, of some order, and denominator of Padé's approximation of e^(−phase s), highest power first."""
    both = order + _PADE
    top = [factorial(both - k) * comb(order, k) * (-phase) ** k for k in range(order + 1)]
    below = [factorial(both - k) * comb(_PADE, k) * phase**k for k in range(_PADE + 1)]
    return np.array(top[::-1]), np.array(below[::-1])


def _realisation(top: Array, below: Array) -> System:
    """Return a transfer function in controllable form."""
    quotient, left = np.polydiv(top, below)
    rate = float(quotient[-2]) if len(quotient) > 1 else 0.0
    order = len(below) - 1
    state, into, out = np.eye(order, k=1), np.zeros((order, 1)), np.zeros((1, order))
    if order:
        state[-1], into[-1] = -below[:0:-1] / below[0], 1.0 / below[0]
        out[0, : len(left)] = left[::-1][:order]
    return System(state, into, out, np.array([[float(quotient[-1])]]), rate)


def _behind(first: System, second: System) -> System:
    """Return one system behind another, which are both proper."""
    above = np.hstack([first.state, np.zeros((len(first.state), len(second.state)))])
    state = np.vstack([above, np.hstack([second.into @ first.out, second.state])])
    into = np.vstack([first.into, second.into @ first.direct])
    out = np.hstack([second.direct @ first.out, second.out])
    return System(state, into, out, second.direct @ first.direct, 0.0)


def _scaled(coefficients: Array, radius: float) -> Array:
    """Return coefficients of powers of s in units of a radius."""
    return np.asarray(coefficients * radius ** np.arange(len(coefficients) - 1, -1, -1.0))
