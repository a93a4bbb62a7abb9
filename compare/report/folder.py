"""The validation's files, written when everything is ready."""

from pathlib import Path
from typing import TYPE_CHECKING

from flexarm.writing import make_folder, write_whole

if TYPE_CHECKING:
    import xarray as xr


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
