"""Results of a study in a Zarr store, written block by block: every chunk whole or not at all, with a checksum."""

import json
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from compare.engine.extra import need
from compare.engine.study import Study
from flexarm.datasets import load_dataset
from flexarm.errors import Fault, InputError
from flexarm.one_writer import one_writer
from flexarm.writing import require_folder

FORMAT = 2
_WHY = "a study in Zarr"


class ZarrStore:
    """A study's results in a folder; one writer at a time."""

    def __init__(self, path: Path, study: Study) -> None:
        self.path, self.corrupt = path, list[int]()
        self.told = {"question": study.words, "blocks": json.dumps(study.block)}
        self.study = replace(study, attributes={**study.attributes, **self.told})
        for module in ("zarr", "dask", "filelock"):
            need(module, _WHY)

    @contextmanager
    def opened(self) -> Iterator[list[int]]:
        """Open the store, or make it, for this writer alone; give the numbers of the blocks that are to be computed."""
        require_folder(self.path)
        wanted = "an output that no other process is writing to"
        with ExitStack() as alone:
            with _told(self.path, "a folder that can be written"):
                self.path.parent.mkdir(parents=True, exist_ok=True)
                alone.enter_context(one_writer(self.path, wanted, "another study at work on it"))
                self._make()
            zarr = need("zarr", _WHY)
            # Chunks of fill values alone are written too: without them a block would pass for missing.
            with zarr.config.set({"array.write_empty_chunks": True}):
                self.arrays = {
                    name: zarr.open_array(self.path / name, mode="r+", zarr_format=FORMAT) for name in self.study.fields
                }
            yield self._open_blocks()

    def write(self, number: int, fields: dict[str, NDArray[np.generic]]) -> None:
        """Write a block; where there is no room it is refused, and the blocks before are kept."""
        kept = "room for a block (the blocks before are kept: make room and run the same command again)"
        with _told(self.path, kept):
            for name, values in fields.items():
                self.arrays[name][self.study.own(name, self.study.blocks[number])] = values

    def dataset(self) -> xr.Dataset:
        """Return what the store holds, in the study's order, read block by block when it is needed."""
        stored, study = open_sweep(self.path), self.study
        told = {name: value for name, value in stored.attrs.items() if name not in self.told}
        # Zarr lists variables by the alphabet.
        variables, coordinates = (
            {name: stored[name].variable for name in names}
            for names in (study.fields, (*study.axes, *study.coordinates))
        )
        return xr.Dataset(variables, coordinates, told)

    def _make(self) -> None:
        """Make the store where there is none, or none that was finished being made; refuse one that is another's."""
        there = sorted(entry.name for entry in self.path.iterdir()) if self.path.exists() else []
        fresh = self.study.dataset(self._lazy())
        if ".zmetadata" in there:
            _require_same(self.path, fresh)
            return
        names = {".zgroup", ".zattrs", *map(str, fresh.variables)}
        if strange := [name for name in there if name not in names and not _is_draft(name)]:
            wanted = "a new name, or a study's output to go on with"
            raise InputError([Fault("", wanted, f"a folder with {strange[0]} in it")], os.fspath(self.path))
        # What a writer that was killed left of the metadata is written again; the consolidated metadata come last.
        fresh.to_zarr(self.path, mode="w", zarr_format=FORMAT, consolidated=True, compute=False, encoding=self._coded())

    def _lazy(self) -> dict[str, Any]:
        array, study = need("dask.array", _WHY), self.study
        return {
            name: array.full(
                study.field_shape(name, study.shape),
                np.zeros(1, field.dtype)[0] if field.dtype[0] != "f" else np.nan,
                dtype=field.dtype,
                chunks=study.field_shape(name, study.block),
            )
            for name, field in study.fields.items()
        }

    def _coded(self) -> dict[str, dict[str, object]]:
        codecs = need("numcodecs", _WHY)
        every = {"filters": [codecs.Zstd(level=3), codecs.CRC32()], "compressors": None}
        chunks = {name: self.study.field_shape(name, self.study.block) for name in self.study.fields}
        return {name: {"chunks": shape, **every} for name, shape in chunks.items()}

    def _open_blocks(self) -> list[int]:
        """Return the numbers of the blocks that are missing or corrupt; these are taken away."""
        for draft in self.path.glob("*/*.partial"):  # of a writer that was killed
            draft.unlink()
        missing = []
        for number in range(len(self.study.blocks)):
            files = [self._file(name, number) for name in self.study.fields]
            if not all(file.exists() for file in files):
                missing.append(number)
            elif not self._is_sound(number):
                self.corrupt.append(number)
                for file in files:
                    file.unlink()
        return sorted([*missing, *self.corrupt])

    def _file(self, name: str, number: int) -> Path:
        block = zip(self.study.blocks[number], self.study.block, strict=True)
        starts = self.study.own(name, [part.start // size for part, size in block])
        zeros = [0] * len(self.study.fields[name].dimensions)
        return self.path / name / str(self.arrays[name].metadata.encode_chunk_key((*starts, *zeros)))

    def _is_sound(self, number: int) -> bool:
        try:
            for name in self.study.fields:
                self.arrays[name][self.study.own(name, self.study.blocks[number])]
        except Exception:  # whatever decoders say of bytes that are not theirs
            return False
        return True


def open_sweep(path: Path) -> xr.Dataset:
    """Return the result of a sweep, or of any other study, from a Zarr store or a NetCDF file.

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
    path = Path(path)
    if not path.is_dir():
        return load_dataset(path)
    need("zarr", "reading a study in Zarr")
    try:
        dataset: xr.Dataset = xr.open_zarr(path, zarr_format=FORMAT, decode_times=False, decode_timedelta=False)
        return dataset
    except Exception as error:  # of xarray, zarr or json
        raise InputError([Fault("", "a study's output in Zarr", str(error))], os.fspath(path)) from error


def _require_same(path: Path, fresh: xr.Dataset) -> None:
    there = open_sweep(path)
    other = [str(name) for name in fresh.attrs if there.attrs.get(name) != fresh.attrs[name]]
    other += [
        str(name)
        for name in fresh.coords
        if name not in there.coords or not np.array_equal(there.coords[name].values, fresh.coords[name].values)
    ]
    if other or set(there.variables) != set(fresh.variables):
        wanted = "the output of this very study, to go on with; or a new name"
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
