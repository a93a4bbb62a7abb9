"""Gain and phase margins of loops opened at a drive, on an arm's exact transfer function or a backend's.

A drive's loop is opened where its torque acts, the others and its joint's damper left closed: L(s) = d(s) G(s), and
1 + L is the ratio of the characteristic functions with and without it. Where L(iω) has the size 1, the phase that is
left to −1 is a phase margin; where it is real and negative, 1/|L| is a gain margin. So that no crossing in 0 < ω < R is
missed, points are put where L or 1 + L turns by more than π/6 or its size changes by more than e, beside every pole and
zero near the axis.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import brentq, minimize_scalar

from flexarm.arm import Arm, require_arm
from flexarm.arm_tree import tree
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.closed_loop.characteristic import Characteristic
from flexarm.closed_loop.control import Control, controls, driving
from flexarm.closed_loop.eigenvalues import eigenvalues
from flexarm.closed_loop.receptance import receptance_within
from flexarm.closed_loop.spectrum import ComplexSpectrum
from flexarm.errors import QuestionError
from flexarm.gate import require_unloaded, within_float64
from flexarm.tree import Held, Tree

# Between neighbouring points the argument turns by less than this; intervals narrower than that, relative, stay.
_TURN, _NARROW = np.pi / 6.0, 1e-13
# Points to begin with, over decades down to this part of the radius, and halvings at most.
_POINTS, _LEAST, _HALVINGS = 400, 1e-7, 60
# Where an interval is divided: not in the middle, where a pole between two points beside it is.
_PART = 0.47
# Points beside a pole or zero near the axis: at its distance from the axis, times these.
_BESIDE = np.concatenate([-(4.0 ** np.arange(6, -3, -1.0)), [0.0], 4.0 ** np.arange(-2, 7, 1.0)])
_AXIS = 1e-9
# Where L is real its imaginary part is less than this part of it; where it leaps through infinity it is not.
_REAL = 1e-6
# At the very pole of a beam whose ends are held the ratio has no value; beside it, relative, it hardly differs.
_ASIDE = np.array([0.0, 1e-12, -1e-12])


@dataclass(frozen=True)
class LoopMargins:
    """Margins of one loop; infinite, and frequencies NaN, where L has no such crossing below the radius.

    Parameters
    ----------
    drive
        What the loop is opened at: ``link1.joint.drive``.
    radius
        Crossings are those of 0 < ω < R, this, rad/s.
    gain_margin
        The least factor above 1 on the drive's gain that brings an eigenvalue to the axis, without a unit.
    gain_reduction
        The largest factor below 1 that does; 0 where none does.
    phase_margin
        The least further lag at one frequency that does, degrees; below zero it is a lead.
    delay_margin
        The least further delay that does, s.
    modulus_margin
        The least distance of L from −1, without a unit.
    gain_margin_frequency, gain_reduction_frequency, phase_margin_frequency, delay_margin_frequency
        Where these are, rad/s.
    modulus_margin_frequency
        Where that is, rad/s.
    """

    drive: str
    radius: float
    gain_margin: float = np.inf
    gain_margin_frequency: float = np.nan
    gain_reduction: float = 0.0
    gain_reduction_frequency: float = np.nan
    phase_margin: float = np.inf
    phase_margin_frequency: float = np.nan
    delay_margin: float = np.inf
    delay_margin_frequency: float = np.nan
    modulus_margin: float = np.inf
    modulus_margin_frequency: float = np.nan


@dataclass(frozen=True, eq=False)
class Margins:
    """The margins of every drive's loop by one backend, and the eigenvalues of the closed loop."""

    spectrum: ComplexSpectrum
    loops: tuple[LoopMargins, ...]


def margins(backend: Backend, arm: Arm, count: int | None = None, within: float | None = None) -> Margins:
    """Return the gain and phase margins of the loops of an arm's drives, each opened by itself.

    Parameters
    ----------
    backend
        What finds the undamped arm's modes and receptances: exact without truncation.
    arm
        The arm, in its posture, with its dampers and drives.
    count
        Number of the closed loop's eigenvalues, by size, that the frequencies looked at reach as far as; 1 or more.
    within
        In place of a count, the highest frequency looked at, rad/s.

    Raises
    ------
    InputError
        If the backend or the arm is none, or not one of count and within is given, and right.
    QuestionError
        If the arm has no drive, or the backend has no eigenvalues of it.
    """
    require_arm(arm, "margins")
    require_drives(arm)
    require_unloaded(arm)
    spectrum = eigenvalues(backend, arm, count, within)
    named = drive_names(arm, tree(arm.undriven))
    return within_float64(backend.spec, arm, lambda: Margins(spectrum, tuple(_loops(backend, arm, spectrum, named))))


def require_drives(arm: Arm) -> None:
    """Refuse an arm without a drive."""
    if not drive_names(arm, tree(arm.undriven)):
        raise QuestionError(
            f"{arm.title} has no drive whose loop could be opened; give a joint a drive, or its base an attitude or a "
            "position"
        )


def drive_names(arm: Arm, parts: Tree) -> dict[int, str]:
    """Return the names of drives, by the numbers of their controls."""
    names = {one.place: one.name for one in driving(arm, parts)}
    driven = [(i, one.place) for i, one in enumerate(controls(arm, parts)) if len(one.numerator)]
    return {i: _support_drive(arm, place) if isinstance(place, Held) else names[place] for i, place in driven}


