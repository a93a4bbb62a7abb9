"""``flexarm validate``: every published value beside the exact one, in a page, a summary and a Dataset."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

Report = Callable[[int, int, str], None]


def validate(*names: str, output: Annotated[Path, Parameter(("--output", "-o"))]) -> None:
    """Compare published natural frequencies, mode shapes and responses with the exact ones; find why some differ.

    Parameters
    ----------
    names
        Published tables that are shipped, or files of your own; without any, all that are shipped.
    output
        Folder for validation.html (read this), validation.json and validation.nc; made where there is none.
    """
    from compare.report.folder import require_folder, write_report

    require_folder(output)

    from compare.judging.judge import validation
    from compare.report.brief import as_text

    with _progress() as progress:
        dataset = validation(names or None, progress=progress)
    page = write_report(dataset, output)
    print(as_text(dataset), end="")
    print(f"The whole of it: {page}")


@contextmanager
def _progress() -> Iterator[Report | None]:
    """Show on the terminal which table is being computed; nothing where standard error is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (MofNCompleteColumn(), BarColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=console, transient=True) as bars:
        task = bars.add_task("", total=None)
        yield lambda done, total, table: bars.update(task, completed=done, total=total, description=table)
