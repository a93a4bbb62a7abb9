"""A progress bar on standard error, where a person watches."""

import sys
from collections.abc import Iterable, Sequence
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
