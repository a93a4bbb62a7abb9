"""States of a slew, kept in a file while it runs: one that was stopped goes on from there."""

import hashlib
import io
import os
import re
import time
import zipfile
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from flexarm.arrays import Array
from flexarm.errors import Fault, InputError
from flexarm.one_writer import one_writer
from flexarm.writing import require_file, write_whole

# How often states are written, s, and how much longer than that takes.
_EVERY, _LONGER = 2.0, 20.0
_ENDING = ".partial"


class Instant(NamedTuple):
    """How far a passage has come."""

    t: float  # s
    y: Array  # the state, (states,)
    step: float = 0.0  # the next step, s; 0 for the integrator's own choice


@dataclass(eq=False)
class Way:
    """A passage so far: states at its samples, shape (samples, states); those beyond the last instant do not count."""

    rows: list[Array]
    last: Instant
    asked: int = 0  # evaluations of the equations of motion

    def arrays(self, number: int) -> dict[str, Any]:
        """Return what is written of the passage of a number."""
        (t, y, step), rows = self.last, np.concatenate(self.rows)
        return {f"rows{number}": rows, f"y{number}": y, f"at{number}": np.array([t, step, self.asked])}


class Kept:
    """The passages of one slew, in the order in which they are asked for; without a file in memory alone."""

    def __init__(self, path: Path | None = None, question: str = "") -> None:
        self.path, self.question = path, hashlib.sha256(question.encode()).hexdigest()
        self.ways = [] if path is None or not path.exists() else self._read(path)
        self.number, self.due = 0, time.monotonic() + _EVERY

    def begin(self, start: Array) -> Way:
        """Return how far the next passage has come, which starts in a state."""
        if self.number == len(self.ways):
            self.ways.append(Way([start[np.newaxis]], Instant(0.0, start)))
        self.number += 1
        return self.ways[self.number - 1]

    def keep(self, at_once: bool = False) -> None:
        """Write all passages, whole or not at all, if that was not done just now."""
        start = time.monotonic()
        if self.path is None or (not at_once and start < self.due):
            return
        arrays: dict[str, Any] = {"question": np.array(self.question)}
        for number, way in enumerate(self.ways):
            arrays |= way.arrays(number)
        data = io.BytesIO()
        np.savez(data, **arrays)
        write_whole(self.path, data.getvalue())
        now = time.monotonic()
        self.due = now + max(_EVERY, _LONGER * (now - start))

    def forget(self) -> None:
        """Take away what was written, and write no more."""
        if self.path is not None:
            self.path.unlink(missing_ok=True)
        self.path = None

    def _read(self, path: Path) -> list[Way]:
        wanted = "states of this very slew, to go on with; remove the file, or take another output"
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as found:
                told = dict(found)
            question = str(told.pop("question"))
            ways = [_read_way(*(told[f"{name}{k}"] for name in ("rows", "y", "at"))) for k in range(len(told) // 3)]
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise InputError([Fault("", wanted, f"a file that holds none ({error})")], os.fspath(path)) from error
        if question != self.question:
            raise InputError([Fault("", wanted, "those of another")], os.fspath(path))
        return ways


def _read_way(rows: Array, y: Array, at: Array) -> Way:
    return Way([rows], Instant(float(at[0]), y, float(at[1])), int(at[2]))


def alone(path: Path | None) -> AbstractContextManager[None]:
    """Keep other slews from a file of states meanwhile: each would write its own there.

    Without filelock nothing keeps them; the file is written whole all the same.
    """
    if path is None:
        return nullcontext()
    require_file(path)
    wanted = "a file in which no other slew keeps its states; wait until it is done, or take another output"
    return one_writer(path, wanted, "another slew at work on it")


def kept_path(output: Path, spec: str) -> Path:
    """Return the file beside an output in which the states of one backend's slew are kept."""
    named = re.sub(r"[^\w.,-]+", "-", spec)
    return output.with_name(f"{output.name}.{named}{_ENDING}")
