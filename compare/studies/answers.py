"""Backends asked one by one, and what their answers cost."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import xarray as xr

from flexarm.arm import Arm
from flexarm.backend import Backend, find_backend
from flexarm.checks import require_once, shown
from flexarm.datasets import Variable, variable
from flexarm.errors import Fault, FlexarmError, InputError, QuestionError, TooFewModesError
from flexarm.modes import ModalModel

Solved = TypeVar("Solved")

REFERENCE = "exact"
WORDS = "backend and its settings"
REFUSAL = "why the backend does not answer"


@dataclass(frozen=True)
class Answer:
    """What one backend said, and how long it took."""

    model: ModalModel
    seconds: float  # wall time of the solution


def answered(solver: Backend, arm: Arm, count: int) -> Answer:
    """Return a backend's first modes of an arm, timed; a refusal begins with its specification."""
    return Answer(*timed(solver, lambda: solver.modes(arm, count)))


def timed(solver: Backend, ask: Callable[[], Solved]) -> tuple[Solved, float]:
    """Return what a backend answers and the wall time that it took, s; a refusal begins with its specification."""
    start = time.perf_counter()
    try:
        found = ask()
    except QuestionError as error:
        raise named(error, solver.spec) from error
    return found, time.perf_counter() - start


def named(error: QuestionError, spec: str) -> QuestionError:
    """Return the same refusal with the backend's specification in front."""
    text = str(error) if str(error).startswith(spec) else f"{spec}: {error}"
    return TooFewModesError(text, error.available) if isinstance(error, TooFewModesError) else QuestionError(text)


def answered_as_far(solver: Backend, arm: Arm, count: int) -> tuple[Answer, str]:
    """Return a backend's first modes, fewer where there are fewer (one at least), and why there are no more."""
    return as_far(lambda number: answered(solver, arm, number), count)


def as_far(ask: Callable[[int], Solved], count: int) -> tuple[Solved, str]:
    """Return what is answered for a count, for fewer where there are fewer (one at least), and why for no more."""
    try:
        return ask(count), ""
    except TooFewModesError as error:
        if error.available < 1:
            raise
        return ask(error.available), str(error)


def with_spare(ask: Callable[[int], Solved], count: int, spare: int) -> Solved:
    """Return what is answered for a count and some more, or all that there are where it is answered for the count."""
    try:
        return ask(count + spare)
    except TooFewModesError as error:
        # Where even those asked for are too many, asking for them alone says so.
        return ask(max(count, error.available))


def backend_list(
    backends: Backend | Iterable[Backend], name: Callable[[Backend], str] = lambda solver: solver.spec
) -> list[Backend]:
    """Return one backend or more as a list; refuse what are none, and two of the same name."""
    solvers = [backends] if isinstance(backends, Backend) else list(backends) if isinstance(backends, Iterable) else []
    if not solvers or isinstance(backends, str):
        way = f"; find_backend({backends!r}) makes one of a text" if isinstance(backends, str) else ""
        raise InputError([Fault("backends", "one backend or more", f"{shown(backends)}{way}")])
    if strange := [solver for solver in solvers if not isinstance(solver, Backend)]:
        raise InputError([Fault("backends", "instances of Backend", shown(solver)) for solver in strange])
    require_once("backends", "backend", [name(solver) for solver in solvers])
    return solvers


def backend_or(backend: Backend | None, usual: str = REFERENCE, path: str = "reference", source: str = "") -> Backend:
    """Return a backend, the installed one of a usual specification for None."""
    if backend is not None and not isinstance(backend, Backend):
        raise InputError([Fault(path, "a Backend, or None", shown(backend))], source)
    return find_backend(usual) if backend is None else backend


def answer_against(
    solvers: Sequence[Backend],
    reference: Backend | None,
    given: Mapping[str, Solved],
    refused: Sequence[str],
    ask: Callable[[Backend], Solved],
) -> tuple[Solved | None, dict[str, str]]:
    """Return the answer that errors are taken against, None where there is none, and what to say of it.

    It is the reference's, or for None that of the first backend named ``exact`` among those asked, else the installed
    one's; of backends asked it is `given`, or they have refused.
    """
    try:
        known = [one for one in solvers if one.name == REFERENCE]
        solver = backend_or(reference or (known[0] if known else None))
        if solver.spec in given:
            return given[solver.spec], {"reference": solver.spec}
        if solver.spec in refused and reference is None:
            return None, {"reference": "", "reference_missing": f"{solver.spec} refuses"}
        return ask(solver), {"reference": solver.spec}
    except FlexarmError as error:
        if reference is not None:
            raise
        return None, {"reference": "", "reference_missing": str(error)}


def parted(found: xr.Dataset) -> tuple[xr.Dataset, dict[str, str]]:
    """Return the rows of backends that answer, and why the others do not, by their specifications."""
    why = found.refusal.values
    refused = dict(zip(found.backend.values[why != ""].tolist(), why[why != ""].tolist(), strict=True))
    return found.isel(backend=why == "").drop_vars("refusal"), refused


def refusal_variables(refused: Mapping[str, str]) -> dict[str, Variable]:
    """Return why backends do not answer, by their specifications; nothing where all answer."""
    if not refused:
        return {}
    each = {"refused": (list(refused), WORDS), "refusal": (list(refused.values()), REFUSAL)}
    return {name: variable(("refused",), np.array(texts), "1", words) for name, (texts, words) in each.items()}
