"""A progress bar on standard error, where a person watches."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def watched(items: Sequence[T]) -> Iterable[T]:
    """Return items one by one, with a progress bar if standard error is a terminal.

    Parameters
    ----------
    items
        What is worked through.
    """
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, "Solving", console=Console(stderr=True), transient=True)


@contextmanager
def counted(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function that shows how many are done of how many, and how long the rest will take at the pace so far.

    Nothing is shown, and None given, where standard error is no terminal.

    Parameters
    ----------
    what
        What is counted.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (TextColumn(what), MofNCompleteColumn(), BarColumn(), TimeRemainingColumn())
    # The pace is that of the last ten minutes: blocks come in one by one, and a few of them say little.
    with Progress(*columns, console=console, transient=True, speed_estimate_period=600.0) as bars:
        task = bars.add_task("", total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)
