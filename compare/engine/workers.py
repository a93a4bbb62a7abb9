"""The blocks of a study solved: one after the other here, or by the workers of a Dask cluster."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from compare.engine.extra import need
from compare.engine.study import Study
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.whole import is_whole

Solved = tuple[int, dict[str, NDArray[np.generic]]]
PROCESSES, THREADS = "processes", "threads"
# How long a scheduler at an address may take to answer.
_PATIENCE = "10s"
_WHY = "a study by several workers"


def require_workers(workers: object, scheduler: object) -> None:
    """Refuse a number of workers that is none, a scheduler that is no text, and an extra that is not installed."""
    if not is_whole(workers) or workers < 1:
        raise InputError([Fault("workers", "a whole number of 1 or more", repr(workers))])
    known = scheduler in (None, PROCESSES, THREADS) or (isinstance(scheduler, str) and ":" in scheduler)
    if not known:
        wanted = f"{PROCESSES}, {THREADS}, or a scheduler's address such as tcp://host:8786"
        raise InputError([Fault("scheduler", wanted, repr(scheduler))])
    if workers > 1 or scheduler is not None:
        need("distributed", _WHY)


def solutions(study: Study, numbers: Sequence[int], workers: int, scheduler: str | None) -> Iterator[Solved]:
    """Yield numbers of blocks and what was found in them, as they are ready; one worker is this process."""
    if workers == 1 and scheduler is None:
        yield from ((number, study.answers(study.blocks[number])) for number in numbers)
    elif numbers:
        yield from _by_dask(study, numbers, workers, scheduler)


def _by_dask(study: Study, numbers: Sequence[int], workers: int, scheduler: str | None) -> Iterator[Solved]:
    distributed = need("distributed", _WHY)
    with ExitStack() as stack:
        client = _client(stack, workers, scheduler)
        everywhere = client.scatter(study, broadcast=True)
        futures = client.map(_solve, list(numbers), study=everywhere, pure=False)
        ready = distributed.as_completed(futures, with_results=True)
        del futures  # so that what is written is forgotten
        try:
            for _, (number, found) in ready:
                yield number, found
        except distributed.KilledWorker as error:
            raise QuestionError(
                f"workers died, as they do without memory; smaller blocks (memory) or fewer workers: {error}"
            ) from error


def _solve(number: int, study: Study) -> Solved:
    return number, study.answers(study.blocks[number])


def _client(stack: ExitStack, workers: int, scheduler: str | None) -> Any:
    distributed = need("distributed", _WHY)
    if scheduler not in (None, PROCESSES, THREADS):
        try:
            return stack.enter_context(distributed.Client(scheduler, timeout=_PATIENCE))
        except OSError as error:
            raise QuestionError(f"no Dask scheduler answers at {scheduler}: {error}") from error
    threads = scheduler == THREADS
    cluster = distributed.LocalCluster(
        n_workers=1 if threads else workers,
        threads_per_worker=workers if threads else 1,
        processes=not threads,
        memory_limit=0,
        dashboard_address="127.0.0.1:0",  # any free port: other studies may run
        silence_logs=40,
        local_directory=stack.enter_context(TemporaryDirectory()),
    )
    stack.enter_context(cluster)
    return stack.enter_context(distributed.Client(cluster))
