"""What the commands may write to."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from compare.commands import harness
from compare.commands.refusal import refusal

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def require_output(path: Path, known: Sequence[str], option: str = "--output") -> None:
    """Refuse an output of a kind that is not known by its ending, or one that cannot be written."""
    if path.suffix.lower() not in known:
        raise refusal(option, f"a file name that ends in {' or '.join(known)}", repr(str(path)))
    if path.suffix.lower() == ".zarr":
        harness.require_folder(path)
    else:
        harness.require_file(path)


def require_pictures(paths: Iterable[Path] | None, option: str = "--plot", more: Sequence[str] = ()) -> list[Path]:
    """Return the pictures that an option names, each of a kind that can be drawn and written, or of `more` endings."""
    given = list(paths or ())
    for path in given:
        require_output(path, (*harness.FORMATS, *more), option)
    return given


def require_report(path: Path, endings: Sequence[str]) -> None:
    """Refuse a report's output that cannot be written: a file of a known ending, else a folder."""
    if path.suffix.lower() in endings and not path.is_dir():
        require_output(path, endings)
    else:
        harness.require_folder(path)


def save_pictures(paths: Iterable[Path], figure: "Callable[[], Figure]") -> None:
    """Write a figure, drawn once and only where it is wanted, to every path."""
    drawn = None
    for path in paths:
        drawn = drawn or figure()
        harness.save_figure(drawn, path)
