"""Modes followed along a dimension of a grid by the modal assurance criterion.

The criterion of two modes a and b is (aᵀb)² / (aᵀa bᵀb), 1 for the same shape; here of displacements that do
not turn with the posture: the base's, and those of equally spaced stations of every link across it, relative to the
section that carries the link. Neighbours are paired so that the criterion's sum is largest.

Under static loads a mode loses its frequency where ω² falls through zero, and only there: the lowest ones are gone
where more modes are unstable than at the value before, and come back as the lowest ones where fewer are.

References
----------
R. J. Allemang, D. L. Brown (1982), A correlation coefficient for modal vector analysis, Proc. 1st International Modal
Analysis Conference, 110–116.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from compare.answers import answered_as_far
from compare.sweeping.quantities import Field, Values
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.errors import QuestionError
from flexarm.freedoms import rigid_count
from flexarm.modes import ModalModel

MAC = Field(("mode",), "f8", "1", "modal assurance criterion against the neighbour before; 1 at the first value")
# Modes beyond those asked for, into which one of these may cross.
_SPARE = 2
# Stations a link for each mode: a half-wave has two or more.
_STATIONS = 3


def tracked(backend: Backend, lines: Sequence[Sequence[Arm]], count: int) -> Values:
    """Return the frequencies of arms along lines of a grid, each mode of a line's first arm followed.

    Parameters
    ----------
    backend
        The backend.
    lines
        Arms in the order of the dimension, one sequence a line; all lines of one length.
    count
        Number of modes.

    Returns
    -------
    Values
        angular_frequency, mac, rigid_modes and unstable_modes; points line by line.
    """
    points = [point for line in lines for point in _line(backend, line, count)]
    fields = {
        "angular_frequency": np.array([point.omega for point in points]),
        "mac": np.array([point.mac for point in points]),
        "rigid_modes": np.array([rigid_count(arm) for line in lines for arm in line]),
        "unstable_modes": np.array([point.unstable for point in points], dtype=float),
    }
    return Values(fields, tuple(point.reason for point in points))


@dataclass(frozen=True, eq=False)
class _Point:
    """What was found of the modes that are followed, NaN where one has no frequency."""

    omega: Array
    mac: Array
    unstable: float
    reason: str


@dataclass(frozen=True, eq=False)
class _Followed:
    """The modes that are followed, as they were at the last value.

    Parameters
    ----------
    shapes
        Their last known shapes of unit length, one a column.
    place
        The place of each among the frequencies, from 0; -1 for one that is lost.
    unstable
        Whether each is unstable.
    number
        How many unstable modes there were, followed or not.
    """

    shapes: Array
    place: NDArray[np.intp]
    unstable: NDArray[np.bool_]
    number: int


def _line(backend: Backend, arms: Sequence[Arm], count: int) -> Iterator[_Point]:
    nothing, before = np.full(count, np.nan), None
    for arm in arms:
        # As many as are unstable may come back below those that are followed.
        model, reason = _modes(backend, arm, count, _SPARE + (before.number if before else 0))
        if model is None:
            yield _Point(nothing, nothing, np.nan if arm.static_loads else 0.0, reason)
            continue
        before, mac = _followed(before, _normalised(model, count), count, model.unstable)
        omega = np.where(before.place < 0, np.nan, model.angular_frequency[before.place])
        yield _Point(omega, mac, model.unstable, reason or _lost(before))


def _modes(backend: Backend, arm: Arm, count: int, spare: int) -> tuple[ModalModel | None, str]:
    try:
        answer, reason = answered_as_far(backend, arm, count + spare)
    except QuestionError as error:
        return None, str(error)
    return answer.model, reason if answer.model.modes < count else ""


def _lost(followed: _Followed) -> str:
    numbers = ", ".join(map(str, np.flatnonzero(followed.unstable) + 1))
    return f"unstable, and without a frequency: of the modes that are followed number {numbers}" if numbers else ""


def _normalised(model: ModalModel, count: int) -> Array:
    """Return the modes as columns of unit length, and one more of zeros at least, for modes that are lost."""
    fractions = np.linspace(0.0, 1.0, _STATIONS * (count + _SPARE))
    lengths = [link.length for link in model.arm.links]
    base = model.base_motion * [1.0, 1.0, sum(lengths)]
    turned = [np.multiply.outer(model.joint_rotation[:, k], fractions * length) for k, length in enumerate(lengths)]
    bent = [model.deflection(k, fractions * length) for k, length in enumerate(lengths, 1)]
    across = [(rigid + own) / np.sqrt(len(fractions)) for rigid, own in zip(turned, bent, strict=True)]
    samples = np.concatenate([base, *across], axis=1).T
    unit = samples / np.linalg.norm(samples, axis=0)
    return np.concatenate([unit, np.zeros((len(unit), max(0, count - model.modes) + 1))], axis=1)


def _followed(before: _Followed | None, modes: Array, count: int, number: int) -> tuple[_Followed, Array]:
    """Return which mode continues each one before, and the criterion that says so."""
    if before is None:
        place = np.where(np.linalg.norm(modes[:, :count], axis=0) > 0.0, np.arange(count), -1)
        return _Followed(modes[:, place], place, np.zeros(count, bool), number), np.where(place < 0, np.nan, 1.0)
    more = number - before.number
    unstable = before.unstable | ((before.place >= 0) & (before.place < more))
    place, mac = _paired(before.shapes, modes, unstable, max(0, -more))
    # A mode that was lost is looked for by its last known shape.
    shapes = np.where(place < 0, before.shapes, modes[:, place])
    return _Followed(shapes, place, unstable & (place < 0), number), mac


def _paired(before: Array, modes: Array, unstable: NDArray[np.bool_], back: int) -> tuple[NDArray[np.intp], Array]:
    """Return which mode continues each one before, -1 for none, and the criterion; unstable ones among those back."""
    from scipy.optimize import linear_sum_assignment  # a quarter of a second, which other sweeps are spared

    criterion = (before.T @ modes[:, :-1]) ** 2
    allowed = np.linalg.norm(modes[:, :-1], axis=0) > 0.0
    allowed = allowed & (~unstable[:, np.newaxis] | (np.arange(len(allowed)) < back))
    rows, columns = linear_sum_assignment(np.where(allowed, criterion, -1.0), maximize=True)
    found = allowed[rows, columns]
    place, mac = np.full(len(unstable), -1), np.full(len(unstable), np.nan)
    place[rows[found]], mac[rows[found]] = columns[found], criterion[rows[found], columns[found]]
    return place, mac
