"""``flexarm limits``: where every common formulation runs out of digits."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    import xarray as xr


def limits(
    *studies: str,
    formulation: Annotated[
        list[str] | None, Parameter(("--formulation", "-f"), negative=(), show_default=False)
    ] = None,
    values: str | None = None,
    form: Annotated[Literal["table", "json", "csv"], Parameter("--format")] = "table",
    output: Annotated[Path | None, Parameter(("--output", "-o"))] = None,
    plot: Path | None = None,
) -> None:
    """Tabulate at which payload, stiffness, number of elements and so on each formulation runs out of digits.

    Parameters
    ----------
    studies
        payload-mass, payload-inertia, joint-stiffness, gear-inertia, elements, shapes, mode-number, links,
        stiffness-ratio, length-ratio, wrist-stiffness, base-mass; without any, all of them (two minutes).
    formulation
        Formulation; may be given several times: exact, assumed_modes and fem, which keep their digits, and
        raw-determinant, boundary-conditions, expanded-determinant, transfer-matrix, dynamic-stiffness,
        assumed-monomial, assumed-cosh, fem-dense and fem-sparse, written as textbooks write them. Without any, all that
        take the study's arms.
    values
        Values of the study's parameter in place of the usual ones, ascending, with commas between: 0,1e3,1e6.
    form
        A table of where digits run out for people; json (one object) or csv (a row per study, formulation, value and
        mode) with every error for programs.
    output
        Also write everything to this NetCDF file, FILE.nc; several studies become groups of their names.
    plot
        Also draw the digits left into this folder, one STUDY.svg a study; made where there is none.
    """
    from compare.commands.outputs import require_output

    if output is not None:
        require_output(output, (".nc",))
    if plot is not None:
        from compare.report.folder import require_folder

        require_folder(plot)

    datasets = _solved(studies, formulation, values)
    text = _writer(form)(datasets)
    if output is not None:
        from compare.limiting.files import save_limits

        save_limits(datasets, output)
    if plot is not None:
        from compare.drawing.limits import save_plots

        save_plots(datasets, plot)
    print(text, end="")


def _solved(names: Sequence[str], formulations: list[str] | None, values: str | None) -> "list[xr.Dataset]":
    from compare.commands.progress import watched
    from compare.limiting.limits import limits
    from compare.limiting.table import find_studies
    from compare.limiting.values import read_values

    studies = find_studies(names)
    points = None if values is None else read_values(values, names)
    return [limits(study, formulations, points, watch=watched) for study in studies]


def _writer(form: str) -> "Callable[[Sequence[xr.Dataset]], str]":
    from compare.limiting.records import as_csv, as_json
    from compare.limiting.text import as_text

    def as_texts(datasets: "Sequence[xr.Dataset]") -> str:
        return "\n".join(map(as_text, datasets))

    return {"table": as_texts, "json": as_json, "csv": as_csv}[form]
