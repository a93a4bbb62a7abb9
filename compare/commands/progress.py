"""A progress bar on standard error, where a person watches."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from compare.commands import harness


class Progress(Protocol):
    """What is told how many are done of how many, and what is at work."""

    def __call__(self, done: int, total: int, words: str = "", /) -> None:
        """Show it."""


@contextmanager
def counted(what: str) -> Iterator[Progress | None]:
    """Give a function that shows progress; None where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with harness.counted_bar(what) as bar:
        yield lambda done, total, words="": bar(done, total, words)
