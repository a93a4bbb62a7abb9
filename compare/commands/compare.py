"""``flexarm compare``: an arm's natural frequencies by several backends."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from compare.commands.numbers import whole

if TYPE_CHECKING:
    import xarray as xr

DEFAULT_BACKENDS = ("exact", "assumed_modes:legendre:8", "fem:20")


def compare(
    arm: Path,
    /,
    *,
    backend: Annotated[list[str] | None, Parameter(("--backend", "-b"), negative=(), show_default=False)] = None,
    count: Annotated[int, Parameter(("--count", "-n"), converter=whole)] = 6,
    form: Annotated[Literal["table", "json", "csv"], Parameter("--format")] = "table",
    unit: Literal["rad/s", "hz"] = "rad/s",
    output: Annotated[Path | None, Parameter(("--output", "-o"))] = None,
) -> None:
    """Tabulate an arm's natural frequencies by several backends, with their errors against the exact ones.

    Parameters
    ----------
    arm
        The arm file.
    backend
        Backend and settings: exact, assumed_modes:FAMILY:SHAPES or fem:ELEMENTS; may be given several times.
        Without it: exact, assumed_modes:legendre:8 and fem:20.
    count
        Number of natural frequencies; rigid-body modes are counted apart.
    form
        A table for people; json (one object) or csv (a row per backend and mode) with all digits for programs.
    unit
        Unit of the table's frequencies; json is in rad/s, csv in both.
    output
        Also write everything to this NetCDF file, FILE.nc.
    """
    from compare.commands.outputs import require_output

    if output is not None:
        require_output(output, (".nc",))
    dataset = _frequencies(arm, backend or DEFAULT_BACKENDS, count)
    text = _writer(form, unit)(dataset)
    if output is not None:
        from flexarm.datasets import save_dataset

        save_dataset(dataset, output)
    print(text, end="")


def _frequencies(path: Path, specs: list[str] | tuple[str, ...], count: int) -> "xr.Dataset":
    from compare.spectra import frequencies
    from flexarm.backend import find_backend
    from flexarm.files import load

    return frequencies(load(path), [find_backend(spec) for spec in specs], count)


def _writer(form: str, unit: str) -> Callable[["xr.Dataset"], str]:
    from compare.records import as_csv, as_json
    from compare.table import as_table

    return {"json": as_json, "csv": as_csv, "table": lambda dataset: as_table(dataset, unit)}[form]
