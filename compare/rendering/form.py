"""How an answer is written: one page for people, records for programs, in any format, to the screen or to a file."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import xarray as xr

from compare.rendering.records import as_csv, as_json
from compare.rendering.sheet import Page, as_latex, as_markdown, as_text
from flexarm.datasets import save_dataset
from flexarm.writing import write_whole

Answer = TypeVar("Answer")
FORMATS = ("table", "json", "csv", "markdown", "latex")
_PAGES = {"table": as_text, "markdown": as_markdown, "latex": as_latex}
SUFFIXES = {".json": "json", ".csv": "csv", ".md": "markdown", ".tex": "latex", ".txt": "table"}


@dataclass(frozen=True)
class Form(Generic[Answer]):
    """How answers of one kind are written."""

    page: Callable[[Answer, str], Page]  # for people, frequencies in a unit: "rad/s" or "hz"
    tree: Callable[[Answer], object]  # for programs, as JSON
    rows: Callable[[Answer], Iterable[xr.Dataset]]  # for programs, as CSV
    whole: Callable[[Answer], xr.Dataset | xr.DataTree]  # everything, as NetCDF

    def text(self, answer: Answer, form: str = "table", unit: str = "rad/s") -> str:
        """Return an answer as text: a table, Markdown, LaTeX, JSON or CSV."""
        if form == "json":
            return as_json(self.tree(answer))
        return as_csv(self.rows(answer)) if form == "csv" else _PAGES[form](self.page(answer, unit))

    def save(self, answer: Answer, path: Path, unit: str = "rad/s") -> None:
        """Write an answer to a file by its ending, whole or not at all."""
        if path.suffix.lower() == ".nc":
            save_dataset(self.whole(answer), path)
        else:
            write_whole(path, self.text(answer, SUFFIXES[path.suffix.lower()], unit).encode())


def of_dataset(
    page: Callable[[xr.Dataset, str], Page],
    tree: Callable[[xr.Dataset], object],
    flat: Callable[[xr.Dataset], xr.Dataset] = lambda dataset: dataset,
) -> Form[xr.Dataset]:
    """Return how a Dataset is written that is everything as it is, and, made flat where it must be, CSV."""
    return Form(page, tree, lambda dataset: [flat(dataset)], lambda dataset: dataset)
