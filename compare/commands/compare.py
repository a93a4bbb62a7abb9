"""``flexarm compare``: an arm's natural frequencies by several backends."""

from collections.abc import Callable, Sequence
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
    certify: Annotated[bool, Parameter(negative=())] = False,
    growth_rates: Annotated[bool, Parameter(negative=())] = False,
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
    certify
        Prove the exact frequencies: each in an interval, none missed. Backend
        exact:certify:1e-30 asks for narrower intervals than 1e-13, relative.
    growth_rates
        Also say how fast the unstable modes of an arm grow that falls or buckles under its static loads.
    """
    from compare.commands.outputs import require_output
    from flexarm.errors import QuestionError, TooFewModesError

    if output is not None:
        require_output(output, (".nc",))
    _require_place_for_growth_rates(growth_rates, form)
    specs = backend or DEFAULT_BACKENDS
    try:
        dataset = _frequencies(arm, _certifying(specs) if certify else specs, count, growth_rates)
    except TooFewModesError as error:
        if backend is not None:
            raise
        raise QuestionError(f"{error}; or ask the exact backend alone: -b exact") from None
    text = _writer(form, unit)(dataset)
    if output is not None:
        from flexarm.datasets import save_dataset

        save_dataset(dataset, output)
    print(text, end="")


def _require_place_for_growth_rates(growth_rates: bool, form: str) -> None:
    from flexarm.errors import Fault, InputError

    if growth_rates and form == "csv":
        raise InputError(
            [Fault("--growth-rates", "--format table or json: CSV has a row per frequency", "--format csv")]
        )


def _certifying(specs: Sequence[str]) -> list[str]:
    """Return specifications with every exact backend certifying its frequencies."""
    from compare.spectra import REFERENCE
    from flexarm.errors import Fault, InputError

    if all(spec.split(":")[0] != REFERENCE for spec in specs):
        raise InputError([Fault("--certify", f"a backend {REFERENCE} to certify", " ".join(specs))])
    return [f"{spec}:certify" if spec == REFERENCE else spec for spec in specs]


def _frequencies(path: Path, specs: Sequence[str], count: int, growth_rates: bool) -> "xr.Dataset":
    from compare.commands.loading import load
    from compare.spectra import frequencies
    from flexarm.backend import find_backend

    return frequencies(load(path), [find_backend(spec) for spec in specs], count, growth_rates=growth_rates)


def _writer(form: str, unit: str) -> Callable[["xr.Dataset"], str]:
    from compare.records import as_csv, as_json
    from compare.table import as_table

    return {"json": as_json, "csv": as_csv, "table": lambda dataset: as_table(dataset, unit)}[form]
