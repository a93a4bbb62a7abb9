"""A report's files: whole or not at all, one by its ending or all of them together in a folder."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import xarray as xr

from flexarm.datasets import as_netcdf, save_dataset
from flexarm.writing import write_folder, write_whole

PAGE, DATASET = ".html", ".nc"


@dataclass(frozen=True)
class Publication:
    """A report in all its forms."""

    name: str  # of its files in a folder
    texts: Mapping[str, Callable[[], str]]  # by the endings of files, the page's first
    whole: Callable[[], xr.Dataset | xr.DataTree]  # as NetCDF

    @property
    def endings(self) -> tuple[str, ...]:
        """The endings of its files."""
        return (*self.texts, DATASET)


def publish(report: Publication, path: Path) -> Path:
    """Write a report to a file, in the form that its ending names, or to a folder in all; return what to read."""
    suffix = path.suffix.lower()
    if path.is_dir() or suffix not in report.endings:
        return _publish_all(report, path)
    if suffix == DATASET:
        save_dataset(report.whole(), path)
    else:
        write_whole(path, report.texts[suffix]().encode())
    return path


def _publish_all(report: Publication, folder: Path) -> Path:
    files = {ending: text().encode() for ending, text in report.texts.items()} | {DATASET: as_netcdf(report.whole())}
    write_folder(folder, {f"{report.name}{ending}": data for ending, data in files.items()})
    return folder / f"{report.name}{PAGE}"
