"""``flexarm modes``: an arm's mode shapes for other programs."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from compare.commands import harness
from compare.commands.numbers import whole
from compare.commands.options import TEXTS, Backend, Count, Output, Unit
from compare.commands.outputs import require_output

_UNIVERSAL = (".uff", ".unv")


def modes(
    arm: Path,
    /,
    *,
    backend: Backend = "exact",
    count: Count = 6,
    stations: Annotated[int, Parameter(converter=whole)] = 21,
    normalisation: Literal["modal-mass", "largest"] = "modal-mass",
    unit: Unit = "rad/s",
    form: Annotated[Literal["csv", "json", "table", "markdown", "latex"], Parameter("--format")] = "csv",
    output: Output = None,
) -> None:
    """Print an arm's mode shapes as CSV, a row per mode, link and station; or write them to a file.

    Parameters
    ----------
    arm
        The arm file.
    backend
        Backend and settings: exact, assumed_modes:FAMILY:SHAPES or fem:ELEMENTS.
    count
        Number of modes; rigid-body modes are counted apart.
    stations
        Equally spaced stations a link, root and tip included.
    normalisation
        Modes of unit modal mass, 1 kg, or with a largest displacement of 1; universal files have the former.
    unit
        Unit of the frequencies in tables; csv and json have both.
    form
        csv, a row per mode, link and station; json, one object; table, markdown and latex, a row per mode with the
        motions of the links' tips.
    output
        The file to write in place of printing, in the form that its ending names: FILE.csv, .json, .md, .tex; or
        FILE.nc for NetCDF, which has the bodies' motions, participation factors and effective masses too; or FILE.uff,
        a universal file for modal tests (datasets 15, 55 and 82; needs flexarm[uff]).
    """
    if output is not None:
        require_output(output, (*TEXTS, ".nc", *_UNIVERSAL))
    model = harness.find_backend(backend).modes(harness.load(arm), count)
    if output is not None and output.suffix.lower() in _UNIVERSAL:
        harness.save_uff(model, output, stations)
        return
    dataset = model.dataset(stations, normalisation)
    if output is None:
        print(harness.MODES.text(dataset, form, unit), end="")
    else:
        harness.MODES.save(dataset, output, unit)
