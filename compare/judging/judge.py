"""Published natural frequencies and responses judged, value by value."""

from collections.abc import Callable, Sequence
from pathlib import Path

import xarray as xr

from compare.judging.answers import Answers
from compare.judging.dataset import validation_dataset
from compare.judging.findings import judged_table
from compare.published import load, names
from compare.published.table import Table
from flexarm.backend import find_backend
from flexarm.errors import Fault, InputError

Progress = Callable[[int, int, str], None]


def validation(
    tables: Sequence[str | Path] | None = None,
    *,
    assumed_modes: str = "assumed_modes:legendre:12",
    fem: str = "fem:20",
    progress: Progress | None = None,
    tell: Callable[[str], object] | None = None,
) -> xr.Dataset:
    """Judge published natural frequencies and responses against the exact ones and explain those that differ.

    Parameters
    ----------
    tables
        Names of shipped tables, or paths of files in the same format; None for all shipped ones.
    assumed_modes, fem
        Specifications of the discretised backends whose values stand beside the exact ones.
    progress
        Called before every table with the number of tables done, the number of all and the table's name, and once at
        the end.
    tell
        Called after every table with a line that counts its verdicts; ``print`` will do.

    Returns
    -------
    xarray.Dataset
        Dimension value: of_table, row, column, label, quantity, case, output, measure, mode, value_method, unit,
        printed (as text), decimals, published, model, exact, certified, assumed_modes, fem, expected, units_off,
        relative_difference, verdict, reason, assumed, cause, error, fitted, tried, chance, alternatives, recomputed,
        completed, confirmed_by_route and below_ritz. Dimension table: caption, source, title, place, method, note,
        figure, parameters, definitions, routes, choices. Every variable has a long_name.

    Raises
    ------
    InputError
        If a table is unknown or its file is wrong, a backend is unknown, or no table is given.
    """
    loaded = _loaded(names() if tables is None else tables)
    specs = (find_backend(assumed_modes).spec, find_backend(fem).spec)
    judged, answers = [], Answers(loaded)
    for done, table in enumerate(loaded):
        if progress is not None:
            progress(done, len(loaded), table.name)
        judged.append(judged_table(table, *specs, answers))
        if tell is not None:
            tell(f"{table.name}: {judged[-1].in_words}")
    if progress is not None:
        progress(len(loaded), len(loaded), "")
    return validation_dataset(judged, *specs)


def _loaded(tables: Sequence[str | Path]) -> list[Table]:
    loaded = [load(table) for table in tables]
    known = [table.name for table in loaded]
    twice = sorted({name for name in known if known.count(name) > 1})
    if twice or not loaded:
        got = f"{', '.join(twice)} more than once" if twice else "none"
        raise InputError([Fault("tables", "one table or more, each once", got)])
    return loaded
