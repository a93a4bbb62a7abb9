"""The validation's files, written when everything is ready."""

from pathlib import Path
from typing import TYPE_CHECKING

from flexarm.writing import make_folder, write_whole

if TYPE_CHECKING:
    import xarray as xr

TEXTS = {".html": "html", ".json": "json", ".csv": "csv", ".tex": "latex"}
DATASET = ".nc"
REPORT_ENDINGS: tuple[str, ...] = (*TEXTS, DATASET)


def write_report(dataset: "xr.Dataset", path: Path) -> Path:
    """Write a validation to a file, in the form that its ending names, or to a folder in all; return what to read."""
    from flexarm.datasets import save_dataset

    suffix = path.suffix.lower()
    if suffix == DATASET:
        save_dataset(dataset, path)
        return path
    if suffix in TEXTS:
        write_whole(path, as_written(dataset, TEXTS[suffix]).encode())
        return path
    texts = {path / f"validation{ending}": as_written(dataset, form).encode() for ending, form in TEXTS.items()}
    make_folder(path)
    save_dataset(dataset, path / f"validation{DATASET}")
    for file, text in texts.items():
        write_whole(file, text)
    return path / "validation.html"


def as_written(dataset: "xr.Dataset", form: str) -> str:
    """Return a validation as text: html, json, csv or latex."""
    from compare.report.latex import as_latex
    from compare.report.page import as_page
    from compare.report.records import as_csv, as_json

    return {"html": as_page, "json": as_json, "csv": as_csv, "latex": as_latex}[form](dataset)
