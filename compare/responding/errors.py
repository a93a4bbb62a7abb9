"""How far forced responses by several backends and sizes are off."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import numpy as np
import xarray as xr

from flexarm.arm import Arm
from flexarm.arrays import Array
from flexarm.backend import Backend, find_backend
from flexarm.datasets import Variable, provenance, variable
from flexarm.errors import Fault, InputError, QuestionError
from flexarm.forced_response.dataset import response
from flexarm.load_cases import LoadCase

MEASURES = ("amplitude", "offset")
ERRORS = {
    "amplitude_error": "error of the amplitude, relative to the reference's largest value",
    "offset_error": "error of the offset, relative to the reference's largest value",
    "largest_error": "largest error of the history, relative to the reference's largest value",
    "rms_error": "root mean square error of the history, relative to the reference's largest value",
}
Watch = Callable[[Sequence[tuple[Backend, int]]], Iterable[tuple[Backend, int]]]


def response_errors(
    arm: Arm,
    case: LoadCase,
    backends: Sequence[Backend],
    sizes: Sequence[int],
    reference: Backend | None = None,
    *,
    static_correction: bool = False,
    watch: Watch = iter,
) -> xr.Dataset:
    """Return the errors of an arm's response by backend and size.

    Parameters
    ----------
    arm
        The arm.
    case
        What acts on it.
    backends
        One backend or more; no two of one scheme. Those that have a size are given each of the sizes; of the others,
        such as ``exact``, the size is the number of modes.
    sizes
        Sizes, ascending.
    reference
        Whose response the errors are taken against, with static correction; None for the installed ``exact``.
    static_correction
        Whether what the modes left out would deflect is added to the responses that are compared.
    watch
        Shows progress: takes backends and sizes, and returns them one by one.

    Returns
    -------
    xarray.Dataset
        Dimensions backend (its scheme), size and output. amplitude and offset; amplitude_error, offset_error,
        largest_error and rms_error of the history, all relative to the reference's largest value; missing, the reason
        where there is none. Of the reference: reference_amplitude, reference_offset, reference_peak.

    Raises
    ------
    InputError
        If there is no backend or no size, one is given twice, or the arm and the case do not fit.
    QuestionError
        If the reference cannot answer.
    """
    _check(backends, sizes)
    judge = response(reference or find_backend("exact"), arm, case)
    names = [str(name) for name in judge.output.values]
    shape = (len(backends), len(sizes), len(names))
    found = {name: np.full(shape, np.nan) for name in (*MEASURES, *ERRORS)}
    missing = np.full(shape[:2], "", dtype=object)
    for solver, size in watch([(solver, size) for solver in backends for size in sizes]):
        place = list(backends).index(solver), list(sizes).index(size)
        try:
            answer = _answer(solver, size, arm, case, static_correction)
        except (InputError, QuestionError) as error:
            missing[place] = str(error)
        else:
            for name, values in _row(answer, judge, names).items():
                found[name][place] = values
    return _dataset(arm, case, backends, sizes, judge, found, missing)


def _check(backends: Sequence[Backend], sizes: Sequence[int]) -> None:
    schemes = [solver.scheme for solver in backends]
    if not backends or len(set(schemes)) < len(schemes):
        raise InputError([Fault("backends", "one backend or more, each scheme once", ", ".join(schemes) or "none")])
    if not sizes or any(b <= a for a, b in pairwise(sizes)):
        raise InputError([Fault("sizes", "one size or more, ascending", repr(list(sizes)))])


def _answer(solver: Backend, size: int, arm: Arm, case: LoadCase, correct: bool) -> xr.Dataset:
    if solver.scheme == solver.spec:
        return response(solver, arm, case, modes=size, static_correction=correct)
    return response(solver.with_size(size), arm, case, static_correction=correct)


def _row(answer: xr.Dataset, judge: xr.Dataset, names: Sequence[str]) -> dict[str, Array]:
    scale = np.abs(judge.peak.values)
    with np.errstate(divide="ignore", invalid="ignore"):
        difference = np.stack([answer[name].values - judge[name].values for name in names])
        return {
            **{name: answer[name].values for name in MEASURES},
            **{f"{name}_error": (answer[name].values - judge[name].values) / scale for name in MEASURES},
            "largest_error": np.max(np.abs(difference), axis=1) / scale,
            "rms_error": np.sqrt(np.mean(difference**2, axis=1)) / scale,
        }


def _dataset(
    arm: Arm,
    case: LoadCase,
    backends: Sequence[Backend],
    sizes: Sequence[int],
    judge: xr.Dataset,
    found: dict[str, Array],
    missing: Array,
) -> xr.Dataset:
    every = ("backend", "size", "output")
    words = {"amplitude": "half of largest minus smallest value", "offset": "half of largest plus smallest value"}
    variables: dict[str, Variable] = {
        **{name: variable(every, found[name], "1", f"{words[name]}, in the output's unit") for name in MEASURES},
        **{name: variable(every, found[name], "1", text) for name, text in ERRORS.items()},
        "missing": variable(
            every[:2], missing.astype(np.str_), "1", "why there is no answer; empty where there is one"
        ),
    }
    for name in (*MEASURES, "peak"):
        values = judge[name].values
        variables[f"reference_{name}"] = variable(("output",), values, "1", f"the reference's {name}, in its unit")
    names = np.array([solver.scheme for solver in backends], dtype=np.str_)
    coordinates = {
        "backend": variable(("backend",), names, "1", "backend, without its size"),
        "size": variable(("size",), np.array(sizes), "1", "functions or elements a link; of exact the number of modes"),
        "output": judge.output,
        "output_units": judge.output_units,
    }
    return xr.Dataset(
        variables, coordinates, {**provenance(arm), "case": case.name, "reference": judge.attrs["backend"]}
    )
