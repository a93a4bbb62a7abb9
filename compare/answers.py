"""Backends asked one by one, and what their answers cost."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.checks import require_once
from flexarm.errors import Fault, InputError, QuestionError, TooFewModesError
from flexarm.modes import ModalModel


@dataclass(frozen=True)
class Answer:
    """What one backend said, and how long it took.

    Parameters
    ----------
    model
        The modal model.
    seconds
        Wall time of the solution, s.
    """

    model: ModalModel
    seconds: float


def answered(solver: Backend, arm: Arm, count: int) -> Answer:
    """Return a backend's first modes of an arm, timed.

    Raises
    ------
    QuestionError
        If the backend cannot answer; the text begins with its specification.
    """
    start = time.perf_counter()
    try:
        model = solver.modes(arm, count)
    except QuestionError as error:
        raise _named(error, solver.spec) from error
    return Answer(model, time.perf_counter() - start)


def _named(error: QuestionError, spec: str) -> QuestionError:
    """Return the same refusal with the backend's specification in front."""
    text = str(error) if str(error).startswith(spec) else f"{spec}: {error}"
    return TooFewModesError(text, error.available) if isinstance(error, TooFewModesError) else QuestionError(text)


def answered_as_far(solver: Backend, arm: Arm, count: int) -> tuple[Answer, str]:
    """Return a backend's first modes, fewer where there are fewer, and why there are no more.

    Raises
    ------
    QuestionError
        If there is not one mode; the text begins with the backend's specification.
    """
    try:
        return answered(solver, arm, count), ""
    except TooFewModesError as error:
        if error.available < 1:
            raise
        return answered(solver, arm, error.available), str(error)


def require_backends(backends: Sequence[Backend], name: Callable[[Backend], str] = lambda solver: solver.spec) -> None:
    """Refuse what are no backends, or are not each of a name of its own.

    Parameters
    ----------
    backends
        The backends.
    name
        What must differ; without it, the specification.

    Raises
    ------
    InputError
        If there is no backend, one is not a `Backend`, or two have the same name.
    """
    if not backends:
        raise InputError([Fault("backends", "one backend or more", repr(backends))])
    strange = [solver for solver in backends if not isinstance(solver, Backend)]
    if strange:
        raise InputError([Fault("backends", "instances of Backend", repr(solver)) for solver in strange])
    require_once("backends", "backend", [name(solver) for solver in backends])
