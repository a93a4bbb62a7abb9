"""The frequencies of many arms: those of one make-up together, the others one by one."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flexarm.arm import Arm
from flexarm.arm_tree import make_up
from flexarm.arrays import Array
from flexarm.errors import QuestionError, TooFewModesError
from flexarm.freedoms import rigid_count
from flexarm.gate import lost_digits
from flexarm.modes import ModalModel
from flexarm.rigid import lacking_inertia
from flexarm.spectra import Spectra


@dataclass(frozen=True)
class Solver:
    """What many arms are asked of a backend, by its specification.

    `check` refuses what is no question, `one` returns an arm's modal model and `unstable` its number of unstable modes;
    `many` returns frequencies of arms of one make-up, NaN for those that must be asked one by one.
    """

    spec: str
    check: Callable[[Arm, int], None]
    one: Callable[[Arm, int], ModalModel]
    many: Callable[[Sequence[Arm], int], Array]
    unstable: Callable[[Arm], int]


def spectra(solver: Solver, arms: Sequence[Arm], count: int) -> Spectra:
    """Return the first natural frequencies, so many, of many arms."""
    # All rows are in the order of the arms; `alike` has the places, ascending, of those of each make-up.
    omega, reasons = np.full((len(arms), count), np.nan), [""] * len(arms)
    alike: dict[object, list[int]] = {}
    for k, arm in enumerate(arms):
        try:
            solver.check(arm, count)
            alike.setdefault(make_up(arm), []).append(k)
        except QuestionError as error:
            reasons[k] = str(error)
    unstable = np.array([np.nan if arm.static_loads else 0.0 for arm in arms])
    for places in alike.values():
        omega[places] = _of_one_make_up(solver, [arms[k] for k in places], count)
        found = _ascending(omega[places])
        for k in np.array(places)[found & np.isnan(unstable[places])].tolist():
            unstable[k] = _unstable_if_known(solver, arms[k])
        for k in np.array(places)[~found].tolist():
            omega[k], unstable[k], reasons[k] = _of_one_arm(solver, arms[k], count)
    with np.errstate(all="ignore"):  # static loads that overflow have their reason
        rigid = np.array([rigid_count(arm) for arm in arms], dtype=np.int64)
    return Spectra(omega, rigid, unstable, tuple(reasons))


def _of_one_make_up(solver: Solver, arms: Sequence[Arm], count: int) -> Array:
    """Return the frequencies of arms that are solved together; NaN for those that must be asked one by one."""
    omega = np.full((len(arms), count), np.nan)
    # What one of them spoils for all is asked one by one.
    with np.errstate(all="ignore"), suppress(ArithmeticError, np.linalg.LinAlgError, QuestionError):
        sound = np.flatnonzero(~_lacking_inertia(arms)).tolist()
        if sound:
            omega[sound] = solver.many([arms[k] for k in sound], count)
    return omega


def _lacking_inertia(arms: Sequence[Arm]) -> NDArray[np.bool_]:
    """Return which arms have a freedom without inertia, shape (arms,); what supports hold is told of one at a time."""
    if arms[0].supports:
        return np.array([np.any(lacking_inertia(arm)) for arm in arms])
    return np.asarray(np.any(lacking_inertia(arms), axis=-1))


def _ascending(omega: Array) -> NDArray[np.bool_]:
    """Return which arms' frequencies are numbers in ascending order, shape (arms,)."""
    sound = np.all(np.isfinite(omega) & (omega > 0.0), axis=1)
    return np.asarray(sound & np.all(np.diff(omega, axis=1) >= 0.0, axis=1))


def _of_one_arm(solver: Solver, arm: Arm, count: int) -> tuple[Array, float, str]:
    """Return one arm's frequencies, NaN where there are none, its number of unstable modes, and what is to be told.

    That is the reason why frequencies are missing, or why they have few digits.
    """
    omega = np.full(count, np.nan)
    try:
        model = solver.one(arm, count)
    except TooFewModesError as error:
        if error.available < 1:
            return omega, _unstable_if_known(solver, arm), str(error)
        omega[: error.available], unstable, _ = _of_one_arm(solver, arm, error.available)
        return omega, unstable, str(error)
    except QuestionError as error:
        return omega, _unstable_if_known(solver, arm), str(error)
    return model.angular_frequency, model.unstable, lost_digits(solver.spec, model)


def _unstable_if_known(solver: Solver, arm: Arm) -> float:
    try:
        return solver.unstable(arm)
    except QuestionError:
        return np.nan
