"""Results of a sweep in a Zarr store, written block by block: every chunk whole or not at all, with a checksum."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from compare.report.folder import require_folder
from compare.sweeping.extra import need
from compare.sweeping.labelled import field_shape, labelled
from compare.sweeping.plan import Plan
from flexarm.errors import Fault, InputError

FORMAT = 2
_SAME = ("arm_toml", "backend", "quantity", "track", "blocks", "flexarm_version")


class ZarrStore:
    """A sweep's results in a folder; one writer at a time.

    Parameters
    ----------
    path
        The folder.
    plan
        The sweep.

    Raises
    ------
    QuestionError
        If zarr is not installed.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan
        self.corrupt: list[int] = []
        for module in ("zarr", "dask", "filelock"):
            need(module, "a sweep in Zarr")

    @contextmanager
    def opened(self) -> Iterator[list[int]]:
        """Open the store, or make it, for this writer alone; give the numbers of the blocks that are to be computed.

        Raises
        ------
        InputError
            If another process writes to it, it holds something else, or it cannot be made or written.
        """
        filelock = need("filelock", "a sweep in Zarr")
        # Beside the store and not in it, where Zarr would take it for data.
        lock = filelock.FileLock(self.path.with_name(f".{self.path.name}.lock"), timeout=0)
        require_folder(self.path)
        with _told(self.path, "a folder that can be written"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                lock.acquire()
            except filelock.Timeout:
                wanted = "an output that no other process is writing to"
                raise InputError([Fault("", wanted, "another sweep at work on it")], os.fspath(self.path)) from None
        try:
            with _told(self.path, "a folder that can be written"):
                self._make()
            zarr = need("zarr", "a sweep in Zarr")
            # Chunks of fill values alone are written too: without them a block would pass for missing.
            with zarr.config.set({"array.write_empty_chunks": True}):
                self.arrays = {
                    name: zarr.open_array(self.path / name, mode="r+", zarr_format=FORMAT) for name in self.plan.fields
                }
            yield self._open_blocks()
        finally:
            lock.release()

    def write(self, number: int, found: dict[str, NDArray[np.generic]]) -> None:
        """Write a block.

        Parameters
        ----------
        number
            The block's number.
        found
            All variables in it.

        Raises
        ------
        InputError
            If there is no room, or the store cannot be written any more; blocks before are kept.
        """
        kept = "room for a block (the blocks before are kept: make room and run the same command again)"
        with _told(self.path, kept):
            for name, values in found.items():
                self.arrays[name][self.plan.blocks[number]] = values

    def dataset(self) -> xr.Dataset:
        """Return what the store holds, read block by block when it is needed."""
        return open_sweep(self.path)

    def _make(self) -> None:
        """Make the store where there is none, or none that was finished being made; refuse one that is another's."""
        there = sorted(entry.name for entry in self.path.iterdir()) if self.path.exists() else []
        fresh = labelled(self.plan, self._lazy())
        if ".zmetadata" in there:
            _require_same(self.path, fresh)
            return
        names = {".zgroup", ".zattrs", *map(str, fresh.variables)}
        if strange := [name for name in there if name not in names and not _is_draft(name)]:
            wanted = "a new name, or a sweep's output to go on with"
            raise InputError([Fault("", wanted, f"a folder with {strange[0]} in it")], os.fspath(self.path))
        # What a writer that was killed left of the metadata is written again; the consolidated metadata come last.
        fresh.to_zarr(self.path, mode="w", zarr_format=FORMAT, consolidated=True, compute=False, encoding=self._coded())

    def _lazy(self) -> dict[str, Any]:
        array = need("dask.array", "a sweep in Zarr")
        plan = self.plan
        return {
            name: array.full(
                field_shape(plan, name, plan.shape),
                np.zeros(1, field.dtype)[0] if field.dtype[0] != "f" else np.nan,
                dtype=field.dtype,
                chunks=self._chunks(name),
            )
            for name, field in plan.fields.items()
        }

    def _chunks(self, name: str) -> tuple[int, ...]:
        return field_shape(self.plan, name, self.plan.block)

    def _coded(self) -> dict[str, dict[str, object]]:
        codecs = need("numcodecs", "a sweep in Zarr")
        every = {"filters": [codecs.Zstd(level=3), codecs.CRC32()], "compressors": None}
        return {name: {"chunks": self._chunks(name), **every} for name in self.plan.fields}

    def _open_blocks(self) -> list[int]:
        """Return the numbers of the blocks that are missing or corrupt; these are taken away."""
        for draft in self.path.glob("*/*.partial"):  # of a writer that was killed
            draft.unlink()
        missing = []
        for number in range(len(self.plan.blocks)):
            files = [self._file(name, number) for name in self.plan.fields]
            if not all(file.exists() for file in files):
                missing.append(number)
            elif not self._is_sound(number):
                self.corrupt.append(number)
                for file in files:
                    file.unlink()
        return sorted([*missing, *self.corrupt])

    def _file(self, name: str, number: int) -> Path:
        starts = [part.start // size for part, size in zip(self.plan.blocks[number], self.plan.block, strict=True)]
        zeros = [0] * len(self.plan.fields[name].dimensions)
        return self.path / name / str(self.arrays[name].metadata.encode_chunk_key((*starts, *zeros)))

    def _is_sound(self, number: int) -> bool:
        try:
            for name in self.plan.fields:
                self.arrays[name][self.plan.blocks[number]]
        except Exception:  # whatever decoders say of bytes that are not theirs
            return False
        return True


def open_sweep(path: Path) -> xr.Dataset:
    """Return a sweep's result from a Zarr store or a NetCDF file.

    Parameters
    ----------
    path
        The store (read block by block when it is needed), or the file.

    Raises
    ------
    InputError
        If it cannot be read.
    QuestionError
        If it is a Zarr store and zarr is not installed.
    """
    if not path.is_dir():
        from flexarm.datasets import load_dataset

        return load_dataset(path)
    need("zarr", "reading a sweep in Zarr")
    try:
        found: xr.Dataset = xr.open_zarr(path, zarr_format=FORMAT, decode_times=False, decode_timedelta=False)
        return found
    except Exception as error:  # of xarray, zarr or json
        raise InputError([Fault("", "a sweep's output in Zarr", str(error))], os.fspath(path)) from error


def _require_same(path: Path, fresh: xr.Dataset) -> None:
    there = open_sweep(path)
    other = [name for name in _SAME if there.attrs.get(name) != fresh.attrs[name]]
    other += [
        str(name)
        for name in fresh.coords
        if name not in there.coords or not np.array_equal(there.coords[name].values, fresh.coords[name].values)
    ]
    if other or set(there.variables) != set(fresh.variables):
        wanted = "the output of this very sweep, to go on with; or a new name"
        got = f"that of another ({', '.join(other) or 'other variables'})"
        raise InputError([Fault("", wanted, got)], os.fspath(path))


def _is_draft(name: str) -> bool:
    """Return whether Zarr was writing the store's own metadata to a file when it was killed."""
    return name.startswith(".z") and name.endswith(".partial")


@contextmanager
def _told(path: Path, wanted: str) -> Iterator[None]:
    """Turn an error of the system into a refusal that names the path and the way out."""
    try:
        yield
    except OSError as error:
        raise InputError([Fault("", wanted, str(error.strerror or error).lower())], os.fspath(path)) from error
