"""The validation's files, written when everything is ready."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import xarray as xr

TEXTS = {".html": "html", ".json": "json", ".csv": "csv", ".tex": "latex"}
REPORT_ENDINGS: tuple[str, ...] = (*TEXTS, ".nc")


def write_report(dataset: "xr.Dataset", path: Path) -> Path:
    """Write a validation to a file, in the form that its ending names, or to a folder in all; return what to read."""
    from compare.report.publication import Publication, publish

    texts = {ending: partial(as_written, dataset, form) for ending, form in TEXTS.items()}
    return publish(Publication("validation", texts, lambda: dataset), path)


def as_written(dataset: "xr.Dataset", form: str) -> str:
    """Return a validation as text: html, json, csv or latex."""
    from compare.report.latex import as_latex
    from compare.report.page import as_page
    from compare.report.records import as_csv, as_json

    return {"html": as_page, "json": as_json, "csv": as_csv, "latex": as_latex}[form](dataset)
