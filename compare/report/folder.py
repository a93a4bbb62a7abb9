"""The validation's files: refused before anything is computed, written when everything is ready."""

import os
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from flexarm.errors import Fault, InputError
from flexarm.writing import write_whole

if TYPE_CHECKING:
    import xarray as xr


def require_folder(path: Path) -> None:
    """Refuse a folder that cannot be written to, or cannot be made; nothing is left behind.

    Parameters
    ----------
    path
        The folder; it need not exist.

    Raises
    ------
    InputError
        If it is a file, lies in one, or may not be written.
    """
    try:
        there = next(folder for folder in (path, *path.absolute().parents) if os.path.lexists(folder))
        with TemporaryFile(dir=there):  # the one sure way of knowing: rights alone say nothing of a read-only disk
            pass
    except OSError as error:
        raise _refusal(path, error) from error


def make_folder(path: Path) -> None:
    """Make a folder where there is none.

    Parameters
    ----------
    path
        The folder.

    Raises
    ------
    InputError
        If it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _refusal(path, error) from error


def write_report(dataset: "xr.Dataset", path: Path) -> Path:
    """Write a validation as ``validation.html``, ``validation.json`` and ``validation.nc``.

    Parameters
    ----------
    dataset
        What `compare.validation` returned.
    path
        The folder to write to; it is made where it does not exist, files of those names are replaced.

    Returns
    -------
    pathlib.Path
        The page.

    Raises
    ------
    InputError
        If the files cannot be written there.
    """
    from compare.report.page import as_page
    from compare.report.records import as_json
    from flexarm.datasets import save_dataset

    texts = {"validation.json": as_json(dataset), "validation.html": as_page(dataset)}
    ready = {name: text.encode("utf-8") for name, text in texts.items()}
    make_folder(path)
    save_dataset(dataset, path / "validation.nc")
    for name, data in ready.items():
        write_whole(path / name, data)
    return path / "validation.html"


def _refusal(path: Path, error: OSError) -> InputError:
    got = str(error.strerror or error).lower()
    return InputError([Fault("", "a folder that can be written to", got)], os.fspath(path))
