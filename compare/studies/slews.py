"""An arm's slew by several models, each beside one of them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import xarray as xr

from compare.studies.answers import backend_list, backend_or
from flexarm.arm import Arm
from flexarm.backend import Backend
from flexarm.datasets import variable
from flexarm.slews.dataset import slew
from flexarm.slews.kept import kept_path
from flexarm.slews.manoeuvre import Manoeuvre

_ERROR = "largest difference from the reference, relative to its largest value; of what stays zero, 0"


def slews(
    arm: Arm,
    manoeuvre: Manoeuvre,
    backends: Backend | Sequence[Backend],
    reference: Backend | None = None,
    *,
    output: str | Path | None = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> Mapping[str, xr.Dataset]:
    """Return an arm's large motion through a manoeuvre by several backends.

    Parameters
    ----------
    arm
        The arm, in its posture.
    manoeuvre
        What turns its joints and acts on it.
    backends
        One backend or more.
    reference
        What the others are compared with; None for the installed ``exact``.
    output
        File beside which the states of each backend's slew are kept, in FILE.BACKEND.partial: slews that were
        stopped go on when they are asked for again. They are left, and nothing else is written.
    progress
        Called with the number of models that are done, of all, and what comes next.

    Returns
    -------
    mapping of str to xarray.Dataset
        By the backend's specification, what `flexarm.slew` returns, with error, (output,): the largest difference from
        the reference, relative to its largest value.

    Raises
    ------
    InputError
        If there is no backend, one is given twice, or the arm and the manoeuvre do not fit.
    QuestionError
        If a backend cannot answer.
    """
    truth = backend_or(reference)
    asked = backend_list(backends, lambda one: one.spec)
    solvers = {one.spec: one for one in (*asked, truth)}
    found = {}
    for done, (spec, solver) in enumerate(solvers.items()):
        if progress is not None:
            progress(done, len(solvers), spec)
        kept = None if output is None else kept_path(Path(output), spec)
        found[spec] = slew(solver, arm, manoeuvre, kept=kept)
    return {one.spec: beside(found[one.spec], found[truth.spec]) for one in asked}


def unsettled(dataset: xr.Dataset) -> list[str]:
    """Return the outputs of a slew that are not known to be settled to the accuracy asked for; of others, none.

    Forces, which settle more slowly than motions, say how far they are.
    """
    if "reached" not in dataset:
        return []
    parts = (np.atleast_1d(dataset[name].values) for name in ("output", "output_units", "reached"))
    return [
        str(name)
        for name, unit, reached in zip(*parts, strict=True)
        if np.isnan(reached) or (unit in ("m", "rad") and reached > dataset.attrs["accuracy"])
    ]


def beside(dataset: xr.Dataset, truth: xr.Dataset) -> xr.Dataset:
    """Return a slew with its errors, beside another."""
    names = [str(name) for name in truth.output.values]
    largest = [float(np.max(np.abs(truth[name].values))) for name in names]
    gaps = [float(np.max(np.abs(dataset[name].values - truth[name].values))) for name in names]
    errors = np.array([gap / size if size != 0.0 else 0.0 for gap, size in zip(gaps, largest, strict=True)])
    told = dataset.assign(error=variable(("output",), errors, "1", _ERROR))
    return told.assign_attrs(against=truth.attrs["backend"])
