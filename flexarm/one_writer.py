"""One writer at a time: others are kept from what is being written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

from flexarm.errors import Fault, InputError


@contextmanager
def one_writer(path: Path, wanted: str, got: str) -> Iterator[None]:
    """Keep others from a file or a folder meanwhile, or, where one of them is at work on it, refuse this one in words.

    Without filelock, which comes with flexarm[sweep], nothing keeps them.
    """
    try:
        filelock = import_module("filelock")
    except ImportError:
        filelock = None
    if filelock is None:
        yield
        return
    # Beside what is written and not in it, where Zarr would take it for data.
    lock = filelock.FileLock(path.with_name(f".{path.name}.lock"), timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise InputError([Fault("", wanted, got)], os.fspath(path)) from None
    try:
        yield
    finally:
        # While it is held: who opened the file before, and gets the lock now, sees that it has gone, and makes another.
        with suppress(OSError):  # some systems keep files that are open
            os.unlink(lock.lock_file)
        lock.release()