def _support_drive(arm: Arm, held: Held) -> str:
    """Return the name of a support's drive: with the motion's, where it acts on several."""
    support, _, motion = held.name.partition("_")
    several = len(arm.supports[int(support.removeprefix("support")) - 1].holds) > 1
    return f"{support}.drive" + f".{motion}" * several


def _loops(backend: Backend, arm: Arm, spectrum: ComplexSpectrum, named: dict[int, str]) -> Iterator[LoopMargins]:
    undriven = arm.undriven
    parts = tree(undriven)
    every = controls(arm, parts)
    at = receptance_within(backend, undriven, parts, every, spectrum.radius)
    closed = Characteristic(at, every)
    for number, name in named.items():
        if at.locked(number):
            # L is zero: nothing that its drive does is felt.
            yield LoopMargins(name, spectrum.radius, modulus_margin=1.0)
            continue
        opened = Characteristic(at, _opened(every, number))
        near = np.concatenate([spectrum.eigenvalues, 1j * at.omega])

        def ratio(omega: Array, opened: Characteristic = opened) -> Array:
            s = np.asarray(1j * omega)
            return np.asarray(closed(s) / opened(s))

        yield _margins(name, ratio, _points(ratio, spectrum.radius, near), spectrum.radius)


def _opened(every: Sequence[Control], number: int) -> list[Control]:
    """Return controls without one's drive; its damper, and its denominator, which is no part of the ratio, stay."""
    return [replace(one, numerator=np.zeros(0)) if k == number else one for k, one in enumerate(every)]


def _points(ratio: Callable[[Array], Array], radius: float, near: Array) -> Array:
    """Return frequencies between which 1 + L and L neither turn nor change much."""
    there = near[(near.imag > 0.0) & (np.abs(near) < 1.1 * radius)]
    beside = there.imag + np.multiply.outer(_BESIDE, np.maximum(np.abs(there.real), _AXIS * np.abs(there)))
    omega = np.concatenate([np.geomspace(_LEAST * radius, radius, _POINTS), beside.ravel()])
    omega = np.unique(omega[(omega > 0.0) & (omega <= radius)])
    for _ in range(_HALVINGS):
        value = ratio(omega)
        # At the very pole of the arm without its drives there is none.
        omega, value = omega[np.isfinite(value)], value[np.isfinite(value)]
        steep = np.zeros(len(omega) - 1, dtype=bool)
        for of in (value, value - 1.0):
            step = of[1:] / of[:-1]
            steep |= (np.abs(np.angle(step)) > _TURN) | (np.abs(np.log(np.abs(step))) > 1.0)
        steep &= np.diff(omega) > _NARROW * omega[1:]
        if not np.any(steep):
            break
        omega = np.sort(np.concatenate([omega, (omega[:-1] + _PART * np.diff(omega))[steep]]))
    return omega[np.isfinite(ratio(omega))]


def _margins(name: str, ratio: Callable[[Array], Array], omega: Array, radius: float) -> LoopMargins:
    loop = ratio(omega) - 1.0

    def at(one: float) -> complex:
        values = ratio(one * (1.0 + _ASIDE)) - 1.0
        return complex(values[int(np.argmax(np.isfinite(values)))])

    found: dict[str, tuple[float, float]] = {}
    for one in _crossings(omega, np.log(np.abs(loop)), lambda w: float(np.log(abs(at(w))))):
        lag = float(np.degrees(np.angle(-at(one)))) + 0.0  # not −0
        _least(found, "phase_margin", lag, one)
        _least(found, "delay_margin", float(np.radians(lag % 360.0)) / one, one)
    for one in _crossings(omega, loop.imag, lambda w: at(w).imag):
        value = at(one)
        if value.real < 0.0 and abs(value.imag) < _REAL * abs(value):
            if value.real > -1.0:
                _least(found, "gain_margin", -1.0 / value.real, one)
            else:
                _least(found, "gain_reduction", -value.real, one)
    away = int(np.argmin(np.abs(1.0 + loop)))
    ends = omega[max(away - 1, 0)], omega[min(away + 1, len(omega) - 1)]
    least = minimize_scalar(
        lambda w: abs(1.0 + at(w)), bounds=ends, method="bounded", options={"xatol": 1e-10 * ends[1]}
    )
    found["modulus_margin"] = float(least.fun), float(least.x)
    if "gain_reduction" in found:
        found["gain_reduction"] = 1.0 / found["gain_reduction"][0], found["gain_reduction"][1]
    told = {key: value for key, (value, _) in found.items()}
    where = {f"{key}_frequency": one for key, (_, one) in found.items()}
    return LoopMargins(name, radius, **told, **where)


def _least(found: dict[str, tuple[float, float]], name: str, value: float, where: float) -> None:
    if name not in found or abs(value) < abs(found[name][0]):
        found[name] = value, where


def _crossings(omega: Array, values: Array, of: Callable[[float], float]) -> Iterator[float]:
    """Yield where a function passes through zero between points."""
    for k in np.flatnonzero(np.signbit(values[1:]) != np.signbit(values[:-1])):
        ends = float(omega[k]), float(omega[k + 1])
        yield (
            float(brentq(of, *ends, xtol=1e-15 * ends[1], rtol=8.9e-16)) if of(ends[0]) * of(ends[1]) < 0.0 else ends[0]
        )
