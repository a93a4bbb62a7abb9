"""A sweep: one question at every point of a grid, in memory, to NetCDF, or block by block to Zarr."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from compare.report.folder import make_folder, require_folder
from compare.spectra import REFERENCE
from compare.sweeping.blocks import MEMORY, block_size
from compare.sweeping.grid import Values
from compare.sweeping.labelled import field_shape, labelled
from compare.sweeping.plan import MISSING, Plan, sweep_plan
from compare.sweeping.quantities import Frequencies, Quantity
from compare.sweeping.running import require_workers, solved
from compare.sweeping.store import ZarrStore
from flexarm.arm import Arm
from flexarm.backend import Backend, find_backend
from flexarm.errors import Fault, InputError

Progress = Callable[[int, int], None]
SUFFIXES = (".zarr", ".nc")


@dataclass(frozen=True)
class Tally:
    """What a sweep cost.

    Parameters
    ----------
    points
        Points of the grid.
    blocks
        Blocks of the grid.
    kept
        Blocks that were there, complete and sound.
    corrupt
        Blocks that were there and had to be computed again.
    solved
        Points that were computed.
    seconds
        Wall time of that, s.
    """

    points: int
    blocks: int
    kept: int
    corrupt: int
    solved: int
    seconds: float


class _Sink(Protocol):
    """Where results go."""

    corrupt: list[int]

    def write(self, number: int, found: dict[str, NDArray[np.generic]]) -> None: ...

    def dataset(self) -> xr.Dataset: ...


class _Memory:
    """Results in memory."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.corrupt: list[int] = []
        self.arrays: dict[str, NDArray[np.generic]] = {
            name: np.zeros(field_shape(plan, name, plan.shape), object if field.dtype[0] == "<" else field.dtype)
            for name, field in plan.fields.items()
        }

    @contextmanager
    def opened(self) -> Iterator[list[int]]:
        yield list(range(len(self.plan.blocks)))

    def write(self, number: int, found: dict[str, NDArray[np.generic]]) -> None:
        for name, values in found.items():
            self.arrays[name][self.plan.blocks[number]] = values

    def dataset(self) -> xr.Dataset:
        texts = {name: values.astype(np.str_) for name, values in self.arrays.items() if values.dtype == object}
        return labelled(self.plan, {**self.arrays, **texts})


def sweep(
    arm: Arm,
    grid: Mapping[str, Values],
    quantity: Quantity | None = None,
    backend: Backend | None = None,
    *,
    track: str | None = None,
    output: str | Path | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    memory: float = MEMORY,
) -> xr.Dataset:
    """Return a quantity at every point of a grid of an arm's numbers.

    Parameters
    ----------
    arm
        The arm that the grid changes.
    grid
        Values by key of an arm file (``link2.angle``, ``payload.mass``, ``link1.joint.stiffness``, ``gravity[1]``), in
        SI units and degrees: a list makes a dimension, one value alone a coordinate. ``joints`` takes texts of a digit
        a joint from the base, 1 held and 0 unlocked.
    quantity
        What is asked: `Frequencies`, `Errors` or `Amplitudes`; None for the first four natural frequencies.
    backend
        Who is asked; None for the installed backend named ``exact``.
    track
        Dimension along which modes are followed by the modal assurance criterion; None to leave frequencies ascending.
    output
        FILE.nc, written whole at the end; or FOLDER.zarr, written block by block: a sweep that was stopped goes on from
        the blocks that are complete and sound, and one that is finished is read. None for a result in memory.
    workers
        How many processes (or threads) solve blocks; more than one need Dask.
    scheduler
        ``processes``, ``threads``, or the address of a running Dask scheduler; None for processes.
    memory
        What a worker may use for a block, bytes, about.

    Returns
    -------
    xarray.Dataset
        A dimension a key of the grid, and mode or output. The quantity's variables; rigid_modes; of frequencies
        unstable_modes, too; status (0 answered, 1 answered with few digits, 2 missing) and reason. From Zarr, values
        are read when they are needed.

    Raises
    ------
    InputError
        If a point of the grid makes no arm, or anything else is wrong, before anything runs; or if the output cannot
        be written, holds another sweep, or another process writes to it.
    QuestionError
        If something is not installed, or workers cannot be reached or die.
    """
    plan = sweep_plan(arm, grid, quantity or Frequencies(), backend or find_backend(REFERENCE), track, memory)
    return run(plan, output, workers, scheduler)[0]


def run(
    plan: Plan,
    output: str | Path | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> tuple[xr.Dataset, Tally]:
    """Return the result of a sweep, and what it cost.

    Parameters
    ----------
    plan
        The sweep.
    output, workers, scheduler
        See `sweep`.
    progress
        Is told how many points are done and how many there are.

    Raises
    ------
    InputError, QuestionError
        See `sweep`.
    """
    path = None if output is None else _output(Path(output))
    require_workers(workers, scheduler)
    sink = ZarrStore(path, plan) if path is not None and path.suffix == ".zarr" else _Memory(plan)
    with sink.opened() as numbers:
        tally = _fill(sink, plan, numbers, solved(plan, numbers, workers, scheduler), progress)
    dataset = sink.dataset()
    if path is not None and path.suffix == ".nc":
        from flexarm.datasets import save_dataset

        make_folder(path.parent)
        save_dataset(dataset, path)
    return dataset, tally


def _fill(
    sink: _Sink,
    plan: Plan,
    numbers: list[int],
    found: Iterator[tuple[int, dict[str, NDArray[np.generic]]]],
    progress: Progress | None,
) -> Tally:
    start = time.perf_counter()
    wanted = sum(block_size(plan.blocks[number]) for number in numbers)
    done = plan.points - wanted
    if progress is not None:
        progress(done, plan.points)  # what was there is no part of the pace
    for number, values in found:
        sink.write(number, values)
        done += block_size(plan.blocks[number])
        if progress is not None:
            progress(done, plan.points)
    seconds = time.perf_counter() - start
    kept = len(plan.blocks) - len(numbers)
    return Tally(plan.points, len(plan.blocks), kept, len(sink.corrupt), wanted, seconds)


def _output(path: Path) -> Path:
    if path.suffix not in SUFFIXES:
        raise InputError([Fault("output", f"a name that ends in {' or '.join(SUFFIXES)}", repr(str(path)))], "sweep")
    if path.suffix == ".nc":
        require_folder(path.parent)  # now, and not when all is computed
        if path.is_dir():
            raise InputError([Fault("", "a file that can be written", "a folder of that name")], str(path))
    return path


def missing(dataset: xr.Dataset) -> int:
    """Return how many points of a sweep's result have no answer.

    Parameters
    ----------
    dataset
        What `sweep` returned.
    """
    return int((dataset.status == MISSING).sum())
