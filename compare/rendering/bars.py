"""Progress bars on standard error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def counted_bar(what: str) -> Iterator[Callable[[int, int, str], None]]:
    """Give a function that shows how many are done of how many, what is at work, and how long the rest will take."""
    named = TextColumn("{task.description}", markup=False)
    columns = (TextColumn(what), MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), named)
    # The pace is that of the last ten minutes: blocks come in one by one, and a few of them say little.
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=600.0) as bars:
        task = bars.add_task("", total=None)
        yield lambda done, total, words: bars.update(task, completed=done, total=total, description=words)
