"""``flexarm validate``: every published value beside the exact one, in a page, lists and a Dataset."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    import xarray as xr

Report = Callable[[int, int, str], None]


def validate(
    *names: str,
    output: Annotated[Path | None, Parameter(("--output", "-o"))] = None,
    form: Annotated[Literal["table", "json", "csv", "latex"], Parameter("--format")] = "table",
    fail_on: Literal["differs", "unexplained"] | None = None,
) -> int:
    """Compare published natural frequencies, mode shapes and responses with the exact ones; find why some differ.

    Parameters
    ----------
    names
        Published tables that are shipped, or files of your own; without any, all that are shipped.
    output
        Folder for validation.html (read this), .json, .csv, .tex and .nc, made where there is none; or one file, in the
        form that its ending names.
    form
        What is printed: table, the counts, and the values of a few tables; or all values as json, csv or latex.
    fail_on
        End with exit status 1 where a value differs, or where one differs and no cause was found: differs, unexplained.
    """
    from compare.commands.outputs import require_output
    from compare.report.folder import DATASET, TEXTS, as_written, require_folder, write_report

    known = (*TEXTS, DATASET)
    if output is not None and output.suffix.lower() in known and not output.is_dir():
        require_output(output, known)
    elif output is not None:
        require_folder(output)

    from compare.judging.judge import validation

    with _progress() as progress:
        dataset = validation(names or None, progress=progress, tell=_tell if form == "table" else None)
    page = write_report(dataset, output) if output is not None else None
    print(_as_table(dataset) if form == "table" else as_written(dataset, form), end="")
    if page is not None and form == "table":
        print(f"The whole of it: {page}")
    return _status(dataset, fail_on)


def _tell(line: str) -> None:
    """Print a line at once: a pipe would keep it until the end."""
    print(line, flush=True)


def _as_table(dataset: "xr.Dataset") -> str:
    from compare.report.brief import as_text, as_values

    return as_values(dataset) + as_text(dataset)


def _status(dataset: "xr.Dataset", fail_on: str | None) -> int:
    """Return the exit status: 1 where there is a value that the caller will not have, which is said."""
    from compare.judging.dataset import published_tables
    from compare.report.tally import all_values, tally

    counts = tally(all_values(published_tables(dataset)))
    many = {None: 0, "differs": counts.differs, "unexplained": counts.unexplained}[fail_on]
    if many:
        print(f"flexarm: {many} of {counts.values} values: {fail_on}", file=sys.stderr)
    return int(many > 0)


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
    # Lines printed meanwhile stand above the bar, unless they go into a pipe.
    with Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bars:
        task = bars.add_task("", total=None)
        yield lambda done, total, table: bars.update(task, completed=done, total=total, description=table)
