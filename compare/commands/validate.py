"""``flexarm validate``: every published value beside the exact one, in a page, a summary and a Dataset."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from compare.commands import harness


def validate(*names: str, output: Annotated[Path, Parameter(("--output", "-o"))]) -> None:
    """Compare published natural frequencies, mode shapes and responses with the exact ones; find why some differ.

    Parameters
    ----------
    names
        Published tables that are shipped, or files of your own; without any, all that are shipped.
    output
        Folder for validation.html (read this), validation.json and validation.nc; made where there is none.
    """
    harness.require_folder(output)
    with harness.progress_bar("") as progress:
        dataset = harness.validation(names or None, progress=progress)
    page = harness.write_report(dataset, output)
    print(harness.as_text(dataset), end="")
    print(f"The whole of it: {page}")
