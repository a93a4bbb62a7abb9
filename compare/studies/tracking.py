"""Modes followed along a dimension of a grid, so that they may cross.

From one value to the next the mode that continues another is found by its shape (`compare.studies.continuation`).
Where that is not clear, or modes change places that have not met, the step is halved: modes that veer apart are then
seen to keep their places, and those that cross meet. What is still not clear is missing, and not guessed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from compare.engine.field import Field
from compare.grids.grid import GridKey
from compare.studies.answers import answered_as_far
from compare.studies.between import between
from compare.studies.continuation import Mode, continuation, modes_of
from compare.studies.points import Answers
from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend
from flexarm.errors import InputError, QuestionError
from flexarm.freedoms import rigid_count
from flexarm.modes import ModalModel

_WORDS = "least modal assurance criterion, mass inner product, on the way from the value before; 1 at the first value"
MAC = Field(("mode",), "f8", "1", _WORDS)
# Modes beyond those that are followed, into which one of these may cross.
_SPARE = 2
# Halvings of a step, so that frequencies a decade apart come to meet within a thousandth.
_DEPTH = 12
_FALLEN = "unstable, and without a frequency"

Solve = Callable[[Arm, int], ModalModel]


def followed_modes(backend: Backend, lines: Sequence[Sequence[Arm]], count: int, key: GridKey) -> Answers:
    """Return the frequencies of arms line by line along a key, each mode of a line's first arm followed."""
    points = [point for line in lines for point in _line(backend, line, count, key)]
    fields = {
        "angular_frequency": np.array([point.omega for point in points]),
        "mac": np.array([point.mac for point in points]),
        "rigid_modes": np.array([rigid_count(arm) for line in lines for arm in line]),
        "unstable_modes": np.array([point.unstable for point in points], dtype=float),
    }
    return Answers(fields, tuple(point.reason for point in points))


@dataclass(frozen=True, eq=False)
class _Point:
    """What was found of the modes that are followed, NaN where one has no frequency."""

    omega: Array
    mac: Array
    unstable: float
    reason: str


@dataclass(frozen=True, eq=False)
class _Followed:
    """The modes that are followed, in the model in which they were last seen."""

    model: ModalModel
    modes: list[Mode]

    @property
    def wanted(self) -> int:
        """How many modes of the next arm are to be found: all up to the highest followed, and some more."""
        return max((mode.last for mode in self.modes if not mode.lost), default=0) + 1 + _SPARE


def _line(backend: Backend, arms: Sequence[Arm], count: int, key: GridKey) -> Iterator[_Point]:
    nothing, before = np.full(count, np.nan), None
    for number, arm in enumerate(arms):
        reasons: list[str] = []

        def solve(arm: Arm, wanted: int, reasons: list[str] = reasons) -> ModalModel:
            answer, reason = answered_as_far(backend, arm, wanted)
            reasons.append(reason if answer.model.modes < count else "")
            return answer.model

        try:
            if before is None:
                before, mac = _begun(solve, arms[number:], count)
            else:
                way = f"between {key.name} {key.values[number - 1]:g} and {key.values[number]:g}"
                before, mac = _advanced(solve, before, solve(arm, before.wanted), _DEPTH, way)
        except QuestionError as error:
            yield _Point(nothing, nothing, np.nan if arm.static_loads else 0.0, str(error))
            continue
        omega = np.array([mode.omega for mode in before.modes])
        yield _Point(omega, mac, before.model.unstable, next(filter(None, reasons), "") or _reason(before))


def _begun(solve: Solve, arms: Sequence[Arm], count: int) -> tuple[_Followed, Array]:
    """Return the first modes of the first arm; those of one frequency as they part on the way to the second."""
    model = solve(arms[0], count + _SPARE)
    there = range(min(count, model.modes))
    modes = modes_of(model, there)
    if len(arms) > 1 and any(mode.first < mode.last for mode in modes):
        modes = _parting(solve, model, arms[1], modes)
    beyond = model.modes + model.unstable
    none = Mode(np.zeros(model.modes), beyond, beyond, np.nan, "there is none")
    mac = np.where(np.arange(count) < model.modes, 1.0, np.nan)
    return _Followed(model, [*modes, *[none] * (count - len(modes))]), mac


def _parting(solve: Solve, model: ModalModel, toward: Arm, modes: Sequence[Mode]) -> list[Mode]:
    """Return modes of one frequency as those that a small step toward another arm parts."""
    for _ in range(_DEPTH):
        toward = between(model.arm, toward)
    try:
        parted = solve(toward, model.modes)
    except (QuestionError, InputError):
        return list(modes)
    back, _, _ = continuation(modes_of(parted, range(len(modes))), parted, model)
    return [replace(mode, weights=one.weights) for mode, one in zip(modes, back, strict=True)]


def _advanced(solve: Solve, before: _Followed, model: ModalModel, depth: int, way: str) -> tuple[_Followed, Array]:
    """Return the modes in another arm's model, and the least criterion on the way there, halved where it is needed."""
    after, mac, clear = continuation(before.modes, before.model, model)
    if all(clear):
        return _Followed(model, after), mac
    if depth > 0:
        try:
            middle = between(before.model.arm, model.arm)
            half, least = _advanced(solve, before, solve(middle, before.wanted), depth - 1, way)
            there = model if model.modes >= half.wanted else solve(model.arm, half.wanted)
            whole, mac = _advanced(solve, half, there, depth - 1, way)
            return whole, np.fmin(least, mac)
        except (QuestionError, InputError):
            pass  # no arm between, or none that has an answer: the step cannot be halved
    lost = f"{way} it cannot be told which mode continues it: take smaller steps"
    told = zip(before.modes, after, clear, strict=True)
    modes = [replace(old, omega=np.nan, lost=lost) if not sure else new for old, new, sure in told]
    return _Followed(model, modes), mac


def _reason(followed: _Followed) -> str:
    """Return why modes that are followed have no frequency."""
    reasons: dict[str, list[int]] = {}
    for number, mode in enumerate(followed.modes, 1):
        if mode.lost:
            reasons.setdefault(mode.lost, []).append(number)
        elif np.isnan(mode.omega):
            reasons.setdefault(_FALLEN, []).append(number)
    each = (f"mode {', '.join(map(str, numbers))}: {reason}" for reason, numbers in reasons.items())
    return "; ".join(each)
