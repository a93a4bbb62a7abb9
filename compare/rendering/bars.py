"""Progress bars on standard error, where a person watches."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class Told(Protocol):
    """What is told how many are done of how many, and what is at work."""

    def __call__(self, done: int, total: int, words: str = "", /) -> None:
        """Show it."""


@contextmanager
def progress_bar(what: str) -> Iterator[Told | None]:
    """Give what shows progress, and how long the rest will take; None where standard error is no terminal."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    named = TextColumn("{task.description}", markup=False)
    columns = (TextColumn(what), MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), named)
    # The pace is that of the last ten minutes: blocks come in one by one, and a few of them say little.
    with Progress(*columns, console=console, transient=True, speed_estimate_period=600.0) as bars:
        task = bars.add_task("", total=None)

        def told(done: int, total: int, words: str = "", /) -> None:
            bars.update(task, completed=done, total=total, description=words)

        yield told
