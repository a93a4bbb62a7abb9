"""``flexarm modes``: an arm's mode shapes for other programs."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from compare.commands.numbers import whole

SUFFIXES = (".csv", ".nc", ".uff", ".unv")


def modes(
    arm: Path,
    /,
    *,
    backend: Annotated[str, Parameter(("--backend", "-b"))] = "exact",
    count: Annotated[int, Parameter(("--count", "-n"), converter=whole)] = 6,
    stations: Annotated[int, Parameter(converter=whole)] = 21,
    normalisation: Literal["modal-mass", "largest"] = "modal-mass",
    output: Annotated[Path | None, Parameter(("--output", "-o"))] = None,
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
    output
        The file to write in place of printing: FILE.csv; FILE.nc for NetCDF, which has the bodies' motions,
        participation factors and effective masses too; or FILE.uff, a universal file for modal tests (datasets 15, 55
        and 82; needs flexarm[uff]).
    """
    from compare.commands.outputs import require_output

    if output is not None:
        require_output(output, SUFFIXES)

    from compare.commands.loading import load
    from compare.shape_records import shapes_as_csv
    from flexarm.backend import find_backend
    from flexarm.datasets import save_dataset
    from flexarm.hand_over import save_uff
    from flexarm.writing import write_whole

    model = find_backend(backend).modes(load(arm), count)
    if output is not None and output.suffix.lower() in (".uff", ".unv"):
        save_uff(model, output, stations)
        return
    dataset = model.dataset(stations, normalisation)
    if output is None:
        print(shapes_as_csv(dataset), end="")
    elif output.suffix.lower() == ".csv":
        write_whole(output, shapes_as_csv(dataset).encode())
    else:
        save_dataset(dataset, output)
