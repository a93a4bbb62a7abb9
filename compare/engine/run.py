"""A study run: in memory, to NetCDF at the end, or block by block to Zarr."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypedDict

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from compare.engine.blocks import block_size
from compare.engine.store import ZarrStore
from compare.engine.study import Study
from compare.engine.workers import Solved, require_workers, solved
from flexarm.datasets import save_dataset
from flexarm.errors import Fault, InputError
from flexarm.writing import make_folder, require_folder

Progress = Callable[[int, int], None]
Reading = Callable[[xr.Dataset], xr.Dataset]
SUFFIXES = (".zarr", ".nc")


class Running(TypedDict, total=False):
    """How a study runs: what the functions of studies take beside their question."""

    output: str | Path | None  # FILE.nc, written whole at the end; FOLDER.zarr, block by block: a stopped one goes on
    workers: int  # processes, or threads, that solve blocks; more than one need Dask
    scheduler: str | None  # "processes", "threads", or the address of a running Dask scheduler
    progress: Progress | None  # is told how many cells are done, and how many there are


@dataclass(frozen=True)
class Tally:
    """What a study cost."""

    points: int  # cells of the study
    blocks: int
    kept: int  # blocks that were there, complete and sound
    corrupt: int  # blocks that were there and had to be computed again
    solved: int  # cells that were computed
    seconds: float  # wall time of that, s


class _Sink(Protocol):
    """Where results go."""

    corrupt: list[int]

    def write(self, number: int, fields: dict[str, NDArray[np.generic]]) -> None: ...

    def dataset(self) -> xr.Dataset: ...


class _Memory:
    """Results in memory."""

    def __init__(self, study: Study) -> None:
        self.study, self.corrupt = study, list[int]()
        self.arrays: dict[str, NDArray[np.generic]] = {
            name: np.zeros(study.field_shape(name, study.shape), object if field.dtype[0] == "<" else field.dtype)
            for name, field in study.fields.items()
        }

    @contextmanager
    def opened(self) -> Iterator[list[int]]:
        yield list(range(len(self.study.blocks)))

    def write(self, number: int, fields: dict[str, NDArray[np.generic]]) -> None:
        for name, values in fields.items():
            self.arrays[name][self.study.own(name, self.study.blocks[number])] = values

    def dataset(self) -> xr.Dataset:
        texts = {name: values.astype(np.str_) for name, values in self.arrays.items() if values.dtype == object}
        return self.study.dataset({**self.arrays, **texts})


def run(
    study: Study,
    output: str | Path | None = None,
    workers: int = 1,
    scheduler: str | None = None,
    progress: Progress | None = None,
    *,
    reading: Reading | None = None,
) -> tuple[xr.Dataset, Tally]:
    """Return the result of a study, with what is read from the whole of it, and what it cost."""
    path = None if output is None else _output(Path(output))
    require_workers(workers, scheduler)
    sink = ZarrStore(path, study) if path is not None and path.suffix == ".zarr" else _Memory(study)
    with sink.opened() as numbers:
        tally = _fill(sink, study, numbers, solved(study, numbers, workers, scheduler), progress)
    dataset = sink.dataset() if reading is None else reading(sink.dataset().load())
    if path is not None and path.suffix == ".nc":
        make_folder(path.parent)
        save_dataset(dataset, path)
    return dataset, tally


def _fill(sink: _Sink, study: Study, numbers: list[int], answers: Iterator[Solved], progress: Progress | None) -> Tally:
    start, points = time.perf_counter(), sum(map(block_size, study.blocks))
    wanted = sum(block_size(study.blocks[number]) for number in numbers)
    done = points - wanted
    if progress is not None:
        progress(done, points)  # what was there is no part of the pace
    for number, values in answers:
        sink.write(number, values)
        done += block_size(study.blocks[number])
        if progress is not None:
            progress(done, points)
    kept = len(study.blocks) - len(numbers)
    return Tally(points, len(study.blocks), kept, len(sink.corrupt), wanted, time.perf_counter() - start)


def _output(path: Path) -> Path:
    if path.suffix not in SUFFIXES:
        raise InputError([Fault("output", f"a name that ends in {' or '.join(SUFFIXES)}", repr(str(path)))])
    if path.suffix == ".nc":
        require_folder(path.parent)  # now, and not when all is computed
        if path.is_dir():
            raise InputError([Fault("", "a file that can be written", "a folder of that name")], str(path))
    return path
