"""``flexarm validate``: every published value beside the exact one, in a page, lists and a Dataset."""

import sys
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.options import Output
from compare.commands.outputs import require_report

if TYPE_CHECKING:
    import xarray as xr


def validate(
    *names: str,
    output: Output = None,
    form: Annotated[Literal["table", "json", "csv", "latex"], Parameter("--format")] = "table",
    fail_on: Literal["differs", "unexplained"] | None = None,
    list_names: Annotated[bool, Parameter("--list", negative=())] = False,
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
    list_names
        List the tables that are shipped, and compare nothing.
    """
    if list_names:
        _list()
        return 0
    if output is not None:
        require_report(output, harness.REPORT_ENDINGS)
    with harness.progress_bar("") as progress:
        dataset = harness.validation(names or None, progress=progress, tell=_tell if form == "table" else None)
    page = harness.write_report(dataset, output) if output is not None else None
    print(_as_table(dataset) if form == "table" else harness.as_written(dataset, form), end="")
    if page is not None and form == "table":
        print(f"The whole of it: {page}")
    return _status(dataset, fail_on)


def _list() -> None:
    known = harness.shelf.names()
    width = max(map(len, known))
    for name in known:
        print(f"{name:{width}}  {harness.shelf.load(name).caption}")


def _tell(line: str) -> None:
    """Print a line at once: a pipe would keep it until the end."""
    print(line, flush=True)


def _as_table(dataset: "xr.Dataset") -> str:
    return harness.as_values(dataset) + harness.as_text(dataset)


def _status(dataset: "xr.Dataset", fail_on: str | None) -> int:
    """Return the exit status: 1 where there is a value that the caller will not have, which is said."""
    counts = harness.tally(harness.all_values(harness.published_tables(dataset)))
    many = {None: 0, "differs": counts.differs, "unexplained": counts.unexplained}[fail_on]
    if many:
        print(f"flexarm: {many} of {counts.values} values: {fail_on}", file=sys.stderr)
    return int(many > 0)
